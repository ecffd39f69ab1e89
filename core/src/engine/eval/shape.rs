//! What the learned evaluation looks at on a board: rectangles of squares, each a number that says how men stand on it.
//! Knows no weight.
//!
//! A pattern is twelve squares, each empty, with a white or with a black man: a number of twelve ternary digits. Every
//! pattern is looked at twice: as White sees it, and on the squares turned by 180° as Black sees it, so that a
//! position and the same with colours swapped are worth the same. The numbers of all patterns are summed row by row:
//! a table says what the men on one row add to each of them.
use crate::board::{Bits, Board, Full8, Geometry, Half8, Half10, Half12, Side, Square};
use crate::rules::{Pos, Ruleset};

/// Patterns counted in one go.
pub(super) const LANES: usize = 8;
/// Squares of a pattern.
pub(super) const DIGITS: usize = 12;
/// Numbers that a pattern can be.
pub const CELLS: usize = 3usize.pow(DIGITS as u32);
/// The number of a pattern whose squares are empty: every digit 1.
const EMPTY: f32 = ((CELLS - 1) / 2) as f32;
/// Added to a number, its lowest bits are those of the sum: what a number is read from.
const READABLE: f32 = (1 << 23) as f32;
const NUMBER_BITS: u32 = (1 << 23) - 1;
/// Rows of the largest board.
const MOST_ROWS: usize = 12;

/// A stretch of a pattern's squares, which are counted row by row: the smaller rectangles inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first of its squares.
    pub first: usize,
    /// How many squares it has.
    pub len: usize,
}

impl Part {
    /// How many numbers it can be.
    #[must_use]
    pub const fn cells(self) -> usize {
        3usize.pow(self.len as u32)
    }

    /// Its number within its pattern's.
    #[inline]
    #[must_use]
    pub const fn of(self, pattern: usize) -> usize {
        pattern / 3usize.pow(self.first as u32) % self.cells()
    }

    /// Every number of a pattern, with its number within it: a walk without a division.
    pub fn each(self, mut visit: impl FnMut(usize, usize)) {
        let (low, own) = (3usize.pow(self.first as u32), self.cells());
        let mut cell = 0;
        for _ in 0..CELLS / (low * own) {
            for number in 0..own {
                for _ in 0..low {
                    visit(cell, number);
                    cell += 1;
                }
            }
        }
    }
}

/// The patterns of a board.
#[derive(Clone, Debug)]
pub struct Shape {
    patterns: usize,
    row: usize,
    /// For each row, each set of its squares and each group of lanes: what white men there add to the numbers.
    /// Whole numbers all of them: as floats they are added in the order written, eight lanes at once. Of integers the
    /// compiler turns rows and lanes about, and gathers each number by itself.
    sums: Vec<[f32; LANES]>,
    /// The bit where each row starts.
    starts: [u32; MOST_ROWS],
    groups: usize,
}

/// Left column, top row, squares across and down: how the patterns of a board lie, without those that are others turned.
fn rectangles(board: Board) -> (&'static [(u8, u8)], usize, usize) {
    match board {
        Board::Half8 | Board::Half8Mirrored => (&[(0, 0), (1, 0), (2, 0)], 2, 6),
        Board::Half10 => (&[(0, 0), (1, 0), (2, 0), (3, 0)], 2, 6),
        Board::Half12 | Board::Half12Mirrored => (
            &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 3), (1, 3), (2, 3)],
            2,
            6,
        ),
        Board::Full8 => (&[(0, 0), (2, 0), (3, 0), (5, 0), (0, 2), (2, 2)], 3, 4),
    }
}

impl Shape {
    /// The patterns of a game's board.
    #[must_use]
    pub fn of(rules: &Ruleset) -> Shape {
        match rules.board {
            Board::Half8 | Board::Half8Mirrored => Shape::new::<Half8>(rules.board),
            Board::Half10 => Shape::new::<Half10>(rules.board),
            Board::Half12 | Board::Half12Mirrored => Shape::new::<Half12>(rules.board),
            Board::Full8 => Shape::new::<Full8>(rules.board),
        }
    }

    fn new<G: Geometry>(board: Board) -> Shape {
        let (corners, across, down) = rectangles(board);
        let row = usize::from(G::SQUARES / G::ROWS);
        let groups = (2 * corners.len()).div_ceil(LANES);
        let mut sums = vec![[0.0; LANES]; (usize::from(G::ROWS) << row) * groups];
        let mut add = |index: usize, lane: usize, digit: f32| {
            let (line, place) = (index / row, index % row);
            for value in (0..1 << row).filter(|value| value >> place & 1 == 1) {
                sums[((line << row) + value) * groups + lane / LANES][lane % LANES] += digit;
            }
        };
        for (pattern, &(left, top)) in corners.iter().enumerate() {
            for digit in 0..across * down {
                let (line, place) = (
                    usize::from(top) + digit / across,
                    usize::from(left) + digit % across,
                );
                let square = line * row + place;
                let worth = 3i32.pow(digit as u32) as f32;
                add(square, 2 * pattern, worth);
                // Turned, and with the colours swapped.
                add(usize::from(G::SQUARES) - 1 - square, 2 * pattern + 1, -worth);
            }
        }
        let mut starts = [0; MOST_ROWS];
        for (line, start) in starts.iter_mut().enumerate().take(usize::from(G::ROWS)) {
            *start = Square::new((line * row + 1) as u8).map_or(0, G::bit_of);
        }
        Shape {
            patterns: corners.len(),
            row,
            sums,
            starts,
            groups,
        }
    }

    /// How many patterns there are, each looked at twice.
    #[must_use]
    pub const fn patterns(&self) -> usize {
        self.patterns
    }

    /// The smaller rectangles of every pattern that are wide enough to be learned together: they overlap, and cover it.
    #[must_use]
    pub fn large_parts(&self) -> Vec<Part> {
        // Two squares across and six down, or three across and four down.
        let across = self.across();
        let len = DIGITS - if across == 2 { 4 } else { 3 };
        let part = |first| Part { first, len };
        vec![part(0), part(DIGITS - len)]
    }

    /// Two rows of a pattern, and its single squares.
    #[must_use]
    pub fn small_parts(&self) -> Vec<Part> {
        let across = self.across();
        let pairs = (0..=DIGITS - 2 * across).step_by(across).map(|first| Part {
            first,
            len: 2 * across,
        });
        let singles = (0..DIGITS).map(|first| Part { first, len: 1 });
        pairs.chain(singles).collect()
    }

    fn across(&self) -> usize {
        if self.row == 8 { 3 } else { 2 }
    }

    /// The numbers of a group of eight lanes, each from where its table starts: patterns as White sees them in even
    /// lanes, as Black sees them in odd ones.
    #[inline(always)]
    pub(super) fn numbers<G: Geometry>(&self, pos: &Pos<G>, group: usize) -> [i32; LANES] {
        // On most boards all lanes are one group: said here, the compiler knows every place to be in the table.
        if self.groups == 1 {
            self.numbers_of(pos, 0, 1)
        } else {
            self.numbers_of(pos, group, self.groups)
        }
    }

    #[inline(always)]
    fn numbers_of<G: Geometry>(&self, pos: &Pos<G>, group: usize, groups: usize) -> [i32; LANES] {
        let row = usize::from(G::SQUARES / G::ROWS);
        let mask = (1usize << row) - 1;
        let sums = &self.sums[..(usize::from(G::ROWS) << row) * groups];
        let (mut of_white, mut of_black) = ([READABLE + EMPTY; LANES], [0.0; LANES]);
        for line in 0..usize::from(G::ROWS) {
            let start = self.starts[line];
            let men = |side: Side| (pos.men[side as usize] >> start).halves()[0] as usize & mask;
            let at = |side| ((line << row) + men(side)) * groups + group;
            let (white, black) = (&sums[at(Side::White)], &sums[at(Side::Black)]);
            for lane in 0..LANES {
                of_white[lane] += white[lane];
                of_black[lane] += black[lane];
            }
        }
        std::array::from_fn(|lane| ((of_white[lane] - of_black[lane]).to_bits() & NUMBER_BITS) as i32)
    }

    /// Groups of eight lanes.
    #[inline(always)]
    pub(super) const fn groups(&self) -> usize {
        self.groups
    }
}
