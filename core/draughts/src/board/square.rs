//! Squares by number, directions, sides and pieces. Knows no board and no rule.
use std::fmt;
use std::num::NonZeroU8;
use std::ops::Not;

/// A square played on, by its number from the top left, row by row: 1 to 50 in the international game.
///
/// ```
/// use draughts::{Square, Variant, notation::square_name};
///
/// let square = Square::new(22).unwrap();
/// assert_eq!((square.number(), square.index()), (22, 21));
/// assert_eq!(square_name(Variant::International, square), "22");
/// assert_eq!(square_name(Variant::Russian, square), "c3");
/// assert_eq!(Square::new(0), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(NonZeroU8);

impl Square {
    /// Highest number on any board: the 12×12 board has 72 squares.
    pub const MAX: u8 = 72;

    /// Returns the square with this number; `None` for 0 and above [`Square::MAX`].
    #[must_use]
    pub const fn new(number: u8) -> Option<Square> {
        if number > Square::MAX {
            return None;
        }
        match NonZeroU8::new(number) {
            Some(n) => Some(Square(n)),
            None => None,
        }
    }

    /// Returns the number, from 1.
    pub const fn number(self) -> u8 {
        self.0.get()
    }

    /// Returns the index in a list, from 0.
    pub const fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player by colour. White plays from the bottom upwards.
///
/// ```
/// use draughts::Side;
///
/// assert_eq!(Side::White.other(), Side::Black);
/// assert_eq!(!Side::Black, Side::White);
/// assert_eq!(Side::ALL.map(Side::letter), ['W', 'B']);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// The light pieces.
    White = 0,
    /// The dark pieces.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const ALL: [Side; 2] = [Side::White, Side::Black];

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// Returns 'W' or 'B', as in FEN.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'W',
            Side::Black => 'B',
        }
    }
}

impl Not for Side {
    type Output = Side;
    fn not(self) -> Side {
        self.other()
    }
}

/// The kind of a piece.
///
/// ```
/// use draughts::{Role, Square, Variant};
///
/// let start = Variant::International.start();
/// assert_eq!(start.piece_at(Square::new(1).unwrap()).map(|piece| piece.role), Some(Role::Man));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// A man: every piece at the start.
    Man,
    /// A king: a crowned man.
    King,
}

/// A piece.
///
/// ```
/// use draughts::{Piece, Role, Side, Square, Variant};
///
/// let start = Variant::International.start();
/// let man = Piece { side: Side::White, role: Role::Man };
/// assert_eq!(start.piece_at(Square::new(31).unwrap()), Some(man));
/// assert_eq!(start.piece_at(Square::new(28).unwrap()), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Owner.
    pub side: Side,
    /// Man or king.
    pub role: Role,
}

/// A direction from White's point of view: north is up, towards Black's first row.
///
/// ```
/// use draughts::Dir;
///
/// assert_eq!(Dir::NorthEast.reverse(), Dir::SouthWest);
/// assert_eq!(Dir::NorthEast.flip(), Dir::SouthEast);
/// assert_eq!(Dir::NorthEast.delta(), (1, -1)); // one column right, one row up
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dir {
    /// Up and right.
    NorthEast = 0,
    /// Up and left.
    NorthWest = 1,
    /// Down and right.
    SouthEast = 2,
    /// Down and left.
    SouthWest = 3,
    /// Up along the column.
    North = 4,
    /// Down along the column.
    South = 5,
    /// Right along the row.
    East = 6,
    /// Left along the row.
    West = 7,
}

impl Dir {
    /// All eight directions, diagonals first.
    pub const ALL: [Dir; 8] = [
        Dir::NorthEast,
        Dir::NorthWest,
        Dir::SouthEast,
        Dir::SouthWest,
        Dir::North,
        Dir::South,
        Dir::East,
        Dir::West,
    ];

    /// The four diagonals, White's forward ones first.
    pub const DIAGONALS: [Dir; 4] = [Dir::NorthEast, Dir::NorthWest, Dir::SouthEast, Dir::SouthWest];

    /// Returns the opposite direction.
    #[must_use]
    pub const fn reverse(self) -> Dir {
        match self {
            Dir::NorthEast => Dir::SouthWest,
            Dir::NorthWest => Dir::SouthEast,
            Dir::SouthEast => Dir::NorthWest,
            Dir::SouthWest => Dir::NorthEast,
            Dir::North => Dir::South,
            Dir::South => Dir::North,
            Dir::East => Dir::West,
            Dir::West => Dir::East,
        }
    }

    /// Returns the direction as seen from the other side of the board.
    #[must_use]
    pub const fn flip(self) -> Dir {
        match self {
            Dir::NorthEast => Dir::SouthEast,
            Dir::NorthWest => Dir::SouthWest,
            Dir::SouthEast => Dir::NorthEast,
            Dir::SouthWest => Dir::NorthWest,
            Dir::North => Dir::South,
            Dir::South => Dir::North,
            Dir::East => Dir::East,
            Dir::West => Dir::West,
        }
    }

    /// Returns the columns (to the right) and rows (downwards) of one step.
    pub const fn delta(self) -> (i8, i8) {
        match self {
            Dir::NorthEast => (1, -1),
            Dir::NorthWest => (-1, -1),
            Dir::SouthEast => (1, 1),
            Dir::SouthWest => (-1, 1),
            Dir::North => (0, -1),
            Dir::South => (0, 1),
            Dir::East => (1, 0),
            Dir::West => (-1, 0),
        }
    }
}

/// A set of directions.
///
/// ```
/// use draughts::{Dir, DirSet, Side, Variant};
///
/// let man = Variant::International.rules().man_moves; // as White steps
/// assert_eq!(man, DirSet::FORWARD);
/// assert!(man.seen_by(Side::Black).contains(Dir::SouthWest));
/// assert_eq!(DirSet::DIAGONALS.without(Dir::NorthWest).iter().count(), 3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DirSet(u8);

impl DirSet {
    /// No direction.
    pub const NONE: DirSet = DirSet(0);
    /// Diagonally forward, for White.
    pub const FORWARD: DirSet = DirSet::of(&[Dir::NorthEast, Dir::NorthWest]);
    /// Straight forward and to both sides, for White.
    pub const FORWARD_AND_SIDEWAYS: DirSet = DirSet::of(&[Dir::North, Dir::East, Dir::West]);
    /// The four directions along rows and columns.
    pub const STRAIGHT: DirSet = DirSet::of(&[Dir::North, Dir::South, Dir::East, Dir::West]);
    /// The four diagonals.
    pub const DIAGONALS: DirSet = DirSet::of(&Dir::DIAGONALS);
    /// All eight directions.
    pub const ALL: DirSet = DirSet::of(&Dir::ALL);

    /// Builds a set.
    pub const fn of(dirs: &[Dir]) -> DirSet {
        let mut bits = 0;
        let mut i = 0;
        while i < dirs.len() {
            bits |= 1 << dirs[i] as u8;
            i += 1;
        }
        DirSet(bits)
    }

    /// Returns true if the direction is in the set.
    #[inline]
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 >> dir as u8 & 1 == 1
    }

    /// Returns the directions in both sets.
    #[must_use]
    pub const fn and(self, other: DirSet) -> DirSet {
        DirSet(self.0 & other.0)
    }

    /// Returns the set without one direction.
    #[must_use]
    pub const fn without(self, dir: Dir) -> DirSet {
        DirSet(self.0 & !(1 << dir as u8))
    }

    /// Returns the set as this side sees it: unchanged for White, turned upside down for Black.
    #[must_use]
    pub const fn seen_by(self, side: Side) -> DirSet {
        match side {
            Side::White => self,
            // Swaps north and south: bits 0, 1, 4 with 2, 3, 5.
            Side::Black => DirSet(
                (self.0 & 0b11) << 2
                    | self.0 >> 2 & 0b11
                    | (self.0 & 1 << 4) << 1
                    | (self.0 & 1 << 5) >> 1
                    | self.0 & 0b1100_0000,
            ),
        }
    }

    /// Returns the directions, diagonals first.
    pub fn iter(self) -> impl Iterator<Item = Dir> {
        Dir::ALL.into_iter().filter(move |&dir| self.contains(dir))
    }
}

/// Runs code for each direction of a set, unrolled: `for_dirs!(dirs, dir => …)`. Each copy knows its direction, so a
/// step is one shift. If the set is constant too, only its own copies remain.
macro_rules! for_dirs {
    ($dirs:expr, $dir:ident => $body:expr) => {
        for_dirs!(@each $dirs, $dir => $body; NorthEast NorthWest SouthEast SouthWest North South East West)
    };
    (@each $dirs:expr, $dir:ident => $body:expr; $($name:ident)*) => {{
        let dirs: $crate::board::DirSet = $dirs;
        $({
            const $dir: $crate::board::Dir = $crate::board::Dir::$name;
            if dirs.contains($dir) {
                $body
            }
        })*
    }};
}
pub(crate) use for_dirs;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn black_sees_the_board_upside_down() {
        for dir in Dir::ALL {
            assert_eq!(DirSet::of(&[dir]).seen_by(Side::Black), DirSet::of(&[dir.flip()]));
            assert_eq!(dir.reverse().reverse(), dir);
        }
    }
}
