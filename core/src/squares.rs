//! Several squares, as front ends see them.
use draughts::Square;
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// Squares of a board by their numbers, from 1 at the top left: those that a move touches in its order, the pieces it takes, a
/// ring. A list of numbers in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Squares(Vec<u8>);

// What the other languages make of the bytes stands in `uniffi.toml`.
#[cfg(feature = "uniffi")]
uniffi::custom_type!(
    /// Squares of a board by their numbers, from 1 at the top left.
    Squares,
    Vec<u8>,
    { lower: |squares| squares.0, try_lift: |numbers| Ok(Squares(numbers)) }
);

impl Squares {
    /// Several moves as the judges of lessons and puzzles take them.
    #[cfg(feature = "store")]
    pub(crate) fn paths(moves: Vec<Self>) -> Vec<Vec<u8>> {
        moves.into_iter().map(Into::into).collect()
    }
}

impl Deref for Squares {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.0
    }
}

impl From<Vec<u8>> for Squares {
    fn from(numbers: Vec<u8>) -> Self {
        Self(numbers)
    }
}

impl From<Squares> for Vec<u8> {
    fn from(squares: Squares) -> Self {
        squares.0
    }
}

impl FromIterator<u8> for Squares {
    fn from_iter<I: IntoIterator<Item = u8>>(numbers: I) -> Self {
        Self(numbers.into_iter().collect())
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().map(Square::number).collect()
    }
}
