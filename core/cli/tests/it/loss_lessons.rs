//! Lessons from lost games: every puzzle is proved again with the slow generator of `draughts`, which shares no code with the
//! first.
#[path = "../../../draughts/tests/oracle/position.rs"]
mod position;
#[path = "../../../draughts/tests/oracle/slow.rs"]
#[allow(dead_code, reason = "the tests of the generator use the rest")]
mod slow;

use draughts::notation::fen;
use draughts::{Move, Position, Role, Side, Square, Variant};
use draughts_puzzles::{Choice, read_solution};
use position::slow;
use slow::Found;
use std::collections::BTreeSet;
use std::process::Command;

fn found(mv: &Move) -> Found {
    let mut captured: Vec<u8> = mv.captured().iter().map(Square::number).collect();
    captured.sort_unstable();
    (
        mv.origin().number(),
        mv.target().number(),
        captured,
        mv.promotes(),
    )
}

/// The lead of a side in men; a king counts three.
fn lead(position: &Position, side: Side) -> i32 {
    let worth = |role| if role == Role::King { 3 } else { 1 };
    position
        .pieces()
        .map(|(_, piece)| worth(piece.role) * if piece.side == side { 1 } else { -1 })
        .sum()
}

/// The least lead that the solver reaches: every legal reply of the defender is in the tree, and every move of the solver is
/// legal.
fn least(position: &Position, choices: &[Choice], solver: Side) -> i32 {
    let legal = slow(position).legal();
    let listed: BTreeSet<Found> = choices.iter().map(|choice| found(&choice.mv)).collect();
    assert!(listed.is_subset(&legal), "{}", fen::write(position));
    let outcomes = choices.iter().map(|choice| {
        let after = position.play(&choice.mv).unwrap();
        least(&after, &choice.then, solver)
    });
    if position.turn() == solver {
        return outcomes.max().expect("the solver has a move");
    }
    if choices.is_empty() {
        // At the end the defender may still take something.
        let taken = slow(position).legal().into_iter().filter(|mv| !mv.2.is_empty());
        let worst = taken.map(|mv| mv.2.len() as i32).max().unwrap_or(0);
        return if legal.is_empty() {
            i32::MAX
        } else {
            lead(position, solver) - worst
        };
    }
    assert_eq!(listed, legal, "a reply is missing: {}", fen::write(position));
    outcomes.min().unwrap()
}

/// Makes lessons of this number of lost games and proves their puzzles; returns the numbers of lessons and of shots.
fn prove(program: &str, games: usize, pairs: &str) -> (usize, usize) {
    let run = Command::new(program)
        .args(["loss-lessons", pairs, "--puzzles", "--games", &games.to_string()])
        .output()
        .unwrap();
    assert!(run.status.success());
    let text = String::from_utf8(run.stdout).unwrap();
    let (mut lessons, mut shots) = (BTreeSet::new(), 0);
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let [pair, game, _kind, position, solution] = fields[..] else {
            continue;
        };
        lessons.insert((pair, game));
        let position = fen::read(Variant::International, position).unwrap();
        if solution.is_empty() {
            continue;
        }
        shots += 1;
        let tree = read_solution(&position, solution).unwrap();
        let side = position.turn();
        let reached = least(&position, &tree, side);
        assert!(reached > lead(&position, side), "{line}: {reached}");
    }
    (lessons.len(), shots)
}

#[test]
fn every_puzzle_of_a_lesson_is_sound() {
    let (lessons, shots) = prove(env!("CARGO_BIN_EXE_damier"), 8, "1:2,3:4");
    assert!(lessons >= 4 && shots >= 2, "{lessons} lessons, {shots} shots");
}

#[test]
#[ignore = "takes ten minutes"]
fn the_lessons_of_a_thousand_games_are_sound() {
    let pairs = "0c:0e,0f:0g,1:2,2:3,3:4,4:5,5:6,6:7";
    let (lessons, shots) = prove(env!("CARGO_BIN_EXE_damier"), 1000, pairs);
    println!("{lessons} lessons with {shots} shots");
    assert!(lessons >= 800);
}
