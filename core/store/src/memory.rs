//! A store whose file cannot be written: it is opened read-only, or continues in memory until its changes can
//! be written.
use super::backup::{ROWS, Restore, SECTIONS, read};
use super::fallback::{Contents, Fallback, tables};
use super::{Store, StoreError};
#[cfg(not(target_family = "wasm"))]
use super::{
    check::Reading,
    connection::{set_up, uri},
    disk,
    header::check_header,
    migrate,
    rescue::raw_files,
};
use rusqlite::Connection;
#[cfg(not(target_family = "wasm"))]
use rusqlite::OpenFlags;
use rusqlite::backup::{Backup, StepResult};
use std::path::{Path, PathBuf};

/// Size limit of a store that continues in memory, in bytes.
const MOST: u64 = if cfg!(target_family = "wasm") {
    128 << 20
} else {
    512 << 20
};

/// The result of writing a store in memory back to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WriteBack {
    /// The file has the content of the memory.
    Whole,
    /// Another program had written to the file. New rows were added to it under other ids.
    Merged,
}

impl Store {
    /// Opens the file read-only because it or its folder cannot be written. Every change fails with
    /// [`StoreError::ReadOnly`].
    ///
    /// # Errors
    /// As [`Store::open`].
    #[cfg(not(target_family = "wasm"))]
    pub fn open_to_read(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        check_header(path)?;
        let journal = disk::beside(path, "-wal");
        let has_journal = journal.metadata().is_ok_and(|journal| journal.len() > 0);
        let opened = match readable(path, "") {
            // The journal has changes that are not in the file yet, and SQLite cannot open it without writing.
            Err(StoreError::Disk(_) | StoreError::ReadOnly(_) | StoreError::Full(_)) if has_journal => {
                readable_copy(path)?
            }
            Err(StoreError::Disk(_) | StoreError::ReadOnly(_) | StoreError::Full(_)) => {
                readable(path, "&immutable=1").map_err(|error| disk::look_into(path, error))?
            }
            opened => opened?,
        };
        Ok(Self::over(opened, true))
    }

    /// Copies the store into memory; returns the store itself if it is too large for that.
    #[cfg(not(target_family = "wasm"))]
    fn copied(self) -> Result<Self, StoreError> {
        match in_memory(&self.connection) {
            Ok(copy) => Self::prepare(copy, false),
            Err(error @ StoreError::Damaged(_)) => Err(error),
            Err(_) => Ok(self),
        }
    }

    /// Opens a usable store after opening the file at this path failed because of `why`. The readable content
    /// goes into memory, as after [`Store::go_on_in_memory`]. A very large file is opened read-only.
    ///
    /// # Errors
    /// `why` itself, if the error is not temporary.
    pub fn in_place_of(path: impl AsRef<Path>, why: StoreError) -> Result<Self, StoreError> {
        if !why.passes() {
            return Err(why);
        }
        let mut store = Self::in_memory()?;
        #[cfg(not(target_family = "wasm"))]
        match Self::open_to_read(&path).and_then(Self::copied) {
            // Too large for memory, but readable.
            Ok(found) if found.kept => return Ok(found),
            Ok(copy) => store = copy,
            // The file is read for rescue only here, so that a disk error is reported before damage.
            Err(StoreError::Damaged(_)) => {
                store = Self::from_damaged(raw_files(path.as_ref()), path.as_ref())?
            }
            Err(_) => {}
        }
        store.stand_for(path.as_ref().into(), why)?;
        Ok(store)
    }

    /// Continues in memory after the file failed with `why`, until [`Store::write_back`] writes it back.
    ///
    /// # Errors
    /// If the file cannot be read either or is too large; then nothing is changed.
    pub fn go_on_in_memory(&mut self, why: StoreError) -> Result<(), StoreError> {
        if !self.kept {
            return Ok(());
        }
        let path = PathBuf::from(self.connection.path().unwrap_or_default());
        #[cfg(not(target_family = "wasm"))]
        let why = disk::look_into(&path, why);
        let mut copy = match in_memory(&self.connection) {
            Ok(copy) => Self::prepare(copy, false)?,
            Err(_) => return Err(why),
        };
        copy.stand_for(path, why)?;
        *self = copy;
        Ok(())
    }

    fn stand_for(&mut self, path: PathBuf, why: StoreError) -> Result<(), StoreError> {
        self.fallback = Some(Fallback {
            path,
            why,
            found: Contents::of(&self.connection)?,
            changes: self.connection.total_changes(),
        });
        Ok(())
    }

    /// Writes the changes made in memory to the file, all or nothing, and continues with the file. Returns
    /// `None` if the file still fails (the reason is in [`Store::fallback`]) or if the store is not in memory.
    pub fn write_back(&mut self) -> Option<WriteBack> {
        let fallback = self.fallback.take()?;
        match self.try_write_back(&fallback) {
            Ok(result) => Some(result),
            Err(why) => {
                self.fallback = Some(Fallback { why, ..fallback });
                None
            }
        }
    }

    fn try_write_back(&mut self, fallback: &Fallback) -> Result<WriteBack, StoreError> {
        // A new store may need its folder created. If the file had data, a missing folder means that a disk
        // was removed, so it is not created.
        #[cfg(not(target_family = "wasm"))]
        if let Some(folder) = fallback.path.parent()
            && fallback.found.is_new()
        {
            std::fs::create_dir_all(folder)?;
        }
        let mut file = Self::open(&fallback.path)?;
        let found = Contents::of(&file.connection)?;
        let result = if found == fallback.found || found.is_new() {
            // The file must be closed first: the browser's file system allows only one handle.
            drop(file);
            copy_changes(&self.connection, &fallback.path)?;
            file = Self::open(&fallback.path)?;
            WriteBack::Whole
        } else {
            add_all(&self.connection, &mut file)?;
            WriteBack::Merged
        };
        *self = file;
        Ok(result)
    }

    /// Returns why the store is in memory, its file, and whether there are unsaved changes; `None` if it
    /// works on its file.
    pub fn fallback(&self) -> Option<(&StoreError, &Path, bool)> {
        let fallback = self.fallback.as_ref()?;
        let unsaved = self.connection.total_changes() > fallback.changes;
        Some((&fallback.why, &fallback.path, unsaved))
    }
}

/// Opens a read-only connection. With the options in `more` it creates no file beside it.
#[cfg(not(target_family = "wasm"))]
fn readable(path: &Path, more: &str) -> Result<Connection, StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(uri(path, more), flags)?;
    set_up(&mut connection)?;
    migrate::check(&connection, Reading::Quick)?;
    // An older schema is migrated in a copy.
    if migrate::version(&connection)? < migrate::NEWEST {
        connection = in_memory(&connection)?;
        set_up(&mut connection)?;
        migrate::run(&mut connection)?;
        connection.pragma_update(None, "query_only", true)?;
    }
    Ok(connection)
}

/// Copies the file and its journal into a temporary folder, and loads them from there into memory.
#[cfg(not(target_family = "wasm"))]
fn readable_copy(path: &Path) -> Result<Connection, StoreError> {
    let folder = tempfile::tempdir()?;
    let copy = folder.path().join("store.db");
    std::fs::copy(path, &copy)?;
    std::fs::copy(disk::beside(path, "-wal"), disk::beside(&copy, "-wal"))?;
    let mut connection = in_memory(&Store::open(&copy)?.connection)?;
    set_up(&mut connection)?;
    connection.pragma_update(None, "query_only", true)?;
    Ok(connection)
}

/// Copies a database into memory.
fn in_memory(from: &Connection) -> Result<Connection, StoreError> {
    let pages: u32 = from.query_row("PRAGMA page_count", [], |row| row.get(0))?;
    let size: u32 = from.query_row("PRAGMA page_size", [], |row| row.get(0))?;
    if u64::from(pages) * u64::from(size) > MOST {
        return Err(StoreError::Disk(
            "the store is too large to continue in memory".into(),
        ));
    }
    let mut memory = Connection::open_in_memory()?;
    match Backup::new(from, &mut memory)?.step(-1)? {
        StepResult::Done => {}
        _ => return Err(StoreError::Busy),
    }
    Ok(memory)
}

/// Makes the file equal to the memory, in one transaction that writes only differences.
fn copy_changes(memory: &Connection, path: &Path) -> Result<(), StoreError> {
    let path = path
        .to_str()
        .ok_or_else(|| StoreError::Disk("the file's name is not valid Unicode".into()))?;
    memory.execute("ATTACH ?1 AS disk", [path])?;
    // Each row is copied by itself: no cascade may delete others. Temporary data stays in memory, as the disk
    // may be full.
    let done = memory
        .execute_batch(
            "PRAGMA foreign_keys = OFF; PRAGMA temp_store = MEMORY; PRAGMA disk.synchronous = FULL",
        )
        .map_err(StoreError::from)
        .and_then(|()| copy_tables(memory));
    memory.execute_batch("PRAGMA foreign_keys = ON; DETACH disk")?;
    done
}

fn copy_tables(memory: &Connection) -> Result<(), StoreError> {
    let transaction = memory.unchecked_transaction()?;
    for table in tables(memory)? {
        let mut select = transaction.prepare("SELECT name, pk FROM pragma_table_info(?1)")?;
        let columns = select.query_map([&table], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let mut columns: Vec<(String, u32)> = columns.collect::<Result<_, _>>()?;
        if columns.iter().all(|(_, key)| *key == 0) {
            columns.push(("rowid".into(), 1));
        }
        let keys = columns.iter().filter(|(_, key)| *key > 0);
        let same: Vec<String> = keys.map(|(name, _)| format!("m.{name} = d.{name}")).collect();
        let same = same.join(" AND ");
        let of = |side: &str| {
            let names: Vec<String> = columns.iter().map(|(name, _)| format!("{side}{name}")).collect();
            names.join(", ")
        };
        transaction.execute_batch(&format!(
            "DELETE FROM disk.{table} AS d WHERE NOT EXISTS (SELECT 1 FROM main.{table} AS m WHERE {same});
             INSERT OR REPLACE INTO disk.{table} ({}) SELECT {} FROM main.{table} AS m LEFT JOIN disk.{table} AS d ON {same}
             WHERE ({}) IS NOT ({});",
            of(""),
            of("m."),
            of("m."),
            of("d."),
        ))?;
    }
    transaction.commit()?;
    Ok(())
}

/// Adds the rows that the file lacks, in one transaction.
fn add_all(memory: &Connection, file: &mut Store) -> Result<(), StoreError> {
    let mut restore = Restore::default();
    let transaction = file.connection.transaction()?;
    for section in 0..SECTIONS {
        let mut after = Some(0);
        while let Some(from) = after {
            let (lines, last) = read(memory, section, from, ROWS)?;
            for line in lines {
                restore.add(&transaction, line)?;
            }
            after = last;
        }
    }
    transaction.commit()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_paths_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["store.db", "a-b_c~d.db", "\u{e9}t\u{e9} 100%#&x=1.db"] {
            let path = folder.path().join(name);
            drop(Store::open(&path).unwrap());
            // On Windows a canonical path is verbatim, `\\?\C:\…`, and takes no slashes.
            for path in [&path, &path.canonicalize().unwrap()] {
                readable(path, "&immutable=1").unwrap();
            }
            #[cfg(unix)]
            readable(Path::new(&format!("/{}", path.display())), "").unwrap();
        }
    }
}
