//! `damier import`: imports PDN files into a library. The core parses the games.
use crate::{Status, clock};
use clap::Args;
use damier_core::library::themes;
use damier_store::{
    Duplicates, Import as Importing, ImportReport, Indexer, LeftOut, ReadyGame, Store, StoreError,
    written_date,
};
use draughts::notation::pdn::{Encoding, PdnSplitter, read_game};
use std::fs::File;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;
use std::time::Duration;

/// Bytes read at a time.
const PART: usize = 256 * 1024;
/// Games in one transaction and in one message between the threads.
const BATCH: usize = 2_000;
const WAITING: usize = 2;
/// Time to wait for another program's write, and pause between two attempts to open the file.
const PATIENCE: Duration = Duration::from_secs(60);
const PAUSE: Duration = Duration::from_millis(50);
/// Seconds between two progress lines.
const SAY: f64 = 2.0;

/// Import PDN files into a library: one line of results a file
///
/// Games are stored whole, in batches of some thousand: an interrupted import leaves no half game. Every problem is
/// printed with file, line and column. Several imports into one library wait for each other. Exit status 1 if a file
/// could not be read or a game was damaged.
#[derive(Args)]
pub(crate) struct Import {
    /// PDN files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The library's file, created if it does not exist
    #[arg(long)]
    db: PathBuf,
    /// Store games that the library already has, too
    #[arg(long)]
    keep_duplicates: bool,
    /// Put the games in a collection
    #[arg(long)]
    collection: Option<String>,
    /// Encoding of files that are not Unicode: windows-1252, cp850, windows-1251, cp866 or windows-1250; by default
    /// guessed from names and comments
    #[arg(long)]
    encoding: Option<Encoding>,
    /// Do not bring the position index up to date afterwards
    #[arg(long)]
    no_index: bool,
    /// Do not print single problems and games left out
    #[arg(long)]
    quiet: bool,
}

impl Import {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let mut store = self.open()?;
        let mut status = Status::Good;
        for file in &self.files {
            let begun = clock::now();
            match self.import(&mut store, file) {
                Ok(report) => {
                    self.print(out, file, &report, (clock::now() - begun) / 1000.0)?;
                    if report.damaged + report.refused > 0 {
                        status = Status::BadInput;
                    }
                }
                Err(error) => {
                    eprintln!("error: {}: {error}", file.display());
                    status = Status::BadInput;
                }
            }
            out.flush()?;
        }
        if !self.no_index {
            let begun = clock::now();
            let before = store.index_state().map_err(refused)?.indexed;
            index(&mut store)?;
            let state = store.index_state().map_err(refused)?;
            let (games, seconds) = (state.indexed - before, (clock::now() - begun) / 1000.0);
            writeln!(
                out,
                "indexed {games} of {} games, {seconds:.1} s, {:.0} games/s",
                state.games,
                f64::from(games) / seconds.max(1e-9)
            )?;
        }
        Ok(status)
    }

    /// Opens the library; waits while another import works on it.
    fn open(&self) -> io::Result<Store> {
        let until = clock::now() + PATIENCE.as_secs_f64() * 1000.0;
        loop {
            match Store::open(&self.db) {
                Err(StoreError::Busy) if clock::now() < until => std::thread::sleep(PAUSE),
                opened => {
                    let store = opened.map_err(refused)?;
                    store.wait_for_others(PATIENCE).map_err(refused)?;
                    return Ok(store);
                }
            }
        }
    }

    fn import(&self, store: &mut Store, path: &Path) -> io::Result<ImportReport> {
        let mut file = File::open(path)?;
        let size = file.metadata()?.len();
        let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
        let duplicates = if self.keep_duplicates {
            Duplicates::Keep
        } else {
            Duplicates::Skip
        };
        let collection = match &self.collection {
            Some(name) => Some(store.add_collection(name, clock::today()).map_err(refused)?),
            None => None,
        };
        let mut import =
            Importing::begin(store, &name, duplicates, collection, clock::today()).map_err(refused)?;
        // One thread reads and replays; this one stores.
        let (give, take) = sync_channel::<(Vec<ReadyGame>, u64)>(WAITING);
        let encoding = self.encoding;
        let guessed = std::thread::scope(|scope| {
            let reading = scope.spawn(move || -> io::Result<Option<Encoding>> {
                let mut splitter = encoding.map_or_else(PdnSplitter::guessing, PdnSplitter::encoded);
                let mut part = vec![0; PART];
                let (mut games, mut bytes, mut whole) = (Vec::with_capacity(BATCH), 0, false);
                while !whole {
                    let length = file.read(&mut part)?;
                    whole = length == 0;
                    bytes += length as u64;
                    splitter.push(&part[..length]);
                    if whole {
                        splitter.finish();
                    }
                    while let Some(text) = splitter.next_game() {
                        games.push(ReadyGame::new(read_game(&text, None)));
                        if games.len() == BATCH {
                            let batch = std::mem::replace(&mut games, Vec::with_capacity(BATCH));
                            if give.send((batch, std::mem::take(&mut bytes))).is_err() {
                                return Ok(None);
                            }
                        }
                    }
                }
                // Fails only if storing has failed, which is reported below.
                drop(give.send((games, bytes)));
                Ok(splitter.encoding())
            });
            let mut said = clock::now();
            let stored = take.into_iter().try_for_each(|(games, bytes)| {
                import.store(store, games, bytes, clock::today())?;
                if clock::now() - said > SAY * 1000.0 {
                    said = clock::now();
                    let report = import.report();
                    let percent = 100.0 * report.read as f64 / size.max(1) as f64;
                    eprintln!("{name}: {percent:.0} %, {} games", report.games);
                }
                Ok(())
            });
            let read = reading
                .join()
                .unwrap_or_else(|_| Err(io::Error::other("the reader failed")));
            stored.map_err(refused)?;
            read
        })?;
        if let (None, Some(guessed)) = (encoding, guessed) {
            eprintln!("{name}: read as {}; --encoding names another", guessed.name());
        }
        Ok(import.report().clone())
    }

    fn print(
        &self,
        out: &mut impl Write,
        file: &Path,
        report: &ImportReport,
        seconds: f64,
    ) -> io::Result<()> {
        let file = file.display();
        if !self.quiet {
            for problem in &report.problems {
                writeln!(
                    out,
                    "{file}:{}:{}: {}",
                    problem.place.line, problem.place.column, problem.error
                )?;
            }
            let more = report.problem_count as usize - report.problems.len();
            if more > 0 {
                writeln!(out, "{file}: {more} more problems")?;
            }
            for game in &report.left_out {
                writeln!(
                    out,
                    "{file}: game {}: left out, the library has it: {}",
                    game.game,
                    named(game)
                )?;
            }
            let more = report.duplicates as usize - report.left_out.len();
            if more > 0 {
                writeln!(out, "{file}: {more} more games left out")?;
            }
            if report.duplicates > 0 {
                writeln!(out, "{file}: --keep-duplicates takes them in")?;
            }
        }
        writeln!(
            out,
            "{file}: {} games, {} stored, {} duplicates, {} damaged, {} refused, {seconds:.1} s, {:.0} games/s",
            report.games,
            report.stored,
            report.duplicates,
            report.damaged,
            report.refused,
            f64::from(report.games) / seconds.max(1e-9)
        )
    }
}

/// Writes a game that was left out: "Jansen, A. – Peters, B., Club 2024, 2024.05.01".
fn named(game: &LeftOut) -> String {
    let or = |name: &str| {
        if name.is_empty() {
            "?".to_owned()
        } else {
            name.to_owned()
        }
    };
    let mut text = format!("{} – {}", or(&game.white), or(&game.black));
    if !game.event.is_empty() {
        text += &format!(", {}", game.event);
    }
    if game.date > 0 {
        text += &format!(", {}", written_date(game.date));
    }
    text
}

/// Brings the position index up to date.
pub(crate) fn index(store: &mut Store) -> io::Result<()> {
    let mut indexer = Indexer::default();
    let mut said = clock::now();
    while !indexer.step(store, &themes).map_err(refused)? {
        if clock::now() - said > SAY * 1000.0 {
            said = clock::now();
            let state = store.index_state().map_err(refused)?;
            eprintln!("index: {} of {} games", state.indexed, state.games);
        }
    }
    Ok(())
}

pub(crate) fn refused(error: StoreError) -> io::Error {
    io::Error::other(error)
}
