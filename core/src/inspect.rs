//! Looking at a position without a game: its moves, a move's text, a refusal. Keeps nothing.
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::play::conditions::{self, HouseRuleView};
use crate::views::{MoveView, PositionView, RefusalView};
use draughts::Square;
use draughts::notation::movetext;

/// The position of a FEN with its legal moves.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`.
pub fn position(variant: &str, fen: &str) -> Result<PositionView, ApiError> {
    let position = convert::position(convert::variant(variant)?, fen)?;
    Ok(PositionView::of(&position))
}

/// The legal move that a text ("32-28", "26x37") means in a position.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`, `IllegalMove` where it is none, or more than one.
pub fn read_move(variant: &str, fen: &str, text: &str) -> Result<MoveView, ApiError> {
    let position = convert::position(convert::variant(variant)?, fen)?;
    let mv =
        movetext::read(&position, text).map_err(|e| ApiError::new(ErrorKind::IllegalMove, e.to_string()))?;
    Ok(MoveView::of(&position, &mv))
}

/// Why the piece on `from` may not go to `to` (or may not be touched, without one); `None` where it may. `rule`: the house
/// rule that the game is played by.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`, `BadParams` where the board has no such square.
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
    let options = conditions::options(position.variant(), rule);
    let refusal = draughts::why_not_under(&position, options, square(from)?, to);
    Ok(refusal.map(|refusal| RefusalView::of(&position, &refusal)))
}
