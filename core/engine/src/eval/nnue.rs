//! An NNUE beside the patterns: a small neural net for interactions that the patterns miss, since they are summed
//! independently. Knows no search.
//!
//! The features: each rectangle of two by four squares has a row of weights for every arrangement of men on it, and
//! each king one for its square. The rows of the active features are summed into two accumulators, one from the
//! perspective of the side to move, one from its opponent's. A clipped ReLU limits both to 0..1. The output bucket,
//! chosen by the number of men, has a hidden layer with a ReLU and an output neuron. All weights are quantised to
//! integers, so that every machine computes the same value.
use super::phase::{men_at_start, phase};
use crate::huge_pages::advise_huge_pages;
use bytemuck::cast;
use draughts::raw::{Bits, Full8, Geometry, Half8, Half10, Half12, Pos, squares};
use draughts::{Board, Ruleset, Side};
use wide::{i16x16, i32x8, u16x8};

/// Neurons of an accumulator.
pub const ACCUMULATOR_SIZE: usize = 16;
/// Neurons of the hidden layer.
pub const HIDDEN: usize = 16;
/// Output buckets: phases of a game by its men, each with a hidden layer and an output of its own.
pub const OUTPUT_BUCKETS: usize = 5;
/// Features of a rectangle: the arrangements of men on its eight squares.
pub const RECTANGLE_FEATURES: usize = 3usize.pow(8);
/// Rows of weights reserved for a rectangle: a power of two, so that a masked index needs no bounds check.
const FEATURE_STRIDE: usize = RECTANGLE_FEATURES.next_power_of_two();
/// Rows of squares in a rectangle.
const RECTANGLE_ROWS: usize = 4;
/// Rows of the largest board, and columns of rectangles on the widest.
const MAX_ROWS: usize = 12;
const MAX_COLUMNS: usize = 8;

/// One lane for each column of rectangles.
type ColumnLanes = u16x8;

/// Quantisation: the value of 1.0 in an accumulator, and in a hidden neuron when its output weight is applied.
const ACCUMULATOR_SCALE: i32 = 128;
/// The value of 1.0 in a weight of the hidden layer, as a shift and as a factor.
const HIDDEN_SHIFT: i32 = 8;
const HIDDEN_SCALE: i32 = 1 << HIDDEN_SHIFT;
/// The value of a centipawn in the output weights.
const CENTIPAWN_SCALE: i32 = 64;
/// Lazy evaluation, by bucket, the fewest men first: the net is skipped if the value without it lies this many
/// centipawns outside the window, since it hardly ever brings it back. In 95 % of the positions it adds no more than
/// 164, 117, 76, 40 and 40.
pub(super) const LAZY_MARGIN: [i32; OUTPUT_BUCKETS] = [200, 130, 60, 35, 30];
/// The largest value of a hidden neuron, nearly 16.0: the output sum cannot overflow.
const HIDDEN_MAX: i32 = 16 * ACCUMULATOR_SCALE - 1;

/// Returns the columns and rows of rectangles on a board. They overlap: one begins at every square that leaves room.
const fn rectangle_grid<G: Geometry>() -> (usize, usize) {
    (
        (G::SQUARES / G::ROWS) as usize - 1,
        G::ROWS as usize + 1 - RECTANGLE_ROWS,
    )
}

/// The features of the net on one board: its rectangles, row by row, and its kings' squares.
#[derive(Clone, Debug)]
pub struct FeatureSet {
    /// Number of columns and rows of rectangles.
    columns: usize,
    rows: usize,
    squares: usize,
    /// The output bucket by the number of men: a lookup is faster than the division.
    buckets: Vec<u8>,
    /// For each set of a row's squares, the contribution of men there to the ternary code of the two squares in each
    /// column.
    pair_codes: Vec<ColumnLanes>,
}

impl FeatureSet {
    /// Returns the rectangles of a game's board.
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
        let pair_codes = |set: usize| {
            let man = |place: usize| (set >> place & 1) as u16;
            let code = |column: usize| {
                if column + 1 < row {
                    3 * man(column) + man(column + 1)
                } else {
                    0
                }
            };
            ColumnLanes::new(std::array::from_fn::<_, MAX_COLUMNS, _>(code))
        };
        let (columns, rows) = rectangle_grid::<G>();
        let max_men = men_at_start(rules) as usize;
        FeatureSet {
            columns,
            rows,
            squares: usize::from(G::SQUARES),
            buckets: (0..=max_men)
                .map(|men| (men.saturating_sub(1) * OUTPUT_BUCKETS / max_men) as u8)
                .collect(),
            pair_codes: (0..1 << row).map(pair_codes).collect(),
        }
    }

    /// Returns the number of rectangles.
    #[must_use]
    pub const fn rectangles(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the number of king features: the squares of the own kings, then those of the opponent's.
    #[must_use]
    pub const fn king_features(&self) -> usize {
        2 * self.squares
    }

    /// Returns the output bucket by the number of men.
    #[inline(always)]
    #[must_use]
    pub fn bucket(&self, men: u32) -> usize {
        usize::from(self.buckets[(men as usize).min(self.buckets.len() - 1)])
    }

    /// Returns the same arrangement from the other side's perspective: its rectangle and its feature.
    #[must_use]
    pub fn flipped(&self, rectangle: usize, feature: usize) -> (usize, usize) {
        let mut rest = feature;
        let mut flipped = 0;
        for _ in 0..2 * RECTANGLE_ROWS {
            flipped = 3 * flipped + [0, 2, 1][rest % 3];
            rest /= 3;
        }
        (self.rectangles() - 1 - rectangle, flipped)
    }

    /// Returns the feature of a king from a side's perspective, one of [`king_features`](Self::king_features).
    #[inline(always)]
    fn king_feature<G: Geometry>(&self, perspective: Side, side: Side, bit: u32) -> usize {
        let square = G::square_at(bit).index();
        let square = if perspective == Side::White {
            square
        } else {
            self.squares - 1 - square
        };
        if perspective == side {
            square
        } else {
            self.squares + square
        }
    }

    /// Calls `visit` with every rectangle and its active feature from White's perspective: eight ternary digits, 1
    /// for a white man, 2 for a black one.
    #[inline(always)]
    fn for_each_active<G: Geometry>(&self, pos: &Pos<G>, mut visit: impl FnMut(usize, usize)) {
        let board_rows = usize::from(G::ROWS);
        let pair_codes = &self.pair_codes[..1 << (usize::from(G::SQUARES) / board_rows)];
        let mut row_codes = [ColumnLanes::ZERO; MAX_ROWS];
        for (row, codes) in row_codes.iter_mut().enumerate().take(board_rows) {
            let men = |side: Side| pair_codes[G::row(pos.men[side as usize], row)];
            let black = men(Side::Black);
            *codes = men(Side::White) + black + black;
        }
        // Two rows at a time: each pair of rows is in two rectangles.
        let mut two_rows = [ColumnLanes::ZERO; MAX_ROWS - 1];
        for row in 0..board_rows - 1 {
            two_rows[row] = row_codes[row] * ColumnLanes::splat(9) + row_codes[row + 1];
        }
        let (columns, rows) = rectangle_grid::<G>();
        for top in 0..rows {
            // Read as words of four lanes: extracting lane by lane is slower.
            let words: [u64; MAX_COLUMNS / 4] =
                cast(two_rows[top] * ColumnLanes::splat(81) + two_rows[top + 2]);
            for column in 0..columns {
                let feature = (words[column / 4] >> (column % 4 * 16)) as u16;
                visit(top * columns + column, usize::from(feature));
            }
        }
    }

    /// Returns the active feature of every rectangle from White's perspective.
    pub(super) fn active<G: Geometry>(&self, pos: &Pos<G>) -> Vec<u16> {
        let mut features = Vec::with_capacity(self.rectangles());
        self.for_each_active(pos, |_, feature| features.push(feature as u16));
        features
    }
}

/// The trained weights of a net before quantisation; the output is in centipawns.
#[derive(Clone, Debug, Default)]
pub struct NetWeights {
    /// Rectangle by rectangle, a row for each feature.
    pub features: Vec<[f32; ACCUMULATOR_SIZE]>,
    /// A row for each king feature.
    pub kings: Vec<[f32; ACCUMULATOR_SIZE]>,
    /// The bias of both accumulators.
    pub bias: [f32; ACCUMULATOR_SIZE],
    /// The output buckets.
    pub buckets: Vec<BucketWeights>,
}

/// The weights of an output bucket.
#[derive(Clone, Debug, Default)]
pub struct BucketWeights {
    /// For each hidden neuron, the weights of the accumulator of the side to move, then of its opponent's.
    pub hidden: [[f32; 2 * ACCUMULATOR_SIZE]; HIDDEN],
    /// The biases of the hidden neurons.
    pub hidden_bias: [f32; HIDDEN],
    /// The output weights, in centipawns.
    pub output: [f32; HIDDEN],
    /// The output bias, in centipawns.
    pub output_bias: f32,
}

/// Both perspectives of a feature's row in half a cache line, a byte each: White's plus [`LOW_BYTE_OFFSET`] in the
/// low bytes, Black's in the high ones. One addition updates both accumulators; a second one, of the high bytes
/// alone, separates them.
type PackedRow = i16x16;

/// Makes the low byte non-negative, so that it does not borrow from the high byte.
const LOW_BYTE_OFFSET: i16 = 128;

fn pack(white: i8, black: i8) -> i16 {
    i16::from(black) << 8 | (i16::from(white) + LOW_BYTE_OFFSET)
}

/// Eight hidden neurons of an output bucket, computed at once.
#[derive(Clone, Debug)]
struct HiddenBlock {
    /// For every two inputs (first of the accumulator of the side to move, then of its opponent's), both weights of
    /// each neuron.
    weights: [i16x16; ACCUMULATOR_SIZE],
    bias: i32x8,
    output: i32x8,
}

#[derive(Clone, Debug)]
struct OutputBucket {
    blocks: [HiddenBlock; HIDDEN / LANES],
    output_bias: i32,
}

/// Hidden neurons computed at once.
const LANES: usize = 8;

/// A quantised net, laid out for evaluation.
#[derive(Debug)]
pub(super) struct Net {
    feature_set: FeatureSet,
    features: Vec<PackedRow>,
    kings: Vec<i16x16>,
    bias: i16x16,
    buckets: Vec<OutputBucket>,
}

/// Reads the numbers of a file one after another; past its end they are 0.
struct NetReader<'a> {
    rest: &'a [u8],
    past_end: bool,
}

impl NetReader<'_> {
    fn byte(&mut self) -> i8 {
        if let Some((&byte, rest)) = self.rest.split_first() {
            self.rest = rest;
            byte as i8
        } else {
            self.past_end = true;
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
    /// Quantises and writes the weights: those of rectangle features as bytes, neuron by neuron, all others as words.
    pub(super) fn write(&self, bytes: &mut Vec<u8>) {
        let quantise = |weight: f32, scale: i32| (weight * scale as f32).round();
        for neuron in 0..ACCUMULATOR_SIZE {
            let column = self
                .features
                .iter()
                .map(|row| quantise(row[neuron], ACCUMULATOR_SCALE) as i8 as u8);
            bytes.extend(column);
        }
        let mut put = |weights: &[f32], scale: i32| {
            // The conversion saturates.
            let words = weights.iter().map(|&weight| quantise(weight, scale) as i16);
            words.for_each(|word| bytes.extend(word.to_le_bytes()));
        };
        self.kings.iter().for_each(|row| put(row, ACCUMULATOR_SCALE));
        put(&self.bias, ACCUMULATOR_SCALE);
        for bucket in &self.buckets {
            bucket
                .hidden
                .iter()
                .for_each(|weights| put(weights, HIDDEN_SCALE));
            put(&bucket.hidden_bias, HIDDEN_SCALE);
            put(&bucket.output, CENTIPAWN_SCALE);
            put(&[bucket.output_bias], CENTIPAWN_SCALE);
        }
    }
}

impl Net {
    /// Reads the net of these bytes; `None` if they are not a net of this game.
    pub(super) fn read(rules: &Ruleset, bytes: &[u8]) -> Option<Net> {
        let feature_set = FeatureSet::of(rules);
        let mut reader = NetReader {
            rest: bytes,
            past_end: false,
        };
        let count = feature_set.rectangles() * RECTANGLE_FEATURES;
        let mut rows = vec![[0i8; ACCUMULATOR_SIZE]; count];
        for neuron in 0..ACCUMULATOR_SIZE {
            rows.iter_mut().for_each(|row| row[neuron] = reader.byte());
        }
        let kings = (0..feature_set.king_features()).map(|_| reader.words()).collect();
        let bias = reader.words();
        let bucket = |_| {
            let hidden: [[i16; 2 * ACCUMULATOR_SIZE]; HIDDEN] =
                reader.array(|reader| reader.array(NetReader::word));
            let hidden_bias: [i32; HIDDEN] =
                reader.array(|reader| i32::from(reader.word()) * ACCUMULATOR_SCALE);
            let output: [i32; HIDDEN] = reader.array(|reader| i32::from(reader.word()));
            let block = |at: usize| HiddenBlock {
                weights: std::array::from_fn(|two| {
                    i16x16::new(std::array::from_fn(|lane| {
                        hidden[at * LANES + lane / 2][2 * two + lane % 2]
                    }))
                }),
                bias: i32x8::new(std::array::from_fn(|lane| hidden_bias[at * LANES + lane])),
                output: i32x8::new(std::array::from_fn(|lane| output[at * LANES + lane])),
            };
            OutputBucket {
                blocks: std::array::from_fn(block),
                output_bias: i32::from(reader.word()),
            }
        };
        let buckets = (0..OUTPUT_BUCKETS).map(bucket).collect();
        let mut features = Vec::with_capacity(feature_set.rectangles() * FEATURE_STRIDE);
        advise_huge_pages(features.spare_capacity_mut());
        for rectangle in 0..feature_set.rectangles() {
            features.extend((0..RECTANGLE_FEATURES).map(|feature| {
                let (flipped_rectangle, flipped) = feature_set.flipped(rectangle, feature);
                let (white, black) = (
                    &rows[rectangle * RECTANGLE_FEATURES + feature],
                    &rows[flipped_rectangle * RECTANGLE_FEATURES + flipped],
                );
                PackedRow::new(std::array::from_fn(|neuron| pack(white[neuron], black[neuron])))
            }));
            features.resize((rectangle + 1) * FEATURE_STRIDE, PackedRow::default());
        }
        (!reader.past_end && reader.rest.is_empty()).then_some(Net {
            feature_set,
            features,
            kings,
            bias,
            buckets,
        })
    }

    /// Lazy evaluation: returns `true` if the net may bring a value with this many men back inside the window.
    #[inline(always)]
    pub(super) fn may_matter(&self, men: u32, value: i32, alpha: i32, beta: i32) -> bool {
        let margin = LAZY_MARGIN[self.feature_set.bucket(men)];
        value > alpha - margin && value < beta + margin
    }

    /// Returns the value for the side to move, in centipawns.
    pub(super) fn value<G: Geometry>(&self, pos: &Pos<G>) -> i32 {
        let [mut both, mut high] = [i16x16::ZERO; 2];
        // Fixed sizes, so that the loop needs no bounds checks.
        let (columns, rows) = rectangle_grid::<G>();
        let rectangles = &self.features.as_chunks::<FEATURE_STRIDE>().0[..columns * rows];
        self.feature_set.for_each_active(pos, |rectangle, feature| {
            let row = rectangles[rectangle][feature % FEATURE_STRIDE];
            both += row;
            high += row >> 8;
        });
        // The high bytes are known; the rest of the sums is White's accumulator.
        let low = both - (high << 8) - i16x16::splat(LOW_BYTE_OFFSET * (columns * rows) as i16);
        let [mut white, mut black]: [i16x16; 2] = [self.bias + low, self.bias + high];
        if (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO {
            for side in Side::ALL {
                for bit in squares(pos.kings[side as usize]) {
                    let king =
                        |perspective| self.kings[self.feature_set.king_feature::<G>(perspective, side, bit)];
                    white = white.saturating_add(king(Side::White));
                    black = black.saturating_add(king(Side::Black));
                }
            }
        }
        let (own, other) = match pos.turn {
            Side::White => (white, black),
            Side::Black => (black, white),
        };
        let clipped_relu = |sum: i16x16| {
            sum.max(i16x16::splat(0))
                .min(i16x16::splat(ACCUMULATOR_SCALE as i16))
        };
        let (own, other) = (clipped_relu(own), clipped_relu(other));
        let bucket = &self.buckets[self.feature_set.bucket(phase(pos))];
        let (own, other): ([i32; LANES], [i32; LANES]) = (cast(own), cast(other));
        // Four partial sums, so that no addition waits for the one before it. Written in place: a moved array is
        // copied, in WebAssembly by a call.
        let mut sums = [[i32x8::ZERO; 4]; HIDDEN / LANES];
        for at in 0..LANES {
            for (side, inputs) in [&own, &other].into_iter().enumerate() {
                let two: i16x16 = cast(i32x8::splat(inputs[at]));
                for (sums, block) in sums.iter_mut().zip(&bucket.blocks) {
                    sums[at % 2 * 2 + side] += two.dot(block.weights[side * LANES + at]);
                }
            }
        }
        let mut value = i32x8::ZERO;
        for (sums, block) in sums.iter().zip(&bucket.blocks) {
            let hidden = ((block.bias + sums[0] + sums[1] + (sums[2] + sums[3])) >> HIDDEN_SHIFT)
                .max(i32x8::ZERO)
                .min(i32x8::splat(HIDDEN_MAX));
            value += hidden * block.output;
        }
        let value = bucket.output_bias * ACCUMULATOR_SCALE + value.reduce_add();
        value / (ACCUMULATOR_SCALE * CENTIPAWN_SCALE)
    }
}
