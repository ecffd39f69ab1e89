//! What is learned from: quiet positions of games as the evaluation sees them, what the search expected in them and after
//! them, and how the games ended. Knows no weight.
use super::games::{self, End, Record, UNSEARCHED};
use super::model::Tables;
use draughts::{Side, Variant};
use draughts_engine::Score;
use draughts_engine::eval::{FeatureExtractor, FeatureSet, FloatWeights, TERMS};
use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// One game in so many is kept back to measure what was learned.
const KEPT_BACK: u64 = 20;

/// Positions, column by column.
#[derive(Default)]
pub(super) struct Samples {
    /// Patterns a position.
    pub(super) lanes: usize,
    pub(super) numbers: Vec<u32>,
    pub(super) terms: Vec<[i8; TERMS]>,
    /// Where the kings of each position end in the list of kings.
    pub(super) kings_end: Vec<u32>,
    pub(super) kings: Vec<(u8, i8)>,
    pub(super) opening: Vec<f32>,
    pub(super) drawish: Vec<[u8; 2]>,
    /// White's value by the weights gone on from, in natural odds, a lead not divided.
    pub(super) base: Vec<f32>,
    /// For a net: the number of every rectangle as White sees it, the bucket by men, and whether Black is to move.
    pub(super) rectangles: Vec<u16>,
    pub(super) buckets: Vec<u8>,
    pub(super) black_moves: Vec<bool>,
    /// What White's share of the point should be.
    pub(super) target: Vec<f32>,
    /// White's score by the search, in centipawns, and White's share of the point.
    pub(super) searched: Vec<(i16, f32)>,
    /// The file each position is from.
    pub(super) source: Vec<u8>,
    /// In the order of the positions, which come game by game.
    runs: Vec<Run>,
    pub(super) games: u64,
}

/// Positions of a game between which no move was at random.
struct Run {
    positions: Range<usize>,
    /// Whether the game's result came of it: a move at random breaks that off.
    decided: bool,
}

/// Positions to learn from, and those kept back.
pub(super) struct Split {
    pub(super) learned: Samples,
    pub(super) kept_back: Samples,
    /// Games whose moves are not those of this program's generator.
    pub(super) alien: u64,
}

/// How scores and results become targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// How much what the searches expected counts beside the result.
    pub(super) share: f32,
    /// How much what they expected later counts beside what they expected at once: the lambda of TD(lambda) (Sutton 1988).
    pub(super) trace: f32,
    /// Centipawns by which the odds of a score grow e-fold.
    pub(super) scale: f32,
}

impl Blend {
    fn expected(self, score: i16) -> f32 {
        1.0 / (1.0 + (-f32::from(score) / self.scale).exp())
    }
}

fn between(a: f32, b: f32, share: f32) -> f32 {
    a + share * (b - a)
}

/// Reads the quiet positions of games in which the engine searched; with a grid also what a net sees.
pub(super) fn read(variant: Variant, files: &[PathBuf], grid: Option<&FeatureSet>) -> io::Result<Split> {
    let extractor = FeatureExtractor::new(variant);
    let lanes = 2 * extractor.shape().patterns();
    let empty = || Samples {
        lanes,
        ..Samples::default()
    };
    let mut split = Split {
        learned: empty(),
        kept_back: empty(),
        alien: 0,
    };
    let mut number = 0;
    for (source, file) in files.iter().enumerate() {
        for game in games::read(file, variant)? {
            // Side lines go with their game, which comes after them.
            let samples = if number % KEPT_BACK == KEPT_BACK - 1 {
                &mut split.kept_back
            } else {
                &mut split.learned
            };
            number += u64::from(game.end != End::BrokenOff);
            if !samples.add(&extractor, grid, &game, source as u8) {
                split.alien += 1;
            }
        }
    }
    Ok(split)
}

impl Split {
    /// Has values begin with what these weights give; tells how many of their centipawns are a unit of natural odds.
    pub(super) fn start_from(&mut self, variant: Variant, base: &FloatWeights) -> f64 {
        let tables = Tables::of(base, FeatureExtractor::new(variant).shape());
        for samples in [&mut self.learned, &mut self.kept_back] {
            samples.base = (0..samples.len()).map(|at| tables.whole(samples, at)).collect();
        }
        let kept_back = &self.kept_back;
        let loss = |unit: f64| {
            let values = kept_back
                .base
                .iter()
                .zip(&kept_back.drawish)
                .zip(&kept_back.target);
            let terms = values.map(|((&value, drawish), &target)| {
                let odds = f64::from(value) / f64::from(drawish[usize::from(value < 0.0)]) / unit;
                surprise(odds, target)
            });
            terms.sum()
        };
        let unit = least(loss, 10.0, 2000.0);
        for samples in [&mut self.learned, &mut self.kept_back] {
            samples.base.iter_mut().for_each(|value| *value /= unit as f32);
        }
        unit
    }
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.target.len()
    }

    fn add(
        &mut self,
        extractor: &FeatureExtractor,
        grid: Option<&FeatureSet>,
        game: &Record,
        source: u8,
    ) -> bool {
        let Some(positions) = game.positions(extractor.variant()) else {
            return false;
        };
        self.games += u64::from(game.end != End::BrokenOff);
        let result = match game.end {
            End::Won(Side::White) => 1.0,
            End::Drawn | End::BrokenOff => 0.5,
            End::Won(Side::Black) => 0.0,
        };
        let by_lot = game.plies.iter().rposition(|ply| ply.score == UNSEARCHED);
        for (at, (position, ply)) in positions.iter().zip(&game.plies).enumerate() {
            if by_lot == Some(at) {
                self.end_run(false);
            }
            let score = Score::cp(i32::from(ply.score));
            if ply.score == UNSEARCHED || score.is_decided() || !extractor.is_quiet(position) {
                continue;
            }
            let look = extractor.extract(position);
            self.numbers.extend(&look.patterns);
            self.terms.push(look.terms.map(|count| count as i8));
            self.kings.extend(&look.kings);
            self.kings_end.push(self.kings.len() as u32);
            self.opening.push(look.opening);
            self.drawish.push(look.drawish.map(|divisor| divisor as u8));
            let score = if position.turn() == Side::White {
                ply.score
            } else {
                -ply.score
            };
            self.searched.push((score, result));
            self.source.push(source);
            self.base.push(0.0);
            if let Some(grid) = grid {
                self.rectangles.extend(extractor.rectangles(grid, position));
                let (white, black) = (position.count(Side::White).0, position.count(Side::Black).0);
                self.buckets.push(grid.bucket(u32::from(white + black)) as u8);
                self.black_moves.push(position.turn() == Side::Black);
            }
        }
        self.end_run(game.end != End::BrokenOff);
        true
    }

    fn end_run(&mut self, decided: bool) {
        let first = self.runs.last().map_or(0, |run| run.positions.end);
        self.runs.push(Run {
            positions: first..self.searched.len(),
            decided,
        });
    }

    /// Makes the targets, each by the blend of its file.
    pub(super) fn aim(&mut self, blends: &[Blend]) {
        self.target = vec![0.0; self.searched.len()];
        for run in &self.runs {
            let mut later = None;
            for at in run.positions.clone().rev() {
                let (score, result) = self.searched[at];
                let blend = blends[usize::from(self.source[at])];
                let expected = blend.expected(score);
                let last = if run.decided { result } else { expected };
                let traced = between(expected, later.unwrap_or(last), blend.trace);
                self.target[at] = if run.decided {
                    between(result, traced, blend.share)
                } else {
                    traced
                };
                later = Some(traced);
            }
        }
    }

    /// The kings of a position.
    pub(super) fn kings_of(&self, at: usize) -> &[(u8, i8)] {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.kings_end[before] as usize);
        &self.kings[start..self.kings_end[at] as usize]
    }

    /// The scale at which the search scores of a file foretell the results best: centipawns by which the odds grow
    /// e-fold.
    pub(super) fn scale_of_scores(&self, file: usize) -> f64 {
        let loss = |scale: f64| -> f64 {
            let decided = self.runs.iter().filter(|run| run.decided);
            let all = decided.flat_map(|run| run.positions.clone());
            let own = all.filter(|&at| usize::from(self.source[at]) == file);
            let terms = own.map(|at| {
                let (score, result) = self.searched[at];
                let odds = f64::from(score) / scale;
                surprise(odds, result)
            });
            terms.sum()
        };
        least(loss, 10.0, 2000.0)
    }
}

/// How badly odds foretell a share of the point: the cross entropy, ln(1 + e^odds) - share * odds, without overflow.
pub(super) fn surprise(odds: f64, share: f32) -> f64 {
    odds.max(0.0) + (-odds.abs()).exp().ln_1p() - f64::from(share) * odds
}

/// Where a function with one valley is least, to a half: golden section.
fn least(loss: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let ratio = (5f64.sqrt() - 1.0) / 2.0;
    while high - low > 0.5 {
        let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
        if loss(a) < loss(b) { high = b } else { low = a }
    }
    f64::midpoint(low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_searches_count_the_less_the_later_they_are() {
        let even = Blend {
            share: 1.0,
            trace: 0.5,
            scale: 100.0,
        };
        let aimed = |blend, decided| {
            let mut samples = Samples {
                searched: vec![(0, 1.0), (0, 1.0), (0, 1.0)],
                source: vec![0; 3],
                runs: vec![Run {
                    positions: 0..3,
                    decided,
                }],
                ..Samples::default()
            };
            samples.aim(&[blend]);
            samples.target
        };
        assert_eq!(aimed(even, true), [0.5625, 0.625, 0.75]);
        // A move at random came after: the result says nothing.
        assert_eq!(aimed(even, false), [0.5; 3]);
        let half = Blend { share: 0.5, ..even };
        assert_eq!(aimed(half, true), [0.78125, 0.8125, 0.875]);
    }
}
