//! The person's own puzzles.
use crate::convert::variant;
use crate::{ApiError, App};
use draughts::Variant;
use draughts_puzzles::{Puzzle, read_record};

/// Parses a stored puzzle. Its rating is computed anew, since earlier versions used other scales.
pub(super) fn read(of: Variant, record: &str) -> Option<Puzzle> {
    Some(read_record(of, record).ok()?.rated_by_demands())
}

/// Finds an own puzzle by its id.
pub(crate) fn own(app: &App, id: &str) -> Result<Option<Puzzle>, ApiError> {
    let Some((of, record)) = app.store.own_puzzle(app.profile.id, id)? else {
        return Ok(None);
    };
    Ok(read(variant(&of)?, &record))
}
