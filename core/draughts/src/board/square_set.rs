//! A set of squares by number, independent of the board.
use super::Square;
use std::fmt;

/// A set of squares. Iterates in ascending order.
///
/// ```
/// use draughts::{Square, SquareSet};
///
/// let mut set: SquareSet = [28, 32].into_iter().filter_map(Square::new).collect();
/// set.insert(Square::new(5).unwrap());
/// let numbers: Vec<u8> = set.iter().map(Square::number).collect();
/// assert_eq!(numbers, [5, 28, 32]);
/// assert_eq!(set.len(), 3);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SquareSet([u64; 2]);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet([0; 2]);

    /// Returns true if the square is in the set.
    pub const fn contains(self, square: Square) -> bool {
        self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Adds a square.
    pub const fn insert(&mut self, square: Square) {
        self.0[square.index() / 64] |= 1 << (square.index() % 64);
    }

    /// Removes a square.
    pub const fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Returns the number of squares.
    pub const fn len(self) -> usize {
        (self.0[0].count_ones() + self.0[1].count_ones()) as usize
    }

    /// Returns true if the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Returns the squares, lowest number first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut left = u128::from(self.0[0]) | u128::from(self.0[1]) << 64;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let index = left.trailing_zeros();
            left &= left - 1;
            Square::new(index as u8 + 1)
        })
    }
}

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(Square::number)).finish()
    }
}
