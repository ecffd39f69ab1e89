//! A list of squares.
use draughts::Square;
use serde::{Deserialize, Serialize};
use std::ops::Deref;

/// Squares by their numbers, from 1 at the top left. A list of numbers in every language.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
pub struct Squares(Vec<u8>);

// `uniffi.toml` maps the bytes in the other languages.
#[cfg(feature = "uniffi")]
uniffi::custom_type!(
    /// Squares by their numbers, from 1 at the top left.
    Squares,
    Vec<u8>,
    { lower: |squares| squares.0, try_lift: |numbers| Ok(Squares(numbers)) }
);

impl Squares {
    /// Converts paths for the judges of lessons and puzzles.
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
