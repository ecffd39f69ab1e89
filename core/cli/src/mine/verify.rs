//! Proving puzzles anew, as they were proved or deeper. Mends nothing: it says what fell.
use super::Mine;
use crate::Status;
use draughts::Lot;
use draughts::puzzle::{Line, Origin, Puzzle, Terms, certify, detect, main_line, solve, terms};
use std::io::Write;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What a puzzle picked by hand needs at most.
const PICKED_NODES: u64 = 5_000_000;

pub(super) fn run(mine: &Mine, out: &mut impl Write) -> Result<Status, String> {
    let mut puzzles = mine.puzzles()?;
    if let Some(sample) = mine.sample {
        let mut lot = Lot::new(mine.seed);
        for at in 0..sample.min(puzzles.len()) {
            let other = at + lot.below(puzzles.len() - at);
            puzzles.swap(at, other);
        }
        puzzles.truncate(sample);
    }
    let next = AtomicUsize::new(0);
    let fallen = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..mine.threads() {
            scope.spawn(|| {
                while let Some(puzzle) = puzzles.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if let Err(why) = prove(puzzle, mine.deeper) {
                        let mut fallen = fallen.lock().expect("no thread fails in here");
                        fallen.push(format!("{}: {why}", puzzle.id));
                    }
                }
            });
        }
    });
    let mut fallen = fallen.into_inner().expect("no thread fails in here");
    fallen.sort();
    for line in &fallen {
        writeln!(out, "{line}").map_err(|error| error.to_string())?;
    }
    let held = puzzles.len() - fallen.len();
    writeln!(
        out,
        "{} proved anew, {held} held, {} fell",
        puzzles.len(),
        fallen.len()
    )
    .map_err(|error| error.to_string())?;
    Ok(if fallen.is_empty() {
        Status::Good
    } else {
        Status::BadInput
    })
}

/// The claim of a puzzle: its tree and its themes; deeper, that the key wins and nothing else does.
fn prove(puzzle: &Puzzle, deeper: u8) -> Result<(), String> {
    let told = |error: draughts::puzzle::Unproven| error.to_string();
    if puzzle.origin == Origin::Picked {
        let terms = Terms {
            margin: puzzle.margin,
            depth: puzzle.depth,
            nodes: PICKED_NODES,
        };
        let proved = certify(&puzzle.position, &main_line(&puzzle.solution), &terms).map_err(told)?;
        return (proved.tree == puzzle.solution)
            .then_some(())
            .ok_or_else(|| "another tree".into());
    }
    let terms = Terms {
        depth: puzzle.depth + deeper,
        nodes: terms(puzzle.margin).nodes * if deeper > 0 { 50 } else { 1 },
        margin: puzzle.margin,
    };
    let tree = solve(&puzzle.position, &terms).map_err(told)?;
    if deeper > 0 {
        // Deeper another order may turn out to win as well, or an end of the last capture to lose: the key must stand.
        let same = tree.first().map(|choice| choice.mv) == puzzle.solution.first().map(|choice| choice.mv);
        return same.then_some(()).ok_or_else(|| "another key".into());
    }
    let line = Line::of(&puzzle.position, &tree).ok_or("the line cannot be played")?;
    if tree != puzzle.solution {
        return Err("another tree".into());
    }
    if detect(&line) != puzzle.themes {
        return Err("other themes".into());
    }
    Ok(())
}
