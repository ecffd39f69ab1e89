//! The weights being learned as one vector: from it the tables that give a value, and back from what the tables should
//! change to what the vector should. Knows no way to search for the best.
//!
//! A pattern's table is the sum of what its cells, its large parts and its small parts say. Every number of the vector
//! counts in units of how far such a weight is expected to lie from 0, so that one penalty serves all: what is seen
//! often can differ from the parts it is made of, what is seen seldom stays near to them.
use super::samples::Samples;
use draughts::Variant;
use draughts_engine::eval::{CELLS, FloatWeights, MEN, Pair, Part, PatternSet, PatternWeights, TERMS};

/// How far weights are expected to lie from 0, in natural odds: what is counted, kings' squares, whole patterns,
/// large and small parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spread {
    pub(super) terms: f32,
    pub(super) kings: f32,
    pub(super) cells: f32,
    pub(super) large: f32,
    pub(super) small: f32,
}

/// Weights as they serve to value positions, or what is to change in them.
pub(super) struct Tables {
    pub(super) terms: [[f64; 2]; TERMS],
    pub(super) kings: Vec<[f64; 2]>,
    /// Pattern after pattern.
    pub(super) cells: Vec<Pair>,
}

/// How the vector is laid out.
pub(super) struct Model {
    shape: PatternSet,
    squares: usize,
    spread: Spread,
    large: Vec<Part>,
    small: Vec<Part>,
}

impl Model {
    pub(super) fn new(variant: Variant, spread: Spread) -> Model {
        let shape = PatternSet::of(variant.rules());
        Model {
            squares: usize::from(variant.rules().board.squares()),
            spread,
            large: shape.large_parts(),
            small: shape.small_parts(),
            shape,
        }
    }

    /// How many pairs of weights a pattern has.
    fn pattern_len(&self) -> usize {
        let parts = self.large.iter().chain(&self.small);
        CELLS + parts.map(|part| part.cells()).sum::<usize>()
    }

    /// How many numbers the vector has.
    pub(super) fn len(&self) -> usize {
        2 * (TERMS + self.squares + self.shape.patterns() * self.pattern_len())
    }

    pub(super) fn no_tables(&self) -> Tables {
        Tables {
            terms: [[0.0; 2]; TERMS],
            kings: vec![[0.0; 2]; self.squares],
            cells: vec![[0.0; 2]; self.shape.patterns() * CELLS],
        }
    }

    /// The large part that a small one is added to.
    fn host(&self, part: Part) -> usize {
        let first = self.large[0];
        usize::from(part.first + part.len > first.first + first.len)
    }

    /// The tables that a vector stands for.
    pub(super) fn tables(&self, vector: &[f32], tables: &mut Tables) {
        let mut pairs = vector.chunks_exact(2).map(|pair| [pair[0], pair[1]]);
        let mut next = |spread: f32| pairs.next().unwrap_or_default().map(|number| number * spread);
        for term in &mut tables.terms {
            *term = next(self.spread.terms).map(f64::from);
        }
        for king in &mut tables.kings {
            *king = next(self.spread.kings).map(f64::from);
        }
        for cells in tables.cells.chunks_exact_mut(CELLS) {
            cells.iter_mut().for_each(|cell| *cell = next(self.spread.cells));
            let mut large: Vec<Vec<Pair>> = self
                .large
                .iter()
                .map(|part| (0..part.cells()).map(|_| next(self.spread.large)).collect())
                .collect();
            for &part in &self.small {
                let host = self.host(part);
                let inner = Part {
                    first: part.first - self.large[host].first,
                    ..part
                };
                let small: Vec<Pair> = (0..part.cells()).map(|_| next(self.spread.small)).collect();
                for (number, weight) in large[host].iter_mut().enumerate() {
                    add(weight, small[inner.of(number)]);
                }
            }
            for (part, weights) in self.large.iter().zip(&large) {
                part.each(|cell, number| add(&mut cells[cell], weights[number]));
            }
        }
    }

    /// What was learned, cells apart from the parts: `unit` centipawns for each unit of natural odds.
    pub(super) fn learned(&self, vector: &[f32], unit: f32) -> FloatWeights {
        let mut tables = self.no_tables();
        self.tables(vector, &mut tables);
        let mut learned = FloatWeights {
            terms: tables.terms.map(|pair| pair.map(|number| number as f32 * unit)),
            kings: tables
                .kings
                .iter()
                .map(|pair| pair.map(|number| number as f32 * unit))
                .collect(),
            patterns: Vec::new(),
            net: None,
        };
        let own = &vector[2 * (TERMS + self.squares)..];
        for (pattern, whole) in own
            .chunks_exact(2 * self.pattern_len())
            .zip(tables.cells.chunks_exact(CELLS))
        {
            let cells: Vec<Pair> = pattern[..2 * CELLS]
                .chunks_exact(2)
                .map(|pair| [pair[0], pair[1]].map(|number| number * self.spread.cells * unit))
                .collect();
            // With the whole table known, what is left of it without the cells is the sum of two large parts: the
            // first takes it where the second's own squares are empty, the second takes the rest.
            let rest = |number: usize| [0, 1].map(|phase| whole[number][phase] * unit - cells[number][phase]);
            let [first, second] = [self.large[0], self.large[1]];
            let empty = (CELLS - 1) / 2;
            let low = 3usize.pow(first.len as u32);
            let high = 3usize.pow(second.first as u32);
            let a: Vec<Pair> = (0..low).map(|number| rest(empty / low * low + number)).collect();
            let b = (0..second.cells()).map(|number| {
                let cell = number * high + empty % high;
                let mut pair = rest(cell);
                let shared = a[first.of(cell)];
                pair.iter_mut()
                    .zip(shared)
                    .for_each(|(weight, shared)| *weight -= shared);
                pair
            });
            let b = b.collect();
            learned.patterns.push(PatternWeights {
                large: vec![a, b],
                cells,
            });
        }
        learned
    }

    /// In what units to count each number of the vector so that a step along any of them changes about as much: one
    /// over the root of how much the penalty and the positions bend the loss along it.
    pub(super) fn units(&self, weighed: &Tables, penalty: f32) -> Vec<f32> {
        let mut units = vec![0.0; self.len()];
        self.gather(weighed, &mut units, |spread| spread * spread);
        units
            .iter_mut()
            .for_each(|number| *number = 1.0 / (penalty + *number).sqrt());
        units
    }

    /// How the vector should change, given how the tables should.
    pub(super) fn slope(&self, tables: &Tables, slope: &mut [f32]) {
        self.gather(tables, slope, |spread| spread);
    }

    /// Sums the tables over all that a number of the vector is part of, each sum times what the spread makes of it.
    fn gather(&self, tables: &Tables, sums: &mut [f32], factor: impl Fn(f32) -> f32) {
        let mut pairs = sums.chunks_exact_mut(2);
        let mut put = |pair: Pair, spread: f32| {
            let spread = factor(spread);
            if let Some(next) = pairs.next() {
                next[0] = pair[0] * spread;
                next[1] = pair[1] * spread;
            }
        };
        for term in &tables.terms {
            put(term.map(|number| number as f32), self.spread.terms);
        }
        for king in &tables.kings {
            put(king.map(|number| number as f32), self.spread.kings);
        }
        for cells in tables.cells.chunks_exact(CELLS) {
            cells.iter().for_each(|&cell| put(cell, self.spread.cells));
            let large = self.large.iter().map(|&part| {
                let mut sums = vec![[0.0; 2]; part.cells()];
                part.each(|cell, number| add(&mut sums[number], cells[cell]));
                sums
            });
            let large: Vec<Vec<Pair>> = large.collect();
            large
                .iter()
                .flatten()
                .for_each(|&sum| put(sum, self.spread.large));
            for &part in &self.small {
                let host = self.host(part);
                let inner = Part {
                    first: part.first - self.large[host].first,
                    ..part
                };
                let mut sums = vec![[0.0; 2]; part.cells()];
                for (number, &sum) in large[host].iter().enumerate() {
                    add(&mut sums[inner.of(number)], sum);
                }
                sums.iter().for_each(|&sum| put(sum, self.spread.small));
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
        self.cells.fill([0.0; 2]);
    }

    /// FloatWeights weights as they are, in centipawns.
    pub(super) fn of(learned: &FloatWeights, shape: &PatternSet) -> Tables {
        let mut cells = Vec::new();
        for pattern in &learned.patterns {
            let mut whole = pattern.cells.clone();
            for (part, weights) in shape.large_parts().iter().zip(&pattern.large) {
                part.each(|cell, number| add(&mut whole[cell], weights[number]));
            }
            cells.extend(whole);
        }
        Tables {
            terms: learned.terms.map(|pair| pair.map(f64::from)),
            kings: learned.kings.iter().map(|pair| pair.map(f64::from)).collect(),
            cells,
        }
    }

    /// The value of a position for White in natural odds, and what a lead was divided by.
    pub(super) fn value(&self, samples: &Samples, at: usize) -> (f32, f32) {
        let value = samples.base[at] + self.whole(samples, at);
        let divisor = f32::from(samples.drawish[at][usize::from(value < 0.0)]);
        (value / divisor, divisor)
    }

    /// What the weights make of a position for White, a lead not divided.
    pub(super) fn whole(&self, samples: &Samples, at: usize) -> f32 {
        let numbers = &samples.numbers[at * samples.lanes..(at + 1) * samples.lanes];
        let mut sum = [0f32; 2];
        for (pattern, pair) in numbers.chunks_exact(2).enumerate() {
            let (for_white, for_black) = (
                self.cells[pattern * CELLS + pair[0] as usize],
                self.cells[pattern * CELLS + pair[1] as usize],
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

    /// Adds what a position would change: `push` for its value.
    pub(super) fn push(&mut self, samples: &Samples, at: usize, push: f32) {
        let opening = samples.opening[at];
        let push = [push * opening, push * (1.0 - opening)];
        let numbers = &samples.numbers[at * samples.lanes..(at + 1) * samples.lanes];
        for (pattern, pair) in numbers.chunks_exact(2).enumerate() {
            for (number, sign) in pair.iter().zip([1.0, -1.0]) {
                let cell = &mut self.cells[pattern * CELLS + *number as usize];
                cell[0] += sign * push[0];
                cell[1] += sign * push[1];
            }
        }
        for (count, weight) in samples.terms[at].iter().zip(&mut self.terms) {
            for (weight, push) in weight.iter_mut().zip(push) {
                *weight += f64::from(*count) * f64::from(push);
            }
        }
        for &(square, sign) in samples.kings_of(at) {
            for (weight, push) in self.kings[usize::from(square)].iter_mut().zip(push) {
                *weight += f64::from(sign) * f64::from(push);
            }
        }
    }

    /// Adds how strongly a position bears on each weight: the square of what its value changes with it.
    pub(super) fn weigh(&mut self, samples: &Samples, at: usize, weight: f32) {
        let opening = samples.opening[at];
        let weight = [
            weight * opening * opening,
            weight * (1.0 - opening) * (1.0 - opening),
        ];
        let numbers = &samples.numbers[at * samples.lanes..(at + 1) * samples.lanes];
        for (pattern, pair) in numbers.chunks_exact(2).enumerate() {
            for number in pair {
                add(&mut self.cells[pattern * CELLS + *number as usize], weight);
            }
        }
        for (count, sum) in samples.terms[at].iter().zip(&mut self.terms) {
            let square = f64::from(*count).powi(2);
            for (sum, weight) in sum.iter_mut().zip(weight) {
                *sum += square * f64::from(weight);
            }
        }
        for &(square, _) in samples.kings_of(at) {
            for (sum, weight) in self.kings[usize::from(square)].iter_mut().zip(weight) {
                *sum += f64::from(weight);
            }
        }
    }

    /// What a man is worth on average, in natural odds: how the value of positions without kings grows with the men.
    pub(super) fn man(&self, samples: &Samples) -> f64 {
        let (mut above, mut below) = (0.0, 0.0);
        for at in (0..samples.len()).filter(|&at| samples.kings_of(at).is_empty()) {
            let men = f64::from(samples.terms[at][MEN]);
            above += men * f64::from(self.value(samples, at).0);
            below += men * men;
        }
        if below > 0.0 { above / below } else { 0.0 }
    }
}
