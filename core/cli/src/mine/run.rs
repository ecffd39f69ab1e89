//! A mining run: units of work on all threads, their puzzles in order, and a state file to resume from. The units are mined in
//! `source`.
use super::arguments::{Mine, read, with_path};
use super::source::{Ledger, Source, WorkUnit};
use crate::{Status, clock};
use draughts_engine::EngineAssets;
use draughts_puzzles::{MinedPuzzle, Origin, Puzzle, mined_id, signature, write_record};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{HashMap, HashSet};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Units between two writes of the state. A constant, so that the result does not depend on the number of threads.
const ROUND: usize = 16;
/// The most puzzles with the same signature.
const MAX_ALIKE: usize = 2;
/// The limit for variations on a mechanism: some named shots have the same moves everywhere.
const MAX_VARIATIONS: usize = 30;

pub(super) fn run(mine: &Mine, assets: &EngineAssets, out: &mut impl Write) -> Result<Status, String> {
    let path = mine.output.as_ref().ok_or("-o FILE says where the puzzles go")?;
    let source = if let Some(games) = mine.self_play {
        Source::SelfPlay {
            games,
            fresh_kings: mine.fresh_kings,
        }
    } else if let Some(searches) = mine.compose {
        Source::Compose { searches }
    } else if let Some(walks) = mine.vary {
        Source::vary(mine, walks)?
    } else if mine.files.is_empty() {
        return Err("nothing to mine: PDN files, --self-play, --compose or --vary".into());
    } else {
        Source::Files(mine.files.clone())
    };
    let known = if path.exists() {
        read(mine.variant, path)?
    } else {
        Vec::new()
    };
    let most_alike = match source {
        Source::Vary { .. } if !mine.themes.is_empty() => MAX_VARIATIONS,
        _ => MAX_ALIKE,
    };
    let mut puzzle_set = PuzzleSet::of(&known, most_alike);
    let state = State::at(
        path,
        format!(
            "{} {} {} {} {}{} {}{}",
            mine.variant,
            mine.seed,
            mine.least_moves,
            mine.work,
            if mine.around { "around" } else { "played" },
            if mine.quiet_keys { " quiet keys" } else { "" },
            source.name(),
            wanted(mine),
        ),
    );
    let mut next = state.read();
    let total = source.len();
    let bar = ProgressBar::new(total.unwrap_or(0)).with_position(next);
    let style = "{bar:30} {pos}/{len} {msg} ({eta} left)";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?);
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(path)
        .map_err(|error| with_path(path, &error))?;
    let mut ledger = Ledger::default();
    let started = clock::now();
    let mut units = source.units(mine, next)?;
    let mut status = Status::Good;
    loop {
        let round: Vec<WorkUnit> = units.by_ref().take(ROUND).collect();
        if round.is_empty() || mine.want.is_some_and(|want| puzzle_set.count >= want) {
            break;
        }
        for why in round.iter().filter_map(WorkUnit::broken) {
            status = Status::BadInput;
            bar.suspend(|| eprintln!("error: {why}"));
        }
        let mut lines = String::new();
        for (found, counted) in mine_round(&round, mine, assets) {
            ledger.add(&counted);
            for puzzle in found
                .into_iter()
                .filter_map(|found| puzzle_set.take(found, source.origin()))
            {
                lines.push_str(&write_record(&puzzle));
                lines.push('\n');
            }
        }
        file.write_all(lines.as_bytes())
            .map_err(|error| with_path(path, &error))?;
        next += round.len() as u64;
        state.write(next)?;
        bar.set_position(next);
        bar.set_message(message(&puzzle_set, &ledger, started));
    }
    bar.finish_and_clear();
    let write_error = |error: std::io::Error| error.to_string();
    writeln!(out, "{}", message(&puzzle_set, &ledger, started)).map_err(write_error)?;
    for (outcome, count) in ledger.lines() {
        writeln!(out, "{outcome}\t{count}").map_err(write_error)?;
    }
    Ok(status)
}

/// The wanted kinds of puzzles, for the name of a run; empty if all are.
fn wanted(mine: &Mine) -> String {
    let themes = mine.themes.iter().map(|theme| format!(" {}", theme.key()));
    let rating = (mine.least_rating > 0).then(|| format!(" {}", mine.least_rating));
    themes.chain(rating).collect()
}

fn message(puzzle_set: &PuzzleSet, ledger: &Ledger, started: f64) -> String {
    let positions = ledger.positions();
    let minutes = (clock::now() - started) / 60_000.0;
    format!(
        "{} puzzles, {positions} positions looked at, {:.0} a minute",
        puzzle_set.count,
        positions as f64 / minutes.max(1e-6)
    )
}

/// The puzzles of each unit, in the order of the units.
fn mine_round(round: &[WorkUnit], mine: &Mine, assets: &EngineAssets) -> Vec<(Vec<MinedPuzzle>, Ledger)> {
    let next = AtomicUsize::new(0);
    let finds = Mutex::new(Vec::from_iter(round.iter().map(|_| Default::default())));
    std::thread::scope(|scope| {
        for _ in 0..mine.threads().min(round.len()) {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(unit) = round.get(at) else {
                        return;
                    };
                    let found = unit.mine(mine, assets);
                    finds.lock().expect("no thread fails in here")[at] = found;
                }
            });
        }
    });
    finds.into_inner().expect("no thread fails in here")
}

/// The puzzles found so far, to recognise duplicates.
struct PuzzleSet {
    ids: HashSet<String>,
    /// Number of puzzles with each signature.
    signatures: HashMap<String, usize>,
    /// Maximum number of puzzles with the same signature.
    most_alike: usize,
    count: usize,
}

impl PuzzleSet {
    fn of(known: &[Puzzle], most_alike: usize) -> PuzzleSet {
        let mut puzzle_set = PuzzleSet {
            ids: HashSet::new(),
            signatures: HashMap::new(),
            most_alike,
            count: 0,
        };
        for puzzle in known {
            puzzle_set.ids.insert(puzzle.id.clone());
            *puzzle_set
                .signatures
                .entry(signature(&puzzle.position, &puzzle.solution))
                .or_default() += 1;
            puzzle_set.count += 1;
        }
        puzzle_set
    }

    /// Adds a mined puzzle; `None` for a duplicate.
    fn take(&mut self, found: MinedPuzzle, origin: Origin) -> Option<Puzzle> {
        let alike = self
            .signatures
            .entry(signature(&found.position, &found.solution))
            .or_default();
        if *alike >= self.most_alike || !self.ids.insert(mined_id(&found.position)) {
            return None;
        }
        *alike += 1;
        self.count += 1;
        Some(found.into_puzzle(origin))
    }
}

/// The progress of a run, in a file beside that of its puzzles.
struct State {
    path: PathBuf,
    /// The arguments of the run.
    run: String,
}

impl State {
    fn at(puzzles: &Path, run: String) -> State {
        let mut path = puzzles.as_os_str().to_owned();
        path.push(".state");
        State {
            path: path.into(),
            run,
        }
    }

    /// Reads the next unit; 0 if the file is missing or belongs to another run.
    fn read(&self) -> u64 {
        let text = fs::read_to_string(&self.path).unwrap_or_default();
        text.strip_prefix(&self.run)
            .and_then(|rest| rest.trim().parse().ok())
            .unwrap_or(0)
    }

    fn write(&self, next: u64) -> Result<(), String> {
        let new = self.path.with_extension("state.new");
        fs::write(&new, format!("{} {next}\n", self.run))
            .and_then(|()| fs::rename(&new, &self.path))
            .map_err(|error| with_path(&self.path, &error))
    }
}
