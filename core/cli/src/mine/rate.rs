//! Rating puzzles by the levels of the engine: the strength that solves one half the time. Proves nothing.
use super::{Mine, told};
use crate::Status;
use draughts::Game;
use draughts::engine::{Level, Search, Task, TranspositionTable, no_clock};
use draughts::puzzle::{Origin, Puzzle, fit, write_record};
use std::fs;
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

pub(super) fn run(mine: &Mine, out: &mut impl Write) -> Result<Status, String> {
    let path = mine.output.as_ref().ok_or("-o FILE says where the puzzles go")?;
    let puzzles = mine.puzzles()?;
    let next = AtomicUsize::new(0);
    let rated = Mutex::new(vec![None; puzzles.len()]);
    std::thread::scope(|scope| {
        for _ in 0..mine.threads() {
            scope.spawn(|| {
                let mut table = TranspositionTable::with_bytes(1 << 20);
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(at) else {
                        return;
                    };
                    let mut tries = Vec::new();
                    for level in Level::all(mine.variant) {
                        for seed in 0..mine.tries {
                            let solved = solves(puzzle, *level, seed, &mut table);
                            tries.push((ladder(*level), solved));
                        }
                    }
                    let rating = fit(&tries);
                    rated.lock().expect("no thread fails in here")[at] = Some(rating);
                }
            });
        }
    });
    let rated = rated.into_inner().expect("no thread fails in here");
    let mut text = String::new();
    for (mut puzzle, rating) in puzzles.into_iter().zip(rated) {
        if let Some((rating, deviation)) = rating.filter(|_| puzzle.origin != Origin::Picked) {
            (puzzle.rating, puzzle.deviation) = (rating, deviation);
        }
        text.push_str(&write_record(&puzzle));
        text.push('\n');
    }
    fs::write(path, text).map_err(|error| told(path, &error))?;
    writeln!(
        out,
        "{}: {} puzzles rated",
        path.display(),
        next.into_inner().saturating_sub(mine.threads())
    )
    .map_err(|error| error.to_string())?;
    Ok(Status::Good)
}

/// The strength of the weakest level, in points: where the ladder stands.
const LOWEST: f64 = 600.0;

/// The strength of a level: the lowest, and the steps of the ladder up to it as its games measured them.
fn ladder(level: Level) -> f64 {
    const MEASURED: &str = include_str!("../../../data/levels/international.md");
    let steps = MEASURED
        .lines()
        .skip_while(|line| !line.starts_with("|---"))
        .skip(1)
        .take_while(|line| line.starts_with('|'));
    let up_to = steps.filter_map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let player: u8 = cells.get(1)?.parse().ok()?;
        let elo: f64 = cells.get(8)?.parse().ok()?;
        (player <= level.number).then_some(elo)
    });
    LOWEST + up_to.sum::<f64>()
}

/// Whether a level finds the whole solution, the defender answering as in the main line.
fn solves(puzzle: &Puzzle, level: Level, seed: u64, table: &mut TranspositionTable) -> bool {
    let mut game = Game::from_position(puzzle.position);
    let mut choices = &puzzle.solution[..];
    while !choices.is_empty() {
        let own = std::mem::replace(table, TranspositionTable::with_bytes(1));
        let mut search = Search::new(&game, Task::level(level, seed), own, no_clock);
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
