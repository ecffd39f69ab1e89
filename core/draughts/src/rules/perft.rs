//! Counts the lines of play of a length: the proof of a move generator. Ignores every draw rule.
use super::Position;
use super::movegen::lines;
use crate::with_pos;

/// How many different lines of `depth` plies there are from a position.
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
