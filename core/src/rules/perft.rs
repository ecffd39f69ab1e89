//! Counts the lines of play of a length: the proof of a move generator. Ignores every draw rule.
use super::movegen::count_two;
use super::position::with_pos;
use super::{MoveList, Pos, Position, Ruleset, count, generate};
use crate::board::Geometry;

/// How many different lines of `depth` plies there are from a position.
pub fn perft(position: &Position, depth: u32) -> u64 {
    let rules = position.variant().rules();
    // Where one side has no piece the game is over.
    if depth > 0 && !position.can_move() {
        return 0;
    }
    with_pos!(position, pos => lines(pos, rules, depth))
}

fn lines<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => count(pos, rules),
        2 => count_two(pos, rules),
        _ => {
            let mut moves = MoveList::new();
            generate(pos, rules, &mut moves);
            moves
                .iter()
                .map(|mv| lines(&pos.play_unchecked(mv), rules, depth - 1))
                .sum()
        }
    }
}
