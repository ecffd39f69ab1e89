//! The training samples: features of quiet positions, with targets from search scores and results.
use super::games::{self, End, Record, UNSEARCHED};
use draughts::{Side, Variant};
use draughts_engine::Score;
use draughts_engine::eval::{FeatureExtractor, FeatureSet, TERMS};
use std::io;
use std::ops::Range;
use std::path::PathBuf;

/// One game in this many is held out for validation.
const VALIDATION_RATIO: u64 = 20;

/// Positions, one column for each property.
#[derive(Default)]
pub(super) struct Samples {
    /// Pattern indices of a position: two for each pattern.
    pub(super) lanes: usize,
    pub(super) indices: Vec<u32>,
    pub(super) terms: Vec<[i8; TERMS]>,
    /// End index of each position's kings in `kings`.
    pub(super) kings_end: Vec<u32>,
    pub(super) kings: Vec<(u8, i8)>,
    pub(super) opening: Vec<f32>,
    pub(super) drawish: Vec<[u8; 2]>,
    /// White's value by the weights that a net is added to, in log odds, before a drawish lead is divided.
    pub(super) base: Vec<f32>,
    /// For a net: the active feature of every rectangle from White's perspective, the output bucket, and whether Black is to
    /// move.
    pub(super) rectangles: Vec<u16>,
    pub(super) buckets: Vec<u8>,
    pub(super) black_moves: Vec<bool>,
    /// The target: White's expected result.
    pub(super) target: Vec<f32>,
    /// White's search score in centipawns, and White's result.
    pub(super) searched: Vec<(i16, f32)>,
    /// The file each position is from.
    pub(super) source: Vec<u8>,
    /// In the order of the positions, which are stored game by game.
    runs: Vec<Run>,
    pub(super) games: u64,
}

/// Positions of a game without a random move between them.
struct Run {
    positions: Range<usize>,
    /// True if the game's result counts for it; false if a random move followed.
    decided: bool,
}

/// The training set and the validation set.
pub(super) struct Split {
    pub(super) training: Samples,
    pub(super) validation: Samples,
    /// Games with moves that are not legal here.
    pub(super) unreadable: u64,
}

/// Parameters that turn scores and results into targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// The weight of the search scores; the result has the rest.
    pub(super) share: f32,
    /// The weight of later searches: the lambda of TD(lambda) (Sutton 1988).
    pub(super) trace: f32,
    /// Centipawns by which the odds of a score grow e-fold.
    pub(super) scale: f32,
}

impl Blend {
    fn expected(self, score: i16) -> f32 {
        1.0 / (1.0 + (-f32::from(score) / self.scale).exp())
    }
}

/// Linear interpolation.
fn lerp(a: f32, b: f32, share: f32) -> f32 {
    a + share * (b - a)
}

/// Reads the quiet positions in which the engine searched; with a feature set also the features of a net.
pub(super) fn read(
    variant: Variant,
    files: &[PathBuf],
    feature_set: Option<&FeatureSet>,
) -> io::Result<Split> {
    let extractor = FeatureExtractor::new(variant);
    let lanes = 2 * extractor.pattern_set().patterns();
    let empty = || Samples {
        lanes,
        ..Samples::default()
    };
    let mut split = Split {
        training: empty(),
        validation: empty(),
        unreadable: 0,
    };
    let mut number = 0;
    for (source, file) in files.iter().enumerate() {
        for game in games::read(file, variant)? {
            // Side lines are in the same set as their game, which follows them.
            let samples = if number % VALIDATION_RATIO == VALIDATION_RATIO - 1 {
                &mut split.validation
            } else {
                &mut split.training
            };
            number += u64::from(game.end != End::Unfinished);
            if !samples.add(&extractor, feature_set, &game, source as u8) {
                split.unreadable += 1;
            }
        }
    }
    Ok(split)
}

impl Split {
    /// Sets the base values, in log odds, given the values of base weights in centipawns; returns the centipawns of a unit of
    /// log odds.
    pub(super) fn set_base(&mut self, bases: [Vec<f32>; 2]) -> f64 {
        [self.training.base, self.validation.base] = bases;
        let validation = &self.validation;
        let loss = |unit: f64| {
            let values = validation
                .base
                .iter()
                .zip(&validation.drawish)
                .zip(&validation.target);
            let terms = values.map(|((&value, drawish), &target)| {
                let log_odds = f64::from(value) / f64::from(drawish[usize::from(value < 0.0)]) / unit;
                cross_entropy(log_odds, target)
            });
            terms.sum()
        };
        let unit = minimum(loss, 10.0, 2000.0);
        for samples in [&mut self.training, &mut self.validation] {
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
        feature_set: Option<&FeatureSet>,
        game: &Record,
        source: u8,
    ) -> bool {
        let Some(positions) = game.positions(extractor.variant()) else {
            return false;
        };
        self.games += u64::from(game.end != End::Unfinished);
        let result = match game.end {
            End::Won(Side::White) => 1.0,
            End::Drawn | End::Unfinished => 0.5,
            End::Won(Side::Black) => 0.0,
        };
        let last_random = game.plies.iter().rposition(|ply| ply.score == UNSEARCHED);
        for (at, (position, ply)) in positions.iter().zip(&game.plies).enumerate() {
            if last_random == Some(at) {
                self.end_run(false);
            }
            let score = Score::cp(i32::from(ply.score));
            if ply.score == UNSEARCHED || score.is_decided() || !extractor.is_quiet(position) {
                continue;
            }
            let features = extractor.extract(position);
            self.indices.extend(&features.patterns);
            self.terms.push(features.terms.map(|count| count as i8));
            self.kings.extend(&features.kings);
            self.kings_end.push(self.kings.len() as u32);
            self.opening.push(features.opening);
            self.drawish.push(features.drawish.map(|divisor| divisor as u8));
            let score = if position.turn() == Side::White {
                ply.score
            } else {
                -ply.score
            };
            self.searched.push((score, result));
            self.source.push(source);
            self.base.push(0.0);
            if let Some(feature_set) = feature_set {
                self.rectangles
                    .extend(extractor.rectangles(feature_set, position));
                let (white, black) = (position.count(Side::White).0, position.count(Side::Black).0);
                self.buckets
                    .push(feature_set.bucket(u32::from(white + black)) as u8);
                self.black_moves.push(position.turn() == Side::Black);
            }
        }
        self.end_run(game.end != End::Unfinished);
        true
    }

    fn end_run(&mut self, decided: bool) {
        let first = self.runs.last().map_or(0, |run| run.positions.end);
        self.runs.push(Run {
            positions: first..self.searched.len(),
            decided,
        });
    }

    /// Computes the targets, each by the blend of its file.
    pub(super) fn set_targets(&mut self, blends: &[Blend]) {
        self.target = vec![0.0; self.searched.len()];
        for run in &self.runs {
            let mut later = None;
            for at in run.positions.clone().rev() {
                let (score, result) = self.searched[at];
                let blend = blends[usize::from(self.source[at])];
                let expected = blend.expected(score);
                let last = if run.decided { result } else { expected };
                let traced = lerp(expected, later.unwrap_or(last), blend.trace);
                self.target[at] = if run.decided {
                    lerp(result, traced, blend.share)
                } else {
                    traced
                };
                later = Some(traced);
            }
        }
    }

    /// The pattern indices of a position.
    pub(super) fn indices_of(&self, at: usize) -> &[u32] {
        &self.indices[at * self.lanes..(at + 1) * self.lanes]
    }

    /// The kings of a position.
    pub(super) fn kings_of(&self, at: usize) -> &[(u8, i8)] {
        let start = at
            .checked_sub(1)
            .map_or(0, |before| self.kings_end[before] as usize);
        &self.kings[start..self.kings_end[at] as usize]
    }

    /// The scale at which the search scores of a file predict results best: the centipawns by which the odds grow
    /// e-fold.
    pub(super) fn score_scale(&self, file: usize) -> f64 {
        let loss = |scale: f64| -> f64 {
            let decided = self.runs.iter().filter(|run| run.decided);
            let all = decided.flat_map(|run| run.positions.clone());
            let own = all.filter(|&at| usize::from(self.source[at]) == file);
            let terms = own.map(|at| {
                let (score, result) = self.searched[at];
                let log_odds = f64::from(score) / scale;
                cross_entropy(log_odds, result)
            });
            terms.sum()
        };
        minimum(loss, 10.0, 2000.0)
    }
}

/// The cross entropy of log odds against a result: ln(1 + e^x) - result * x, without overflow.
pub(super) fn cross_entropy(log_odds: f64, result: f32) -> f64 {
    log_odds.max(0.0) + (-log_odds.abs()).exp().ln_1p() - f64::from(result) * log_odds
}

/// The minimum of a unimodal function, to 0.5: golden-section search.
fn minimum(loss: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
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
    fn later_searches_count_less() {
        let even = Blend {
            share: 1.0,
            trace: 0.5,
            scale: 100.0,
        };
        let targets = |blend, decided| {
            let mut samples = Samples {
                searched: vec![(0, 1.0), (0, 1.0), (0, 1.0)],
                source: vec![0; 3],
                runs: vec![Run {
                    positions: 0..3,
                    decided,
                }],
                ..Samples::default()
            };
            samples.set_targets(&[blend]);
            samples.target
        };
        assert_eq!(targets(even, true), [0.5625, 0.625, 0.75]);
        // A random move followed, so the result does not count.
        assert_eq!(targets(even, false), [0.5; 3]);
        let half = Blend { share: 0.5, ..even };
        assert_eq!(targets(half, true), [0.78125, 0.8125, 0.875]);
    }
}
