//! Counts the lines of play of a given length, to prove the move generator. Ignores every draw rule.
use super::movegen::generate;
use super::{MoveList, Pos, Position, Ruleset};
use crate::board::Geometry;
use crate::with_pos;

/// Returns the number of different lines of `depth` plies from a position.
///
/// ```
/// use draughts::{Variant, perft};
///
/// let start = Variant::International.start();
/// assert_eq!([1, 2, 3, 4].map(|depth| perft(&start, depth)), [9, 81, 658, 4265]);
/// ```
#[must_use]
pub fn perft(position: &Position, depth: u32) -> u64 {
    with_pos!(position, pos => lines(pos, position.variant().rules(), depth))
}

fn lines<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = MoveList::new();
    generate(pos, rules, &mut moves);
    // The moves of the last ply are counted, not played.
    if depth == 1 {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| lines(&pos.play_unchecked(mv), rules, depth - 1))
        .sum()
}
