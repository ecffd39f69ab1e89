//! Hints for a step in three strengths: a text, the piece, the move.
use super::judge::{advised_move, after, difference, meant, play_on, route};
use super::{Answer, Lesson, Mark, SearchPending, SearchProvider, Slip, Step, Task, Words};
use draughts::notation::movetext;
use draughts::{Move, Position, Square, SquareSet};

/// A hint: a text and shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// Key of the text; `None` if there is no hint.
    pub words: Option<Words>,
    /// Shapes drawn over the board.
    pub marks: Vec<Mark>,
}

/// Returns a hint for the rest of the step. Strength 1 is a text only, 2 shows the piece (or one square), 3
/// or more the move (or every square). `provider` searches the computer's moves.
///
/// # Errors
/// If the computer's move is not known yet.
pub fn hint(
    lesson: &Lesson,
    step: &Step,
    answer: &Answer,
    strength: u8,
    provider: &dyn SearchProvider,
) -> Result<Hint, SearchPending> {
    let common = |last: &str| Some(Words::of(format!("common.hint.{last}")));
    let own = |last: &str| Some(Words::of(lesson.step_key(step, last)));
    let (words, marks) = match (&step.task, strength) {
        (Task::Explain { .. }, _) => (None, Vec::new()),
        (Task::TapSquares { squares } | Task::TapPieces { squares }, 2..) => {
            let missing = missing(*squares, answer);
            let pieces = matches!(step.task, Task::TapPieces { .. });
            match (strength, pieces) {
                (2, true) => (common("one"), vec![Mark::Ring(missing[..1].to_vec())]),
                (2, false) => (common("squares-one"), vec![Mark::Ring(missing[..1].to_vec())]),
                (_, true) => (common("all"), vec![Mark::Ring(missing)]),
                (_, false) => (common("squares-all"), vec![Mark::Ring(missing)]),
            }
        }
        (Task::Sequence(_), 0..=1) => {
            let turn = now(step, answer).1 + 1;
            let key = lesson.turn_key(step, turn, &format!("hint.{turn}"));
            (Some(Words::of(key)), Vec::new())
        }
        (_, 0..=1) => (own("hint"), Vec::new()),
        (
            Task::TrueFalse { .. } | Task::Choose(_) | Task::WriteMove { .. } | Task::SpotIrregularity { .. },
            2,
        ) => (own("look"), Vec::new()),
        (Task::TrueFalse { answer }, _) => (common(if *answer { "true" } else { "false" }), Vec::new()),
        (Task::Choose(options) | Task::SpotIrregularity { options, .. }, _) => {
            let key = lesson.option_key(step, &options.right);
            (
                common("option").map(|words| words.with("option", key)),
                Vec::new(),
            )
        }
        (Task::WriteMove { line }, _) => (
            common("write").map(|words| words.with("moves", as_written(step, line))),
            Vec::new(),
        ),
        (Task::BuildPosition { .. }, _) => {
            let wrong = not_yet_built(step, answer);
            if strength == 2 {
                (
                    common("squares-one"),
                    vec![Mark::Ring(wrong[..wrong.len().min(1)].to_vec())],
                )
            } else {
                (common("squares-all"), vec![Mark::Ring(wrong)])
            }
        }
        (Task::PlayOut(out), _) => {
            let tried: &[Vec<u8>] = match answer {
                Answer::Moves(paths) => paths,
                _ => &[],
            };
            let (game, kept) = play_on(step, out, tried, provider)?;
            match advised_move(&game, out, kept.len(), provider)? {
                None => (None, Vec::new()),
                Some(mv) if strength == 2 => (common("piece"), vec![Mark::Ring(vec![mv.origin()])]),
                Some(mv) => (common("move"), vec![route(game.position(), &mv)]),
            }
        }
        (Task::ChooseRoute { routes }, _) => match routes.first() {
            None => (None, Vec::new()),
            Some(way) if strength == 2 => (common("piece"), vec![Mark::Ring(vec![way[0]])]),
            Some(way) => (common("move"), vec![Mark::Route(way.clone(), None)]),
        },
        (task, _) => {
            let count = matches!(task, Task::CountCapture { .. });
            let (position, at) = now(step, answer);
            let wanted = match task {
                Task::PlayAllCaptures => not_yet(step, answer),
                Task::CountCapture { .. } => position.legal_moves().first().copied(),
                _ => step.turns()[at].accepted(&position).first().copied(),
            };
            let Some(mv) = wanted else {
                return Ok(Hint {
                    words: None,
                    marks: Vec::new(),
                });
            };
            match (strength, count) {
                (2, true) => (common("count-start"), vec![Mark::Ring(vec![mv.origin()])]),
                (2, false) => (common("piece"), vec![Mark::Ring(vec![mv.origin()])]),
                (_, true) => (common("count-route"), vec![unnumbered(route(&position, &mv))]),
                (_, false) => (common("move"), vec![route(&position, &mv)]),
            }
        }
    };
    Ok(Hint { words, marks })
}

/// Writes moves in notation: the learner's, then the reply in brackets.
pub(super) fn as_written(step: &Step, line: &[Move]) -> String {
    let mut position = step.position;
    let write = |(at, mv): (usize, &Move)| {
        let text = movetext::write(&position, mv);
        position.play_unchecked(mv);
        if at % 2 == 0 { text } else { format!("({text})") }
    };
    line.iter().enumerate().map(write).collect::<Vec<_>>().join(" ")
}

/// Returns the squares where the built position differs.
fn not_yet_built(step: &Step, answer: &Answer) -> Vec<Square> {
    let built: Vec<_> = match (answer, &step.task) {
        (Answer::Pieces(pieces), _) => pieces
            .iter()
            .filter_map(|(number, piece)| Some((Square::new(*number)?, *piece)))
            .collect(),
        (_, Task::BuildPosition { given }) => step
            .position
            .pieces()
            .filter(|(square, _)| given.contains(*square))
            .collect(),
        _ => Vec::new(),
    };
    let mut wrong = difference(&step.position, &built);
    // Wrong pieces are marked already, so the hint shows missing ones.
    wrong.sort_by_key(|(slip, _)| *slip != Slip::Missing);
    wrong.into_iter().map(|(_, square)| square).collect()
}

/// Returns the squares not tapped yet; all squares if none is missing.
fn missing(wanted: SquareSet, answer: &Answer) -> Vec<Square> {
    let tapped = |square: &Square| matches!(answer, Answer::Taps(taps) if taps.contains(&square.number()));
    let missing: Vec<Square> = wanted.iter().filter(|square| !tapped(square)).collect();
    if missing.is_empty() {
        wanted.iter().collect()
    } else {
        missing
    }
}

/// Returns the paths of an answer as squares.
fn paths(answer: &Answer) -> impl Iterator<Item = Vec<Square>> {
    let paths = match answer {
        Answer::Moves(paths) => paths.as_slice(),
        _ => &[],
    };
    paths
        .iter()
        .map(|path| path.iter().filter_map(|&number| Square::new(number)).collect())
}

/// Returns the position that the learner has reached in a line, and the turn, from 0.
fn now(step: &Step, answer: &Answer) -> (Position, usize) {
    let (mut position, mut at) = (step.position, 0);
    for path in paths(answer) {
        let Some(turn) = step.turns().get(at).filter(|_| at + 1 < step.turns().len()) else {
            break;
        };
        if let Some(mv) = meant(&position, &path).filter(|mv| turn.accepted(&position).contains(mv)) {
            position = after(&position, &mv, turn).0;
            at += 1;
        }
    }
    (position, at)
}

/// Returns a capture that was not played yet.
fn not_yet(step: &Step, answer: &Answer) -> Option<Move> {
    let found: Vec<Move> = paths(answer)
        .filter_map(|path| meant(&step.position, &path))
        .collect();
    step.position
        .legal_moves()
        .into_iter()
        .find(|mv| !found.contains(mv))
}

/// Removes the number from a route: counting is the learner's task.
fn unnumbered(mark: Mark) -> Mark {
    match mark {
        Mark::Route(path, _) => Mark::Route(path, None),
        other => other,
    }
}
