//! Puzzles of a person's own, read from the lines that the store keeps.
use crate::convert::variant;
use crate::{ApiError, App};
use draughts::Variant;
use draughts_puzzles::{Puzzle, read_record};

/// The puzzle of a line that a set keeps. An earlier version wrote it, on whatever scale it rated puzzles.
pub(super) fn read(of: Variant, record: &str) -> Option<Puzzle> {
    Some(read_record(of, record).ok()?.rated_by_demands())
}

/// The position of a puzzle of one's own, from its line.
pub(crate) fn own(app: &App, id: &str) -> Result<Option<Puzzle>, ApiError> {
    let Some((of, record)) = app.store.own_puzzle(app.profile.id, id)? else {
        return Ok(None);
    };
    Ok(read(variant(&of)?, &record))
}
