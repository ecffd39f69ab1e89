//! The boards as bit layouts: the bit of each square, steps and rays. Knows no rule.
//!
//! A board of dark squares is laid out in rows of `h` bits with unused bits between them, so that every step is one
//! shift that cannot wrap: `h + 1` and `h + 2` along the diagonals, 1 along a row, `2h + 3` along a column. A board
//! played on all its squares fills its word, so its steps mask the squares that would wrap.
use super::{Bits, Dir, Side, Square};
use std::fmt::Debug;
use std::hash::Hash;

/// A board known at compile time.
pub trait Geometry: Copy + Eq + Hash + Debug + Send + Sync + 'static {
    /// The word that holds a set of its squares.
    type Bits: Bits;
    /// Columns of the board.
    const COLUMNS: u8;
    /// Rows of the board.
    const ROWS: u8;
    /// Number of squares played on.
    const SQUARES: u8;
    /// All squares played on.
    const BOARD: Self::Bits;

    /// Moves all squares of a set by one step. Squares that leave the board land outside [`Geometry::BOARD`].
    fn step(bits: Self::Bits, dir: Dir) -> Self::Bits;
    /// Moves all squares of a set by up to [`Geometry::LONGEST_FILL`] steps. The caller must exclude squares that
    /// would cross an edge.
    fn leap(bits: Self::Bits, dir: Dir, steps: u32) -> Self::Bits;
    /// Largest number of squares between a king and the piece it captures.
    const LONGEST_FILL: u32;
    /// Returns the squares from this one (by bit number) to the edge, without itself.
    fn ray(bit: u32, dir: Dir) -> Self::Bits;
    /// Returns true if a ray in this direction runs towards higher bits.
    fn ascends(dir: Dir) -> bool;
    /// Returns the bit number of a square.
    fn bit_of(square: Square) -> u32;
    /// Returns the square with this bit number, which must be on the board.
    fn square_at(bit: u32) -> Square;
    /// Returns the row where this side's men are crowned.
    fn far_row(side: Side) -> Self::Bits;

    /// Returns column from the left and row from the top, both from 0.
    fn coordinates(square: Square) -> (u8, u8);
    /// Returns the squares of a set on a row, counted from the top, as a number whose lowest bit is the leftmost
    /// square.
    fn row(bits: Self::Bits, row: usize) -> usize;

    /// Returns a set and all free squares reached from it in a direction over free squares.
    #[inline(always)]
    fn fill(from: Self::Bits, free: Self::Bits, dir: Dir) -> Self::Bits {
        // `runs` holds runs of free squares whose length doubles each time: 2, 4, and so on.
        let (mut filled, mut runs, mut steps) = (from, free, 1);
        while 2 * steps - 1 < Self::LONGEST_FILL {
            filled = filled | runs & Self::leap(filled, dir, steps);
            runs = runs & Self::leap(runs, dir, steps);
            steps *= 2;
        }
        filled | runs & Self::leap(filled, dir, steps)
    }

    /// Returns the free squares of a ray before its first blocker, and the blocker, if any.
    #[inline(always)]
    fn slide(bit: u32, dir: Dir, occupied: Self::Bits) -> (Self::Bits, Self::Bits) {
        let ray = Self::ray(bit, dir);
        let free = ray
            & if Self::ascends(dir) {
                (ray & occupied).below_lowest()
            } else {
                (ray & occupied).above_highest()
            };
        let reach = Self::step(free | Self::Bits::bit(bit), dir);
        (free, reach & occupied & ray)
    }
}

/// Iterates over the bit numbers of a set, lowest first.
pub struct Iter<B: Bits>(B);

impl<B: Bits> Iterator for Iter<B> {
    type Item = u32;
    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == B::ZERO {
            return None;
        }
        let bit = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(bit)
    }
}

/// Returns the bit numbers of a set, lowest first.
#[inline(always)]
pub fn squares<B: Bits>(bits: B) -> Iter<B> {
    Iter(bits)
}

macro_rules! half_board {
    ($(#[$doc:meta])* $name:ident, $word:ty, $half:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub struct $name;

        impl $name {
            const HALF: u32 = $half;
            const ROW_PAIR: u32 = 2 * Self::HALF + 3;
            const WIDTH: usize = <$word>::BITS as usize;

            const fn bit(index: u32) -> u32 {
                let (row, place) = (index / Self::HALF, index % Self::HALF);
                row / 2 * Self::ROW_PAIR + row % 2 * (Self::HALF + 1) + place
            }

            const fn board() -> $word {
                let (mut board, mut index) = (0, 0);
                while index < Self::SQUARES as u32 {
                    board |= 1 << Self::bit(index);
                    index += 1;
                }
                board
            }

            const fn shift(dir: Dir) -> u32 {
                match dir {
                    Dir::NorthEast | Dir::SouthWest => Self::HALF + 1,
                    Dir::NorthWest | Dir::SouthEast => Self::HALF + 2,
                    Dir::North | Dir::South => Self::ROW_PAIR,
                    Dir::East | Dir::West => 1,
                }
            }

            const fn ascending(dir: Dir) -> bool {
                matches!(dir, Dir::SouthEast | Dir::SouthWest | Dir::South | Dir::East)
            }

            const fn rays() -> [[$word; Self::WIDTH]; 8] {
                let mut rays = [[0; Self::WIDTH]; 8];
                let mut d = 0;
                while d < 8 {
                    let dir = Dir::ALL[d];
                    let mut index = 0;
                    while index < Self::SQUARES as u32 {
                        let bit = Self::bit(index);
                        let mut at: $word = 1 << bit;
                        loop {
                            at = if Self::ascending(dir) { at << Self::shift(dir) } else { at >> Self::shift(dir) };
                            if at & Self::BOARD == 0 {
                                break;
                            }
                            rays[dir as usize][bit as usize] |= at;
                        }
                        index += 1;
                    }
                    d += 1;
                }
                rays
            }

            const fn numbers() -> [u8; Self::WIDTH] {
                let mut numbers = [0; Self::WIDTH];
                let mut index = 0;
                while index < Self::SQUARES as u32 {
                    numbers[Self::bit(index) as usize] = index as u8 + 1;
                    index += 1;
                }
                numbers
            }
        }

        impl Geometry for $name {
            type Bits = $word;
            const COLUMNS: u8 = 2 * $half;
            const ROWS: u8 = 2 * $half;
            const SQUARES: u8 = 2 * $half * $half;
            const BOARD: $word = Self::board();

            #[inline(always)]
            fn step(bits: $word, dir: Dir) -> $word {
                if Self::ascending(dir) { bits << Self::shift(dir) } else { bits >> Self::shift(dir) }
            }

            // A king, the captured piece and the landing square lie on one diagonal.
            const LONGEST_FILL: u32 = 2 * $half - 3;

            #[inline(always)]
            fn leap(bits: $word, dir: Dir, steps: u32) -> $word {
                if Self::ascending(dir) {
                    bits << (steps * Self::shift(dir))
                } else {
                    bits >> (steps * Self::shift(dir))
                }
            }

            #[inline(always)]
            fn ray(bit: u32, dir: Dir) -> $word {
                static RAYS: [[$word; $name::WIDTH]; 8] = $name::rays();
                RAYS[dir as usize][bit as usize % Self::WIDTH]
            }

            #[inline(always)]
            fn ascends(dir: Dir) -> bool {
                Self::ascending(dir)
            }

            #[inline]
            fn bit_of(square: Square) -> u32 {
                Self::bit(square.index() as u32)
            }

            #[inline]
            fn square_at(bit: u32) -> Square {
                static NUMBERS: [u8; $name::WIDTH] = $name::numbers();
                Square::new(NUMBERS[bit as usize % Self::WIDTH]).expect("the bit is a square of the board")
            }

            #[inline(always)]
            fn far_row(side: Side) -> $word {
                let row = (1 << Self::HALF) - 1;
                match side {
                    Side::White => row,
                    Side::Black => row << Self::bit(Self::SQUARES as u32 - Self::HALF),
                }
            }

            fn coordinates(square: Square) -> (u8, u8) {
                let (row, place) = (square.index() as u8 / $half, square.index() as u8 % $half);
                (2 * place + (row + 1) % 2, row)
            }

            #[inline(always)]
            fn row(bits: $word, row: usize) -> usize {
                (bits >> Self::bit(row as u32 * Self::HALF)) as usize & ((1 << Self::HALF) - 1)
            }
        }
    };
}

half_board!(
    /// The 32 dark squares of an 8×8 board.
    Half8, u64, 4
);
half_board!(
    /// The 50 dark squares of a 10×10 board.
    Half10, u64, 5
);
half_board!(
    /// The 72 dark squares of a 12×12 board.
    Half12, u128, 6
);

/// All 64 squares of an 8×8 board, row by row from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Full8;

impl Full8 {
    const LEFT: u64 = 0x0101_0101_0101_0101;

    const fn stepped(bits: u64, dir: Dir) -> u64 {
        let (dx, dy) = dir.delta();
        let across = match dx {
            1 => (bits & !(Self::LEFT << 7)) << 1,
            -1 => (bits & !Self::LEFT) >> 1,
            _ => bits,
        };
        match dy {
            1 => across << 8,
            -1 => across >> 8,
            _ => across,
        }
    }

    const fn rays() -> [[u64; 64]; 8] {
        let mut rays = [[0; 64]; 8];
        let mut d = 0;
        while d < 8 {
            let dir = Dir::ALL[d];
            let mut bit = 0;
            while bit < 64 {
                let mut at = Self::stepped(1 << bit, dir);
                while at != 0 {
                    rays[dir as usize][bit] |= at;
                    at = Self::stepped(at, dir);
                }
                bit += 1;
            }
            d += 1;
        }
        rays
    }
}

impl Geometry for Full8 {
    type Bits = u64;
    const COLUMNS: u8 = 8;
    const ROWS: u8 = 8;
    const SQUARES: u8 = 64;
    const BOARD: u64 = u64::MAX;

    #[inline(always)]
    fn step(bits: u64, dir: Dir) -> u64 {
        Self::stepped(bits, dir)
    }

    const LONGEST_FILL: u32 = 5;

    #[inline(always)]
    fn leap(mut bits: u64, dir: Dir, steps: u32) -> u64 {
        for _ in 0..steps {
            bits = Self::stepped(bits, dir);
        }
        bits
    }

    #[inline(always)]
    fn ray(bit: u32, dir: Dir) -> u64 {
        static RAYS: [[u64; 64]; 8] = Full8::rays();
        RAYS[dir as usize][bit as usize % 64]
    }

    #[inline(always)]
    fn ascends(dir: Dir) -> bool {
        matches!(dir, Dir::SouthEast | Dir::SouthWest | Dir::South | Dir::East)
    }

    #[inline]
    fn bit_of(square: Square) -> u32 {
        square.index() as u32
    }

    #[inline]
    fn square_at(bit: u32) -> Square {
        Square::new(bit as u8 % 64 + 1).expect("64 squares are fewer than the largest board's")
    }

    #[inline(always)]
    fn far_row(side: Side) -> u64 {
        match side {
            Side::White => 0xff,
            Side::Black => 0xff << 56,
        }
    }

    fn coordinates(square: Square) -> (u8, u8) {
        (square.index() as u8 % 8, square.index() as u8 / 8)
    }

    #[inline(always)]
    fn row(bits: u64, row: usize) -> usize {
        (bits >> (8 * row)) as usize & 0xff
    }

    #[inline(always)]
    fn slide(bit: u32, dir: Dir, occupied: u64) -> (u64, u64) {
        let ray = Self::ray(bit, dir);
        let blockers = ray & occupied;
        let free = if blockers == 0 {
            ray
        } else if Self::ascends(dir) {
            ray & blockers.below_lowest()
        } else {
            // The highest bit of this board's word is a square.
            ray & !(u64::MAX >> blockers.leading_zeros())
        };
        (free, Self::stepped(free | 1 << bit, dir) & blockers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares every step of the bit layout with the step on the drawn board.
    fn check<G: Geometry>() {
        for number in 1..=G::SQUARES {
            let square = Square::new(number).unwrap();
            let (column, row) = G::coordinates(square);
            assert_eq!(G::square_at(G::bit_of(square)), square);
            for dir in Dir::ALL {
                let (dx, dy) = dir.delta();
                // On a board of dark squares, neighbours along a row or column are two apart.
                let full = G::SQUARES == G::COLUMNS * G::ROWS;
                let reach = if !full && (dx == 0 || dy == 0) { 2 } else { 1 };
                let (x, y) = (column as i8 + reach * dx, row as i8 + reach * dy);
                let inside = (0..G::COLUMNS as i8).contains(&x) && (0..G::ROWS as i8).contains(&y);
                let stepped = G::step(G::Bits::bit(G::bit_of(square)), dir) & G::BOARD;
                assert_eq!(stepped != G::Bits::ZERO, inside, "{square} {dir:?}");
                if inside {
                    assert_eq!(
                        G::coordinates(G::square_at(stepped.lowest())),
                        (x as u8, y as u8),
                        "{square} {dir:?}"
                    );
                }
            }
        }
        assert_eq!(G::BOARD.count(), u32::from(G::SQUARES));
        let wide = usize::from(G::SQUARES / G::ROWS);
        for square in (1..=G::SQUARES).map(|number| Square::new(number).unwrap()) {
            let (row, place) = (square.index() / wide, square.index() % wide);
            let seen = |row| G::row(G::Bits::bit(G::bit_of(square)), row);
            assert_eq!(usize::from(G::coordinates(square).1), row);
            assert_eq!((0..usize::from(G::ROWS)).map(seen).sum::<usize>(), 1 << place);
            assert_eq!(seen(row), 1 << place, "{square}");
        }
    }

    #[test]
    fn steps_are_the_steps_of_the_drawn_board() {
        check::<Half8>();
        check::<Half10>();
        check::<Half12>();
        check::<Full8>();
    }

    #[test]
    fn a_slide_reaches_the_edge_and_its_last_square() {
        let bit = |n| Full8::bit_of(Square::new(n).unwrap());
        assert_eq!(Full8::slide(bit(64), Dir::West, 0), (0x7f << 56, 0));
        assert_eq!(
            Full8::slide(bit(64), Dir::North, 1 << bit(8)),
            (0x0080_8080_8080_8000, 1 << bit(8))
        );
        assert_eq!(
            Full8::slide(bit(1), Dir::South, 1 << bit(64)),
            (Full8::LEFT & !1, 0)
        );
        assert_eq!(
            Full8::slide(bit(57), Dir::East, 1 << bit(64)),
            (0x7e << 56, 1 << bit(64))
        );
        assert_eq!(Full8::slide(bit(8), Dir::West, 1 << bit(64)), (0x7f, 0));
    }

    #[test]
    fn a_slide_stops_before_the_first_piece() {
        let bit = |n| Half10::bit_of(Square::new(n).unwrap());
        let occupied = 1 << bit(19) | 1 << bit(10) | 1 << bit(37);
        let (free, blocker) = Half10::slide(bit(28), Dir::NorthEast, occupied);
        assert_eq!((free, blocker), (1 << bit(23), 1 << bit(19)));
        let (free, blocker) = Half10::slide(bit(28), Dir::SouthWest, occupied);
        assert_eq!((free, blocker), (1 << bit(32), 1 << bit(37)));
        let (free, blocker) = Half10::slide(bit(28), Dir::NorthWest, occupied);
        assert_eq!((free.count(), blocker), (4, 0));
    }
}
