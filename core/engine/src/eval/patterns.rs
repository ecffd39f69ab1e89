//! What the learned evaluation looks at on a board: rectangles of squares, each a number that says how men stand on it.
//! Knows no weight.
//!
//! A pattern is twelve squares, each empty, with a white or with a black man: a number of twelve ternary digits. Every
//! pattern is looked at twice: as White sees it, and on the squares turned by 180° as Black sees it, so that a
//! position and the same with colours swapped are worth the same. The numbers of all patterns are summed row by row:
//! a table says what the men on one row add to each of them.
use draughts::raw::{Full8, Geometry, Half8, Half10, Half12, Pos};
use draughts::{Board, Ruleset, Side};
use wide::i32x8;

/// Patterns counted in one go.
pub(super) const LANES: usize = 8;
/// Squares of a pattern.
pub(super) const DIGITS: usize = 12;
/// Numbers that a pattern can be.
pub const CELLS: usize = 3usize.pow(DIGITS as u32);
/// The number of a pattern whose squares are empty: every digit 1.
const EMPTY: i32 = (CELLS as i32 - 1) / 2;

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
pub struct PatternSet {
    patterns: usize,
    row: usize,
    /// For each row, each set of its squares and each group of lanes: what white men there add to the numbers.
    sums: Vec<i32x8>,
}

/// Left column, top row, squares across and down: how the patterns of a board lie, without those that are others turned.
const fn rectangles<G: Geometry>() -> (&'static [(u8, u8)], usize, usize) {
    match (G::COLUMNS, G::SQUARES) {
        (8, 32) => (&[(0, 0), (1, 0), (2, 0)], 2, 6),
        (8, _) => (&[(0, 0), (2, 0), (3, 0), (5, 0), (0, 2), (2, 2)], 3, 4),
        (10, _) => (&[(0, 0), (1, 0), (2, 0), (3, 0)], 2, 6),
        _ => (
            &[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (0, 3), (1, 3), (2, 3)],
            2,
            6,
        ),
    }
}

/// How many patterns a board has, each looked at twice.
pub(super) const fn patterns<G: Geometry>() -> usize {
    rectangles::<G>().0.len()
}

/// Groups of eight lanes on a board.
pub(super) const fn groups<G: Geometry>() -> usize {
    (2 * patterns::<G>()).div_ceil(LANES)
}

impl PatternSet {
    /// The patterns of a game's board.
    #[must_use]
    pub fn of(rules: &Ruleset) -> PatternSet {
        match rules.board {
            Board::Half8 | Board::Half8Mirrored => PatternSet::new::<Half8>(),
            Board::Half10 => PatternSet::new::<Half10>(),
            Board::Half12 | Board::Half12Mirrored => PatternSet::new::<Half12>(),
            Board::Full8 => PatternSet::new::<Full8>(),
        }
    }

    fn new<G: Geometry>() -> PatternSet {
        let (corners, across, down) = rectangles::<G>();
        let row = usize::from(G::SQUARES / G::ROWS);
        let groups = groups::<G>();
        let mut sums = vec![[0; LANES]; (usize::from(G::ROWS) << row) * groups];
        let mut add = |index: usize, lane: usize, digit: i32| {
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
                let worth = 3i32.pow(digit as u32);
                add(square, 2 * pattern, worth);
                // Turned, and with the colours swapped.
                add(usize::from(G::SQUARES) - 1 - square, 2 * pattern + 1, -worth);
            }
        }
        PatternSet {
            patterns: corners.len(),
            row,
            sums: sums.into_iter().map(i32x8::new).collect(),
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
        let (rows, groups) = (usize::from(G::ROWS), groups::<G>());
        let row = usize::from(G::SQUARES) / rows;
        let sums = &self.sums[..(rows << row) * groups];
        let (mut of_white, mut of_black) = (i32x8::splat(EMPTY), i32x8::ZERO);
        for line in 0..rows {
            let of =
                |side: Side| sums[((line << row) + G::row(pos.men[side as usize], line)) * groups + group];
            of_white += of(Side::White);
            of_black += of(Side::Black);
        }
        (of_white - of_black).to_array()
    }
}
