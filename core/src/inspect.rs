//! Inspects a position without a game: legal moves, notation, refusals. Keeps nothing.
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::terms::options;
use crate::views::{HouseRuleView, MoveView, PositionView, RefusalView};
use draughts::Square;
use draughts::notation::movetext;

/// Returns the position of a FEN with its legal moves.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`.
pub fn position(variant: &str, fen: &str) -> Result<PositionView, ApiError> {
    let position = convert::position(convert::variant(variant)?, fen)?;
    Ok(PositionView::of(&position))
}

/// Finds the legal move of a notation ("32-28", "26x37") in a position.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`; `IllegalMove` if no move matches, or more than one.
pub fn read_move(variant: &str, fen: &str, text: &str) -> Result<MoveView, ApiError> {
    let position = convert::position(convert::variant(variant)?, fen)?;
    let mv =
        movetext::read(&position, text).map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
    Ok(MoveView::of(&position, &mv))
}

/// Explains why the piece on `from` may not go to `to`, or may not move at all if `to` is `None`. Returns `None` if
/// it may. `rule` is the house rule of the game.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`; `BadParams` if the board has no such square.
pub fn why_not(
    variant: &str,
    fen: &str,
    from: u8,
    to: Option<u8>,
    rule: Option<HouseRuleView>,
) -> Result<Option<RefusalView>, ApiError> {
    let position = convert::position(convert::variant(variant)?, fen)?;
    let square = |number: u8| {
        let square = Square::new(number).filter(|_| number <= position.squares());
        square.ok_or_else(|| ApiError::new(ErrorKind::BadParams, format!("no square {number} on the board")))
    };
    let to = to.map(square).transpose()?;
    let options = options(position.variant(), rule);
    let refusal = draughts::why_not_under(&position, options, square(from)?, to);
    Ok(refusal.map(|refusal| RefusalView::of(&position, &refusal)))
}
