//! How far apart the puzzles of one game stand, and that none of them comes twice. Proves nothing.
use super::mine::MinedPuzzle;
use super::solution::signature;
use draughts::Side;
use std::collections::HashSet;

/// Plies for which a side has no second puzzle of the same game.
const APART: usize = 6;

/// What one game has given so far.
#[derive(Debug, Default)]
pub struct Spacing {
    /// By side: the ply from which it may have another puzzle.
    not_before: [usize; 2],
    signatures: HashSet<String>,
}

impl Spacing {
    /// Whether this side has just had a puzzle: at this ply of the game it is not even looked at.
    pub fn rests(&self, side: Side, ply: usize) -> bool {
        ply < self.not_before[side as usize]
    }

    /// Takes the find of a ply up; false where the game had the same one before, which does not count.
    pub fn take(&mut self, found: &MinedPuzzle, ply: usize) -> bool {
        let new = self
            .signatures
            .insert(signature(&found.position, &found.solution));
        if new {
            self.not_before[found.position.turn() as usize] = ply + APART;
        }
        new
    }
}
