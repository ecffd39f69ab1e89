//! Compares the order of the ratings with three others: a narrow search, the levels for beginners, and the order in
//! which courses teach the named shots.
use super::arguments::Mine;
use super::parallel::for_each_puzzle;
use crate::Status;
use draughts::Game;
use draughts_engine::{EngineAssets, Level, Search, Task, TranspositionTable, no_clock};
use draughts_puzzles::{Demands, HIGHEST, LOWEST, Puzzle, Theme, narrow_effort};
use std::io::{self, Write};

/// Attempts of each level at each puzzle.
const TRIES: u64 = 4;
/// Width of the printed bands of ratings.
const BAND: u16 = 200;
/// Stage at which courses teach a named shot: 1 for exchanges that win a man or two, 2 for the named shots of club
/// players, 3 for shots that bring a king or end on a long capture.
const TAUGHT: [(Theme, u8); 19] = [
    (Theme::TwoForOne, 1),
    (Theme::Mazette, 1),
    (Theme::DirectShot, 1),
    (Theme::Recall, 2),
    (Theme::Ricochet, 2),
    (Theme::DoubleTwo, 2),
    (Theme::Philippe, 2),
    (Theme::Royal, 2),
    (Theme::Trapdoor, 2),
    (Theme::Heel, 2),
    (Theme::Weiss, 2),
    (Theme::TurkishStroke, 3),
    (Theme::HalfTurkish, 3),
    (Theme::Napoleon, 3),
    (Theme::Bomb, 3),
    (Theme::Springer, 3),
    (Theme::Raphael, 3),
    (Theme::Bonnard, 3),
    (Theme::MerryGoRound, 3),
];

/// A puzzle with the other measures.
struct Compared {
    rating: f64,
    amounts: Vec<f64>,
    /// Positions of a narrow search; infinite if it gives up.
    effort: f64,
    /// Share of failed attempts by beginners' levels.
    failed: f64,
    /// Stage at which its shot is taught; `None` without a name.
    taught: Option<f64>,
}

pub(super) fn run(mine: &Mine, assets: &EngineAssets, out: &mut impl Write) -> Result<Status, String> {
    let puzzles = mine.puzzles()?;
    let mut all = Vec::new();
    for_each_puzzle(
        mine.threads(),
        &puzzles,
        || TranspositionTable::with_bytes(1 << 16),
        |table, puzzle| compared(puzzle, assets, table),
        |compared| {
            all.push(compared);
            Ok(())
        },
    )?;
    print(&all, &puzzles, out).map_err(|error| error.to_string())?;
    Ok(Status::Good)
}

fn compared(puzzle: &Puzzle, assets: &EngineAssets, table: &mut TranspositionTable) -> Compared {
    let demands = Demands::of(&puzzle.position, &puzzle.solution).unwrap_or_default();
    let effort = narrow_effort(&puzzle.position, &puzzle.solution[0].mv);
    let levels = Level::all(puzzle.position.variant()).iter();
    let rungs = levels.filter(|level| level.beginner.is_some());
    let (mut tried, mut failed) = (0.0, 0.0);
    for level in rungs {
        for seed in 0..TRIES {
            tried += 1.0;
            failed += f64::from(u8::from(!solves(puzzle, *level, seed, assets, table)));
        }
    }
    let taught = TAUGHT.iter().filter(|(theme, _)| puzzle.themes.contains(theme));
    Compared {
        rating: f64::from(demands.rating()),
        amounts: demands.amounts().to_vec(),
        effort: effort.map_or(f64::INFINITY, f64::from),
        failed: failed / tried,
        taught: taught.map(|(_, when)| f64::from(*when)).reduce(f64::max),
    }
}

/// True if a level finds the whole solution against the main line of the defence.
fn solves(
    puzzle: &Puzzle,
    level: Level,
    seed: u64,
    assets: &EngineAssets,
    table: &mut TranspositionTable,
) -> bool {
    let mut game = Game::from_position(puzzle.position);
    let mut choices = &puzzle.solution[..];
    while !choices.is_empty() {
        let own = std::mem::replace(table, TranspositionTable::with_bytes(1));
        let mut search = Search::new(&game, Task::level(level, seed), assets, own, no_clock);
        while !search.step(1 << 16) {}
        let best = search.result().best;
        *table = search.into_table();
        let Some(choice) = choices.iter().find(|choice| Some(choice.mv) == best) else {
            return false;
        };
        let Some(reply) = choice.then.first() else {
            return true;
        };
        if game.play(&choice.mv).and_then(|_| game.play(&reply.mv)).is_err() {
            return false;
        }
        choices = &reply.then;
    }
    true
}

fn print(all: &[Compared], puzzles: &[Puzzle], out: &mut impl Write) -> io::Result<()> {
    let of = |value: &dyn Fn(&Compared) -> f64| -> Vec<f64> { all.iter().map(value).collect() };
    let (ratings, efforts, failed) = (
        of(&|one| one.rating),
        of(&|one| one.effort),
        of(&|one| one.failed),
    );
    let named: Vec<&Compared> = all.iter().filter(|one| one.taught.is_some()).collect();
    let of_named: Vec<f64> = named.iter().map(|one| one.rating).collect();
    let taught: Vec<f64> = named.iter().filter_map(|one| one.taught).collect();
    writeln!(out, "rank correlation of the ratings with\tpuzzles\tSpearman")?;
    for (name, ratings, other) in [
        ("what a narrow search looks at", &ratings, &efforts),
        ("what beginners' rungs fail at", &ratings, &failed),
        ("the order in which courses teach", &of_named, &taught),
    ] {
        writeln!(out, "{name}\t{}\t{:.2}", ratings.len(), spearman(ratings, other))?;
    }
    writeln!(
        out,
        "ratings\tpuzzles\tnarrow search, median\tgiven up\tsolved by rungs"
    )?;
    for band in (LOWEST..=HIGHEST).step_by(usize::from(BAND)) {
        let within = |one: &&Compared| (band..band + BAND).contains(&(one.rating as u16));
        let here: Vec<&Compared> = all.iter().filter(within).collect();
        if here.is_empty() {
            continue;
        }
        let count = here.len();
        let share = |sum: f64| 100.0 * sum / count as f64;
        writeln!(
            out,
            "{band}-{}\t{count}\t{:.0}\t{:.0} %\t{:.1} %",
            band + BAND - 1,
            median(here.iter().map(|one| one.effort).collect()),
            share(here.iter().filter(|one| one.effort.is_infinite()).count() as f64),
            share(here.iter().map(|one| 1.0 - one.failed).sum()),
        )?;
    }
    writeln!(out, "named shot\ttaught\tpuzzles\tmedian rating")?;
    for (theme, when) in TAUGHT {
        let with = puzzles
            .iter()
            .zip(all)
            .filter(|(puzzle, _)| puzzle.themes.contains(&theme));
        let ratings: Vec<f64> = with.map(|(_, one)| one.rating).collect();
        if !ratings.is_empty() {
            writeln!(
                out,
                "{}\t{when}\t{}\t{:.0}",
                theme.key(),
                ratings.len(),
                median(ratings)
            )?;
        }
    }
    writeln!(
        out,
        "demand\tpoints\tmean\tSpearman, narrow search\tSpearman, rungs"
    )?;
    for (at, (name, points)) in Demands::POINTS.iter().enumerate() {
        let amounts = of(&|one| one.amounts[at]);
        writeln!(
            out,
            "{name}\t{points:.0}\t{:.2}\t{:.2}\t{:.2}",
            amounts.iter().sum::<f64>() / amounts.len().max(1) as f64,
            spearman(&amounts, &efforts),
            spearman(&amounts, &failed),
        )?;
    }
    Ok(())
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// Spearman's rank correlation; NaN if one side is constant.
fn spearman(a: &[f64], b: &[f64]) -> f64 {
    let (a, b) = (ranks(a), ranks(b));
    let mean = (a.len() as f64 - 1.0) / 2.0;
    let moment =
        |x: &[f64], y: &[f64]| -> f64 { x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum() };
    moment(&a, &b) / (moment(&a, &a) * moment(&b, &b)).sqrt()
}

/// The rank of each value from 0; equal values share their mean rank.
fn ranks(values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|a, b| values[*a].total_cmp(&values[*b]));
    let mut ranks = vec![0.0; values.len()];
    for alike in order.chunk_by(|a, b| values[*a] == values[*b]) {
        let first = order.partition_point(|at| values[*at] < values[alike[0]]);
        let rank = first as f64 + (alike.len() as f64 - 1.0) / 2.0;
        alike.iter().for_each(|at| ranks[*at] = rank);
    }
    ranks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_agree_in_order_not_in_size() {
        assert_eq!(ranks(&[5.0, 1.0, 5.0, f64::INFINITY]), [1.5, 0.0, 1.5, 3.0]);
        let rising = [1.0, 2.0, 30.0, f64::INFINITY];
        assert!((spearman(&[1.0, 4.0, 9.0, 16.0], &rising) - 1.0).abs() < 1e-9);
        assert!((spearman(&[4.0, 3.0, 2.0, 1.0], &rising) + 1.0).abs() < 1e-9);
        assert!(spearman(&[1.0, 1.0, 1.0, 1.0], &rising).is_nan());
    }
}
