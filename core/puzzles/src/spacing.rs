//! Spaces out the puzzles of one game and skips duplicates. Proves nothing.
use super::mine::MinedPuzzle;
use super::solution::signature;
use draughts::Side;
use std::collections::HashSet;

/// The fewest plies between two puzzles of the same side in a game.
const MIN_DISTANCE: usize = 6;

/// The puzzles of one game so far.
#[derive(Debug, Default)]
pub struct Spacing {
    /// For each side, the first ply at which it may have another puzzle.
    not_before: [usize; 2],
    signatures: HashSet<String>,
}

impl Spacing {
    /// Returns `true` if this side has just had a puzzle, so that this ply is skipped.
    pub fn rests(&self, side: Side, ply: usize) -> bool {
        ply < self.not_before[side as usize]
    }

    /// Records the puzzle of a ply; returns `false` if the game had the same one before.
    pub fn take(&mut self, found: &MinedPuzzle, ply: usize) -> bool {
        let new = self
            .signatures
            .insert(signature(&found.position, &found.solution));
        if new {
            self.not_before[found.position.turn() as usize] = ply + MIN_DISTANCE;
        }
        new
    }
}
