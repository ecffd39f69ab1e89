//! `damier train net`: trains a small net on the errors of the weights. Minibatches and Adam (Kingma and Ba 2015),
//! one thread.
use super::fit::sigmoid;
use super::model::Tables;
use super::samples::{self, Blend, Samples, cross_entropy};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts::raw::Rng;
use draughts_engine::eval::{
    ACCUMULATOR_SIZE, BucketWeights, FeatureExtractor, FeatureSet, FloatWeights, HIDDEN, NetWeights,
    OUTPUT_BUCKETS, RECTANGLE_FEATURES, Weights,
};
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Positions of a minibatch.
const BATCH: usize = 8192;
/// Weight decay of the features, in units of the learning rate.
const DECAY: f32 = 0.01;

/// Train a small net on the errors of weights in games of `damier train play`
///
/// One game in twenty is held out for validation.
#[derive(Args)]
pub(super) struct Net {
    #[command(flatten)]
    rules: Rules,
    /// The files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The weights that the net is added to (`damier train fit`)
    #[arg(long)]
    base: PathBuf,
    /// The file of weights to write
    #[arg(short, long)]
    output: PathBuf,
    /// Number of passes over all positions
    #[arg(long, default_value_t = 4)]
    epochs: usize,
    /// The highest learning rate
    #[arg(long, default_value_t = 0.002)]
    rate: f32,
    /// The weight of the search score against the result, from 0 to 1
    #[arg(long, default_value_t = 0.9)]
    blend: f32,
    /// The weight of later search scores of a game (the lambda of TD(lambda))
    #[arg(long, default_value_t = 0.7)]
    trace: f32,
    /// The seed of the first weights and of the order of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The offsets of all parameters in one vector, in this order: rectangle features, king features, accumulator bias; then
/// bucket by bucket hidden weights, hidden biases, output weights, output bias.
struct Layout {
    kings: usize,
    bias: usize,
    buckets: usize,
    len: usize,
}

const BUCKET: usize = HIDDEN * 2 * ACCUMULATOR_SIZE + HIDDEN + HIDDEN + 1;
const HIDDEN_BIAS: usize = HIDDEN * 2 * ACCUMULATOR_SIZE;
const OUTPUT: usize = HIDDEN_BIAS + HIDDEN;
const OUTPUT_BIAS: usize = OUTPUT + HIDDEN;

impl Layout {
    fn of(feature_set: &FeatureSet) -> Layout {
        let kings = feature_set.rectangles() * RECTANGLE_FEATURES * ACCUMULATOR_SIZE;
        let bias = kings + feature_set.king_features() * ACCUMULATOR_SIZE;
        let buckets = bias + ACCUMULATOR_SIZE;
        Layout {
            kings,
            bias,
            buckets,
            len: buckets + OUTPUT_BUCKETS * BUCKET,
        }
    }
}

/// Intermediate values of the forward pass, for backpropagation.
struct Activations {
    /// Offsets of the active features' rows, from White's and from Black's perspective.
    rows: Vec<[usize; 2]>,
    accumulators: [[f32; ACCUMULATOR_SIZE]; 2],
    hidden: [f32; HIDDEN],
}

struct Trainer<'a> {
    feature_set: &'a FeatureSet,
    layout: Layout,
    /// Each feature of a rectangle from the other side's perspective.
    flipped: Vec<usize>,
    parameters: Vec<f32>,
    gradient: Vec<f32>,
    /// Adam's moments: the means of the gradient and of its square.
    first_moment: Vec<f32>,
    second_moment: Vec<f32>,
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
        let feature_set = FeatureSet::of(variant.rules());
        let mut split = samples::read(variant, &self.games, Some(&feature_set))?;
        let blends: Vec<Blend> = (0..self.games.len())
            .map(|file| Blend {
                share: self.blend,
                trace: self.trace,
                scale: split.training.score_scale(file) as f32,
            })
            .collect();
        split.training.set_targets(&blends);
        split.validation.set_targets(&blends);
        if split.training.len() == 0 || split.validation.len() == 0 {
            eprintln!("error: too few games: one in twenty is held out for validation");
            return Ok(Status::BadInput);
        }
        let tables = Tables::of(&base, FeatureExtractor::new(variant).pattern_set());
        let base_values = [&split.training, &split.validation].map(|samples| {
            (0..samples.len())
                .map(|at| tables.undivided(samples, at))
                .collect()
        });
        let unit = split.set_base(base_values) as f32;
        let (training, validation) = (&split.training, &split.validation);
        writeln!(
            out,
            "training: {} games, {} quiet positions; validation: {} games, {} positions; {unit:.0} centipawns a unit of log odds; {:.0} s",
            training.games,
            training.len(),
            validation.games,
            validation.len(),
            (clock::now() - start) / 1000.0
        )?;
        let mut rng = Rng::new(self.seed);
        let mut trainer = Trainer::new(&feature_set, &mut rng);
        writeln!(out, "| epoch | loss | validation |\n|---|---|---|")?;
        writeln!(out, "| 0 | | {:.5} |", trainer.mean_loss(validation))?;
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        let batches = training.len().div_ceil(BATCH);
        let total = (batches * self.epochs) as f32;
        for epoch in 0..self.epochs {
            for at in (1..order.len()).rev() {
                order.swap(at, rng.below(at + 1));
            }
            let mut sum = 0.0;
            for (number, batch) in order.chunks(BATCH).enumerate() {
                // Warmup over the first twentieth, then linear decay to 0.
                let progress = (epoch * batches + number) as f32 / total;
                let rate = self.rate * (progress / 0.05).min((1.0 - progress) / 0.95);
                sum += trainer.step(training, batch, rate);
            }
            writeln!(
                out,
                "| {} | {:.5} | {:.5} |",
                epoch + 1,
                sum / training.len() as f64,
                trainer.mean_loss(validation)
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
    fn new(feature_set: &'a FeatureSet, rng: &mut Rng) -> Trainer<'a> {
        let layout = Layout::of(feature_set);
        let mut parameters = vec![0.0; layout.len];
        parameters[layout.bias..layout.buckets].fill(0.3);
        for bucket in parameters[layout.buckets..].chunks_exact_mut(BUCKET) {
            let mut random = |most: f32| (rng.below(2001) as f32 / 1000.0 - 1.0) * most;
            bucket[..HIDDEN_BIAS]
                .iter_mut()
                .for_each(|weight| *weight = random(0.15));
            bucket[OUTPUT..OUTPUT_BIAS]
                .iter_mut()
                .for_each(|weight| *weight = random(0.1));
        }
        Trainer {
            feature_set,
            flipped: (0..RECTANGLE_FEATURES)
                .map(|feature| feature_set.flipped(0, feature).1)
                .collect(),
            gradient: vec![0.0; layout.len],
            first_moment: vec![0.0; layout.len],
            second_moment: vec![0.0; layout.len],
            layout,
            parameters,
            steps: 0,
        }
    }

    /// The output of the net for the side to move.
    fn forward(&self, samples: &Samples, at: usize, activations: &mut Activations) -> f32 {
        let rectangles = self.feature_set.rectangles();
        activations.rows.clear();
        let bias = &self.parameters[self.layout.bias..self.layout.buckets];
        activations.accumulators = [std::array::from_fn(|i| bias[i]); 2];
        for (rectangle, &feature) in samples.rectangles[at * rectangles..][..rectangles]
            .iter()
            .enumerate()
        {
            let flipped =
                (rectangles - 1 - rectangle) * RECTANGLE_FEATURES + self.flipped[usize::from(feature)];
            activations.rows.push([
                (rectangle * RECTANGLE_FEATURES + usize::from(feature)) * ACCUMULATOR_SIZE,
                flipped * ACCUMULATOR_SIZE,
            ]);
        }
        for &(square, sign) in samples.kings_of(at) {
            // The samples have each king from its own side's perspective.
            let squares = self.feature_set.king_features() / 2;
            let (own, other) = (usize::from(square), 2 * squares - 1 - usize::from(square));
            let features = if sign > 0 { [own, other] } else { [other, own] };
            activations
                .rows
                .push(features.map(|feature| self.layout.kings + feature * ACCUMULATOR_SIZE));
        }
        for rows in &activations.rows {
            for (accumulator, &row) in activations.accumulators.iter_mut().zip(rows) {
                let row: &[f32; ACCUMULATOR_SIZE] =
                    self.parameters[row..].first_chunk().expect("rows are whole");
                for i in 0..ACCUMULATOR_SIZE {
                    accumulator[i] += row[i];
                }
            }
        }
        let bucket = &self.parameters[self.bucket(samples, at)..][..BUCKET];
        let clipped = clipped_relu(&activations.accumulators, samples.black_moves[at]);
        let mut value = bucket[OUTPUT_BIAS];
        for neuron in 0..HIDDEN {
            let weights: &[f32; 2 * ACCUMULATOR_SIZE] = bucket[neuron * 2 * ACCUMULATOR_SIZE..]
                .first_chunk()
                .expect("whole");
            let mut sums = [0.0; 8];
            for i in 0..2 * ACCUMULATOR_SIZE {
                sums[i % 8] += clipped[i] * weights[i];
            }
            let hidden = bucket[HIDDEN_BIAS + neuron] + sums.iter().sum::<f32>();
            activations.hidden[neuron] = hidden;
            value += hidden.max(0.0) * bucket[OUTPUT + neuron];
        }
        value
    }

    fn bucket(&self, samples: &Samples, at: usize) -> usize {
        self.layout.buckets + BUCKET * usize::from(samples.buckets[at])
    }

    /// The loss of a position at an output of the net, and its gradient by that output.
    fn loss(samples: &Samples, at: usize, output: f32) -> (f64, f32) {
        let black = samples.black_moves[at];
        let sign = if black { -1.0 } else { 1.0 };
        let value = samples.base[at] + sign * output;
        let divisor = f32::from(samples.drawish[at][usize::from(value < 0.0)]);
        let (value, target) = (value / divisor, samples.target[at]);
        (
            cross_entropy(f64::from(value), target),
            sign * (sigmoid(value) - target) / divisor,
        )
    }

    fn mean_loss(&self, samples: &Samples) -> f64 {
        let mut activations = Activations::new();
        let sum: f64 = (0..samples.len())
            .map(|at| Self::loss(samples, at, self.forward(samples, at, &mut activations)).0)
            .sum();
        sum / samples.len() as f64
    }

    /// One step of Adam on a minibatch; returns its loss before the step.
    fn step(&mut self, samples: &Samples, batch: &[u32], rate: f32) -> f64 {
        self.gradient.fill(0.0);
        let mut activations = Activations::new();
        let mut sum = 0.0;
        for &at in batch {
            let at = at as usize;
            let output = self.forward(samples, at, &mut activations);
            let (loss, gradient) = Self::loss(samples, at, output);
            sum += loss;
            self.backward(samples, at, &activations, gradient / batch.len() as f32);
        }
        self.steps += 1;
        let (first_bias, second_bias) = (1.0 - 0.9f32.powi(self.steps), 1.0 - 0.99f32.powi(self.steps));
        let parameters = self.parameters.iter_mut().zip(&self.gradient);
        let moments = self.first_moment.iter_mut().zip(&mut self.second_moment);
        for ((parameter, gradient), (first, second)) in parameters.zip(moments) {
            *first += 0.1 * (gradient - *first);
            *second += 0.01 * (gradient * gradient - *second);
            *parameter -= rate * (*first / first_bias) / ((*second / second_bias).sqrt() + 1e-8);
        }
        // Weight decay for rare features; quantised to a byte, no weight may reach 1.
        for parameter in &mut self.parameters[..self.layout.kings] {
            *parameter = (*parameter * (1.0 - DECAY * rate)).clamp(-0.99, 0.99);
        }
        sum
    }

    /// Backpropagation: adds the gradient of a position, given that of its output.
    fn backward(&mut self, samples: &Samples, at: usize, activations: &Activations, output_gradient: f32) {
        let black = samples.black_moves[at];
        let clipped = clipped_relu(&activations.accumulators, black);
        let first = self.bucket(samples, at);
        let bucket = &self.parameters[first..][..BUCKET];
        let gradient = &mut self.gradient[first..][..BUCKET];
        let mut clipped_gradient = [0.0; 2 * ACCUMULATOR_SIZE];
        gradient[OUTPUT_BIAS] += output_gradient;
        for neuron in 0..HIDDEN {
            let hidden = activations.hidden[neuron];
            if hidden <= 0.0 {
                continue;
            }
            gradient[OUTPUT + neuron] += output_gradient * hidden;
            let hidden_gradient = output_gradient * bucket[OUTPUT + neuron];
            gradient[HIDDEN_BIAS + neuron] += hidden_gradient;
            let weights: &[f32; 2 * ACCUMULATOR_SIZE] = bucket[neuron * 2 * ACCUMULATOR_SIZE..]
                .first_chunk()
                .expect("whole");
            let gradients: &mut [f32; 2 * ACCUMULATOR_SIZE] = gradient[neuron * 2 * ACCUMULATOR_SIZE..]
                .first_chunk_mut()
                .expect("whole");
            for i in 0..2 * ACCUMULATOR_SIZE {
                gradients[i] += hidden_gradient * clipped[i];
                clipped_gradient[i] += hidden_gradient * weights[i];
            }
        }
        // White's and Black's accumulator; the gradient of a clipped neuron is 0.
        let mut accumulator_gradients = [[0.0; ACCUMULATOR_SIZE]; 2];
        for (side, accumulator) in activations.accumulators.iter().enumerate() {
            let half = if (side == 1) == black { 0 } else { ACCUMULATOR_SIZE };
            for i in 0..ACCUMULATOR_SIZE {
                if accumulator[i] > 0.0 && accumulator[i] < 1.0 {
                    accumulator_gradients[side][i] = clipped_gradient[half + i];
                }
            }
        }
        let [white, black] = &accumulator_gradients;
        let bias = &mut self.gradient[self.layout.bias..self.layout.buckets];
        for (gradient, (white, black)) in bias.iter_mut().zip(white.iter().zip(black)) {
            *gradient += white + black;
        }
        for rows in &activations.rows {
            for (side, &row) in accumulator_gradients.iter().zip(rows) {
                let gradients: &mut [f32; ACCUMULATOR_SIZE] =
                    self.gradient[row..].first_chunk_mut().expect("rows are whole");
                for i in 0..ACCUMULATOR_SIZE {
                    gradients[i] += side[i];
                }
            }
        }
    }

    /// The trained weights, the output in centipawns.
    fn weights(&self, unit: f32) -> NetWeights {
        let rows = |range: std::ops::Range<usize>| -> Vec<[f32; ACCUMULATOR_SIZE]> {
            let rows = self.parameters[range].chunks_exact(ACCUMULATOR_SIZE);
            rows.map(|row| std::array::from_fn(|i| row[i])).collect()
        };
        let buckets = self.parameters[self.layout.buckets..]
            .chunks_exact(BUCKET)
            .map(|bucket| BucketWeights {
                hidden: std::array::from_fn(|neuron| {
                    std::array::from_fn(|i| bucket[neuron * 2 * ACCUMULATOR_SIZE + i])
                }),
                hidden_bias: std::array::from_fn(|neuron| bucket[HIDDEN_BIAS + neuron]),
                output: std::array::from_fn(|neuron| bucket[OUTPUT + neuron] * unit),
                output_bias: bucket[OUTPUT_BIAS] * unit,
            });
        NetWeights {
            features: rows(0..self.layout.kings),
            kings: rows(self.layout.kings..self.layout.bias),
            bias: std::array::from_fn(|i| self.parameters[self.layout.bias + i]),
            buckets: buckets.collect(),
        }
    }
}

impl Activations {
    fn new() -> Activations {
        Activations {
            rows: Vec::new(),
            accumulators: [[0.0; ACCUMULATOR_SIZE]; 2],
            hidden: [0.0; HIDDEN],
        }
    }
}

/// Both accumulators clipped to 0..1, the side to move's first.
fn clipped_relu(
    accumulators: &[[f32; ACCUMULATOR_SIZE]; 2],
    black_moves: bool,
) -> [f32; 2 * ACCUMULATOR_SIZE] {
    let own = usize::from(black_moves);
    std::array::from_fn(|i| {
        accumulators[if i < ACCUMULATOR_SIZE { own } else { 1 - own }][i % ACCUMULATOR_SIZE].clamp(0.0, 1.0)
    })
}
