//! An NNUE beside the patterns: a small neural net, for what they miss because each of them counts for itself. Knows no search.
//!
//! Every rectangle of two squares by four has a vector for each way in which men can stand on it: the features. Their sums
//! are the accumulators, one as the side to move sees the board and one as its opponent does. A clipped ReLU cuts these to
//! between 0 and 1, and an output bucket, chosen by the number of men, weighs them into a few hidden numbers; a ReLU and
//! its weights make the value of those. All numbers are whole, so that every machine finds the same value.
use super::trained::{most_men, phase};
use crate::huge_pages::advise_huge_pages;
use bytemuck::cast;
use draughts::raw::{Bits, Full8, Geometry, Half8, Half10, Half12, Pos, squares};
use draughts::{Board, Ruleset, Side};
use wide::{i16x16, i32x8, u16x8};

/// Numbers of a vector.
pub const ACCUMULATOR_SIZE: usize = 16;
/// Hidden numbers.
pub const HIDDEN: usize = 16;
/// Stretches of a game, by its men, with hidden numbers of their own.
pub const OUTPUT_BUCKETS: usize = 5;
/// Ways in which men can stand on a rectangle.
pub const RECTANGLE_FEATURES: usize = 3usize.pow(8);
/// Room for a rectangle's features: so much that every number of as many bits is a place in it.
const FEATURE_STRIDE: usize = RECTANGLE_FEATURES.next_power_of_two();
/// Rows of a rectangle.
const DOWN: usize = 4;
/// Rows of the largest board, and columns of rectangles on the widest.
const MOST_ROWS: usize = 12;
const MOST_COLUMNS: usize = 8;

/// A number for each column of rectangles.
type Row = u16x8;

/// One in a vector, in a weight of a hidden number, and in a hidden number when it is weighed.
const ONE: i32 = 128;
const HIDDEN_BITS: i32 = 8;
const HIDDEN_ONE: i32 = 1 << HIDDEN_BITS;
/// A centipawn in the weights of the hidden numbers.
const CENTIPAWN: i32 = 64;
/// By bucket, the fewest men first: centipawns beyond a bound from where the net hardly ever leads back. It says more the
/// fewer men there are: nineteen times in twenty no more than 164, 117, 76, 40 and 40.
pub(super) const LAZY_MARGIN: [i32; OUTPUT_BUCKETS] = [200, 130, 60, 35, 30];
/// The largest hidden number, that the sum of all fits: 16.
const HIDDEN_MAX: i32 = 16 * ONE - 1;

/// Places of a rectangle across and down a board.
const fn places<G: Geometry>() -> (usize, usize) {
    ((G::SQUARES / G::ROWS) as usize - 1, G::ROWS as usize + 1 - DOWN)
}

/// How the rectangles of a board lie, row by row.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    /// Places of a rectangle across and down.
    columns: usize,
    down: usize,
    squares: usize,
    /// Of a game, by men on the board: to divide takes longer.
    buckets: Vec<u8>,
    /// For each set of a row's squares: at each column, what men there add to the number of its two squares.
    pairs: Vec<Row>,
}

impl FeatureSet {
    /// The rectangles of a game's board.
    #[must_use]
    pub fn of(rules: &Ruleset) -> FeatureSet {
        match rules.board {
            Board::Half8 | Board::Half8Mirrored => FeatureSet::new::<Half8>(rules),
            Board::Half10 => FeatureSet::new::<Half10>(rules),
            Board::Half12 | Board::Half12Mirrored => FeatureSet::new::<Half12>(rules),
            Board::Full8 => FeatureSet::new::<Full8>(rules),
        }
    }

    fn new<G: Geometry>(rules: &Ruleset) -> FeatureSet {
        let row = usize::from(G::SQUARES / G::ROWS);
        let pair = |set: usize| {
            let man = |place: usize| (set >> place & 1) as u16;
            let number = |column: usize| {
                if column + 1 < row {
                    3 * man(column) + man(column + 1)
                } else {
                    0
                }
            };
            Row::new(std::array::from_fn::<_, MOST_COLUMNS, _>(number))
        };
        let (columns, down) = places::<G>();
        let most = most_men(rules) as usize;
        FeatureSet {
            columns,
            down,
            squares: usize::from(G::SQUARES),
            buckets: (0..=most)
                .map(|men| (men.saturating_sub(1) * OUTPUT_BUCKETS / most) as u8)
                .collect(),
            pairs: (0..1 << row).map(pair).collect(),
        }
    }

    /// How many rectangles there are.
    #[must_use]
    pub const fn rectangles(&self) -> usize {
        self.columns * self.down
    }

    /// How many places a king can have: its own side's, then the opponent's.
    #[must_use]
    pub const fn kings(&self) -> usize {
        2 * self.squares
    }

    /// The bucket of a game by its men.
    #[inline(always)]
    #[must_use]
    pub fn bucket(&self, men: u32) -> usize {
        usize::from(self.buckets[(men as usize).min(self.buckets.len() - 1)])
    }

    /// Where the other side sees a rectangle, and as what number.
    #[must_use]
    pub fn turned(&self, rectangle: usize, number: usize) -> (usize, usize) {
        let mut rest = number;
        let mut other = 0;
        for _ in 0..2 * DOWN {
            other = 3 * other + [0, 2, 1][rest % 3];
            rest /= 3;
        }
        (self.rectangles() - 1 - rectangle, other)
    }

    /// Where a side sees a king, among [`kings`](Self::kings).
    #[inline(always)]
    fn king<G: Geometry>(&self, seer: Side, side: Side, bit: u32) -> usize {
        let square = G::square_at(bit).index();
        let place = if seer == Side::White {
            square
        } else {
            self.squares - 1 - square
        };
        if seer == side { place } else { self.squares + place }
    }

    /// The number of every rectangle as White sees it: digits 1 for a white man, 2 for a black one.
    #[inline(always)]
    fn each_number<G: Geometry>(&self, pos: &Pos<G>, mut params: impl FnMut(usize, usize)) {
        let rows = usize::from(G::ROWS);
        let pairs = &self.pairs[..1 << (usize::from(G::SQUARES) / rows)];
        let mut lines = [Row::ZERO; MOST_ROWS];
        for (line, numbers) in lines.iter_mut().enumerate().take(rows) {
            let men = |side: Side| pairs[G::row(pos.men[side as usize], line)];
            let black = men(Side::Black);
            *numbers = men(Side::White) + black + black;
        }
        // Two rows at a time: each pair of them is in two rectangles.
        let mut twos = [Row::ZERO; MOST_ROWS - 1];
        for line in 0..rows - 1 {
            twos[line] = lines[line] * Row::splat(9) + lines[line + 1];
        }
        let (columns, down) = places::<G>();
        for top in 0..down {
            // Four at a time: to take each out of the vector takes longer.
            let fours: [u64; MOST_COLUMNS / 4] = cast(twos[top] * Row::splat(81) + twos[top + 2]);
            for column in 0..columns {
                let number = (fours[column / 4] >> (column % 4 * 16)) as u16;
                params(top * columns + column, usize::from(number));
            }
        }
    }

    /// The number of every rectangle as White sees it.
    pub(super) fn numbers<G: Geometry>(&self, pos: &Pos<G>) -> Vec<u16> {
        let mut numbers = Vec::with_capacity(self.rectangles());
        self.each_number(pos, |_, number| numbers.push(number as u16));
        numbers
    }
}

/// What a net learned, before it is rounded: vectors in units of the cut, the value in centipawns.
#[derive(Clone, Debug, Default)]
pub struct NetWeights {
    /// Rectangle by rectangle, for each number of it as the side that sees it.
    pub features: Vec<[f32; ACCUMULATOR_SIZE]>,
    /// By a king's place.
    pub kings: Vec<[f32; ACCUMULATOR_SIZE]>,
    /// What both sums begin with.
    pub start: [f32; ACCUMULATOR_SIZE],
    /// By bucket.
    pub buckets: Vec<BucketWeights>,
}

/// The weights of a bucket.
#[derive(Clone, Debug, Default)]
pub struct BucketWeights {
    /// For each hidden number, of the side to move's sum, then of its opponent's.
    pub hidden: [[f32; 2 * ACCUMULATOR_SIZE]; HIDDEN],
    /// What the hidden numbers begin with.
    pub start: [f32; HIDDEN],
    /// In centipawns.
    pub out: [f32; HIDDEN],
    /// In centipawns.
    pub out_start: f32,
}

/// A vector as White sees it and as Black does, in one half of a cache line: a number of White's and [`BIAS`] in the low byte,
/// the same one of Black's in the high byte. So both are summed at once, and of Black's the high bytes by themselves.
type PackedAccumulators = i16x16;

/// Makes every number of a byte one that is not below 0.
const BIAS: i16 = 128;

fn pack(white: i8, black: i8) -> i16 {
    i16::from(black) << 8 | (i16::from(white) + BIAS)
}

/// Eight hidden numbers of an output bucket, all of them counted at once.
#[derive(Clone, Debug)]
struct HiddenBlock {
    /// For every two numbers that go in, of the side to move's sum and then of its opponent's, the weights of both in turn.
    hidden: [i16x16; ACCUMULATOR_SIZE],
    start: i32x8,
    out: i32x8,
}

#[derive(Clone, Debug)]
struct OutputBucket {
    blocks: [HiddenBlock; HIDDEN / LANES],
    out_start: i32,
}

/// Hidden numbers counted in one go.
const LANES: usize = 8;

/// A net as the evaluation reads it.
#[derive(Debug)]
pub(super) struct Net {
    grid: FeatureSet,
    features: Vec<PackedAccumulators>,
    kings: Vec<i16x16>,
    start: i16x16,
    buckets: Vec<OutputBucket>,
}

/// Takes numbers of a file one after another; 0 once there are none.
struct NetReader<'a>(&'a [u8], bool);

impl NetReader<'_> {
    fn byte(&mut self) -> i8 {
        if let Some((&byte, rest)) = self.0.split_first() {
            self.0 = rest;
            byte as i8
        } else {
            self.1 = true;
            0
        }
    }

    fn word(&mut self) -> i16 {
        let low = self.byte() as u8;
        i16::from_le_bytes([low, self.byte() as u8])
    }

    fn array<T, const LEN: usize>(&mut self, mut take: impl FnMut(&mut Self) -> T) -> [T; LEN] {
        std::array::from_fn(|_| take(self))
    }

    fn words(&mut self) -> i16x16 {
        i16x16::new(self.array(NetReader::word))
    }
}

impl NetWeights {
    /// As bytes: vectors in bytes, number by number of the vector, all else in words.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let rounded = |number: f32, one: i32| (number * one as f32).round();
        for at in 0..ACCUMULATOR_SIZE {
            let column = self.features.iter().map(|way| rounded(way[at], ONE) as i8 as u8);
            bytes.extend(column);
        }
        let mut put = |numbers: &[f32], one: i32| {
            // The conversions stop where the type does.
            let words = numbers.iter().map(|&number| rounded(number, one) as i16);
            words.for_each(|word| bytes.extend(word.to_le_bytes()));
        };
        self.kings.iter().for_each(|king| put(king, ONE));
        put(&self.start, ONE);
        for bucket in &self.buckets {
            bucket.hidden.iter().for_each(|hidden| put(hidden, HIDDEN_ONE));
            put(&bucket.start, HIDDEN_ONE);
            put(&bucket.out, CENTIPAWN);
            put(&[bucket.out_start], CENTIPAWN);
        }
    }
}

impl Net {
    /// The net of these bytes; `None` where they are no net of this game.
    pub(super) fn read(rules: &Ruleset, bytes: &[u8]) -> Option<Net> {
        let grid = FeatureSet::of(rules);
        let mut reader = NetReader(bytes, false);
        let count = grid.rectangles() * RECTANGLE_FEATURES;
        let mut seen = vec![[0i8; ACCUMULATOR_SIZE]; count];
        for at in 0..ACCUMULATOR_SIZE {
            seen.iter_mut().for_each(|way| way[at] = reader.byte());
        }
        let kings = (0..grid.kings()).map(|_| reader.words()).collect();
        let start = reader.words();
        let bucket = |_| {
            let hidden: [[i16; 2 * ACCUMULATOR_SIZE]; HIDDEN] =
                reader.array(|reader| reader.array(NetReader::word));
            let start: [i32; HIDDEN] = reader.array(|reader| i32::from(reader.word()) * ONE);
            let out: [i32; HIDDEN] = reader.array(|reader| i32::from(reader.word()));
            let block = |at: usize| HiddenBlock {
                hidden: std::array::from_fn(|two| {
                    i16x16::new(std::array::from_fn(|lane| {
                        hidden[at * LANES + lane / 2][2 * two + lane % 2]
                    }))
                }),
                start: i32x8::new(std::array::from_fn(|lane| start[at * LANES + lane])),
                out: i32x8::new(std::array::from_fn(|lane| out[at * LANES + lane])),
            };
            OutputBucket {
                blocks: std::array::from_fn(block),
                out_start: i32::from(reader.word()),
            }
        };
        let buckets = (0..OUTPUT_BUCKETS).map(bucket).collect();
        let mut features = Vec::with_capacity(grid.rectangles() * FEATURE_STRIDE);
        advise_huge_pages(features.spare_capacity_mut());
        for own in 0..grid.rectangles() {
            features.extend((0..RECTANGLE_FEATURES).map(|way| {
                let (rectangle, number) = grid.turned(own, way);
                let (white, black) = (
                    &seen[own * RECTANGLE_FEATURES + way],
                    &seen[rectangle * RECTANGLE_FEATURES + number],
                );
                PackedAccumulators::new(std::array::from_fn(|at| pack(white[at], black[at])))
            }));
            features.resize((own + 1) * FEATURE_STRIDE, PackedAccumulators::default());
        }
        (!reader.1 && reader.0.is_empty()).then_some(Net {
            grid,
            features,
            kings,
            start,
            buckets,
        })
    }

    /// Whether a value that lies so with so many men can be led back between the bounds.
    #[inline(always)]
    pub(super) fn may_matter(&self, men: u32, value: i32, alpha: i32, beta: i32) -> bool {
        let far = LAZY_MARGIN[self.grid.bucket(men)];
        value > alpha - far && value < beta + far
    }

    /// The value for the side to move, in centipawns.
    pub(super) fn value<G: Geometry>(&self, pos: &Pos<G>) -> i32 {
        let [mut sums, mut high] = [i16x16::ZERO; 2];
        // Every place is known to lie in its table, so none is looked at twice.
        let (columns, down) = places::<G>();
        let tables = &self.features.as_chunks::<FEATURE_STRIDE>().0[..columns * down];
        self.grid.each_number(pos, |rectangle, number| {
            let both = tables[rectangle][number % FEATURE_STRIDE];
            sums += both;
            high += both >> 8;
        });
        // What overflows of the sums is what the high bytes add to them.
        let low = sums - (high << 8) - i16x16::splat(BIAS * (columns * down) as i16);
        let [mut white, mut black]: [i16x16; 2] = [self.start + low, self.start + high];
        if (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO {
            for side in Side::ALL {
                for bit in squares(pos.kings[side as usize]) {
                    let king = |seer| self.kings[self.grid.king::<G>(seer, side, bit)];
                    white = white.saturating_add(king(Side::White));
                    black = black.saturating_add(king(Side::Black));
                }
            }
        }
        let (own, other) = match pos.turn {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        let clipped_relu = |sum: i16x16| sum.max(i16x16::splat(0)).min(i16x16::splat(ONE as i16));
        let (own, other) = (clipped_relu(own), clipped_relu(other));
        let bucket = &self.buckets[self.grid.bucket(phase(pos))];
        let (own, other): ([i32; LANES], [i32; LANES]) = (cast(own), cast(other));
        // In four parts: a sum waits for the one before it, four do not wait for each other. Made where they stand: a list that is
        // moved is copied, in a browser by a call.
        let mut sums = [[i32x8::ZERO; 4]; HIDDEN / LANES];
        for at in 0..LANES {
            for (side, numbers) in [&own, &other].into_iter().enumerate() {
                let two: i16x16 = cast(i32x8::splat(numbers[at]));
                for (sums, block) in sums.iter_mut().zip(&bucket.blocks) {
                    sums[at % 2 * 2 + side] += two.dot(block.hidden[side * LANES + at]);
                }
            }
        }
        let mut value = i32x8::ZERO;
        for (sums, block) in sums.iter().zip(&bucket.blocks) {
            let hidden = ((block.start + sums[0] + sums[1] + (sums[2] + sums[3])) >> HIDDEN_BITS)
                .max(i32x8::ZERO)
                .min(i32x8::splat(HIDDEN_MAX));
            value += hidden * block.out;
        }
        let value = bucket.out_start * ONE + value.reduce_add();
        value / (ONE * CENTIPAWN)
    }
}
