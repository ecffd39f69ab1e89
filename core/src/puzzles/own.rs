//! The person's own puzzles: the stored ones, and those of the lesson made last from a game.
use crate::convert::variant;
use crate::{ApiError, App};
use draughts::Variant;
use draughts_puzzles::{Puzzle, read_record};

/// Parses a stored puzzle. Its rating is computed anew, since earlier versions used other scales.
pub(super) fn read(of: Variant, record: &str) -> Option<Puzzle> {
    Some(read_record(of, record).ok()?.rated_by_demands())
}

/// The puzzles of the lesson made last. They are not stored: the lesson is made again from its game.
#[derive(Default)]
struct OfLesson(Vec<Puzzle>);

/// Remembers the puzzles of a lesson while it is taken.
pub(super) fn remember(app: &mut App, puzzles: Vec<Puzzle>) {
    app.states.of::<OfLesson>().0 = puzzles;
}

/// Finds an own puzzle by its id.
pub(crate) fn own(app: &App, id: &str) -> Result<Option<Puzzle>, ApiError> {
    let of_lesson = app.states.get::<OfLesson>();
    let found = of_lesson.and_then(|lesson| lesson.0.iter().find(|puzzle| puzzle.id == id));
    if let Some(puzzle) = found {
        return Ok(Some(puzzle.clone()));
    }
    let Some((of, record)) = app.store.own_puzzle(app.profile.id, id)? else {
        return Ok(None);
    };
    Ok(read(variant(&of)?, &record))
}
