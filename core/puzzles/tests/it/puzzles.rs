//! Every hand-picked puzzle is proved again, its themes are detected again, and it is played through.
use draughts::{Game, Move, Position, Square, Variant, notation::fen};
use draughts_engine::{EngineAssets, Limits, Search, StopFlag, Task, TranspositionTable, analyse, no_clock};
use draughts_puzzles::{
    Choice, Hint, JudgeError, Puzzle, PuzzleLine, StockError, Stocks, Terms, Unproven, Verdict, certify,
    detect, hint, judge, main_line, picked, read_picked, read_solution, write_solution,
};
use std::collections::HashSet;

/// Node limit of a proof: many times what the puzzles need.
const NODES: u64 = 5_000_000;

fn puzzles() -> &'static [Puzzle] {
    picked(Variant::International)
}

fn puzzle(id: &str) -> Puzzle {
    Stocks::bundled().find(id).unwrap()
}

fn path(m: &Move) -> Vec<u8> {
    vec![m.origin().number(), m.target().number()]
}

#[test]
fn there_are_enough_puzzles_and_both_kinds_of_turkish_stroke() {
    assert!(puzzles().len() >= 12);
    for theme in ["turkish-stroke", "half-turkish"] {
        assert!(
            puzzles()
                .iter()
                .any(|p| p.themes.iter().any(|t| t.key() == theme)),
            "{theme}"
        );
    }
    assert!(puzzles().is_sorted_by_key(Puzzle::difficulty));
    assert!(puzzles().iter().all(|p| (1..=5).contains(&p.difficulty())));
    assert!(
        puzzles()
            .iter()
            .any(|p| p.position.turn() == draughts::Side::Black)
    );
}

#[test]
fn every_solution_is_exactly_what_the_proof_finds() {
    for p in puzzles() {
        let terms = Terms {
            margin: p.margin,
            depth: p.depth,
            nodes: NODES,
        };
        let proved = certify(&p.position, &main_line(&p.solution), &terms);
        let proved = proved.unwrap_or_else(|why| panic!("{}: {why}", p.id));
        assert_eq!(
            write_solution(&p.position, &proved.tree),
            write_solution(&p.position, &p.solution),
            "{}",
            p.id
        );
        assert_eq!(proved.tree, p.solution, "{}", p.id);
        assert_eq!(proved.tree.len(), 1, "{}: one key", p.id);
        assert!(proved.second.unwrap() <= p.margin - 100, "{}", p.id);
    }
}

#[test]
fn the_themes_are_exactly_those_found() {
    let mut wrong = String::new();
    for p in puzzles() {
        let found = detect(&PuzzleLine::of(&p.position, &p.solution).unwrap());
        if found != p.themes {
            let keys: Vec<&str> = found.iter().map(|theme| theme.key()).collect();
            wrong += &format!("{} {keys:?}\n", p.id);
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn the_engine_finds_every_key() {
    for p in puzzles() {
        let game = Game::from_position(p.position);
        let task = Task::within(Limits::nodes(100_000));
        let mut search = Search::new(
            &game,
            task,
            &EngineAssets::bundled(),
            TranspositionTable::new(8),
            no_clock,
        );
        let result = analyse(&mut search, &StopFlag::new(), |_| {});
        assert_eq!(result.best, Some(p.solution[0].mv), "{}", p.id);
    }
}

/// Returns every winning line of the tree as the solver's moves; the defender always plays the main reply.
fn ways(choices: &[Choice]) -> Vec<Vec<Move>> {
    choices
        .iter()
        .flat_map(|choice| {
            let rest = choice
                .then
                .first()
                .map_or_else(Vec::new, |reply| ways(&reply.then));
            let rest = if rest.is_empty() { vec![Vec::new()] } else { rest };
            rest.into_iter().map(|way| [vec![choice.mv], way].concat())
        })
        .collect()
}

#[test]
fn every_winning_line_is_accepted_to_its_end() {
    for p in puzzles() {
        for way in ways(&p.solution) {
            let paths: Vec<Vec<u8>> = way.iter().map(path).collect();
            for n in 1..=paths.len() {
                let judged = judge(p, &paths[..n]).unwrap();
                let wanted = if n == paths.len() {
                    Verdict::Solved
                } else {
                    Verdict::Good
                };
                assert_eq!(judged.verdict, wanted, "{} move {n}", p.id);
                assert_eq!(judged.played[0], way[n - 1]);
                assert_eq!(judged.played.len(), if n == paths.len() { 1 } else { 2 });
            }
        }
    }
}

#[test]
fn every_other_first_move_is_refused_and_its_refutation_is_legal() {
    let mut refuted = 0;
    for p in puzzles() {
        for m in p
            .position
            .legal_moves()
            .iter()
            .filter(|m| **m != p.solution[0].mv)
        {
            let judged = judge(p, &[path(m)]).unwrap();
            assert!(
                matches!(judged.verdict, Verdict::Wrong | Verdict::Lesser),
                "{}",
                p.id
            );
            assert_eq!(
                judged.after, p.position,
                "the solver tries again from the same position"
            );
            let mut here = judged.before;
            for m in &judged.played {
                here = here.play(m).unwrap();
            }
            assert!(judged.played.len() >= 2, "{}: {m:?} goes unanswered", p.id);
            refuted += usize::from(judged.verdict == Verdict::Wrong);
        }
    }
    assert!(refuted > 50, "{refuted}");
}

#[test]
fn a_wrong_move_is_refuted_by_the_best_reply() {
    let judged = judge(&puzzle("birch"), &[vec![28, 23]]).unwrap();
    assert_eq!(judged.verdict, Verdict::Wrong);
    // The reply takes two men, and White cannot recapture.
    let judged = judge(&puzzle("holly"), &[vec![27, 21]]).unwrap();
    assert_eq!(judged.verdict, Verdict::Wrong);
    assert_eq!(judged.played.len(), 2);
    assert_eq!(judged.played[1].captured().len(), 2);
}

#[test]
fn a_lesser_move_is_not_a_wrong_one() {
    let text = "[[puzzle]]\nid = \"x\"\nfen = \"W:W19,25,30,43,44:B6,9,18,26,29\"\nmargin = 300\ndepth = 4\n\
                solution = \"30-24 29x20 25x3\"\nthemes = []\n";
    let p = &read_picked(Variant::International, text).unwrap()[0];
    let of = |m: &Move| judge(p, &[path(m)]).unwrap().verdict;
    let verdicts: Vec<Verdict> = p.position.legal_moves().iter().map(of).collect();
    for verdict in [Verdict::Good, Verdict::Lesser, Verdict::Wrong] {
        assert!(verdicts.contains(&verdict), "{verdict:?} in {verdicts:?}");
    }
}

#[test]
fn a_capture_may_be_given_by_its_ends_by_any_route_or_by_its_beginning() {
    let p = &puzzle("poplar");
    let way = ways(&p.solution).swap_remove(0);
    let mut paths: Vec<Vec<u8>> = way.iter().map(path).collect();
    let last = paths.pop().unwrap();
    assert_eq!(last, [31, 4]);
    for capture in [vec![31, 4], vec![31, 22, 33, 4], vec![31, 22], vec![31, 22, 33]] {
        let mut tried = paths.clone();
        tried.push(capture.clone());
        assert_eq!(judge(p, &tried).unwrap().verdict, Verdict::Solved, "{capture:?}");
    }
    for capture in [vec![], vec![31], vec![31, 33, 22, 4], vec![22, 4], vec![31, 5]] {
        let mut tried = paths.clone();
        tried.push(capture.clone());
        let unclear = JudgeError::Unclear(paths.len());
        assert_eq!(judge(p, &tried).unwrap_err(), unclear, "{capture:?}");
    }
}

#[test]
fn only_good_moves_may_come_before_the_newest() {
    let p = &puzzle("birch");
    assert_eq!(judge(p, &[]).unwrap_err(), JudgeError::NoMove);
    let wrong_before = judge(p, &[vec![37, 31], vec![32, 5]]);
    assert_eq!(wrong_before.unwrap_err(), JudgeError::OffTheWay(0));
    let past_the_end = judge(p, &[vec![28, 22], vec![32, 5], vec![5, 10]]);
    assert_eq!(past_the_end.unwrap_err(), JudgeError::OffTheWay(1));
}

#[test]
fn hints_come_in_three_strengths_and_none_when_it_is_solved() {
    let p = &puzzle("birch");
    let Some(Hint::Quarter(squares)) = hint(p, &[], 1).unwrap() else {
        panic!("expected a quarter");
    };
    let origin = Square::new(28).unwrap();
    assert!(squares.contains(&origin));
    assert!((12..=13).contains(&squares.len()), "{squares:?}");
    assert_eq!(hint(p, &[], 2).unwrap(), Some(Hint::Piece(origin)));
    let route = [28, 22].map(|n| Square::new(n).unwrap()).to_vec();
    assert_eq!(hint(p, &[], 3).unwrap(), Some(Hint::Route(route)));
    let Some(Hint::Route(second)) = hint(p, &[vec![28, 22]], 3).unwrap() else {
        panic!("expected the move");
    };
    assert_eq!(
        second.iter().map(|s| s.number()).collect::<Vec<_>>(),
        [32, 23, 14, 5]
    );
    for p in puzzles() {
        let all: HashSet<Square> = hint(p, &[], 1).unwrap().into_iter().flat_map(quarter).collect();
        assert!(all.contains(&p.solution[0].mv.origin()), "{}", p.id);
    }
}

fn quarter(hint: Hint) -> Vec<Square> {
    match hint {
        Hint::Quarter(squares) => squares,
        other => panic!("not a quarter: {other:?}"),
    }
}

#[test]
fn unsound_puzzles_are_refused() {
    let at = |text: &str| fen::read(Variant::International, text).unwrap();
    let line = |position: &Position, text: &str| main_line(&read_solution(position, text).unwrap());
    let refused = |text: &str, moves: &str, margin| {
        let position = at(text);
        let terms = Terms {
            margin,
            depth: 6,
            nodes: NODES,
        };
        certify(&position, &line(&position, moves), &terms).unwrap_err()
    };
    let birch = "W:W28,32,37:B10,17,19";
    assert!(matches!(
        refused(birch, "28-23 19x28 32x23", 300),
        Unproven::NotWinning(_)
    ));
    // It stops before the gain, ends with the defender's move, or goes on after the gain.
    for line in ["28-22", "28-22 17x28"] {
        assert!(
            matches!(refused(birch, line, 300), Unproven::TooShort(_)),
            "{line}"
        );
    }
    let behind = "30-24 29x20 25x5 28-33 42-37";
    assert_eq!(
        refused("W:W25,30,42:B10,28,29", behind, 300),
        Unproven::WrongEnd(3)
    );
    // Two first moves take the same man.
    let two_keys = "W:W32,33,45:B28";
    assert!(matches!(
        refused(two_keys, "33x22", 100),
        Unproven::NotUnique { .. }
    ));
    let position = at(birch);
    let spent = Terms {
        margin: 300,
        depth: 8,
        nodes: 50,
    };
    let solution = line(&position, "28-22 17x28 32x5");
    assert!(matches!(
        certify(&position, &solution, &spent),
        Err(Unproven::Spent(_))
    ));
    assert_eq!(certify(&position, &[], &spent), Err(Unproven::Unplayable));
}

#[test]
fn file_errors_name_the_puzzle() {
    let record = |fen: &str, solution: &str, theme: &str| {
        format!(
            "[[puzzle]]\nid = \"x\"\nfen = {fen:?}\nmargin = 300\ndepth = 4\nsolution = {solution:?}\nthemes = [{theme:?}]\n"
        )
    };
    let read = |text: &str| read_picked(Variant::International, text).unwrap_err();
    let good = record("W:W28,32,37:B10,17,19", "28-22 17x28 32x5", "mazette");
    assert_eq!(read_picked(Variant::International, &good).unwrap()[0].moves(), 2);
    assert!(matches!(read("id = 3"), StockError::Form(_)));
    assert!(matches!(read(&format!("{good}{good}")), StockError::Twice(_)));
    assert!(matches!(
        read(&record("W:W2828:B1", "28-22", "mazette")),
        StockError::Position { .. }
    ));
    for solution in ["28-17", "28-22 (28-23", "28-22) 17x28", "28-22 17x28 32x5 x"] {
        let text = record("W:W28,32,37:B10,17,19", solution, "mazette");
        assert!(matches!(read(&text), StockError::Solution { .. }), "{solution}");
    }
    let trap = record("W:W28,32,37:B10,17,19", "28-22 17x28 32x5", "kings-trap");
    assert!(matches!(read(&trap), StockError::Theme { .. }));
}

#[test]
fn a_tree_survives_being_written_and_read() {
    let position = fen::read(Variant::International, "W:W33,38,43,46:B11,21,23,31").unwrap();
    let text = "33-28 (38-32 31-36 (31-37)) 23x32 38x7";
    let tree = read_solution(&position, text).unwrap();
    assert_eq!(tree.len(), 2);
    assert_eq!(tree[1].then.len(), 2);
    assert_eq!(write_solution(&position, &tree), text);
}
