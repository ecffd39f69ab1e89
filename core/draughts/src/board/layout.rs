//! The boards by name: their size, the squares played on, and the numbers and coordinates of these. Knows no rule and
//! no bit.
use super::Square;

/// A board: its drawn size and the squares played on.
///
/// ```
/// use draughts::{Board, Square, Variant};
///
/// let board = Variant::International.rules().board;
/// assert_eq!((board, board.size(), board.squares()), (Board::Half10, (10, 10), 50));
/// let square = Square::new(46).unwrap(); // the corner at White's left
/// assert_eq!(board.coordinates(square), (0, 9));
/// assert_eq!(board.square_at(0, 9), Some(square));
/// assert_eq!(board.square_at(1, 9), None); // a light square
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// 8×8, the 32 dark squares; a dark corner at each player's left.
    Half8,
    /// 8×8, the 32 dark squares; a dark corner at each player's right.
    Half8Mirrored,
    /// 10×10, the 50 dark squares.
    Half10,
    /// 12×12, the 72 dark squares.
    Half12,
    /// 12×12, the 72 dark squares; a dark corner at each player's right.
    Half12Mirrored,
    /// 8×8, all 64 squares.
    Full8,
}

impl Board {
    /// Every board.
    pub const ALL: [Board; 6] = [
        Board::Half8,
        Board::Half8Mirrored,
        Board::Half10,
        Board::Half12,
        Board::Half12Mirrored,
        Board::Full8,
    ];

    /// Returns the number of columns and of rows.
    pub const fn size(self) -> (u8, u8) {
        match self {
            Board::Half8 | Board::Half8Mirrored | Board::Full8 => (8, 8),
            Board::Half10 => (10, 10),
            Board::Half12 | Board::Half12Mirrored => (12, 12),
        }
    }

    /// Returns the number of squares played on.
    pub const fn squares(self) -> u8 {
        self.row() * self.size().1
    }

    /// Returns the number of squares played on in a row.
    pub const fn row(self) -> u8 {
        match self {
            Board::Full8 => 8,
            _ => self.size().0 / 2,
        }
    }

    /// Returns true if all squares are played on, not only the dark ones.
    pub const fn is_full(self) -> bool {
        matches!(self, Board::Full8)
    }

    /// Returns true if the corner at each player's right is played on, and the one at the left is not.
    pub const fn is_mirrored(self) -> bool {
        matches!(self, Board::Half8Mirrored | Board::Half12Mirrored)
    }

    /// Returns column from the left and row from the top of a square of this board, both from 0, White at the bottom.
    #[must_use]
    pub const fn coordinates(self, square: Square) -> (u8, u8) {
        let (row, place) = (
            square.index() as u8 / self.row(),
            square.index() as u8 % self.row(),
        );
        if self.is_full() {
            return (place, row);
        }
        let first = (row + 1 + self.is_mirrored() as u8) % 2;
        (2 * place + first, row)
    }

    /// Returns the square in a column from the left and a row from the top; `None` if it is not played on.
    #[must_use]
    pub const fn square_at(self, column: u8, row: u8) -> Option<Square> {
        let (columns, rows) = self.size();
        if column >= columns || row >= rows {
            return None;
        }
        let place = if self.is_full() { column } else { column / 2 };
        match Square::new(row * self.row() + place + 1) {
            Some(square) if self.coordinates(square).0 == column => Some(square),
            _ => None,
        }
    }

    /// Returns the corresponding square of the mirror image on a mirrored board, the square itself on the others. A
    /// game and its mirror image are the same game, so the bit layouts exist only for a dark corner at the left.
    #[inline]
    pub(crate) const fn unmirrored(self, square: Square) -> Square {
        if !self.is_mirrored() {
            return square;
        }
        let (row, place) = (
            square.index() as u8 / self.row(),
            square.index() as u8 % self.row(),
        );
        match Square::new((row + 1) * self.row() - place) {
            Some(mirrored) => mirrored,
            None => square,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_place() {
        for board in Board::ALL {
            let (columns, rows) = board.size();
            let mut number = 0;
            for row in 0..rows {
                for column in 0..columns {
                    let played = (column + row + u8::from(board.is_mirrored())) % 2 == 1 || board.is_full();
                    let square = board.square_at(column, row);
                    assert_eq!(square.is_some(), played, "{board:?} {column} {row}");
                    if let Some(square) = square {
                        number += 1;
                        assert_eq!(square.number(), number);
                        assert_eq!(board.coordinates(square), (column, row));
                        let twin = board.unmirrored(square);
                        assert_eq!(board.unmirrored(twin), square);
                        let mirror_column = Board::coordinates(
                            match board {
                                Board::Half8Mirrored => Board::Half8,
                                Board::Half12Mirrored => Board::Half12,
                                other => other,
                            },
                            twin,
                        )
                        .0;
                        let expected = if board.is_mirrored() {
                            columns - 1 - column
                        } else {
                            column
                        };
                        assert_eq!(mirror_column, expected, "{board:?} {square}");
                    }
                }
            }
            assert_eq!(number, board.squares());
            assert_eq!(board.square_at(columns, 0), None);
        }
    }

    #[test]
    fn the_corners_match_the_games() {
        let at = |board: Board, number| board.coordinates(Square::new(number).unwrap());
        assert_eq!(at(Board::Half8, 29), (0, 7)); // a1
        assert_eq!(at(Board::Half8Mirrored, 29), (1, 7)); // b1
        assert_eq!(at(Board::Half8Mirrored, 1), (0, 0)); // a8
        assert_eq!(at(Board::Half10, 46), (0, 9));
        assert_eq!(at(Board::Full8, 64), (7, 7)); // h1
    }
}
