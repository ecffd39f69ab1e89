//! `damier mine`: makes puzzles out of games, proves them, packs them. Parses arguments; what a puzzle is the core knows.
mod calibrate;
mod rate;
mod run;
mod source;
mod verify;

use crate::Status;
use crate::game::variant;
use clap::Args;
use draughts::Variant;
use draughts::raw::Rng;
use draughts_engine::EngineAssets;
use draughts_puzzles::{Puzzle, Stock, WORK, read_record};
use indicatif::{ProgressBar, ProgressStyle};
use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Mine puzzles from games: certified, solved to the last defence, named by their mechanism
///
/// Looks through every position of PDN files, of files of `damier train play`, or with --self-play through those of games of the engine against itself,
/// its sides weakened and their openings at random; there the position after every legal move is looked at, so that each
/// shot that somebody might allow is found. With --compose it composes Turkish strokes by a search over positions,
/// in Turkish draughts, which knows none, any shots.
///
/// A puzzle is written as one line of ten fields between tabs: id, FEN, rating, deviation, margin, depth, origin, moves,
/// themes, solution. Proved is: one first move leads by the margin (centipawns, 10000 where the opponent is left without a
/// move) against every defence, searched so many quiet moves deep with captures played out and endgame tables asked; every
/// other first move leads by less than a man; later too only one move wins, but for the order of the moves and the end of
/// the last capture. The rating is an estimate until --rate lets the levels of the engine try it.
///
/// --rate lets the levels try each, ever the level that stands nearest to what the tries before say, until the rating is
/// sure; --calibrate fits the estimate to what was so measured.
///
/// In the end it says what became of the positions looked at, and by what each refused promise of a shot fell. Of a game that
/// cannot be read to its end it says where it breaks off, and mines what stands before; the status is 1 then.
///
/// A run that is broken off goes on where it stood when it is started again (FILE.state; --rate and --verify by what FILE
/// holds); the same seed gives the same puzzles, with any number of threads.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Mine {
    /// Files of games to mine, PDN or of `damier train play`; with --verify, --rate, --calibrate, --pack and --statistics files of puzzles
    files: Vec<PathBuf>,
    /// The game; of PDN files without a GameType tag too
    #[arg(long, default_value_t = Variant::International, value_parser = variant)]
    variant: Variant,
    /// Where the puzzles go, with --verify the verdicts; what is there stays
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Mine this many games of the engine against itself
    #[arg(long, value_name = "GAMES", conflicts_with = "compose")]
    self_play: Option<u64>,
    /// Compose shots: this many searches
    #[arg(long, value_name = "SEARCHES")]
    compose: Option<u64>,
    /// Of PDN files too: look at the position after every move that could have been played, not only at the game's own
    #[arg(long)]
    around: bool,
    /// Which games and positions come at random
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop once the file holds this many puzzles
    #[arg(long, value_name = "PUZZLES")]
    want: Option<usize>,
    /// Only puzzles whose solver makes so many moves or more: most of what games allow is short
    #[arg(long, value_name = "MOVES", default_value_t = 2)]
    least_moves: usize,
    /// Leave a puzzle in the ground whose proof enters more positions: less, and more of the cheap ones come up a minute
    #[arg(long, value_name = "POSITIONS", default_value_t = WORK)]
    work: u64,
    /// Threads; without it as many as the machine has cores
    #[arg(long)]
    threads: Option<usize>,
    /// Prove puzzles anew: those of the files, or those that come with the program
    #[arg(long, group = "instead")]
    verify: bool,
    /// Only so many of the puzzles, at random
    #[arg(long, value_name = "PUZZLES", requires = "instead")]
    sample: Option<usize>,
    /// With --verify: search up to so many quiet moves deeper, as far as ten times the positions reach
    #[arg(long, value_name = "MOVES", requires = "verify", default_value_t = 0)]
    deeper: u8,
    /// Let the levels of the engine solve the puzzles, and rate them by it; writes to --output
    #[arg(long, group = "instead")]
    rate: bool,
    /// With --rate: tries at each puzzle, at most; without any it is estimated anew
    #[arg(long, value_name = "TRIES", requires = "rate", default_value_t = 8)]
    tries: u64,
    /// Fit the estimate of ratings to the rated puzzles of the files
    #[arg(long, group = "instead")]
    calibrate: bool,
    /// Pack the puzzles of the files into the file that comes with the program
    #[arg(long, value_name = "BIN", group = "instead")]
    pack: Option<PathBuf>,
    /// Count the puzzles of the files, or those that come with the program, by theme, rating and length
    #[arg(long, group = "instead")]
    statistics: bool,
}

impl Mine {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let done = if self.verify {
            verify::run(self, assets, out)
        } else if self.rate {
            rate::run(self, assets, out)
        } else if self.calibrate {
            calibrate::run(self, out)
        } else if let Some(to) = &self.pack {
            self.puzzles().and_then(|puzzles| {
                fs::write(to, Stock::write(self.variant, &puzzles)).map_err(|error| told(to, &error))?;
                writeln!(out, "{}: {} puzzles", to.display(), puzzles.len())
                    .map_err(|error| error.to_string())?;
                Ok(Status::Good)
            })
        } else if self.statistics {
            self.puzzles().and_then(|puzzles| {
                statistics(out, &puzzles).map_err(|error| error.to_string())?;
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

    fn threads(&self) -> usize {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.unwrap_or(cores).max(1)
    }

    /// The puzzles to work on: all, or so many by rng.
    fn puzzles(&self) -> Result<Vec<Puzzle>, String> {
        let mut puzzles = self.all_puzzles()?;
        if let Some(sample) = self.sample {
            Rng::new(self.seed).shuffle(&mut puzzles);
            puzzles.truncate(sample);
        }
        Ok(puzzles)
    }

    /// The puzzles of the files, each once; of the program where no file is named.
    fn all_puzzles(&self) -> Result<Vec<Puzzle>, String> {
        if self.files.is_empty() {
            let stock = draughts_puzzles::Stocks::bundled().of(self.variant);
            let all = stock.cards().iter().map(|card| stock.puzzle(card));
            return all.collect::<Result<_, _>>().map_err(|error| error.to_string());
        }
        let mut seen = HashSet::new();
        let mut puzzles = Vec::new();
        for path in &self.files {
            for puzzle in read(self.variant, path)? {
                if seen.insert(puzzle.id.clone()) {
                    puzzles.push(puzzle);
                }
            }
        }
        Ok(puzzles)
    }
}

fn told(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("{}: {error}", path.display())
}

/// Does the work on every puzzle, on so many threads, each with a workplace of its own; what comes of it is handed over in
/// the order of the puzzles, as soon as it may be. How many were done.
fn each<Place, Done: Send>(
    threads: usize,
    puzzles: &[Puzzle],
    place: impl Fn() -> Place + Sync,
    work: impl Fn(&mut Place, &Puzzle) -> Done + Sync,
    mut hand_over: impl FnMut(Done) -> Result<(), String>,
) -> Result<usize, String> {
    let bar = ProgressBar::new(puzzles.len() as u64);
    let style = "{bar:30} {pos}/{len} ({eta} left)";
    bar.set_style(ProgressStyle::with_template(style).map_err(|error| error.to_string())?);
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..threads.min(puzzles.len()) {
            let sender = sender.clone();
            let (next, place, work) = (&next, &place, &work);
            scope.spawn(move || {
                let mut place = place();
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(puzzle) = puzzles.get(at) else {
                        return;
                    };
                    // Where nobody waits for it any more there is nothing left to do.
                    if sender.send((at, work(&mut place, puzzle))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        let mut early = BTreeMap::new();
        let mut handed = 0;
        while let Ok((at, done)) = receiver.recv() {
            early.insert(at, done);
            while let Some(done) = early.remove(&handed) {
                hand_over(done)?;
                handed += 1;
                bar.set_position(handed as u64);
            }
        }
        bar.finish_and_clear();
        Ok(handed)
    })
}

/// The puzzles of a file.
fn read(variant: Variant, path: &Path) -> Result<Vec<Puzzle>, String> {
    let text = fs::read_to_string(path).map_err(|error| told(path, &error))?;
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| {
            read_record(variant, line).map_err(|error| format!("{}:{}: {error}", path.display(), at + 1))
        })
        .collect()
}

fn statistics(out: &mut impl Write, puzzles: &[Puzzle]) -> io::Result<()> {
    let mut counts: BTreeMap<(u8, String), usize> = BTreeMap::new();
    let mut add = |kind: u8, name: String| *counts.entry((kind, name)).or_default() += 1;
    for puzzle in puzzles {
        add(0, puzzle.origin.key().into());
        add(
            1,
            format!(
                "{:4}-{:4}",
                puzzle.rating / 200 * 200,
                puzzle.rating / 200 * 200 + 199
            ),
        );
        add(2, puzzle.moves().to_string());
        puzzle.themes.iter().for_each(|theme| add(3, theme.key().into()));
    }
    writeln!(out, "{} puzzles", puzzles.len())?;
    for ((kind, name), count) in counts {
        let kind = ["origin", "rating", "moves", "theme"][usize::from(kind)];
        writeln!(out, "{kind}\t{name}\t{count}")?;
    }
    Ok(())
}
