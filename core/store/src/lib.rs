//! What the app keeps: people, games, progress, attempts, ratings and settings, in one SQLite file.
//!
//! Decides nothing about draughts: it keeps game trees as bytes, and plays them through only to find positions in them.
mod backup;
mod check;
mod collections;
#[cfg(not(target_family = "wasm"))]
mod disk;
mod error;
mod find;
mod game_text;
mod games;
mod import;
mod index;
mod library;
mod migrate;
mod names;
mod openings;
mod people;
mod progress;
mod puzzle_sets;
mod puzzles;
mod ranges;
mod rescue;
pub mod tree;
mod unkept;

pub use backup::{Backup, LineFault, LineProblem, Restore, Restored, RestoredLesson};
pub use check::Check;
pub use collections::{Collection, Deletion};
pub use error::StoreError;
pub use find::{Filter, Order, Search};
pub use game_text::{GameText, GameTextError};
pub use games::{ComputerResult, GameEnd, GameRow, GameStart};
pub use import::{Duplicates, Import, ImportProblem, ImportReport, ReadyGame};
pub use index::{Content, Hit, IndexState, Indexer, Pattern, Sought, Themes};
pub use library::{Body, Ending, Facts, GameResult, LibraryRow};
pub use names::folded;
pub use openings::{Opening, opening_of, openings};
pub use people::{Experience, Profile};
pub use progress::StepDone;
pub use puzzle_sets::{InSet, PuzzleSet};
pub use puzzles::{Attempt, AttemptRow, Change, PuzzleRecord, Rating, Review};
pub use rescue::{RawFile, RawFiles, Reopened, Rescue};
pub use unkept::Again;

use check::Reading;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use std::path::Path;
use std::time::Duration;

/// How long a statement waits for another program's write: a person does not notice it.
const PATIENCE: Duration = Duration::from_millis(300);

/// Statements kept ready.
const STATEMENTS: usize = 64;
/// Pages kept in memory, in KiB where negative: enough for the indexes of a million games; in a browser, of a club's.
const CACHE: i32 = if cfg!(target_family = "wasm") {
    -8_192
} else {
    -65_536
};

/// The browser's file system has no shared memory, so no WAL there.
const JOURNAL: &str = if cfg!(target_family = "wasm") {
    "DELETE"
} else {
    "WAL"
};

/// The open store. One owner at a time; every method is one transaction.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    kept: bool,
    unkept: Option<unkept::Unkept>,
    /// Which file it was when it was opened.
    #[cfg(not(target_family = "wasm"))]
    file: Option<(u64, u64)>,
}

impl Store {
    /// Opens the file, makes it where there is none, and brings its schema up to date.
    ///
    /// # Errors
    /// A file that this version must not touch stays as it is, to the byte.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_reading(path.as_ref(), Reading::Quick)
    }

    fn open_reading(path: &Path, reading: Reading) -> Result<Self, StoreError> {
        #[cfg(not(target_family = "wasm"))]
        check_header(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let opened = Connection::open_with_flags(path, flags).map_err(StoreError::from);
        let opened = opened.and_then(|connection| Self::prepare_reading(connection, true, reading));
        #[cfg(not(target_family = "wasm"))]
        let opened = opened.map_err(|error| disk::look_into(path, error));
        opened
    }

    /// A store that is gone when it is dropped.
    ///
    /// # Errors
    /// Only where memory fails.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?, false)
    }

    fn prepare(connection: Connection, kept: bool) -> Result<Self, StoreError> {
        Self::prepare_reading(connection, kept, Reading::Quick)
    }

    fn prepare_reading(mut connection: Connection, kept: bool, reading: Reading) -> Result<Self, StoreError> {
        set_up(&mut connection)?;
        // A damaged file is not written to, not even with what its own log has of it.
        #[cfg(not(target_family = "wasm"))]
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        migrate::check(&connection, reading)?;
        #[cfg(not(target_family = "wasm"))]
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        connection.pragma_update(None, "journal_mode", JOURNAL)?;
        // Every move reaches the disk before it is shown.
        connection.pragma_update(None, "synchronous", "FULL")?;
        migrate::run(&mut connection)?;
        index::check_form(&connection)?;
        Ok(Self::over(connection, kept))
    }

    fn over(connection: Connection, kept: bool) -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            file: connection.path().and_then(|path| disk::file_at(Path::new(path))),
            connection,
            kept,
            unkept: None,
        }
    }

    /// Refuses where the file was moved, deleted or replaced since it was opened: what is written would be lost with it,
    /// and SQLite does not look.
    ///
    /// # Errors
    /// [`StoreError::Gone`].
    #[cfg(not(target_family = "wasm"))]
    pub fn expect_file(&self) -> Result<(), StoreError> {
        let path = self.connection.path().unwrap_or_default();
        if self.file.is_none() || disk::file_at(Path::new(path)) == self.file {
            return Ok(());
        }
        Err(StoreError::Gone(path.into()))
    }

    /// Waits so long for another program's writes from now on: for work that nobody watches.
    ///
    /// # Errors
    /// Only a fault of ours.
    pub fn wait_for_others(&self, patience: Duration) -> Result<(), StoreError> {
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// Forgets everything for good: the store is then as a new one, and its file as short.
    ///
    /// # Errors
    /// Where the disk or another program refuses; then it may be done again.
    pub fn erase(&mut self) -> Result<(), StoreError> {
        self.connection.flush_prepared_statement_cache();
        let reset = DbConfig::SQLITE_DBCONFIG_RESET_DATABASE;
        self.connection.set_db_config(reset, true)?;
        let erased = self.connection.execute_batch("VACUUM");
        self.connection.set_db_config(reset, false)?;
        erased?;
        self.connection.pragma_update(None, "journal_mode", JOURNAL)?;
        migrate::run(&mut self.connection)
    }

    /// How many rows were written so far.
    pub fn written(&self) -> u64 {
        self.connection.total_changes()
    }

    /// It was opened to be read only.
    pub fn is_read_only(&self) -> bool {
        let asked = self
            .connection
            .query_row("PRAGMA query_only", [], |row| row.get(0));
        asked.unwrap_or(false) || self.connection.is_readonly("main").unwrap_or(false)
    }

    /// It reads and writes a file of its own, and no copy of one.
    pub fn has_file(&self) -> bool {
        self.kept && self.connection.path().is_some_and(|path| !path.is_empty())
    }

    /// The store outlives the program.
    pub fn kept(&self) -> bool {
        self.kept
    }
}

/// What every connection is like, whatever it is open on.
fn set_up(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    // The first look: of a damaged header SQLite says that it does not support such files.
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    tables.map_err(|error| match StoreError::from(error) {
        StoreError::Fault(error) => StoreError::Damaged(error.to_string()),
        error => error,
    })?;
    // A transaction that reads first and writes then could not wait: others may have written in between.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "cache_size", CACHE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// Looks at the file's header without SQLite, which could leave its own files beside one that is not ours.
#[cfg(not(target_family = "wasm"))]
fn check_header(path: &Path) -> Result<(), StoreError> {
    use std::io::{ErrorKind, Read};
    let file = match std::fs::File::open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut header = Vec::with_capacity(100);
    file.take(100).read_to_end(&mut header)?;
    // SQLite takes an empty file for a new database.
    if header.is_empty() {
        return Ok(());
    }
    if header.len() < 100 || !header.starts_with(b"SQLite format 3\0") {
        return Err(StoreError::Damaged("no SQLite file".into()));
    }
    let number = |at: std::ops::Range<usize>| header[at].iter().fold(0, |n, byte| n << 8 | u32::from(*byte));
    let (page_size, pages, schema) = (number(16..18), number(28..32), number(60..64));
    if schema > migrate::NEWEST {
        let (found, known) = (schema, migrate::NEWEST);
        // Not even a file beside it is made to look at its tables. Of what cannot be looked at the number is believed.
        return match unkept::untouched(path) {
            Ok(connection) if number(68..72) == migrate::APPLICATION_ID => {
                migrate::check_number(&connection, found)
            }
            _ => Err(StoreError::FromNewerApp { found, known }),
        };
    }
    // After a crash the journal beside the file makes it whole again; without one a short file has lost its end.
    let has_journal = ["-wal", "-journal"].iter().any(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        Path::new(&name).exists()
    });
    // A page size of 1 stands for 65 536.
    let page_size = if page_size == 1 {
        65_536
    } else {
        u64::from(page_size)
    };
    if !has_journal && length < u64::from(pages) * page_size {
        return Err(StoreError::Damaged("the file's end is missing".into()));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_disk_is_named_and_loses_nothing() {
        let mut store = Store::in_memory().unwrap();
        let profile = store.profile(1e12).unwrap().id;
        store.set_setting(profile, "theme", "dark").unwrap();
        let pages: u32 = store
            .connection
            .query_row("PRAGMA page_count", [], |row| row.get(0))
            .unwrap();
        store
            .connection
            .pragma_update(None, "max_page_count", pages)
            .unwrap();
        let start = GameStart {
            profile,
            variant: "international".into(),
            start_fen: "W:W31-50:B1-20".into(),
            white_level: None,
            black_level: None,
            removed: Vec::new(),
            terms: None,
            tags: Vec::new(),
        };
        let error = store.add_game(start, vec![1; 1_000_000], 1e12).unwrap_err();
        assert!(matches!(error, StoreError::Full(_)), "{error:?}");
        assert_eq!(store.settings(profile).unwrap()["theme"], "dark");
        assert!(!store.kept());
    }

    #[test]
    fn an_import_on_a_full_disk_keeps_whole_parts() {
        let mut store = Store::in_memory().unwrap();
        let mut import = Import::begin(&store, "x.pdn", Duplicates::Keep, None, 1e12).unwrap();
        let text = "[White \"Y\"]\n1. 32-28 19-23 *\n\n".repeat(200);
        import.push(&mut store, text.as_bytes(), false, 1e12).unwrap();
        let pages = store.bytes().unwrap() / 4096 + 20;
        store
            .connection
            .pragma_update(None, "max_page_count", pages as u32)
            .unwrap();
        let told = (0..100).find_map(|_| import.push(&mut store, text.as_bytes(), false, 1e12).err());
        assert!(matches!(told, Some(StoreError::Full(_))), "{told:?}");
        // The last game of a part may still be waiting for its end.
        let games = store.index_state().unwrap().games;
        assert!(
            games > 0 && (games + 1).is_multiple_of(200),
            "a part that does not fit is not there at all: {games}"
        );
        let integrity: String = store
            .connection
            .query_row("PRAGMA integrity_check", [], |row| row.get(0))
            .unwrap();
        assert_eq!(integrity, "ok");
    }
}
