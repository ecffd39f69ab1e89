//! A stored main line played through on its own board. Knows kept moves and what is legal; nothing is written here.
use crate::store::tree::{self, KeptMove, TreeError};
use crate::{Move, Position, Square};

/// Why a stored main line ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(super) enum ReplayError {
    /// The bytes are no tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A move that is not legal, by its number, 0 first.
    #[error("move {0} is not legal")]
    Illegal(usize),
}

/// The legal moves of a stored main line; those before the error where there is one.
pub(super) fn main_line(start: &Position, bytes: &[u8]) -> (Vec<Move>, Option<ReplayError>) {
    let kept = match tree::read(bytes) {
        Ok(kept) => kept,
        Err(error) => return (Vec::new(), Some(error.into())),
    };
    let mut moves = Vec::with_capacity(kept.len());
    let mut position = *start;
    for kept in &kept {
        let Some(mv) = meant(&position, kept) else {
            let error = ReplayError::Illegal(moves.len());
            return (moves, Some(error));
        };
        position.play_unchecked(&mv);
        moves.push(mv);
    }
    (moves, None)
}

/// The one legal move that a kept move means.
pub(in crate::store) fn meant(position: &Position, kept: &KeptMove) -> Option<Move> {
    let (origin, target) = (Square::new(kept.origin)?, Square::new(kept.target)?);
    let mut legal = position.moves_between(origin, target);
    let squares = || kept.captured.iter().copied();
    legal.retain(|mv| kept.captured.is_empty() || mv.captured().iter().map(Square::number).eq(squares()));
    match legal[..] {
        [only] => Some(only),
        _ => None,
    }
}
