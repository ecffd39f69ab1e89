//! The open store: its file and its connection. The SQL for each table is in the other modules.
use super::check::{Check, Reading};
use super::connection::set_up;
use super::fallback::Fallback;
use super::{StoreError, index, migrate};
#[cfg(not(target_family = "wasm"))]
use super::{disk, header::check_header};
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags};
use std::path::Path;
use std::time::Duration;

/// The browser's file system has no shared memory, which WAL needs.
const JOURNAL: &str = if cfg!(target_family = "wasm") {
    "DELETE"
} else {
    "WAL"
};

/// The open store. It has one owner at a time; every method is one transaction.
///
/// # Errors
/// Every method fails if the disk or the database fails. A method documents only further errors.
#[derive(Debug)]
pub struct Store {
    pub(super) connection: Connection,
    /// `true` if its data outlives the program.
    pub(super) kept: bool,
    /// Set while the store is in memory because its file cannot be written.
    pub(super) fallback: Option<Fallback>,
    /// The identity of the file when it was opened.
    #[cfg(not(target_family = "wasm"))]
    file: Option<(u64, u64)>,
}

impl Store {
    /// Opens the file, creates it if needed, and migrates its schema.
    ///
    /// # Errors
    /// If the file must not be used by this version; the file is left unchanged.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Self::open_reading(path.as_ref(), Reading::Quick)
    }

    pub(super) fn open_reading(path: &Path, reading: Reading) -> Result<Self, StoreError> {
        #[cfg(not(target_family = "wasm"))]
        check_header(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        #[cfg(unix)]
        create_for_owner(path);
        let opened = Connection::open_with_flags(path, flags).map_err(StoreError::from);
        let opened = opened.and_then(|connection| Self::prepare_reading(connection, true, reading));
        #[cfg(not(target_family = "wasm"))]
        let opened = opened.map_err(|error| disk::look_into(path, error));
        opened
    }

    /// Opens a store in memory. Its data is lost when it is dropped.
    ///
    /// # Errors
    /// If memory runs out.
    pub fn in_memory() -> Result<Self, StoreError> {
        Self::prepare(Connection::open_in_memory()?, false)
    }

    pub(super) fn prepare(connection: Connection, kept: bool) -> Result<Self, StoreError> {
        Self::prepare_reading(connection, kept, Reading::Quick)
    }

    pub(super) fn prepare_reading(
        mut connection: Connection,
        kept: bool,
        reading: Reading,
    ) -> Result<Self, StoreError> {
        set_up(&mut connection)?;
        // A damaged file must not be written to, not even by a checkpoint of its own log.
        #[cfg(not(target_family = "wasm"))]
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true)?;
        migrate::check(&connection, reading)?;
        #[cfg(not(target_family = "wasm"))]
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, false)?;
        connection.pragma_update(None, "journal_mode", JOURNAL)?;
        // Every move is on disk before it is shown.
        connection.pragma_update(None, "synchronous", "FULL")?;
        migrate::run(&mut connection)?;
        index::check_format(&connection)?;
        Ok(Self::over(connection, kept))
    }

    pub(super) fn over(connection: Connection, kept: bool) -> Self {
        Self {
            #[cfg(not(target_family = "wasm"))]
            file: connection.path().and_then(|path| disk::file_at(Path::new(path))),
            connection,
            kept,
            fallback: None,
        }
    }

    /// Fails if the file has been moved, deleted or replaced since it was opened. Writes would be lost, and
    /// SQLite does not check this.
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

    /// Sets how long to wait for writes of other programs. Background work waits longer.
    ///
    /// # Errors
    /// Only if there is a bug in this program.
    pub fn wait_for_others(&self, patience: Duration) -> Result<(), StoreError> {
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// Deletes all data permanently. The store and its file are then like new ones.
    ///
    /// # Errors
    /// If the disk or another program refuses; the call can be repeated.
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

    /// Returns the number of rows written since the store was opened.
    pub fn written(&self) -> u64 {
        self.connection.total_changes()
    }

    /// True if it was opened read-only.
    pub fn is_read_only(&self) -> bool {
        let asked = self
            .connection
            .query_row("PRAGMA query_only", [], |row| row.get(0));
        asked.unwrap_or(false) || self.connection.is_readonly("main").unwrap_or(false)
    }

    /// True if it works on a file and not on a copy in memory.
    pub fn has_file(&self) -> bool {
        self.path().is_some()
    }

    /// The file that it works on; `None` in memory.
    pub fn path(&self) -> Option<&Path> {
        let path = self.connection.path().filter(|_| self.kept)?;
        (!path.is_empty()).then(|| Path::new(path))
    }

    /// True if its data outlives the program.
    pub fn kept(&self) -> bool {
        self.kept
    }
}

/// Creates a file that only its owner can read, if there is none: a library holds people's names. The database then
/// gives its other files the same rights. A failure shows when the file is opened.
#[cfg(unix)]
fn create_for_owner(path: &Path) {
    use std::os::unix::fs::OpenOptionsExt;
    let mut options = std::fs::OpenOptions::new();
    drop(options.write(true).create_new(true).mode(0o600).open(path));
}

impl Check {
    /// Reads some more rows; returns true when none are left.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] at the first invalid row; the next step then starts again.
    pub fn step(&mut self, store: &Store) -> Result<bool, StoreError> {
        self.step_on(&store.connection)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Duplicates, GameStart, Import};

    #[test]
    fn a_full_disk_has_a_typed_error_and_loses_nothing() {
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
            letter: None,
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
