//! Quiet twins of puzzles as puzzles without a solution. The id of a twin is that of its puzzle with a tilde behind it.
use draughts_puzzles::{Puzzle, quiet_twin};

const TWIN: char = '~';

/// The id of the puzzle whose quiet twin this is; `None` for another puzzle.
pub(super) fn base_of(id: &str) -> Option<&str> {
    id.strip_suffix(TWIN)
}

/// The quiet twin of a puzzle; not every puzzle has one.
pub(super) fn twin(base: &Puzzle) -> Option<Puzzle> {
    let twin = quiet_twin(base)?;
    Some(Puzzle {
        id: format!("{}{TWIN}", base.id),
        position: twin.position,
        solution: Vec::new(),
        ..base.clone()
    })
}
