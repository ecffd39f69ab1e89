//! `damier train fit`: weights that foretell the results of games best (logistic regression, one penalty for all
//! weights that are no plain count). Prints what a log needs.
use super::descent::Descent;
use super::model::{Model, Spread, Tables};
use super::samples::{self, Blend, Samples, surprise};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts_engine::eval::Weights;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Fit the evaluation's weights to games of `damier train play`
///
/// One game in twenty is kept back to measure; the weights written are those with which it is foretold best.
#[derive(Args)]
pub(super) struct Fit {
    #[command(flatten)]
    rules: Rules,
    /// The files of games
    #[arg(required = true)]
    games: Vec<PathBuf>,
    /// The file of weights to write
    #[arg(short, long)]
    output: PathBuf,
    /// Steps of the descent at most
    #[arg(long, default_value_t = 80)]
    steps: u32,
    /// Positions of one game that say as much as one alone would: the more, the nearer the weights stay to 0
    #[arg(long, default_value_t = 2.0)]
    alike: f32,
    /// How much the search's expectation counts beside a game's result: for each file of games, with commas, the last
    /// for all further
    #[arg(long, value_delimiter = ',', default_values_t = [0.3])]
    blend: Vec<f32>,
    /// How much what the searches of a game expect later counts beside what they expect at once (the lambda of TD(lambda))
    #[arg(long, default_value_t = 0.0)]
    trace: f32,
    /// How far weights lie from 0, in natural odds: kings' squares, patterns, large parts, small parts
    #[arg(long, num_args = 4, default_values_t = [0.3, 0.1, 0.1, 0.15])]
    spread: Vec<f32>,
}

/// One line of the log: the steps done, the loss of what is learned from and of what is kept back.
struct Line {
    step: u32,
    learned: f64,
    kept_back: f64,
}

impl Fit {
    pub(super) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let (variant, start) = (self.rules.variant, clock::now());
        let mut split = samples::read(variant, &self.games, None)?;
        let shares = self.blend.iter().chain(self.blend.last().into_iter().cycle());
        let blends: Vec<Blend> = shares
            .take(self.games.len())
            .enumerate()
            .map(|(file, &share)| Blend {
                share,
                trace: self.trace,
                scale: split.learned.scale_of_scores(file) as f32,
            })
            .collect();
        split.learned.aim(&blends);
        split.kept_back.aim(&blends);
        let (learned, kept_back) = (&split.learned, &split.kept_back);
        if learned.len() == 0 || kept_back.len() == 0 {
            eprintln!("error: too few games: one in twenty is kept back to measure");
            return Ok(Status::BadInput);
        }
        writeln!(
            out,
            "{} games, {} quiet positions to learn from; {} games, {} positions kept back; {} games unreadable",
            learned.games,
            learned.len(),
            kept_back.games,
            kept_back.len(),
            split.alien,
        )?;
        for (file, blend) in self.games.iter().zip(&blends) {
            writeln!(
                out,
                "{}: search scores foretell results best at {:.0} centipawns e-fold, and count {} beside them",
                file.display(),
                blend.scale,
                blend.share
            )?;
        }
        let &[kings, cells, large, small] = &self.spread[..] else {
            return Ok(Status::BadInput);
        };
        let model = Model::new(
            variant,
            Spread {
                terms: 3.0,
                kings,
                cells,
                large,
                small,
            },
        );
        let mut tables = [model.no_tables(), model.no_tables()];
        let mut measured = model.no_tables();
        for at in 0..learned.len() {
            // A result near even bends the loss most, by a quarter; most are not.
            measured.weigh(learned, at, 0.2);
        }
        let units = model.units(&measured, self.alike);
        let real = |point: &[f32]| -> Vec<f32> {
            point
                .iter()
                .zip(&units)
                .map(|(number, unit)| number * unit)
                .collect()
        };
        let mut penalised = |point: &[f32], slope: &mut [f32]| {
            let loss = self.loss(&model, learned, &mut tables, &real(point), slope);
            slope
                .iter_mut()
                .zip(&units)
                .for_each(|(slope, unit)| *slope *= unit);
            loss
        };
        let mut measure = |point: &[f32]| {
            model.tables(&real(point), &mut measured);
            mean_loss(&measured, kept_back)
        };
        let mut descent = Descent::new(vec![0.0; model.len()], &mut penalised);
        let mut lines = vec![Line {
            step: 0,
            learned: descent.value,
            kept_back: measure(&descent.at),
        }];
        writeln!(out, "| step | loss | kept back |\n|---|---|---|")?;
        writeln!(out, "| 0 | {:.5} | {:.5} |", lines[0].learned, lines[0].kept_back)?;
        let mut best = (lines[0].kept_back, descent.at.clone());
        for step in 1..=self.steps {
            let goes_on = descent.step(&mut penalised);
            if step % 5 == 0 || !goes_on || step == self.steps {
                let line = Line {
                    step,
                    learned: descent.value,
                    kept_back: measure(&descent.at),
                };
                writeln!(
                    out,
                    "| {} | {:.5} | {:.5} |",
                    line.step, line.learned, line.kept_back
                )?;
                out.flush()?;
                if line.kept_back < best.0 {
                    best = (line.kept_back, descent.at.clone());
                }
                lines.push(line);
            }
            if !goes_on {
                break;
            }
        }
        let best = (best.0, real(&best.1));
        model.tables(&best.1, &mut measured);
        let unit = unit(measured.man(kept_back));
        let bytes = Weights::write(variant, &model.learned(&best.1, unit as f32));
        fs::write(&self.output, &bytes)?;
        write!(out, "{}", plot(&lines))?;
        writeln!(
            out,
            "{} bytes; kept back {:.5}; a unit of natural odds is {unit:.0} centipawns; {:.0} s",
            bytes.len(),
            best.0,
            (clock::now() - start) / 1000.0
        )?;
        Ok(Status::Good)
    }

    /// The mean loss of what is learned from with its penalty, and the slope.
    fn loss(
        &self,
        model: &Model,
        samples: &Samples,
        tables: &mut [Tables; 2],
        vector: &[f32],
        slope: &mut [f32],
    ) -> f64 {
        let [weights, pushes] = tables;
        model.tables(vector, weights);
        pushes.clear();
        let mut sum = 0.0;
        for at in 0..samples.len() {
            let (value, divisor) = weights.value(samples, at);
            let target = samples.target[at];
            sum += surprise(f64::from(value), target);
            pushes.push(samples, at, (share(value) - target) / divisor);
        }
        model.slope(pushes, slope);
        let count = samples.len() as f32;
        let mut penalty = 0.0;
        for (slope, number) in slope.iter_mut().zip(vector) {
            *slope = (*slope + self.alike * number) / count;
            penalty += f64::from(*number) * f64::from(*number);
        }
        (sum + f64::from(self.alike) / 2.0 * penalty) / f64::from(count)
    }
}

/// Centipawns of a unit of natural odds, by what a man more brings of them: where the aim is to lose them, what a man fewer
/// brings.
fn unit(man: f64) -> f64 {
    100.0 / man.abs().max(0.01)
}

/// White's share of the point at a value in natural odds.
pub(super) fn share(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn mean_loss(tables: &Tables, samples: &Samples) -> f64 {
    let sum: f64 = (0..samples.len())
        .map(|at| surprise(f64::from(tables.value(samples, at).0), samples.target[at]))
        .sum();
    sum / samples.len() as f64
}

/// Both losses over the steps, in letters: `o` what is learned from, `x` what is kept back.
fn plot(lines: &[Line]) -> String {
    const HEIGHT: usize = 12;
    // The first steps fall so far that the rest would be a line.
    let lines: Vec<&Line> = lines.iter().filter(|line| line.step > 0).collect();
    let all = || lines.iter().flat_map(|line| [line.learned, line.kept_back]);
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let row = |loss: f64| ((high - loss) / (high - low).max(1e-9) * (HEIGHT - 1) as f64).round() as usize;
    let mut picture = String::new();
    for height in 0..HEIGHT {
        let loss = high - (high - low) * height as f64 / (HEIGHT - 1) as f64;
        picture += &format!("{loss:.5} |");
        for line in &lines {
            picture += match (row(line.learned) == height, row(line.kept_back) == height) {
                (true, true) => " *",
                (true, false) => " o",
                (false, true) => " x",
                _ => "  ",
            };
        }
        picture = picture.trim_end().to_owned() + "\n";
    }
    picture + "o learned from (with the penalty), x kept back, * both; a column every five steps\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_a_hundred_whichever_way_it_counts() {
        assert_eq!(unit(0.5), 200.0);
        assert_eq!(unit(-0.5), 200.0);
        assert_eq!(unit(0.0), 10_000.0);
    }
}
