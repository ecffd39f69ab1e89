//! The patterns of the trained evaluation: rectangles of squares, with the arrangement of men on each as an index
//! into its weights. Knows no weight.
//!
//! A pattern is twelve squares, each empty, with a white or with a black man: its index has twelve ternary digits.
//! Every pattern is indexed twice: from White's perspective, and from Black's on the board rotated by 180°, so that a
//! position and the same with colours swapped have the same value. The indices of all patterns are summed row by row:
//! a table holds the contribution of the men of one row to each index.
use draughts::raw::{Full8, Geometry, Half8, Half10, Half12, Pos};
use draughts::{Board, Ruleset, Side};
use wide::i32x8;

/// Indices computed at once.
pub(super) const LANES: usize = 8;
/// Squares of a pattern.
const PATTERN_SQUARES: usize = 12;
/// Indices of a pattern: the arrangements of men on its squares.
pub const PATTERN_INDICES: usize = 3usize.pow(PATTERN_SQUARES as u32);
/// The index of a pattern whose squares are empty: every digit 1.
const EMPTY_INDEX: i32 = (PATTERN_INDICES as i32 - 1) / 2;

/// A part of a pattern: a run of its squares. Squares are ordered row by row, so whole rows are a smaller rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    /// The first of its squares.
    pub first: usize,
    /// Number of its squares.
    pub len: usize,
}

impl Part {
    /// Returns the number of its indices.
    #[must_use]
    pub const fn indices(self) -> usize {
        3usize.pow(self.len as u32)
    }

    /// Returns its index, given that of its pattern.
    #[inline]
    #[must_use]
    pub const fn index_in(self, pattern: usize) -> usize {
        pattern / 3usize.pow(self.first as u32) % self.indices()
    }

    /// Calls `visit` with every index of a pattern and the part's index in it, without a division.
    pub fn for_each(self, mut visit: impl FnMut(usize, usize)) {
        let (low, own) = (3usize.pow(self.first as u32), self.indices());
        let mut pattern = 0;
        for _ in 0..PATTERN_INDICES / (low * own) {
            for index in 0..own {
                for _ in 0..low {
                    visit(pattern, index);
                    pattern += 1;
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
    /// For each row, each set of its squares and each group of lanes, the contribution of white men there to the
    /// indices.
    row_sums: Vec<i32x8>,
}

/// Left column and top row of each pattern, then squares across and down. Patterns that are rotations of others are
/// left out.
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

/// Returns the number of patterns of a board, each indexed twice.
pub(super) const fn patterns<G: Geometry>() -> usize {
    rectangles::<G>().0.len()
}

/// Returns the number of groups of eight lanes on a board.
pub(super) const fn lane_groups<G: Geometry>() -> usize {
    (2 * patterns::<G>()).div_ceil(LANES)
}

impl PatternSet {
    /// Returns the patterns of a game's board.
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
        let groups = lane_groups::<G>();
        let mut row_sums = vec![[0; LANES]; (usize::from(G::ROWS) << row) * groups];
        let mut add = |square: usize, lane: usize, digit: i32| {
            let (line, place) = (square / row, square % row);
            for set in (0..1 << row).filter(|set| set >> place & 1 == 1) {
                row_sums[((line << row) + set) * groups + lane / LANES][lane % LANES] += digit;
            }
        };
        for (pattern, &(left, top)) in corners.iter().enumerate() {
            for digit in 0..across * down {
                let (line, place) = (
                    usize::from(top) + digit / across,
                    usize::from(left) + digit % across,
                );
                let square = line * row + place;
                let digit_value = 3i32.pow(digit as u32);
                add(square, 2 * pattern, digit_value);
                // Rotated, and with the colours swapped.
                add(
                    usize::from(G::SQUARES) - 1 - square,
                    2 * pattern + 1,
                    -digit_value,
                );
            }
        }
        PatternSet {
            patterns: corners.len(),
            row,
            row_sums: row_sums.into_iter().map(i32x8::new).collect(),
        }
    }

    /// Returns the number of patterns, each indexed twice.
    #[must_use]
    pub const fn patterns(&self) -> usize {
        self.patterns
    }

    /// Returns the large parts of every pattern: two overlapping rectangles that cover it, whose weights generalise
    /// better.
    #[must_use]
    pub fn large_parts(&self) -> Vec<Part> {
        // Two squares across and six down, or three across and four down.
        let across = self.across();
        let len = PATTERN_SQUARES - if across == 2 { 4 } else { 3 };
        let part = |first| Part { first, len };
        vec![part(0), part(PATTERN_SQUARES - len)]
    }

    /// Returns the small parts of every pattern: any two neighbouring rows, and the single squares.
    #[must_use]
    pub fn small_parts(&self) -> Vec<Part> {
        let across = self.across();
        let pairs = (0..=PATTERN_SQUARES - 2 * across)
            .step_by(across)
            .map(|first| Part {
                first,
                len: 2 * across,
            });
        let singles = (0..PATTERN_SQUARES).map(|first| Part { first, len: 1 });
        pairs.chain(singles).collect()
    }

    fn across(&self) -> usize {
        if self.row == 8 { 3 } else { 2 }
    }

    /// Returns the indices of a group of eight lanes: from White's perspective in even lanes, from Black's in odd
    /// ones.
    #[inline(always)]
    pub(super) fn indices<G: Geometry>(&self, pos: &Pos<G>, group: usize) -> [i32; LANES] {
        let (rows, groups) = (usize::from(G::ROWS), lane_groups::<G>());
        let row = usize::from(G::SQUARES) / rows;
        let row_sums = &self.row_sums[..(rows << row) * groups];
        let (mut white, mut black) = (i32x8::splat(EMPTY_INDEX), i32x8::ZERO);
        for line in 0..rows {
            let men = |side: Side| {
                row_sums[((line << row) + G::row(pos.men[side as usize], line)) * groups + group]
            };
            white += men(Side::White);
            black += men(Side::Black);
        }
        (white - black).to_array()
    }
}
