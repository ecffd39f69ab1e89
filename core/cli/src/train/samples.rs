//! What is learned from: quiet positions of games as the evaluation sees them, and how the games ended. Knows no weight.
use super::games::{self, Record, UNSEARCHED};
use draughts::engine::Score;
use draughts::engine::eval::{Looker, TERMS};
use draughts::{Side, Variant};
use std::io;
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
    /// What White's share of the point should be.
    pub(super) target: Vec<f32>,
    /// White's score by the search, in centipawns, and White's share of the point.
    pub(super) searched: Vec<(i16, f32)>,
    /// The file each position is from.
    pub(super) source: Vec<u8>,
    pub(super) games: u64,
}

/// Positions to learn from, and those kept back.
pub(super) struct Split {
    pub(super) learned: Samples,
    pub(super) kept_back: Samples,
    /// Games whose moves are not those of this program's generator.
    pub(super) alien: u64,
}

/// How results become targets.
#[derive(Clone, Copy, Debug)]
pub(super) struct Blend {
    /// How much the search's own expectation counts beside the result.
    pub(super) share: f32,
    /// Centipawns by which its odds grow e-fold.
    pub(super) scale: f32,
}

impl Blend {
    fn target(self, score: i16, result: f32) -> f32 {
        let expected = 1.0 / (1.0 + (-f32::from(score) / self.scale).exp());
        result + self.share * (expected - result)
    }
}

/// Reads the quiet positions of games that were played on after the last move by lot.
pub(super) fn read(variant: Variant, files: &[PathBuf]) -> io::Result<Split> {
    let looker = Looker::new(variant);
    let lanes = 2 * looker.shape().patterns();
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
            number += 1;
            let samples = if number % KEPT_BACK == 0 {
                &mut split.kept_back
            } else {
                &mut split.learned
            };
            if !samples.add(&looker, variant, &game, source as u8) {
                split.alien += 1;
            }
        }
    }
    Ok(split)
}

impl Samples {
    pub(super) fn len(&self) -> usize {
        self.target.len()
    }

    fn add(&mut self, looker: &Looker, variant: Variant, game: &Record, source: u8) -> bool {
        let Some(positions) = game.positions(variant) else {
            return false;
        };
        self.games += 1;
        let result = match game.winner {
            Some(Side::White) => 1.0,
            None => 0.5,
            Some(Side::Black) => 0.0,
        };
        let by_lot = game.plies.iter().rposition(|ply| ply.score == UNSEARCHED);
        let first = by_lot.map_or(0, |ply| ply + 1);
        for (position, ply) in positions.iter().zip(&game.plies).skip(first) {
            if !looker.is_quiet(position) || Score::cp(i32::from(ply.score)).is_decided() {
                continue;
            }
            let look = looker.look(position);
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
        }
        true
    }

    /// Makes the targets, each by the blend of its file.
    pub(super) fn aim(&mut self, blends: &[Blend]) {
        let searched = self.searched.iter().zip(&self.source);
        self.target = searched
            .map(|(&(score, result), &source)| blends[usize::from(source)].target(score, result))
            .collect();
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
            let all = self.searched.iter().zip(&self.source);
            let own = all.filter(|(_, source)| usize::from(**source) == file);
            let terms = own.map(|(&(score, result), _)| {
                let odds = f64::from(score) / scale;
                // ln(1 + e^odds) - result * odds, without overflow.
                odds.max(0.0) + (-odds.abs()).exp().ln_1p() - f64::from(result) * odds
            });
            terms.sum()
        };
        // One valley: golden section.
        let (mut low, mut high) = (10.0, 2000.0);
        let ratio = (5f64.sqrt() - 1.0) / 2.0;
        while high - low > 0.5 {
            let (a, b) = (high - ratio * (high - low), low + ratio * (high - low));
            if loss(a) < loss(b) { high = b } else { low = a }
        }
        f64::midpoint(low, high)
    }
}
