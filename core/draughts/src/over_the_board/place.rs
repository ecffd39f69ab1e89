//! The squares of a drawn board, light ones included. Knows no piece.
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
    /// From the left, 0 first, White below.
    pub column: u8,
    /// From the top, 0 first.
    pub row: u8,
}

impl Place {
    /// Where a square of a game lies.
    pub fn of(variant: Variant, square: Square) -> Place {
        let (column, row) = variant.rules().board.coordinates(square);
        Place { column, row }
    }

    /// The square of a game that lies here; `None` where none is played on.
    pub fn square(self, variant: Variant) -> Option<Square> {
        variant.rules().board.square_at(self.column, self.row)
    }

    /// Its name by file and rank, "d4": the one way to name a light square.
    pub fn name(self, variant: Variant) -> String {
        let (_, rows) = variant.rules().board.size();
        format!("{}{}", char::from(b'a' + self.column), rows - self.row)
    }
}
