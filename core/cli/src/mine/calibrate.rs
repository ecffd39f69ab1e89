//! Fits the estimate of ratings to puzzles rated by the levels: linear least squares. Only prints the coefficients, which are
//! copied into `draughts-puzzles`.
use super::arguments::Mine;
use crate::Status;
use draughts_puzzles::{DEMANDS, demands, estimate};
use std::io::{self, Write};

const FEATURES: usize = DEMANDS.len();

pub(super) fn run(mine: &Mine, out: &mut impl Write) -> Result<Status, String> {
    let puzzles = mine.puzzles()?;
    let mut samples = Vec::new();
    let mut estimates = Vec::new();
    for puzzle in &puzzles {
        let estimated = estimate(&puzzle.position, &puzzle.solution);
        // Puzzles that no level has tried have an estimated rating.
        if puzzle.deviation < estimated.1 {
            let measured = f64::from(puzzle.rating);
            samples.push((demands(&puzzle.position, &puzzle.solution), measured));
            estimates.push((f64::from(estimated.0), measured));
        }
    }
    let weights = fitted(&samples).ok_or("too few rated puzzles to fit anything")?;
    let by_fit = samples.iter().map(|(demands, measured)| {
        let estimated: f64 = demands
            .iter()
            .zip(weights)
            .map(|(demand, weight)| demand * weight)
            .sum();
        (estimated, *measured)
    });
    let by_fit: Vec<_> = by_fit.collect();
    let mut print = || -> io::Result<()> {
        for (name, weight) in DEMANDS.iter().zip(weights) {
            writeln!(out, "{name}\t{weight:.0}")?;
        }
        writeln!(
            out,
            "{} puzzles: correlation, mean error, its spread",
            samples.len()
        )?;
        for (name, pairs) in [("estimate", &estimates), ("fitted", &by_fit)] {
            let (correlation, mean, spread) = agreement(pairs);
            writeln!(out, "{name}\t{correlation:.2}\t{mean:+.0}\t{spread:.0}")?;
        }
        Ok(())
    };
    print().map_err(|error| error.to_string())?;
    Ok(Status::Good)
}

/// The least-squares weights; `None` where the equations are singular.
fn fitted(samples: &[([f64; FEATURES], f64)]) -> Option<[f64; FEATURES]> {
    // The normal equations, with the right-hand side in the last column, solved by Gauss-Jordan elimination.
    let mut rows = [[0.0; FEATURES + 1]; FEATURES];
    for (demands, measured) in samples {
        for (row, demand) in rows.iter_mut().zip(demands) {
            for (sum, other) in row.iter_mut().zip(demands.iter().chain([measured])) {
                *sum += demand * other;
            }
        }
    }
    for at in 0..FEATURES {
        let best = (at..FEATURES).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()))?;
        rows.swap(at, best);
        let pivot = rows[at];
        if pivot[at].abs() < 1e-6 {
            return None;
        }
        for (other, row) in rows.iter_mut().enumerate() {
            if other != at {
                let times = row[at] / pivot[at];
                row.iter_mut().zip(pivot).for_each(|(sum, by)| *sum -= times * by);
            }
        }
    }
    let mut weights = [0.0; FEATURES];
    for (at, weight) in weights.iter_mut().enumerate() {
        *weight = rows[at][FEATURES] / rows[at][at];
    }
    Some(weights)
}

/// The correlation of estimates and ratings, the mean error, and the standard deviation of the errors.
fn agreement(pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (estimated, measured) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let mean_error = estimated - measured;
    let spread = |of: &dyn Fn(&(f64, f64)) -> f64| mean(&|pair| of(pair).powi(2)).sqrt();
    let covariance = mean(&|pair| (pair.0 - estimated) * (pair.1 - measured));
    let deviations = spread(&|pair| pair.0 - estimated) * spread(&|pair| pair.1 - measured);
    (
        covariance / deviations,
        mean_error,
        spread(&|pair| pair.0 - pair.1 - mean_error),
    )
}
