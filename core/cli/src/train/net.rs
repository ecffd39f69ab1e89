//! `damier train net`: a small net learns what the weights miss. Minibatches and Adam (Kingma and Ba 2015), one thread.
//! Prints what a log needs.
use super::fit::share;
use super::samples::{self, Blend, Samples, surprise};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts::raw::Rng;
use draughts_engine::eval::{
    ACCUMULATOR_SIZE, BucketWeights, FeatureSet, FloatWeights, HIDDEN, NetWeights, OUTPUT_BUCKETS,
    RECTANGLE_FEATURES, Weights,
};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Positions of a step.
const BATCH: usize = 8192;
/// The share of a vector that a step takes away, of what the rate makes of it.
const DECAY: f32 = 0.01;

/// Fit a small net to what weights miss in games of `damier train play`
///
/// One game in twenty is kept back to measure.
#[derive(Args)]
pub(super) struct Net {
    #[command(flatten)]
    rules: Rules,
    /// The files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The weights it is put beside (`damier train fit`)
    #[arg(long)]
    base: PathBuf,
    /// The file of weights to write
    #[arg(short, long)]
    output: PathBuf,
    /// How often it sees every position
    #[arg(long, default_value_t = 4)]
    epochs: usize,
    /// How far a step goes at most
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// How much the search's expectation counts beside a game's result
    #[arg(long, default_value_t = 0.9)]
    blend: f32,
    /// How much what the searches of a game expect later counts beside what they expect at once
    #[arg(long, default_value_t = 0.7)]
    trace: f32,
    /// What the start and the order of the positions depend on
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// All numbers of a net in one vector, in this order: rectangles' vectors, kings', the sums' start; bucket by bucket hidden
/// weights, their start, out, its start.
struct Layout {
    kings: usize,
    start: usize,
    buckets: usize,
    len: usize,
}

const BUCKET: usize = HIDDEN * 2 * ACCUMULATOR_SIZE + HIDDEN + HIDDEN + 1;
const HIDDEN_START: usize = HIDDEN * 2 * ACCUMULATOR_SIZE;
const OUT: usize = HIDDEN_START + HIDDEN;
const OUT_START: usize = OUT + HIDDEN;

impl Layout {
    fn of(grid: &FeatureSet) -> Layout {
        let kings = grid.rectangles() * RECTANGLE_FEATURES * ACCUMULATOR_SIZE;
        let start = kings + grid.kings() * ACCUMULATOR_SIZE;
        let buckets = start + ACCUMULATOR_SIZE;
        Layout {
            kings,
            start,
            buckets,
            len: buckets + OUTPUT_BUCKETS * BUCKET,
        }
    }
}

/// The way a position takes through the net, for the way back.
struct Walk {
    rows: Vec<[usize; 2]>,
    sums: [[f32; ACCUMULATOR_SIZE]; 2],
    hidden: [f32; HIDDEN],
}

struct Trainer<'a> {
    grid: &'a FeatureSet,
    layout: Layout,
    /// For each number of a rectangle, the number the other side sees.
    turned: Vec<usize>,
    at: Vec<f32>,
    slope: Vec<f32>,
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
}

impl Net {
    pub(super) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let (variant, start) = (self.rules.variant, clock::now());
        let base = match FloatWeights::read(variant, &fs::read(&self.base)?) {
            Ok(base) => base,
            Err(error) => {
                eprintln!("error: {}: {error}", self.base.display());
                return Ok(Status::BadInput);
            }
        };
        let grid = FeatureSet::of(variant.rules());
        let mut split = samples::read(variant, &self.games, Some(&grid))?;
        let blends: Vec<Blend> = (0..self.games.len())
            .map(|file| Blend {
                share: self.blend,
                trace: self.trace,
                scale: split.learned.scale_of_scores(file) as f32,
            })
            .collect();
        split.learned.aim(&blends);
        split.kept_back.aim(&blends);
        if split.learned.len() == 0 || split.kept_back.len() == 0 {
            eprintln!("error: too few games: one in twenty is kept back to measure");
            return Ok(Status::BadInput);
        }
        let unit = split.start_from(variant, &base) as f32;
        let (learned, kept_back) = (&split.learned, &split.kept_back);
        writeln!(
            out,
            "{} games, {} quiet positions to learn from; {} games, {} positions kept back; {unit:.0} centipawns a unit of natural odds; {:.0} s",
            learned.games,
            learned.len(),
            kept_back.games,
            kept_back.len(),
            (clock::now() - start) / 1000.0
        )?;
        let mut lot = Rng::new(self.seed);
        let mut trainer = Trainer::new(&grid, &mut lot);
        writeln!(out, "| epoch | loss | kept back |\n|---|---|---|")?;
        writeln!(out, "| 0 | | {:.5} |", trainer.mean_loss(kept_back))?;
        let mut order: Vec<u32> = (0..learned.len() as u32).collect();
        let batches = learned.len().div_ceil(BATCH);
        let total = (batches * self.epochs) as f32;
        for epoch in 0..self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, lot.below(at + 1));
            }
            let mut sum = 0.0;
            for (number, batch) in order.chunks(BATCH).enumerate() {
                // Up over the first twentieth, then down to nothing.
                let share = (epoch * batches + number) as f32 / total;
                let rate = self.rate * (share / 0.05).min((1.0 - share) / 0.95);
                sum += trainer.step(learned, batch, rate);
            }
            writeln!(
                out,
                "| {} | {:.5} | {:.5} |",
                epoch + 1,
                sum / learned.len() as f64,
                trainer.mean_loss(kept_back)
            )?;
            out.flush()?;
        }
        let bytes = Weights::write(
            variant,
            &FloatWeights {
                net: Some(trainer.weights(unit)),
                ..base
            },
        );
        fs::write(&self.output, &bytes)?;
        writeln!(
            out,
            "{} bytes; {:.0} s",
            bytes.len(),
            (clock::now() - start) / 1000.0
        )?;
        Ok(Status::Good)
    }
}

impl<'a> Trainer<'a> {
    fn new(grid: &'a FeatureSet, lot: &mut Rng) -> Trainer<'a> {
        let layout = Layout::of(grid);
        let mut at = vec![0.0; layout.len];
        at[layout.start..layout.buckets].fill(0.3);
        for bucket in at[layout.buckets..].chunks_exact_mut(BUCKET) {
            let mut by_lot = |most: f32| (lot.below(2001) as f32 / 1000.0 - 1.0) * most;
            bucket[..HIDDEN_START]
                .iter_mut()
                .for_each(|weight| *weight = by_lot(0.15));
            bucket[OUT..OUT_START]
                .iter_mut()
                .for_each(|weight| *weight = by_lot(0.1));
        }
        Trainer {
            grid,
            turned: (0..RECTANGLE_FEATURES)
                .map(|number| grid.turned(0, number).1)
                .collect(),
            slope: vec![0.0; layout.len],
            mean: vec![0.0; layout.len],
            square: vec![0.0; layout.len],
            layout,
            at,
            steps: 0,
        }
    }

    /// What the net adds to the value for the side to move.
    fn forward(&self, samples: &Samples, at: usize, walk: &mut Walk) -> f32 {
        let rectangles = self.grid.rectangles();
        walk.rows.clear();
        let first = &self.at[self.layout.start..self.layout.buckets];
        walk.sums = [std::array::from_fn(|i| first[i]); 2];
        for (rectangle, &number) in samples.rectangles[at * rectangles..][..rectangles]
            .iter()
            .enumerate()
        {
            let other = (rectangles - 1 - rectangle) * RECTANGLE_FEATURES + self.turned[usize::from(number)];
            walk.rows.push([
                (rectangle * RECTANGLE_FEATURES + usize::from(number)) * ACCUMULATOR_SIZE,
                other * ACCUMULATOR_SIZE,
            ]);
        }
        for &(square, sign) in samples.kings_of(at) {
            // The list has each king as its own side sees it.
            let squares = self.grid.kings() / 2;
            let (own, other) = (usize::from(square), 2 * squares - 1 - usize::from(square));
            let places = if sign > 0 { [own, other] } else { [other, own] };
            walk.rows
                .push(places.map(|place| self.layout.kings + place * ACCUMULATOR_SIZE));
        }
        for rows in &walk.rows {
            for (sum, &row) in walk.sums.iter_mut().zip(rows) {
                let row: &[f32; ACCUMULATOR_SIZE] = self.at[row..].first_chunk().expect("rows are whole");
                for i in 0..ACCUMULATOR_SIZE {
                    sum[i] += row[i];
                }
            }
        }
        let bucket = &self.at[self.bucket(samples, at)..][..BUCKET];
        let cut = clipped_relu(&walk.sums, samples.black_moves[at]);
        let mut value = bucket[OUT_START];
        for number in 0..HIDDEN {
            let weights: &[f32; 2 * ACCUMULATOR_SIZE] = bucket[number * 2 * ACCUMULATOR_SIZE..]
                .first_chunk()
                .expect("whole");
            let mut sums = [0.0; 8];
            for i in 0..2 * ACCUMULATOR_SIZE {
                sums[i % 8] += cut[i] * weights[i];
            }
            let hidden = bucket[HIDDEN_START + number] + sums.iter().sum::<f32>();
            walk.hidden[number] = hidden;
            value += hidden.max(0.0) * bucket[OUT + number];
        }
        value
    }

    fn bucket(&self, samples: &Samples, at: usize) -> usize {
        self.layout.buckets + BUCKET * usize::from(samples.buckets[at])
    }

    /// The value of a position for the side to move, and its loss; what the loss changes with what the net adds.
    fn judge(samples: &Samples, at: usize, added: f32) -> (f64, f32) {
        let black = samples.black_moves[at];
        let sign = if black { -1.0 } else { 1.0 };
        let value = samples.base[at] + sign * added;
        let divisor = f32::from(samples.drawish[at][usize::from(value < 0.0)]);
        let (value, target) = (value / divisor, samples.target[at]);
        (
            surprise(f64::from(value), target),
            sign * (share(value) - target) / divisor,
        )
    }

    fn mean_loss(&self, samples: &Samples) -> f64 {
        let mut walk = Walk::new();
        let sum: f64 = (0..samples.len())
            .map(|at| Self::judge(samples, at, self.forward(samples, at, &mut walk)).0)
            .sum();
        sum / samples.len() as f64
    }

    /// One step by these positions; their loss before it.
    fn step(&mut self, samples: &Samples, batch: &[u32], rate: f32) -> f64 {
        self.slope.fill(0.0);
        let mut walk = Walk::new();
        let mut loss = 0.0;
        for &at in batch {
            let at = at as usize;
            let added = self.forward(samples, at, &mut walk);
            let (own, push) = Self::judge(samples, at, added);
            loss += own;
            self.backward(samples, at, &walk, push / batch.len() as f32);
        }
        self.steps += 1;
        let (slow, fast) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.99f32.powi(self.steps));
        let numbers = self.at.iter_mut().zip(&self.slope);
        let moments = self.mean.iter_mut().zip(&mut self.square);
        for ((number, slope), (mean, square)) in numbers.zip(moments) {
            *mean += 0.1 * (slope - *mean);
            *square += 0.01 * (slope * slope - *square);
            *number -= rate * (*mean / slow) / ((*square / fast).sqrt() + 1e-8);
        }
        // What is seldom seen is forgotten, and a byte holds no more.
        for number in &mut self.at[..self.layout.kings] {
            *number = (*number * (1.0 - DECAY * rate)).clamp(-0.99, 0.99);
        }
        loss
    }

    fn backward(&mut self, samples: &Samples, at: usize, walk: &Walk, push: f32) {
        let black = samples.black_moves[at];
        let cut = clipped_relu(&walk.sums, black);
        let first = self.bucket(samples, at);
        let bucket = &self.at[first..][..BUCKET];
        let slope = &mut self.slope[first..][..BUCKET];
        let mut back = [0.0; 2 * ACCUMULATOR_SIZE];
        slope[OUT_START] += push;
        for number in 0..HIDDEN {
            let hidden = walk.hidden[number];
            if hidden <= 0.0 {
                continue;
            }
            slope[OUT + number] += push * hidden;
            let push = push * bucket[OUT + number];
            slope[HIDDEN_START + number] += push;
            let weights: &[f32; 2 * ACCUMULATOR_SIZE] = bucket[number * 2 * ACCUMULATOR_SIZE..]
                .first_chunk()
                .expect("whole");
            let slopes: &mut [f32; 2 * ACCUMULATOR_SIZE] = slope[number * 2 * ACCUMULATOR_SIZE..]
                .first_chunk_mut()
                .expect("whole");
            for i in 0..2 * ACCUMULATOR_SIZE {
                slopes[i] += push * cut[i];
                back[i] += push * weights[i];
            }
        }
        // As White sees it, as Black does; nothing beyond the cuts.
        let mut sides = [[0.0; ACCUMULATOR_SIZE]; 2];
        for (side, sum) in walk.sums.iter().enumerate() {
            let half = if (side == 1) == black { 0 } else { ACCUMULATOR_SIZE };
            for i in 0..ACCUMULATOR_SIZE {
                if sum[i] > 0.0 && sum[i] < 1.0 {
                    sides[side][i] = back[half + i];
                }
            }
        }
        let start = &mut self.slope[self.layout.start..self.layout.buckets];
        for (slope, (white, black)) in start.iter_mut().zip(sides[0].iter().zip(&sides[1])) {
            *slope += white + black;
        }
        for rows in &walk.rows {
            for (side, &row) in sides.iter().zip(rows) {
                let slopes: &mut [f32; ACCUMULATOR_SIZE] =
                    self.slope[row..].first_chunk_mut().expect("rows are whole");
                for i in 0..ACCUMULATOR_SIZE {
                    slopes[i] += side[i];
                }
            }
        }
    }

    /// What was learned, the value in centipawns.
    fn weights(&self, unit: f32) -> NetWeights {
        let vectors = |range: std::ops::Range<usize>| -> Vec<[f32; ACCUMULATOR_SIZE]> {
            let rows = self.at[range].chunks_exact(ACCUMULATOR_SIZE);
            rows.map(|row| std::array::from_fn(|i| row[i])).collect()
        };
        let buckets = self.at[self.layout.buckets..]
            .chunks_exact(BUCKET)
            .map(|bucket| BucketWeights {
                hidden: std::array::from_fn(|number| {
                    std::array::from_fn(|i| bucket[number * 2 * ACCUMULATOR_SIZE + i])
                }),
                start: std::array::from_fn(|number| bucket[HIDDEN_START + number]),
                out: std::array::from_fn(|number| bucket[OUT + number] * unit),
                out_start: bucket[OUT_START] * unit,
            });
        NetWeights {
            features: vectors(0..self.layout.kings),
            kings: vectors(self.layout.kings..self.layout.start),
            start: std::array::from_fn(|i| self.at[self.layout.start + i]),
            buckets: buckets.collect(),
        }
    }
}

impl Walk {
    fn new() -> Walk {
        Walk {
            rows: Vec::new(),
            sums: [[0.0; ACCUMULATOR_SIZE]; 2],
            hidden: [0.0; HIDDEN],
        }
    }
}

/// Both sums between 0 and 1, the side to move's first.
fn clipped_relu(sums: &[[f32; ACCUMULATOR_SIZE]; 2], black_moves: bool) -> [f32; 2 * ACCUMULATOR_SIZE] {
    let own = usize::from(black_moves);
    std::array::from_fn(|i| {
        sums[if i < ACCUMULATOR_SIZE { own } else { 1 - own }][i % ACCUMULATOR_SIZE].clamp(0.0, 1.0)
    })
}
