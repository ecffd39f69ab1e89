//! `damier endgame`: builds, probes, counts and verifies endgame tables.
use crate::game::Rules;
use crate::moves::line;
use crate::{Status, clock};
use clap::{Args, Subcommand};
use draughts::notation::{fen, movetext};
use draughts::raw::Rng;
use draughts::rules::Goal;
use draughts::{Move, Position, Variant};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{
    Build, BuildObserver, Class, ClassTable, FileError, TableFile, Tables, Value,
};
use serde_json::json;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Endgame tables: exact values of positions with few pieces
#[derive(Args)]
pub(crate) struct Endgame {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Build(BuildTables),
    Pack(Pack),
    Probe(Probe),
    Stats(Stats),
    Verify(Verify),
}

impl Endgame {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match &self.command {
            Command::Build(command) => command.run(out),
            Command::Pack(command) => command.run(out),
            Command::Probe(command) => command.run(assets, out),
            Command::Stats(command) => command.run(out),
            Command::Verify(command) => command.run(assets, out),
        }
    }
}

/// Build tables of distances into a file; an interrupted run is continued
///
/// Every solved class is appended to the file, so a run may be ended at any time: the next one continues with the first missing
/// class, and the classes in the file can be probed meanwhile. To run it in the background, start it with `nice -n 19` and
/// `--threads 1`.
///
/// International draughts, one processor, with the memory and the file they take:
///   --pieces 3   0.8 million positions, half a second
///   --pieces 4   43 million positions, 22 s, 36 MB, file 6 MB
///   --pieces 5   1.6 billion positions, 22 minutes, 1.0 GB, file 277 MB
/// Six pieces are not possible yet: the largest classes would have to be split (core/data/endgame/international.md).
#[derive(Args)]
#[command(verbatim_doc_comment)]
struct BuildTables {
    #[command(flatten)]
    rules: Rules,
    /// Every class of up to this many pieces; 4 unless classes are given
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: Option<u8>,
    /// A single class and all that it leads to, such as "0m4k v 0m1k"; may be repeated
    #[arg(long)]
    class: Vec<Class>,
    /// The file to write or to continue
    #[arg(short, long)]
    output: PathBuf,
    /// Number of classes to solve at once, within two gigabytes of memory
    #[arg(long, default_value_t = default_threads())]
    threads: usize,
    /// For the built-in tables: without capture positions, and beyond --distances results only
    #[arg(long)]
    ship: bool,
    /// With --ship: distances up to this many pieces
    #[arg(long, requires = "ship", default_value_t = 3)]
    distances: u8,
    /// With --ship: a class that is solved for the others and then left out, such as "1m1k v 1m1k"; may be repeated
    #[arg(long, requires = "ship")]
    without: Vec<Class>,
    /// With --ship: tables built before; their classes are not built again
    #[arg(long, requires = "ship")]
    tables: Option<PathBuf>,
}

fn default_threads() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl BuildTables {
    fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let variant = self.rules.variant;
        let pieces = self.pieces.unwrap_or(if self.class.is_empty() { 4 } else { 0 });
        let classes: Vec<Class> = (2..=pieces)
            .flat_map(Class::all)
            .chain(self.class.iter().copied())
            .collect();
        let (file, known) = if self.ship {
            let read = self.tables.as_deref().map(|path| read(variant, path));
            match read.unwrap_or_else(|| Ok(Tables::empty(variant))) {
                Ok(known) => (None, known),
                Err(error) => return bad(error),
            }
        } else {
            match TableFile::open(&self.output, variant) {
                Ok((file, known)) => (Some(file), known),
                Err(error) => return bad(format_args!("{}: {error}", self.output.display())),
            }
        };
        let wanted = Class::reachable(classes.iter().copied());
        let mut build = match Build::new(known, classes) {
            Ok(build) => build,
            Err(error) => return bad(error),
        };
        let progress = Progress {
            start: clock::now(),
            slots: build.slots_left(),
            processed: AtomicU64::new(0),
            file: Mutex::new((file, Ok(()))),
        };
        while build.step(self.threads, &progress) {}
        let (_, written) = progress.file.into_inner().unwrap_or_else(PoisonError::into_inner);
        written?;
        let mut tables = build.finish();
        if self.ship {
            tables.retain(|class| wanted.contains(&class) && !self.without.contains(&class));
            store(
                &self.output,
                &tables.write(false, |class| class.total() <= self.distances),
            )?;
        }
        writeln!(
            out,
            "{} classes, {} bytes, {:.1} s",
            tables.iter().count(),
            fs::metadata(&self.output)?.len(),
            (clock::now() - progress.start) / 1000.0
        )?;
        Ok(Status::Good)
    }
}

/// Prints each solved class, and writes it.
struct Progress {
    start: f64,
    slots: u64,
    processed: AtomicU64,
    file: Mutex<(Option<TableFile>, io::Result<()>)>,
}

impl BuildObserver for Progress {
    fn goes_on(&self, slots: u64) -> bool {
        self.processed.fetch_add(slots, Ordering::Relaxed);
        // Called too often to take the lock each time.
        slots == 0 || self.written()
    }

    fn solved(&self, pair: &[ClassTable]) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let (Some(file), written @ Ok(())) = &mut *file {
            *written = file.append(pair);
        }
        let Some(first) = pair.first() else { return };
        let share = self.processed.load(Ordering::Relaxed) as f64 / self.slots.max(1) as f64;
        let seconds = (clock::now() - self.start) / 1000.0;
        eprintln!("{}  {:.0} %  {seconds:.0} s", first.class(), share * 100.0);
    }
}

impl Progress {
    fn written(&self) -> bool {
        self.file.lock().unwrap_or_else(PoisonError::into_inner).1.is_ok()
    }
}

/// Pack the results of built tables for probing in place, without decompression
///
/// Prints the bytes of each class. Distances and positions with a capture are left out: a search resolves captures
/// itself.
#[derive(Args)]
struct Pack {
    #[command(flatten)]
    rules: Rules,
    /// Classes of this many pieces
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Code the results, for the smallest file; a program that reads it packs them in memory
    #[arg(long)]
    coded: bool,
    /// Tables built before
    #[arg(long)]
    tables: PathBuf,
    /// The file to write
    #[arg(short, long)]
    output: PathBuf,
}

impl Pack {
    fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let mut tables = match read(self.rules.variant, &self.tables) {
            Ok(tables) => tables,
            Err(error) => return bad(error),
        };
        let mut packed = Vec::new();
        let start = clock::now();
        for class in Class::all(self.pieces) {
            let bytes = if self.coded {
                tables.encode(class)
            } else {
                tables.pack(class)
            };
            let Some(bytes) = bytes else {
                continue;
            };
            writeln!(out, "{class} {} {}", tables.slots(class), bytes.len())?;
            packed.extend(bytes);
        }
        if packed.is_empty() {
            return bad("the tables have none of these classes whole");
        }
        store(&self.output, &packed)?;
        writeln!(
            out,
            "{} bytes, {:.1} s",
            packed.len(),
            (clock::now() - start) / 1000.0
        )?;
        Ok(Status::Good)
    }
}

/// Print the value of a position and of each of its moves
///
/// In Frisian draughts the FEN includes the count of king moves (`:+b[square]+w[square]`). For two kings
/// against one, the value is followed by the number of plies it takes of the seven moves that each side has.
#[derive(Args)]
struct Probe {
    #[command(flatten)]
    rules: Rules,
    /// The position
    #[arg(long)]
    fen: String,
    /// Tables to probe instead of the built-in ones
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Print a line of JSON for the position and for each move
    #[arg(long)]
    json: bool,
}

impl Probe {
    fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let position = match self.rules.read(&self.fen) {
            Ok(position) => position,
            Err(error) => return bad(error),
        };
        let read = self.tables.as_deref().map(|path| read(self.rules.variant, path));
        let read = match read.transpose() {
            Ok(tables) => tables,
            Err(error) => return bad(error),
        };
        let tables = read
            .map(Arc::new)
            .or_else(|| assets.bundled_tables(self.rules.variant));
        let Some(value) = tables.as_ref().and_then(|tables| tables.probe(&position)) else {
            return bad(
                "no table knows this position: build one with `damier endgame build`, and name it with --tables",
            );
        };
        let count = |position: &Position| tables.as_ref()?.plies_of_count(position);
        if self.json {
            line(out, &described(value, count(&position)))?;
        } else {
            writeln!(out, "{}", words(value, count(&position)))?;
        }
        for mv in position.legal_moves() {
            let next = position.play(&mv).ok();
            let found = next.and_then(|next| {
                let value = tables.as_ref()?.probe(&next)?.before_the_move();
                Some((value, count(&next).map(|plies| plies + 1)))
            });
            let text = movetext::write(&position, &mv);
            if self.json {
                let unknown = || json!({ "result": "unknown" });
                let mut row = found.map_or_else(unknown, |(value, count)| described(value, count));
                row["move"] = text.into();
                line(out, &row)?;
            } else {
                let value = found.map_or_else(|| "unknown".to_owned(), |(value, count)| words(value, count));
                writeln!(out, "{text}  {value}")?;
            }
        }
        Ok(Status::Good)
    }
}

/// Count the won, drawn and lost positions of each class, and find the longest win
///
/// One line a class: the class, White to move, total, wins, draws, losses, plies of the longest win and a position of
/// that length.
#[derive(Args)]
struct Stats {
    #[command(flatten)]
    rules: Rules,
    /// Classes of this many pieces
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// A single class, such as "0m4k v 0m1k"; may be repeated
    #[arg(long)]
    class: Vec<Class>,
    /// Tables built before; by default they are built again
    #[arg(long)]
    tables: Option<PathBuf>,
    /// Print a line of JSON a class
    #[arg(long)]
    json: bool,
}

impl Stats {
    fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let classes = if self.class.is_empty() {
            Class::all(self.pieces)
        } else {
            self.class.clone()
        };
        let tables = match built(self.rules.variant, self.tables.as_deref(), &classes) {
            Ok(tables) => tables,
            Err(error) => return bad(error),
        };
        let mut none = true;
        for class in classes {
            let Some(counts) = tables.counts(class) else {
                continue;
            };
            none = false;
            if self.json {
                line(
                    out,
                    &json!({
                        "class": class.to_string(), "positions": counts.total,
                        "wins": counts.win, "draws": counts.draw, "losses": counts.loss,
                        "longest": counts.longest.as_ref().map(|longest| json!({
                            "plies": longest.plies, "fen": fen::write(&longest.position),
                        })),
                    }),
                )?;
                continue;
            }
            write!(
                out,
                "{class} {} {} {} {}",
                counts.total, counts.win, counts.draw, counts.loss
            )?;
            match counts.longest {
                Some(longest) => writeln!(out, " {} {}", longest.plies, fen::write(&longest.position))?,
                None => writeln!(out, " 0")?,
            }
        }
        if none {
            return bad("the tables have none of these classes");
        }
        Ok(Status::Good)
    }
}

/// The most wrong positions that are printed; others are only counted.
const MAX_SHOWN: u64 = 20;
/// The most positions whose probes are timed.
const MAX_TIMED: usize = 1_000_000;

/// Verify the values of random positions by those of their moves
///
/// A win must have a move to a position lost one ply sooner, and none to one lost sooner still; a loss only moves to
/// wins, the longest one ply sooner; a draw a move that draws and none that wins. Endings that a draw rule decides by
/// a count (Frisian draughts: kings alone, three or two) are left out. Packed tables have no distances; positions
/// after a capture are looked up in the built-in ones. Prints the mean time of a probe in positions without captures.
#[derive(Args)]
struct Verify {
    #[command(flatten)]
    rules: Rules,
    /// Classes of this many pieces
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u8).range(2..=6))]
    pieces: u8,
    /// Number of positions
    #[arg(long, default_value_t = 100_000)]
    positions: u64,
    /// The seed of the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Tables built before; by default they are built again
    #[arg(long)]
    tables: Option<PathBuf>,
}

impl Verify {
    fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let classes = Class::all(self.pieces);
        let built = match built(self.rules.variant, self.tables.as_deref(), &classes) {
            Ok(tables) => tables,
            Err(error) => return bad(error),
        };
        let bundled = assets.bundled_tables(self.rules.variant);
        let mut tables = bundled.map_or_else(
            || Tables::empty(self.rules.variant),
            |tables| tables.as_ref().clone(),
        );
        tables.extend(built);
        let classes: Vec<Class> = classes
            .into_iter()
            .filter(|&class| !tables.counts_plies(class))
            .collect();
        let (mut rng, mut checked, mut wrong) = (Rng::new(self.seed), 0u64, 0u64);
        let slots: u64 = classes.iter().map(|&class| tables.slots(class)).sum();
        let mut quiet = Vec::new();
        while checked < self.positions && slots > 0 {
            let mut slot = rng.draw() % slots;
            let class = classes.iter().find(|&&class| {
                let here = slot < tables.slots(class);
                slot -= if here { 0 } else { tables.slots(class) };
                here
            });
            let Some(position) = class.and_then(|&class| tables.position_at(class, slot)) else {
                continue;
            };
            checked += 1;
            if quiet.len() < MAX_TIMED && !position.legal_moves().iter().any(Move::is_capture) {
                quiet.push(position);
            }
            let agreed = match (tables.probe(&position), value_by_moves(&tables, &position)) {
                (Some(known), Some(found)) => known.agrees_with(found),
                _ => false,
            };
            if !agreed {
                wrong += 1;
                if wrong <= MAX_SHOWN {
                    writeln!(out, "wrong {}", fen::write(&position))?;
                }
            }
        }
        writeln!(out, "{checked} positions checked, {wrong} wrong")?;
        let start = clock::now();
        let known = quiet.iter().filter_map(|position| tables.probe(position)).count();
        let micros = (clock::now() - start) * 1000.0 / known.max(1) as f64;
        writeln!(out, "{known} probes, {micros:.3} microseconds each")?;
        Ok(if wrong == 0 {
            Status::Good
        } else {
            Status::BadInput
        })
    }
}

/// The value of a position from those of its moves.
fn value_by_moves(tables: &Tables, position: &Position) -> Option<Value> {
    let mut best = None;
    for mv in position.legal_moves() {
        let value = tables.probe(&position.play(&mv).ok()?)?.before_the_move();
        best = Some(best.map_or(value, |best: Value| best.better(value)));
    }
    let stuck = match position.variant().rules().goal {
        Goal::Lose => Value::Win(Some(0)),
        Goal::Normal | Goal::FirstKing => Value::Loss(Some(0)),
    };
    Some(best.unwrap_or(stuck))
}

fn built(variant: Variant, file: Option<&Path>, classes: &[Class]) -> Result<Tables, String> {
    if let Some(file) = file {
        return read(variant, file);
    }
    let mut build =
        Build::new(Tables::empty(variant), classes.iter().copied()).map_err(|error| error.to_string())?;
    while build.step(default_threads(), &()) {}
    Ok(build.finish())
}

/// Reads the tables of a file, which must be of this variant.
fn read(variant: Variant, path: &Path) -> Result<Tables, String> {
    TableFile::read(path)
        .and_then(|tables| match tables.variant() {
            known if known == variant => Ok(tables),
            other => Err(FileError::Variant(other)),
        })
        .map_err(|error| format!("{}: {error}", path.display()))
}

/// Writes a temporary file first, so that an interrupted run does not damage the file.
fn store(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let half = path.with_extension("part");
    fs::write(&half, bytes)?;
    fs::rename(half, path)
}

fn words(value: Value, count: Option<u16>) -> String {
    let plies = |plies: Option<u16>| {
        let count = count.map_or_else(String::new, |count| format!(", {count} of the count"));
        plies.map_or_else(String::new, |plies| format!(" in {plies}")) + &count
    };
    match value {
        Value::Win(distance) => format!("win{}", plies(distance)),
        Value::Draw => "draw".to_owned(),
        Value::Loss(distance) => format!("loss{}", plies(distance)),
    }
}

/// The value as JSON.
fn described(value: Value, count: Option<u16>) -> serde_json::Value {
    match value {
        Value::Win(plies) => json!({ "result": "win", "plies": plies, "count": count }),
        Value::Draw => json!({ "result": "draw" }),
        Value::Loss(plies) => json!({ "result": "loss", "plies": plies, "count": count }),
    }
}

fn bad(error: impl std::fmt::Display) -> io::Result<Status> {
    eprintln!("error: {error}");
    Ok(Status::BadInput)
}
