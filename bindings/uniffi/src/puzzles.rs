//! Puzzles. One method a call.
use crate::desk::{Desk, calls};
use crate::error::DraughtsError;
use draughts::api::Call;
use draughts::api::puzzles::{OpenPuzzle, PuzzleHint, PuzzleSolution, Puzzles as ListPuzzles, TryPuzzleMove};
use draughts::api::training::{NextPuzzle, PuzzleMode, Training};
use std::sync::Arc;

/// Puzzles with their solutions, chosen by the person's strength.
#[derive(Debug, uniffi::Object)]
pub struct Puzzles {
    desk: Arc<Desk>,
}

impl Puzzles {
    pub(crate) fn at(desk: &Arc<Desk>) -> Self {
        Self {
            desk: Arc::clone(desk),
        }
    }
}

calls! { Puzzles {
    /// The puzzles picked by hand, easiest first.
    puzzles(variant: String) -> ListPuzzles { variant }

    /// A puzzle by its id; without one the next not yet solved.
    #[uniffi::method(default(id = None))]
    puzzle(id: Option<String>, variant: String) -> OpenPuzzle { id, variant }

    /// Judges the solver's moves so far, the new one last, each a path.
    try_puzzle_move(puzzle: String, moves: Vec<Vec<u8>>, hints: u8) -> TryPuzzleMove { puzzle, moves, hints }

    /// A hint of strength 1 (where) to 3 (the move).
    puzzle_hint(puzzle: String, moves: Vec<Vec<u8>>, strength: u8) -> PuzzleHint { puzzle, moves, strength }

    /// The solution; the puzzle then counts as not solved.
    puzzle_solution(puzzle: String) -> PuzzleSolution { puzzle }

    /// How training goes. `zone`: minutes by which local time is ahead of universal time.
    training(variant: String, zone: i32) -> Training { variant, zone }

    /// The next puzzle to train on, or nothing where there is none of the kind.
    #[uniffi::method(default(theme = None, moves = None, streak = None))]
    next_puzzle(
        variant: String, mode: PuzzleMode, zone: i32, theme: Option<String>, moves: Option<u8>, streak: Option<u32>
    ) -> NextPuzzle { variant, mode, zone, theme, moves, streak }
} }
