//! Proving puzzles anew, as they were proved or deeper. Mends nothing: it says what fell.
use super::{Mine, each, told};
use crate::Status;
use draughts_engine::EngineAssets;
use draughts_puzzles::{
    Origin, Puzzle, PuzzleLine, Terms, Unproven, certify, detect, main_line, solve, terms,
};
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::io::Write;

/// What a puzzle picked by hand needs at most.
const PICKED_NODES: u64 = 5_000_000;
/// How many times as many positions as a first proof a deeper one may enter, at each depth.
const MORE: u64 = 10;

pub(super) fn run(mine: &Mine, assets: &EngineAssets, out: &mut impl Write) -> Result<Status, String> {
    let mut puzzles = mine.puzzles()?;
    let all = puzzles.len();
    // By id: how many moves deeper it held, or why it fell.
    let mut verdicts = match &mine.output {
        Some(path) if path.exists() => read(&fs::read_to_string(path).map_err(|error| told(path, &error))?),
        _ => HashMap::new(),
    };
    verdicts.retain(|id, _| puzzles.iter().any(|puzzle| puzzle.id == *id));
    puzzles.retain(|puzzle| !verdicts.contains_key(&puzzle.id));
    let open = |path| OpenOptions::new().create(true).append(true).open(path);
    let mut file = match &mine.output {
        Some(path) => Some(open(path).map_err(|error| told(path, &error))?),
        None => None,
    };
    each(
        mine.threads(),
        &puzzles,
        || (),
        |(), puzzle| (puzzle.id.clone(), prove(puzzle, mine.deeper, assets)),
        |(id, verdict)| {
            if let (Some(path), Some(file)) = (&mine.output, &mut file) {
                let told_of = match &verdict {
                    Ok(deeper) => format!("held\t{deeper}"),
                    Err(why) => format!("fell\t{why}"),
                };
                writeln!(file, "{id}\t{told_of}").map_err(|error| told(path, &error))?;
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
    let told = |error: std::io::Error| error.to_string();
    for line in &fallen {
        writeln!(out, "{line}").map_err(told)?;
    }
    if mine.deeper > 0 {
        for (deeper, many) in held.iter().enumerate().filter(|(_, many)| **many > 0) {
            writeln!(out, "held {deeper} deeper\t{many}").map_err(told)?;
        }
    }
    writeln!(
        out,
        "{all} proved anew, {} held, {} fell",
        all - fallen.len(),
        fallen.len()
    )
    .map_err(told)?;
    Ok(if fallen.is_empty() {
        Status::Good
    } else {
        Status::BadInput
    })
}

/// The verdicts of a file that a run broken off has left.
fn read(text: &str) -> HashMap<String, Result<u8, String>> {
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

/// The claim of a puzzle: its tree and its themes; deeper, that the key wins and nothing else does. How many quiet moves
/// deeper it was proved.
fn prove(puzzle: &Puzzle, deeper: u8, assets: &EngineAssets) -> Result<u8, String> {
    let told = |error: Unproven| error.to_string();
    if puzzle.origin == Origin::Picked {
        let terms = Terms {
            margin: puzzle.margin,
            depth: puzzle.depth,
            nodes: PICKED_NODES,
        };
        let proved = certify(&puzzle.position, &main_line(&puzzle.solution), &terms).map_err(told)?;
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
    let tree = solve(&puzzle.position, &terms, assets).map_err(told)?;
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

/// Step by step, as deep as the budget reaches: two moves more cost many times the positions.
fn prove_deeper(puzzle: &Puzzle, deeper: u8, assets: &EngineAssets) -> Result<u8, String> {
    let mut proved = 0;
    for more in (1..=deeper).filter(|more| more % 2 == deeper % 2) {
        let first = terms(puzzle.margin);
        let terms = Terms {
            depth: puzzle.depth + more,
            nodes: first.nodes * MORE,
            ..first
        };
        match solve(&puzzle.position, &terms, assets) {
            Err(Unproven::Spent(_)) => break,
            Err(why) => return Err(format!("{more} deeper: {why}")),
            // Deeper another order may turn out to win as well, or an end of the last capture to lose: the key must stand.
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
