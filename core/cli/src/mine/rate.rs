//! Rates puzzles by the levels of the engine: the rating that solves a puzzle half the time. Proves nothing.
use super::arguments::{Mine, read, with_path};
use super::parallel::for_each_puzzle;
use crate::Status;
use draughts::{Game, Variant};
use draughts_engine::{EngineAssets, Level, Search, Task, TranspositionTable, no_clock};
use draughts_puzzles::{Origin, Puzzle, estimate, fit, write_record};
use std::collections::HashSet;
use std::fs::OpenOptions;
use std::io::Write;

/// Attempts by the weakest or the strongest level after which more say nothing new.
const MAX_AT_END: usize = 2;
/// The deviation at which a rating is certain enough: about the distance between two levels.
const CERTAIN: u16 = 130;

pub(super) fn run(mine: &Mine, assets: &EngineAssets, out: &mut impl Write) -> Result<Status, String> {
    let path = mine.output.as_ref().ok_or("-o FILE says where the puzzles go")?;
    let known = if path.exists() {
        read(mine.variant, path)?
    } else {
        Vec::new()
    };
    let known: HashSet<String> = known.into_iter().map(|puzzle| puzzle.id).collect();
    let mut puzzles = mine.puzzles()?;
    puzzles.retain(|puzzle| puzzle.origin != Origin::Picked && !known.contains(&puzzle.id));
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| with_path(path, &error))?;
    let ladder = ladder(mine.variant);
    let rated = for_each_puzzle(
        mine.threads(),
        &puzzles,
        || TranspositionTable::with_bytes(1 << 20),
        |table, puzzle| {
            let mut puzzle = puzzle.clone();
            (puzzle.rating, puzzle.deviation) = rated(&puzzle, &ladder, mine.tries, assets, table);
            puzzle
        },
        |puzzle| writeln!(file, "{}", write_record(&puzzle)).map_err(|error| with_path(path, &error)),
    )?;
    writeln!(out, "{}: {} puzzles rated", path.display(), known.len() + rated)
        .map_err(|error| error.to_string())?;
    Ok(Status::Good)
}

/// The rating of level "1" on the scale of the puzzles.
const FIRST: f64 = 400.0;

/// The levels that search with their ratings on the scale of the puzzles; of a variant without ratings those of international
/// draughts.
fn ladder(variant: Variant) -> Vec<(Level, f64)> {
    let of = |variant| -> Vec<(Level, f64)> {
        let searching = Level::all(variant)
            .iter()
            .filter(|level| level.beginner.is_none());
        let rated = searching.filter_map(|level| Some((*level, f64::from(level.rating(variant)?))));
        let rated: Vec<(Level, f64)> = rated.collect();
        let first = rated.first().map_or(0.0, |(_, rating)| *rating);
        let moved = rated
            .into_iter()
            .map(|(level, rating)| (level, rating - first + FIRST));
        moved.collect()
    };
    let own = of(variant);
    if own.is_empty() {
        of(Variant::International)
    } else {
        own
    }
}

/// The rating of a puzzle and its deviation. Each attempt is made by the level closest to the rating so far, since its result
/// says most.
fn rated(
    puzzle: &Puzzle,
    ladder: &[(Level, f64)],
    max_tries: u64,
    assets: &EngineAssets,
    table: &mut TranspositionTable,
) -> (u16, u16) {
    let estimated = estimate(&puzzle.position, &puzzle.solution);
    let mut rating = estimated;
    let mut tries = Vec::new();
    for seed in 0..max_tries {
        let distance = |(_, strength): &&(Level, f64)| (strength - f64::from(rating.0)).abs();
        let Some((level, strength)) = ladder.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))) else {
            break;
        };
        tries.push((*strength, solves(puzzle, *level, seed, assets, table)));
        rating = fit(&tries, estimated);
        let decided_by = |end: Option<&(Level, f64)>, solved| {
            let same = |strength: f64| tries.iter().filter(|tried| **tried == (strength, solved)).count();
            end.is_some_and(|(_, strength)| same(*strength) >= MAX_AT_END)
        };
        if rating.1 <= CERTAIN || decided_by(ladder.first(), true) || decided_by(ladder.last(), false) {
            break;
        }
    }
    rating
}

/// Whether a level finds the whole solution when the defender plays the main line.
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
