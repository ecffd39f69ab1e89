//! Fitting the estimate of ratings to puzzles that the levels have tried: least squares. Changes nothing: what it prints
//! goes into the core.
use super::Mine;
use crate::Status;
use draughts_puzzles::{DEMANDS, demands, estimate};
use std::io::{self, Write};

const MANY: usize = DEMANDS.len();

pub(super) fn run(mine: &Mine, out: &mut impl Write) -> Result<Status, String> {
    let puzzles = mine.puzzles()?;
    let mut points = Vec::new();
    let mut guessed = Vec::new();
    for puzzle in &puzzles {
        let guess = estimate(&puzzle.position, &puzzle.solution);
        // What was never tried carries a guess, and would prove it right.
        if puzzle.deviation < guess.1 {
            let measured = f64::from(puzzle.rating);
            points.push((demands(&puzzle.position, &puzzle.solution), measured));
            guessed.push((f64::from(guess.0), measured));
        }
    }
    let weights = fitted(&points).ok_or("too few rated puzzles to fit anything")?;
    let by_fit = points.iter().map(|(demands, measured)| {
        let guess: f64 = demands
            .iter()
            .zip(weights)
            .map(|(much, weight)| much * weight)
            .sum();
        (guess, *measured)
    });
    let by_fit: Vec<_> = by_fit.collect();
    let mut print = || -> io::Result<()> {
        for (name, weight) in DEMANDS.iter().zip(weights) {
            writeln!(out, "{name}\t{weight:.0}")?;
        }
        writeln!(
            out,
            "{} puzzles: correlation, mean error, its spread",
            points.len()
        )?;
        for (name, pairs) in [("estimate", &guessed), ("fitted", &by_fit)] {
            let (correlation, mean, spread) = agreement(pairs);
            writeln!(out, "{name}\t{correlation:.2}\t{mean:+.0}\t{spread:.0}")?;
        }
        Ok(())
    };
    print().map_err(|error| error.to_string())?;
    Ok(Status::Good)
}

/// The weights whose sums come nearest to what was measured; `None` where the demands do not tell them apart.
fn fitted(points: &[([f64; MANY], f64)]) -> Option<[f64; MANY]> {
    // The normal equations, the measured sums in the last column.
    let mut rows = [[0.0; MANY + 1]; MANY];
    for (demands, measured) in points {
        for (row, much) in rows.iter_mut().zip(demands) {
            for (sum, other) in row.iter_mut().zip(demands.iter().chain([measured])) {
                *sum += much * other;
            }
        }
    }
    for at in 0..MANY {
        let best = (at..MANY).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()))?;
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
    let mut weights = [0.0; MANY];
    for (at, weight) in weights.iter_mut().enumerate() {
        *weight = rows[at][MANY] / rows[at][at];
    }
    Some(weights)
}

/// Of guesses and what was measured: their correlation, the mean error, and the spread of the errors about it.
fn agreement(pairs: &[(f64, f64)]) -> (f64, f64, f64) {
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / pairs.len() as f64;
    let (guess, measured) = (mean(&|pair| pair.0), mean(&|pair| pair.1));
    let off = guess - measured;
    let spread = |of: &dyn Fn(&(f64, f64)) -> f64| mean(&|pair| of(pair).powi(2)).sqrt();
    let together = mean(&|pair| (pair.0 - guess) * (pair.1 - measured));
    let apart = spread(&|pair| pair.0 - guess) * spread(&|pair| pair.1 - measured);
    (together / apart, off, spread(&|pair| pair.0 - pair.1 - off))
}
