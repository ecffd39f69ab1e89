//! Proves puzzles again, at the same depth or deeper, and reports those that fail.
use super::arguments::{Mine, with_path};
use super::parallel::for_each_puzzle;
use crate::Status;
use draughts_engine::EngineAssets;
use draughts_puzzles::{
    Origin, Puzzle, PuzzleLine, Terms, Unproven, certify, detect, main_line, solve, terms,
};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;

/// The node limit for a hand-picked puzzle.
const PICKED_NODES: u64 = 5_000_000;
/// Node limit of a deeper proof, as a multiple of the first one's.
const DEEPER_NODES: u64 = 10;

pub(super) fn run(mine: &Mine, assets: &EngineAssets, out: &mut impl Write) -> Result<Status, String> {
    let mut puzzles = mine.puzzles()?;
    let all = puzzles.len();
    // By id: the number of extra moves it was proved with, or the reason of the failure.
    let mut verdicts = match &mine.output {
        Some(path) if path.exists() => {
            read(&fs::read_to_string(path).map_err(|error| with_path(path, &error))?)
        }
        _ => HashMap::new(),
    };
    verdicts.retain(|id, _| puzzles.iter().any(|puzzle| puzzle.id == *id));
    puzzles.retain(|puzzle| !verdicts.contains_key(&puzzle.id));
    let open = |path| OpenOptions::new().create(true).append(true).open(path);
    let mut file = match &mine.output {
        Some(path) => Some(open(path).map_err(|error| with_path(path, &error))?),
        None => None,
    };
    for_each_puzzle(
        mine.threads(),
        &puzzles,
        || (),
        |(), puzzle| (puzzle.id.clone(), prove(puzzle, mine.deeper, assets)),
        |(id, verdict)| {
            if let (Some(path), Some(file)) = (&mine.output, &mut file) {
                let verdict = match &verdict {
                    Ok(deeper) => format!("held\t{deeper}"),
                    Err(why) => format!("fell\t{why}"),
                };
                writeln!(file, "{id}\t{verdict}").map_err(|error| with_path(path, &error))?;
            }
            verdicts.insert(id, verdict);
            Ok(())
        },
    )?;
    let mut fallen = Vec::new();
    let mut held = vec![0; usize::from(mine.deeper) + 1];
    for (id, verdict) in &verdicts {
        match verdict {
            Ok(deeper) => held[usize::from((*deeper).min(mine.deeper))] += 1,
            Err(why) => fallen.push(format!("{id}: {why}")),
        }
    }
    fallen.sort();
    let write_error = |error: std::io::Error| error.to_string();
    for line in &fallen {
        writeln!(out, "{line}").map_err(write_error)?;
    }
    if mine.deeper > 0 {
        for (deeper, count) in held.iter().enumerate().filter(|(_, count)| **count > 0) {
            writeln!(out, "held {deeper} deeper\t{count}").map_err(write_error)?;
        }
    }
    writeln!(
        out,
        "{all} proved anew, {} held, {} fell",
        all - fallen.len(),
        fallen.len()
    )
    .map_err(write_error)?;
    Ok(if fallen.is_empty() {
        Status::Good
    } else {
        Status::BadInput
    })
}

/// Reads verdicts by puzzle id: the number of extra moves of the proof, or the reason of its failure.
pub(super) fn read(text: &str) -> HashMap<String, Result<u8, String>> {
    let verdict = |line: &str| {
        let mut fields = line.split('\t');
        let (id, how, what) = (fields.next()?, fields.next()?, fields.next()?);
        let verdict = match how {
            "held" => Ok(what.parse().ok()?),
            _ => Err(what.to_owned()),
        };
        Some((id.to_owned(), verdict))
    };
    text.lines().filter_map(verdict).collect()
}

/// Proves the solution tree and the themes of a puzzle, or with `deeper` only its key. Returns the number of extra
/// quiet moves of the proof.
fn prove(puzzle: &Puzzle, deeper: u8, assets: &EngineAssets) -> Result<u8, String> {
    let message = |error: Unproven| error.to_string();
    if puzzle.origin == Origin::Picked {
        let terms = Terms {
            margin: puzzle.margin,
            depth: puzzle.depth,
            nodes: PICKED_NODES,
        };
        let proved = certify(&puzzle.position, &main_line(&puzzle.solution), &terms).map_err(message)?;
        return (proved.tree == puzzle.solution)
            .then_some(0)
            .ok_or_else(|| "another tree".into());
    }
    if deeper > 0 {
        return prove_deeper(puzzle, deeper, assets);
    }
    let terms = Terms {
        depth: puzzle.depth,
        ..terms(puzzle.margin)
    };
    let tree = solve(&puzzle.position, &terms, assets).map_err(message)?;
    let line = PuzzleLine::of(&puzzle.position, &tree).ok_or("the line cannot be played")?;
    if tree != puzzle.solution {
        return Err("another tree".into());
    }
    let themes = detect(&line);
    if themes != puzzle.themes {
        let keys: Vec<&str> = themes.iter().map(|theme| theme.key()).collect();
        return Err(format!("other themes: {}", keys.join(" ")));
    }
    Ok(0)
}

/// Deepens step by step up to the node limit: two more moves cost many times the nodes.
fn prove_deeper(puzzle: &Puzzle, deeper: u8, assets: &EngineAssets) -> Result<u8, String> {
    let mut proved = 0;
    for more in (1..=deeper).filter(|more| more % 2 == deeper % 2) {
        let first = terms(puzzle.margin);
        let terms = Terms {
            depth: puzzle.depth + more,
            nodes: first.nodes * DEEPER_NODES,
            ..first
        };
        match solve(&puzzle.position, &terms, assets) {
            Err(Unproven::Spent(_)) => break,
            Err(why) => return Err(format!("{more} deeper: {why}")),
            // Deeper, another order may win as well, or another landing square lose; the key must stay the same.
            Ok(tree) => {
                if tree.first().map(|choice| choice.mv) != puzzle.solution.first().map(|choice| choice.mv) {
                    return Err(format!("{more} deeper: another key"));
                }
                proved = more;
            }
        }
    }
    Ok(proved)
}
