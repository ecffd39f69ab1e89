//! The squares of the drawn board, light ones included. Knows no piece.
use crate::{Square, Variant};

/// A square of the drawn board, played on or not.
///
/// ```
/// use draughts::{Square, Variant, over_the_board::Place};
///
/// let corner = Place::of(Variant::International, Square::new(46).unwrap());
/// assert_eq!((corner.column, corner.row), (0, 9));
/// assert_eq!(corner.name(Variant::International), "a1");
/// let light = Place { column: 1, row: 9 };
/// assert_eq!(light.square(Variant::International), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Column from the left, from 0, White at the bottom.
    pub column: u8,
    /// Row from the top, from 0.
    pub row: u8,
}

impl Place {
    /// Returns the place of a square.
    pub fn of(variant: Variant, square: Square) -> Place {
        let (column, row) = variant.rules().board.coordinates(square);
        Place { column, row }
    }

    /// Returns the square at this place; `None` if it is not played on.
    pub fn square(self, variant: Variant) -> Option<Square> {
        variant.rules().board.square_at(self.column, self.row)
    }

    /// Returns its name by file and rank, such as "d4": the only way to name a light square.
    pub fn name(self, variant: Variant) -> String {
        let (_, rows) = variant.rules().board.size();
        format!("{}{}", char::from(b'a' + self.column), rows - self.row)
    }
}
