//! Why a move that somebody tried is not allowed, with what proves it. Knows no words for it.
use super::{Move, Position};
use crate::board::Square;

/// Which rule refuses a tried move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalRule {
    /// There is a capture: it must be played.
    MustTake,
    /// A capture of more pieces exists.
    MustTakeMore,
    /// The square is empty.
    Empty,
    /// The piece is the opponent's.
    NotYours,
    /// A man moves forward; it goes back only to capture.
    Backward,
    /// Only along the diagonals.
    NotDiagonal,
    /// A man goes one step.
    TooFar,
    /// A piece stands there.
    Occupied,
    /// Something stands in the way: an own piece, or two in a row.
    InTheWay,
    /// Nothing is captured on this way.
    NothingTaken,
    /// The piece cannot move at all.
    CannotMove,
    /// The game is over.
    GameOver,
}

/// A refusal and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: RefusalRule,
    /// Where the tried move begins.
    pub from: Square,
    /// Where it was to end; `None` where the piece was only touched.
    pub to: Option<Square>,
    /// How many pieces the tried move takes.
    pub has: u8,
    /// How many must be taken; 0 where nothing can.
    pub must: u8,
    /// The tried move where it would be a capture by itself, and takes too few or stops too early.
    pub tried: Option<Move>,
    /// The moves that are allowed instead, where the rule is about captures.
    pub allowed: Vec<Move>,
}

/// Why the piece on `from` may not be touched (`to` is `None`) or may not go to `to`; `None` where it may.
pub fn why_not(position: &Position, from: Square, to: Option<Square>) -> Option<Refusal> {
    let legal = position.legal_moves();
    let fits = |mv: &Move| mv.origin() == from && to.is_none_or(|to| mv.target() == to);
    if legal.iter().any(fits) {
        return None;
    }
    Some(Refusal {
        rule: RefusalRule::CannotMove,
        from,
        to,
        has: 0,
        must: 0,
        tried: None,
        allowed: Vec::new(),
    })
}
