//! Counts the lines of play of a length: the proof of a move generator. Ignores every draw rule.
use super::Position;
use super::movegen::lines;
use crate::with_pos;

/// How many different lines of `depth` plies there are from a position.
pub fn perft(position: &Position, depth: u32) -> u64 {
    with_pos!(position, pos => lines(pos, position.variant().rules(), depth))
}
