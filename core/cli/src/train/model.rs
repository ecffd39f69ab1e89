//! The weights to fit as one vector of parameters. Computes the tables of the evaluation from it, and converts the
//! gradient of the tables to that of the vector.
//!
//! A pattern's table is factorised: the sum of its residuals, its large parts and its small parts. Every parameter is
//! in units of its prior standard deviation, so that one L2 penalty serves all: frequent patterns can differ from
//! their parts, rare ones stay close to them.
use super::samples::Samples;
use draughts::Variant;
use draughts_engine::eval::{
    FloatWeights, MEN, PATTERN_INDICES, Pair, Part, PatternSet, PatternWeights, TERMS,
};

/// The prior standard deviations of the weights, in log odds: terms, kings' squares, residuals, large and small parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Prior {
    pub(super) terms: f32,
    pub(super) kings: f32,
    pub(super) residuals: f32,
    pub(super) large: f32,
    pub(super) small: f32,
}

/// A weight for every term, king's square and index of a pattern, or the gradient of each.
pub(super) struct Tables {
    pub(super) terms: [[f64; 2]; TERMS],
    pub(super) kings: Vec<[f64; 2]>,
    /// Pattern after pattern.
    pub(super) patterns: Vec<Pair>,
}

/// The layout of the vector.
pub(super) struct Model {
    pattern_set: PatternSet,
    squares: usize,
    prior: Prior,
    large: Vec<Part>,
    small: Vec<Part>,
}

impl Model {
    pub(super) fn new(variant: Variant, prior: Prior) -> Model {
        let pattern_set = PatternSet::of(variant.rules());
        Model {
            squares: usize::from(variant.rules().board.squares()),
            prior,
            large: pattern_set.large_parts(),
            small: pattern_set.small_parts(),
            pattern_set,
        }
    }

    /// Number of parameter pairs of a pattern.
    fn pattern_len(&self) -> usize {
        let parts = self.large.iter().chain(&self.small);
        PATTERN_INDICES + parts.map(|part| part.indices()).sum::<usize>()
    }

    /// Number of parameters.
    pub(super) fn len(&self) -> usize {
        2 * (TERMS + self.squares + self.pattern_set.patterns() * self.pattern_len())
    }

    pub(super) fn zero_tables(&self) -> Tables {
        Tables {
            terms: [[0.0; 2]; TERMS],
            kings: vec![[0.0; 2]; self.squares],
            patterns: vec![[0.0; 2]; self.pattern_set.patterns() * PATTERN_INDICES],
        }
    }

    /// The large part that contains a small one.
    fn containing(&self, part: Part) -> usize {
        let first = self.large[0];
        usize::from(part.first + part.len > first.first + first.len)
    }

    /// Computes the tables of a vector.
    pub(super) fn tables(&self, vector: &[f32], tables: &mut Tables) {
        let mut pairs = vector.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let mut next = |prior: f32| pairs.next().unwrap_or_default().map(|weight| weight * prior);
        for term in &mut tables.terms {
            *term = next(self.prior.terms).map(f64::from);
        }
        for king in &mut tables.kings {
            *king = next(self.prior.kings).map(f64::from);
        }
        for pattern in tables.patterns.chunks_exact_mut(PATTERN_INDICES) {
            pattern
                .iter_mut()
                .for_each(|weight| *weight = next(self.prior.residuals));
            let mut large: Vec<Vec<Pair>> = self
                .large
                .iter()
                .map(|part| (0..part.indices()).map(|_| next(self.prior.large)).collect())
                .collect();
            for &part in &self.small {
                let containing = self.containing(part);
                let inner = Part {
                    first: part.first - self.large[containing].first,
                    ..part
                };
                let small: Vec<Pair> = (0..part.indices()).map(|_| next(self.prior.small)).collect();
                for (index, weight) in large[containing].iter_mut().enumerate() {
                    add(weight, small[inner.index_in(index)]);
                }
            }
            for (part, weights) in self.large.iter().zip(&large) {
                part.for_each(|pattern_index, index| add(&mut pattern[pattern_index], weights[index]));
            }
        }
    }

    /// The trained weights, residuals separate from the parts, with `unit` centipawns for a unit of log odds.
    pub(super) fn weights(&self, vector: &[f32], unit: f32) -> FloatWeights {
        let mut tables = self.zero_tables();
        self.tables(vector, &mut tables);
        let mut weights = FloatWeights {
            terms: tables.terms.map(|pair| pair.map(|weight| weight as f32 * unit)),
            kings: tables
                .kings
                .iter()
                .map(|pair| pair.map(|weight| weight as f32 * unit))
                .collect(),
            patterns: Vec::new(),
            net: None,
        };
        let own = &vector[2 * (TERMS + self.squares)..];
        for (parameters, pattern) in own
            .chunks_exact(2 * self.pattern_len())
            .zip(tables.patterns.chunks_exact(PATTERN_INDICES))
        {
            let residuals: Vec<Pair> = parameters[..2 * PATTERN_INDICES]
                .chunks_exact(2)
                .map(|pair| [pair[0], pair[1]].map(|weight| weight * self.prior.residuals * unit))
                .collect();
            // The table without the residuals is the sum of two large parts. The first is read where all squares that
            // only the second has are empty; the second is the difference.
            let without =
                |index: usize| [0, 1].map(|phase| pattern[index][phase] * unit - residuals[index][phase]);
            let [first, second] = [self.large[0], self.large[1]];
            let empty = (PATTERN_INDICES - 1) / 2;
            let low = 3usize.pow(first.len as u32);
            let high = 3usize.pow(second.first as u32);
            let a: Vec<Pair> = (0..low).map(|index| without(empty / low * low + index)).collect();
            let b = (0..second.indices()).map(|index| {
                let pattern_index = index * high + empty % high;
                let mut pair = without(pattern_index);
                let shared = a[first.index_in(pattern_index)];
                pair.iter_mut()
                    .zip(shared)
                    .for_each(|(weight, shared)| *weight -= shared);
                pair
            });
            let b = b.collect();
            weights.patterns.push(PatternWeights {
                large: vec![a, b],
                residuals,
            });
        }
        weights
    }

    /// A diagonal preconditioner: one over the root of the curvature of the loss along each parameter, including the
    /// penalty.
    pub(super) fn preconditioner(&self, curvature: &Tables, penalty: f32) -> Vec<f32> {
        let mut scales = vec![0.0; self.len()];
        self.gather(curvature, &mut scales, |prior| prior * prior);
        scales
            .iter_mut()
            .for_each(|scale| *scale = 1.0 / (penalty + *scale).sqrt());
        scales
    }

    /// Computes the gradient of the vector from that of the tables (chain rule).
    pub(super) fn gradient(&self, tables: &Tables, gradient: &mut [f32]) {
        self.gather(tables, gradient, |prior| prior);
    }

    /// Sums, for every parameter, all table entries that it is part of, times a factor by its prior.
    fn gather(&self, tables: &Tables, sums: &mut [f32], factor: impl Fn(f32) -> f32) {
        let mut pairs = sums.chunks_exact_mut(2);
        let mut put = |pair: Pair, prior: f32| {
            let factor = factor(prior);
            if let Some(next) = pairs.next() {
                next[0] = pair[0] * factor;
                next[1] = pair[1] * factor;
            }
        };
        for term in &tables.terms {
            put(term.map(|entry| entry as f32), self.prior.terms);
        }
        for king in &tables.kings {
            put(king.map(|entry| entry as f32), self.prior.kings);
        }
        for pattern in tables.patterns.chunks_exact(PATTERN_INDICES) {
            pattern.iter().for_each(|&entry| put(entry, self.prior.residuals));
            let large = self.large.iter().map(|&part| {
                let mut sums = vec![[0.0; 2]; part.indices()];
                part.for_each(|pattern_index, index| add(&mut sums[index], pattern[pattern_index]));
                sums
            });
            let large: Vec<Vec<Pair>> = large.collect();
            large.iter().flatten().for_each(|&sum| put(sum, self.prior.large));
            for &part in &self.small {
                let containing = self.containing(part);
                let inner = Part {
                    first: part.first - self.large[containing].first,
                    ..part
                };
                let mut sums = vec![[0.0; 2]; part.indices()];
                for (index, &sum) in large[containing].iter().enumerate() {
                    add(&mut sums[inner.index_in(index)], sum);
                }
                sums.iter().for_each(|&sum| put(sum, self.prior.small));
            }
        }
    }
}

fn add(sum: &mut Pair, pair: Pair) {
    sum[0] += pair[0];
    sum[1] += pair[1];
}

impl Tables {
    pub(super) fn clear(&mut self) {
        self.terms = [[0.0; 2]; TERMS];
        self.kings.fill([0.0; 2]);
        self.patterns.fill([0.0; 2]);
    }

    /// The tables of trained weights, in centipawns.
    pub(super) fn of(weights: &FloatWeights, pattern_set: &PatternSet) -> Tables {
        let mut patterns = Vec::new();
        for pattern in &weights.patterns {
            let mut table = pattern.residuals.clone();
            for (part, weights) in pattern_set.large_parts().iter().zip(&pattern.large) {
                part.for_each(|pattern_index, index| add(&mut table[pattern_index], weights[index]));
            }
            patterns.extend(table);
        }
        Tables {
            terms: weights.terms.map(|pair| pair.map(f64::from)),
            kings: weights.kings.iter().map(|pair| pair.map(f64::from)).collect(),
            patterns,
        }
    }

    /// The value of a position for White in log odds, and the divisor of a drawish lead in it.
    pub(super) fn value(&self, samples: &Samples, at: usize) -> (f32, f32) {
        let value = samples.base[at] + self.undivided(samples, at);
        let divisor = f32::from(samples.drawish[at][usize::from(value < 0.0)]);
        (value / divisor, divisor)
    }

    /// The value of a position for White before a drawish lead is divided.
    pub(super) fn undivided(&self, samples: &Samples, at: usize) -> f32 {
        let indices = samples.indices_of(at);
        let mut sum = [0f32; 2];
        for (pattern, pair) in indices.chunks_exact(2).enumerate() {
            let (for_white, for_black) = (
                self.patterns[pattern * PATTERN_INDICES + pair[0] as usize],
                self.patterns[pattern * PATTERN_INDICES + pair[1] as usize],
            );
            sum[0] += for_white[0] - for_black[0];
            sum[1] += for_white[1] - for_black[1];
        }
        for (count, weight) in samples.terms[at].iter().zip(&self.terms) {
            sum[0] += f32::from(*count) * weight[0] as f32;
            sum[1] += f32::from(*count) * weight[1] as f32;
        }
        for &(square, sign) in samples.kings_of(at) {
            sum[0] += f32::from(sign) * self.kings[usize::from(square)][0] as f32;
            sum[1] += f32::from(sign) * self.kings[usize::from(square)][1] as f32;
        }
        let opening = samples.opening[at];
        sum[0] * opening + sum[1] * (1.0 - opening)
    }

    /// Adds the gradient of a position, given that of its value.
    pub(super) fn add_gradient(&mut self, samples: &Samples, at: usize, gradient: f32) {
        let opening = samples.opening[at];
        let gradient = [gradient * opening, gradient * (1.0 - opening)];
        let indices = samples.indices_of(at);
        for (pattern, pair) in indices.chunks_exact(2).enumerate() {
            for (index, sign) in pair.iter().zip([1.0, -1.0]) {
                let entry = &mut self.patterns[pattern * PATTERN_INDICES + *index as usize];
                entry[0] += sign * gradient[0];
                entry[1] += sign * gradient[1];
            }
        }
        for (count, sum) in samples.terms[at].iter().zip(&mut self.terms) {
            for (sum, gradient) in sum.iter_mut().zip(gradient) {
                *sum += f64::from(*count) * f64::from(gradient);
            }
        }
        for &(square, sign) in samples.kings_of(at) {
            for (sum, gradient) in self.kings[usize::from(square)].iter_mut().zip(gradient) {
                *sum += f64::from(sign) * f64::from(gradient);
            }
        }
    }

    /// Adds the curvature of a position along each weight, given that along its value.
    pub(super) fn add_curvature(&mut self, samples: &Samples, at: usize, curvature: f32) {
        let opening = samples.opening[at];
        let curvature = [
            curvature * opening * opening,
            curvature * (1.0 - opening) * (1.0 - opening),
        ];
        let indices = samples.indices_of(at);
        for (pattern, pair) in indices.chunks_exact(2).enumerate() {
            for index in pair {
                add(
                    &mut self.patterns[pattern * PATTERN_INDICES + *index as usize],
                    curvature,
                );
            }
        }
        for (count, sum) in samples.terms[at].iter().zip(&mut self.terms) {
            let square = f64::from(*count).powi(2);
            for (sum, curvature) in sum.iter_mut().zip(curvature) {
                *sum += square * f64::from(curvature);
            }
        }
        for &(square, _) in samples.kings_of(at) {
            for (sum, curvature) in self.kings[usize::from(square)].iter_mut().zip(curvature) {
                *sum += f64::from(curvature);
            }
        }
    }

    /// The average worth of a man in log odds: the regression of the value on the men, in positions without kings.
    pub(super) fn man(&self, samples: &Samples) -> f64 {
        let (mut product, mut square) = (0.0, 0.0);
        for at in (0..samples.len()).filter(|&at| samples.kings_of(at).is_empty()) {
            let men = f64::from(samples.terms[at][MEN]);
            product += men * f64::from(self.value(samples, at).0);
            square += men * men;
        }
        if square > 0.0 { product / square } else { 0.0 }
    }
}
