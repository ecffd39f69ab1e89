//! `damier train fit`: fits weights to the results of games: logistic regression with an L2 penalty. Prints a log.
use super::descent::Descent;
use super::model::{Model, Prior, Tables};
use super::samples::{self, Blend, Samples, cross_entropy};
use crate::game::Rules;
use crate::{Status, clock};
use clap::Args;
use draughts::rules::Goal;
use draughts_engine::eval::Weights;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

/// Fit the evaluation's weights to games of `damier train play`
///
/// One game in twenty is held out for validation; the weights written are those that predict these games best.
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
    /// Maximum number of optimiser steps
    #[arg(long, default_value_t = 80)]
    steps: u32,
    /// The L2 penalty: positions of one game that count as one independent position; more keeps the weights closer to 0
    #[arg(long, default_value_t = 2.0)]
    alike: f32,
    /// The weight of the search score against the result, from 0 to 1: for each file of games, separated by commas, the last
    /// for all further files
    #[arg(long, value_delimiter = ',', default_values_t = [0.3])]
    blend: Vec<f32>,
    /// The weight of later search scores of a game (the lambda of TD(lambda))
    #[arg(long, default_value_t = 0.0)]
    trace: f32,
    /// The prior standard deviations of the weights, in log odds: kings' squares, patterns, large parts, small parts
    #[arg(long, num_args = 4, default_values_t = [0.3, 0.1, 0.1, 0.15])]
    spread: Vec<f32>,
}

/// One line of the log: the steps done, the loss on the training set and on the validation set.
struct Line {
    step: u32,
    training: f64,
    validation: f64,
}

impl Fit {
    pub(super) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let (variant, start) = (self.rules.variant, clock::now());
        let mut split = samples::read(variant, &self.games, None)?;
        let blend_shares = self.blend.iter().chain(self.blend.last().into_iter().cycle());
        let blends: Vec<Blend> = blend_shares
            .take(self.games.len())
            .enumerate()
            .map(|(file, &share)| Blend {
                share,
                trace: self.trace,
                scale: split.training.score_scale(file) as f32,
            })
            .collect();
        split.training.set_targets(&blends);
        split.validation.set_targets(&blends);
        let (training, validation) = (&split.training, &split.validation);
        if training.len() == 0 || validation.len() == 0 {
            eprintln!("error: too few games: one in twenty is held out for validation");
            return Ok(Status::BadInput);
        }
        writeln!(
            out,
            "training: {} games, {} quiet positions; validation: {} games, {} positions; {} games unreadable",
            training.games,
            training.len(),
            validation.games,
            validation.len(),
            split.unreadable,
        )?;
        for (file, blend) in self.games.iter().zip(&blends) {
            writeln!(
                out,
                "{}: search scores predict results best at {:.0} centipawns e-fold, and have a weight of {}",
                file.display(),
                blend.scale,
                blend.share
            )?;
        }
        let &[kings, residuals, large, small] = &self.spread[..] else {
            return Ok(Status::BadInput);
        };
        let model = Model::new(
            variant,
            Prior {
                terms: 3.0,
                kings,
                residuals,
                large,
                small,
            },
        );
        let mut tables = [model.zero_tables(), model.zero_tables()];
        let mut measured = model.zero_tables();
        for at in 0..training.len() {
            // The cross entropy has a curvature of 0.25 at even results, and less elsewhere.
            measured.add_curvature(training, at, 0.2);
        }
        let scales = model.preconditioner(&measured, self.alike);
        let unscaled = |point: &[f32]| -> Vec<f32> {
            point
                .iter()
                .zip(&scales)
                .map(|(number, scale)| number * scale)
                .collect()
        };
        let mut penalised = |point: &[f32], gradient: &mut [f32]| {
            let loss = self.loss(&model, training, &mut tables, &unscaled(point), gradient);
            gradient
                .iter_mut()
                .zip(&scales)
                .for_each(|(gradient, scale)| *gradient *= scale);
            loss
        };
        let mut validate = |point: &[f32]| {
            model.tables(&unscaled(point), &mut measured);
            mean_loss(&measured, validation)
        };
        let mut descent = Descent::new(vec![0.0; model.len()], &mut penalised);
        let mut lines = vec![Line {
            step: 0,
            training: descent.value,
            validation: validate(&descent.point),
        }];
        writeln!(out, "| step | loss | validation |\n|---|---|---|")?;
        writeln!(
            out,
            "| 0 | {:.5} | {:.5} |",
            lines[0].training, lines[0].validation
        )?;
        let mut best = (lines[0].validation, descent.point.clone());
        for step in 1..=self.steps {
            let stepped = descent.step(&mut penalised);
            if step % 5 == 0 || !stepped || step == self.steps {
                let line = Line {
                    step,
                    training: descent.value,
                    validation: validate(&descent.point),
                };
                writeln!(
                    out,
                    "| {} | {:.5} | {:.5} |",
                    line.step, line.training, line.validation
                )?;
                out.flush()?;
                if line.validation < best.0 {
                    best = (line.validation, descent.point.clone());
                }
                lines.push(line);
            }
            if !stepped {
                break;
            }
        }
        let best = (best.0, unscaled(&best.1));
        model.tables(&best.1, &mut measured);
        let unit = unit(variant.rules().goal, measured.man(validation));
        let bytes = Weights::write(variant, &model.weights(&best.1, unit as f32));
        fs::write(&self.output, &bytes)?;
        write!(out, "{}", plot(&lines))?;
        writeln!(
            out,
            "{} bytes; validation {:.5}; a unit of log odds is {unit:.0} centipawns; {:.0} s",
            bytes.len(),
            best.0,
            (clock::now() - start) / 1000.0
        )?;
        Ok(Status::Good)
    }

    /// The mean loss on the training set with the penalty, and its gradient.
    fn loss(
        &self,
        model: &Model,
        samples: &Samples,
        tables: &mut [Tables; 2],
        vector: &[f32],
        gradient: &mut [f32],
    ) -> f64 {
        let [weights, gradients] = tables;
        model.tables(vector, weights);
        gradients.clear();
        let mut sum = 0.0;
        for at in 0..samples.len() {
            let (value, divisor) = weights.value(samples, at);
            let target = samples.target[at];
            sum += cross_entropy(f64::from(value), target);
            gradients.add_gradient(samples, at, (sigmoid(value) - target) / divisor);
        }
        model.gradient(gradients, gradient);
        let count = samples.len() as f32;
        let mut penalty = 0.0;
        for (gradient, number) in gradient.iter_mut().zip(vector) {
            *gradient = (*gradient + self.alike * number) / count;
            penalty += f64::from(*number) * f64::from(*number);
        }
        (sum + f64::from(self.alike) / 2.0 * penalty) / f64::from(count)
    }
}

/// Centipawns of a unit of log odds, given the value of a man in log odds. In games where men are not the aim, that
/// value may be zero or negative: the unit is then that of international draughts, for which the search's margins are
/// tuned.
fn unit(goal: Goal, man: f64) -> f64 {
    match goal {
        Goal::Normal => 100.0 / man.max(0.01),
        Goal::Lose | Goal::FirstKing => 80.0,
    }
}

/// White's expected result at a value in log odds.
pub(super) fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

fn mean_loss(tables: &Tables, samples: &Samples) -> f64 {
    let sum: f64 = (0..samples.len())
        .map(|at| cross_entropy(f64::from(tables.value(samples, at).0), samples.target[at]))
        .sum();
    sum / samples.len() as f64
}

/// Plots both losses over the steps in letters: `o` training, `x` validation.
fn plot(lines: &[Line]) -> String {
    const HEIGHT: usize = 12;
    // The first step lowers the loss so far that the rest would be a flat line.
    let lines: Vec<&Line> = lines.iter().filter(|line| line.step > 0).collect();
    let all = || lines.iter().flat_map(|line| [line.training, line.validation]);
    let (low, high) = (all().fold(f64::MAX, f64::min), all().fold(f64::MIN, f64::max));
    let row = |loss: f64| ((high - loss) / (high - low).max(1e-9) * (HEIGHT - 1) as f64).round() as usize;
    let mut picture = String::new();
    for height in 0..HEIGHT {
        let loss = high - (high - low) * height as f64 / (HEIGHT - 1) as f64;
        picture += &format!("{loss:.5} |");
        for line in &lines {
            picture += match (row(line.training) == height, row(line.validation) == height) {
                (true, true) => " *",
                (true, false) => " o",
                (false, true) => " x",
                _ => "  ",
            };
        }
        picture = picture.trim_end().to_owned() + "\n";
    }
    picture + "o training (with the penalty), x validation, * both; a column every five steps\n"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_man_is_a_hundred_centipawns_where_men_are_the_aim() {
        assert_eq!(unit(Goal::Normal, 0.5), 200.0);
        assert_eq!(unit(Goal::Normal, 0.0), 10_000.0);
        for goal in [Goal::Lose, Goal::FirstKing] {
            assert_eq!(unit(goal, 0.5), unit(goal, -0.5));
        }
    }
}
