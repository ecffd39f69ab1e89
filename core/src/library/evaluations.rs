//! Evaluations of positions in comments, a convention of other programs: `[%eval 0.35]` after a move in men from
//! White's side, and `[%eval #-3]` if Black wins in three moves.
use super::edit::copied;
use crate::analysis::KeptReviewView;
use draughts::notation::pdn;
use draughts::notation::tree::{GameTree, NodeId, Note};
use draughts::{Position, Side};
use draughts_engine::Score;

/// Copies a game with the evaluations of its main line; they replace older ones.
pub(super) fn with_evaluations(tree: &GameTree, kept: &KeptReviewView) -> GameTree {
    let mut values: Vec<Option<String>> = vec![None; tree.len()];
    let mut here = *tree.start();
    let ids = std::iter::once(NodeId::ROOT).chain(tree.main_line());
    for (at, id) in ids.enumerate() {
        if at > 0 {
            let before = here;
            here = tree.after(&before, id);
            let played = tree.node(id).step().and_then(|step| step.as_move());
            let written = played.map(|mv| draughts::notation::movetext::write(&before, mv));
            // Positions after a change of the game have no evaluation.
            if written.as_ref() != kept.moves.get(at - 1) {
                break;
            }
        }
        let found = kept.found.get(at).and_then(Option::as_ref);
        values[id.index()] = found.map(|found| value(&here, Score::cp(found.score)));
    }
    let said = |id: NodeId| {
        let node = tree.node(id);
        let notes = match &values[id.index()] {
            Some(value) => with_value(node.notes(), value),
            None => node.notes().to_vec(),
        };
        (node.signs(), notes)
    };
    copied(tree, |_| true, said).0
}

/// Formats a score of the side to move.
fn value(position: &Position, score: Score) -> String {
    let for_white = |value: i32| {
        if position.turn() == Side::White {
            value
        } else {
            -value
        }
    };
    match score.plies_to_end() {
        // A move of one side is two plies; the last move is one.
        Some(plies) => format!("#{}", for_white(plies.signum() * (plies.abs() + 1) / 2)),
        None => format!("{:.2}", f64::from(for_white(score.centipawns())) / 100.0),
    }
}

/// Puts an evaluation at the front of the first comment after a move.
fn with_value(notes: &[Note], value: &str) -> Vec<Note> {
    let told = format!("[%eval {value}]");
    let mut after = Vec::new();
    for note in notes {
        match note {
            Note::After(text) => {
                let rest = without_value(text);
                if !rest.is_empty() {
                    after.push(Note::After(rest));
                }
            }
            other => after.push(other.clone()),
        }
    }
    let first = after.iter_mut().find_map(|note| match note {
        Note::After(text) => Some(text),
        _ => None,
    });
    match first {
        Some(text) => *text = format!("{told} {text}"),
        None => after.push(Note::After(told)),
    }
    after
}

/// Removes evaluations from a comment.
fn without_value(text: &str) -> String {
    let mut rest = String::new();
    let mut from = 0;
    for command in pdn::commands(text).filter(|command| command.name == "eval") {
        rest.push_str(&text[from..command.span.0]);
        from = command.span.1;
    }
    rest.push_str(&text[from..]);
    rest.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::FoundView;

    fn written(pdn: &str, moves: &[&str], scores: &[i32]) -> String {
        let game = pdn::read_first(pdn, None).unwrap();
        let kept = KeptReviewView {
            moves: moves.iter().map(|text| (*text).to_owned()).collect(),
            found: scores
                .iter()
                .map(|&score| {
                    Some(FoundView {
                        score,
                        pv: Vec::new(),
                        depth: 0,
                        nodes: 0,
                    })
                })
                .collect(),
        };
        let tree = with_evaluations(&game.tree, &kept);
        pdn::write_game(&game.tags, game.result, &tree)
    }

    #[test]
    fn values_are_those_of_white_and_stand_before_what_else_is_said() {
        let text = written(
            "1. 32-28 {[%clk 0:59:58] good} 19-23 {[%eval 9.00]} (1... 18-23 {other}) 2. 28x19 *",
            &["32-28", "19-23", "28x19"],
            &[5, -35, 40, 9_995],
        );
        let flat = text.replace('\n', " ");
        assert!(flat.contains("{[%eval 0.05]}"), "{text}");
        assert!(
            flat.contains("32-28 {[%eval 0.35] [%clk 0:59:58] good}"),
            "{text}"
        );
        assert!(flat.contains("19-23 {[%eval 0.40]}"), "{text}");
        assert!(!flat.contains("9.00") && flat.contains("{other}"), "{text}");
        // Black wins with its third move from here.
        assert!(flat.contains("28x19 {[%eval #-3]}"), "{text}");
    }

    #[test]
    fn a_changed_game_has_none_behind_the_change() {
        let text = written(
            "1. 32-28 20-24 2. 37-32 *",
            &["32-28", "19-23", "28x19"],
            &[0, 1, 2, 3],
        );
        assert_eq!(text.matches("[%eval").count(), 2, "{text}");
    }
}
