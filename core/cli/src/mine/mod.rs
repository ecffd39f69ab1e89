//! `damier mine`: mines puzzles from games, proves them, packs them. Picks the mode; the work is in
//! `draughts-puzzles`.
mod agreement;
mod arguments;
mod parallel;
mod run;
mod source;
mod verify;

pub(crate) use arguments::Mine;

use crate::Status;
use crate::moves::line;
use arguments::with_path;
use draughts_engine::EngineAssets;
use draughts_puzzles::{Demands, Puzzle, Stock};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};

impl Mine {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let done = if self.verify {
            verify::run(self, assets, out)
        } else if self.agreement {
            agreement::run(self, assets, out)
        } else if let Some(to) = &self.pack {
            self.puzzles().and_then(|puzzles| {
                let text = match &self.without {
                    Some(path) => fs::read_to_string(path).map_err(|error| with_path(path, &error))?,
                    None => String::new(),
                };
                let verdicts = verify::read(&text);
                let stands = |puzzle: &Puzzle| !matches!(verdicts.get(&puzzle.id), Some(Err(_)));
                let puzzles = puzzles.into_iter().filter(stands);
                let mut puzzles: Vec<Puzzle> = puzzles.map(Puzzle::rated_by_demands).collect();
                // A fixed order, so that the same puzzles make the same file.
                puzzles.sort_by(|a, b| (a.rating, &a.id).cmp(&(b.rating, &b.id)));
                fs::write(to, Stock::write(self.variant, &puzzles)).map_err(|error| with_path(to, &error))?;
                writeln!(out, "{}: {} puzzles", to.display(), puzzles.len())
                    .map_err(|error| error.to_string())?;
                Ok(Status::Good)
            })
        } else if self.statistics {
            self.puzzles().and_then(|puzzles| {
                statistics(out, &puzzles, self.json).map_err(|error| error.to_string())?;
                Ok(Status::Good)
            })
        } else {
            run::run(self, assets, out)
        };
        done.or_else(|error| {
            eprintln!("error: {error}");
            Ok(Status::BadInput)
        })
    }
}

fn statistics(out: &mut impl Write, puzzles: &[Puzzle], json: bool) -> io::Result<()> {
    let mut counts: BTreeMap<(u8, String), usize> = BTreeMap::new();
    let mut add = |kind: u8, name: String| *counts.entry((kind, name)).or_default() += 1;
    for puzzle in puzzles {
        add(0, puzzle.origin.key().into());
        let hundred = puzzle.rating / 100 * 100;
        add(1, format!("{hundred:4}-{:4}", hundred + 99));
        add(2, puzzle.moves().to_string());
        let demands = Demands::of(&puzzle.position, &puzzle.solution).unwrap_or_default();
        add(
            4,
            if demands.quiet_key > 0.0 {
                "quiet"
            } else {
                "forcing"
            }
            .into(),
        );
        puzzle.themes.iter().for_each(|theme| add(3, theme.key().into()));
    }
    if json {
        line(out, &json!({ "puzzles": puzzles.len() }))?;
    } else {
        writeln!(out, "{} puzzles", puzzles.len())?;
    }
    for ((kind, name), count) in counts {
        let kind = ["origin", "rating", "moves", "theme", "key"][usize::from(kind)];
        if json {
            line(out, &json!({ "kind": kind, "name": name.trim(), "count": count }))?;
        } else {
            writeln!(out, "{kind}\t{name}\t{count}")?;
        }
    }
    Ok(())
}
