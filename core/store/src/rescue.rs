//! Rescues a damaged store: renames its file and copies all readable data into a new one. The damaged file is
//! not written to, and the new file is complete or not created.
mod pages;
mod record;
mod repair;
mod salvage;
mod shape;

pub use pages::{RawFile, RawFiles};

use super::check::Reading;
use super::connection::STATEMENTS;
#[cfg(not(target_family = "wasm"))]
use super::disk::beside;
use super::{Store, StoreError, migrate};
use pages::Pages;
use rusqlite::{Connection, OpenFlags, OptionalExtension, params_from_iter};
use salvage::Salvage;
use serde::{Deserialize, Serialize};
use shape::TableShape;
use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// The result of rescuing a damaged store. It is shown until the person dismisses it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Rescue {
    /// Path of the damaged file, which is unchanged.
    pub aside: PathBuf,
    /// Number of games saved.
    pub games: u32,
    /// Number of moves in their main lines.
    pub moves: u32,
    /// Saved games of which only the moves are left.
    pub moves_only: u32,
    /// Saved games of which only names, date and result are left.
    pub names_only: u32,
    /// Number of lesson steps saved.
    pub steps: u32,
    /// Number of puzzle attempts saved.
    pub attempts: u32,
    /// Pages of the file with a person's data.
    pub pages: u32,
    /// Number of these pages that could not be read completely.
    pub unreadable: u32,
}

/// A store that was closed because of damage and opened again.
#[derive(Debug)]
pub struct Reopened {
    /// The old store, or the new one with the rescued data.
    pub store: Store,
    /// `true` if it was damaged and this is the new store.
    pub rescued: bool,
}

/// Setting with the result to show; empty once it is dismissed.
const SETTING: &str = "rescue";

/// Unique indexes that still have the names that a table may have lost.
const NAMES_IN_INDEX: [(&str, &str, &str); 5] = [
    (
        "variant",
        "sqlite_autoindex_variant_1",
        "INSERT OR IGNORE INTO variant (key, id) VALUES (?1, ?2)",
    ),
    (
        "player",
        "sqlite_autoindex_player_1",
        "INSERT OR IGNORE INTO player (name, id, folded) VALUES (?1, ?2, '')",
    ),
    (
        "event",
        "sqlite_autoindex_event_1",
        "INSERT OR IGNORE INTO event (name, id, folded) VALUES (?1, ?2, '')",
    ),
    (
        "collection",
        "sqlite_autoindex_collection_1",
        "INSERT OR IGNORE INTO collection (name, id, created) VALUES (?1, ?2, 0)",
    ),
    (
        "puzzle_set",
        "sqlite_autoindex_puzzle_set_1",
        "INSERT OR IGNORE INTO puzzle_set (profile_id, variant, name, id, made) VALUES (?1, ?2, ?3, ?4, 0)",
    ),
];

impl Store {
    /// Opens the file as [`Store::open`] does. A damaged file is renamed, and its readable data is in the new
    /// store, which reports it by [`Store::rescue`]. If the new store cannot be written, it is in memory and
    /// the damaged file keeps its name. Use [`Store::open_beside_damaged`] if files cannot be renamed.
    ///
    /// # Errors
    /// As [`Store::open`]; for a damaged file only if memory runs out.
    #[cfg(not(target_family = "wasm"))]
    pub fn open_or_rescue(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        Ok(Self::opened_or_rescued(path.as_ref(), Reading::Quick)?.store)
    }

    /// Opens a file that was found damaged in use, after its store has [left](Store::leave) it. Checks all of
    /// it first; a damaged file is rescued as by [`Store::open_or_rescue`].
    ///
    /// # Errors
    /// As [`Store::open_or_rescue`].
    #[cfg(not(target_family = "wasm"))]
    pub fn reopen(path: impl AsRef<Path>) -> Result<Reopened, StoreError> {
        Self::opened_or_rescued(path.as_ref(), Reading::Whole)
    }

    #[cfg(not(target_family = "wasm"))]
    fn opened_or_rescued(path: &Path, reading: Reading) -> Result<Reopened, StoreError> {
        let as_it_is = |store| Reopened {
            store,
            rescued: false,
        };
        let new = beside(path, ".rescued");
        // The last rescue stopped between the two renames. The new store was complete before the old file was
        // renamed.
        if !path.exists() && new.exists() {
            return put_in_place(path, &new).map(as_it_is);
        }
        match Self::open_reading(path, reading) {
            Err(StoreError::Damaged(_)) => {}
            opened => return opened.map(as_it_is),
        }
        let aside = (1..)
            .map(|number| beside(path, &format!(".damaged-{number}")))
            .find(|aside| !aside.exists())
            .expect("some number is free");
        let built = build(&new, raw_files(path), &aside).and_then(|()| {
            std::fs::rename(path, &aside)?;
            put_in_place(path, &new)
        });
        let store = match built {
            Err(error) if error.passes() && path.exists() => Self::from_damaged(raw_files(path), path)?,
            built => built?,
        };
        Ok(Reopened { store, rescued: true })
    }

    /// As [`Store::open_or_rescue`], if files cannot be renamed, as in a browser. A damaged file keeps its
    /// name, and the store continues in a new file beside it ("damier-2.db" for "damier.db"), which is opened
    /// from then on. `raw` opens a file for reading without SQLite.
    ///
    /// # Errors
    /// As [`Store::open`], and if `NAMES` files are damaged.
    pub fn open_beside_damaged(
        path: impl AsRef<Path>,
        raw: impl Fn(&Path) -> Option<RawFiles>,
    ) -> Result<Self, StoreError> {
        Ok(Self::beside_damaged(path.as_ref(), &raw, Reading::Quick)?.store)
    }

    /// As [`Store::reopen`], if files cannot be renamed.
    ///
    /// # Errors
    /// As [`Store::open_beside_damaged`].
    pub fn reopen_beside_damaged(
        path: impl AsRef<Path>,
        raw: impl Fn(&Path) -> Option<RawFiles>,
    ) -> Result<Reopened, StoreError> {
        Self::beside_damaged(path.as_ref(), &raw, Reading::Whole)
    }

    fn beside_damaged(
        path: &Path,
        raw: &dyn Fn(&Path) -> Option<RawFiles>,
        reading: Reading,
    ) -> Result<Reopened, StoreError> {
        let mut damaged: Option<(PathBuf, StoreError)> = None;
        for number in 1..=NAMES {
            let path = numbered(path, number);
            if let Some((aside, _)) = damaged.as_ref().filter(|_| !is_begun(&path)) {
                let store = match build(&path, raw(aside), aside) {
                    Ok(()) => Self::open(&path)?,
                    Err(error) if error.passes() => Self::from_damaged(raw(aside), aside)?,
                    Err(error) => return Err(error),
                };
                return Ok(Reopened { store, rescued: true });
            }
            match Self::open_reading(&path, reading) {
                Err(error @ StoreError::Damaged(_)) => damaged = Some((path, error)),
                opened => {
                    return opened.map(|store| Reopened {
                        store,
                        rescued: false,
                    });
                }
            }
        }
        Err(damaged.map_or_else(|| StoreError::Damaged(String::new()), |(_, error)| error))
    }

    /// Returns a store in memory with the readable data of a damaged file.
    ///
    /// # Errors
    /// Only if memory runs out.
    pub fn from_damaged(files: Option<RawFiles>, aside: &Path) -> Result<Self, StoreError> {
        let mut connection = Connection::open_in_memory()?;
        rebuild(&mut connection, files, aside)?;
        Self::prepare(connection, false)
    }

    /// Closes the store and leaves its file and journal as they are, because a damaged file must not be
    /// written to. Returns the path, empty for a store in memory.
    pub fn leave(self) -> PathBuf {
        let path = PathBuf::from(self.connection.path().unwrap_or_default());
        #[cfg(not(target_family = "wasm"))]
        {
            use rusqlite::config::DbConfig;
            let asked = self
                .connection
                .set_db_config(DbConfig::SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, true);
            // Only a closed connection refuses.
            drop(asked);
        }
        path
    }

    /// Returns the result of the rescue that this store came from, until the setting "rescue" is made empty.
    pub fn rescue(&self, profile: i64) -> Result<Option<Rescue>, StoreError> {
        let text: Option<String> = self
            .connection
            .prepare_cached("SELECT value FROM setting WHERE profile_id = ?1 AND key = ?2")?
            .query_row((profile, SETTING), |row| row.get(0))
            .optional()?;
        Ok(text.and_then(|text| serde_json::from_str(&text).ok()))
    }
}

/// Maximum number of files tried, one beside the other.
const NAMES: u32 = 4;

/// Returns the path itself for 1, then "damier-2.db" and so on.
fn numbered(path: &Path, number: u32) -> PathBuf {
    match (path.file_stem(), path.extension()) {
        (Some(stem), Some(ending)) if number > 1 => {
            let mut name = stem.to_owned();
            name.push(format!("-{number}."));
            name.push(ending);
            path.with_file_name(name)
        }
        _ => path.into(),
    }
}

/// Opens a file with its write-ahead log for reading without SQLite; `None` if it cannot be read.
#[cfg(not(target_family = "wasm"))]
pub(super) fn raw_files(path: &Path) -> Option<RawFiles> {
    let main = Box::new(std::fs::File::open(path).ok()?);
    let wal = std::fs::File::open(beside(path, "-wal")).ok();
    Some(RawFiles {
        main,
        wal: wal.map(|wal| Box::new(wal) as Box<dyn RawFile>),
    })
}

/// True if the file has a schema or is damaged. A new store that was not finished has no schema.
fn is_begun(path: &Path) -> bool {
    let Ok(found) = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_WRITE) else {
        return false;
    };
    let tables = found.query_row("SELECT count(*) FROM sqlite_schema", [], |row| {
        row.get::<_, u32>(0)
    });
    tables.map_or(true, |tables| tables > 0)
}

/// Renames the new store to the path of the old one, which has been renamed already. Left journals move with
/// the old file.
#[cfg(not(target_family = "wasm"))]
fn put_in_place(path: &Path, new: &Path) -> Result<Store, StoreError> {
    let aside = (1..)
        .map(|number| beside(path, &format!(".damaged-{number}")))
        .take_while(|aside| aside.exists())
        .last();
    // Beside the new file they would damage it.
    for journal in ["-wal", "-shm", "-journal"] {
        if let Some(aside) = aside.as_ref().filter(|_| beside(path, journal).exists()) {
            std::fs::rename(beside(path, journal), beside(aside, journal))?;
        }
    }
    std::fs::rename(new, path)?;
    Store::open(path)
}

/// Builds the new store in a temporary file.
fn build(new: &Path, files: Option<RawFiles>, aside: &Path) -> Result<(), StoreError> {
    // In a browser a started file without a schema counts as absent, so nothing is removed.
    #[cfg(not(target_family = "wasm"))]
    for end in ["", "-journal", "-wal", "-shm"] {
        drop(std::fs::remove_file(beside(new, end)));
    }
    let mut connection = Connection::open(new)?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    let built = rebuild(&mut connection, files, aside);
    drop(connection);
    if built.is_err() && cfg!(not(target_family = "wasm")) {
        drop(std::fs::remove_file(new));
    }
    built
}

/// Fills an empty database with all readable data of a damaged one, in one transaction. Rows are inserted
/// under the schema that they were written under, which is then migrated to the newest.
fn rebuild(connection: &mut Connection, files: Option<RawFiles>, aside: &Path) -> Result<(), StoreError> {
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    // Rows come in any order, and some refer to lost rows.
    connection.pragma_update(None, "foreign_keys", false)?;
    let transaction = connection.transaction()?;
    let mut pages = files.map(Pages::open);
    let said = pages
        .as_mut()
        .and_then(|pages| pages.read(1))
        .map(|page| pages::number(&page, 60, 4));
    let listed = pages.as_mut().map_or_else(Vec::new, salvage::listed);
    let schema = migrate::schema_of(&listed, said.unwrap_or(migrate::NEWEST))?;
    migrate::apply(&transaction, 0, schema)?;
    let mut salvaged = Salvaged::default();
    if let Some(pages) = &mut pages {
        salvaged.read(&transaction, pages)?;
    }
    migrate::apply(&transaction, schema, migrate::NEWEST)?;
    let mut rescue = Rescue {
        aside: PathBuf::from(aside.to_string_lossy().into_owned()),
        pages: salvaged.seen.pages,
        unreadable: salvaged.seen.unreadable,
        ..Rescue::default()
    };
    repair::repair(&transaction, &salvaged.seen.broken, &salvaged.cut, &mut rescue)?;
    let text = serde_json::to_string(&rescue).map_err(|error| StoreError::Damaged(error.to_string()))?;
    transaction.execute(
        "INSERT OR REPLACE INTO setting (profile_id, key, value) SELECT id, ?1, ?2 FROM profile",
        (SETTING, text),
    )?;
    transaction.commit()?;
    Ok(())
}

/// The rows put into the new store, and the damage seen in the old one.
#[derive(Default)]
struct Salvaged {
    seen: salvage::Seen,
    /// Ids of games whose moves end too early.
    cut: HashSet<i64>,
}

impl Salvaged {
    fn read(&mut self, connection: &Connection, pages: &mut Pages) -> Result<(), StoreError> {
        let tables = TableShape::all(connection)?;
        let mut salvage = Salvage::new(pages);
        let roots = salvage.roots(connection)?;
        if roots.are_of_another_program(&tables) {
            return Ok(());
        }
        let mut names = Vec::new();
        for (table, index, insert) in NAMES_IN_INDEX {
            salvage.index(&roots, index, &mut |row| names.push((table, insert, row)));
        }
        let mut failed = None;
        salvage.tables(&roots, &tables, &mut |table, row| {
            let cut = (row.cut && table.name == "tree").then_some(row.rowid);
            match table.insert(connection, row) {
                Ok(true) => self.cut.extend(cut),
                Ok(false) => {}
                Err(error) => note(&mut failed, error.into()),
            }
        });
        for (table, insert, row) in names {
            if salvage.seen.broken.contains(table) {
                let put = connection
                    .prepare_cached(insert)
                    .and_then(|mut insert| insert.execute(params_from_iter(row)));
                put.map_or_else(|error| note(&mut failed, error.into()), drop);
            }
        }
        self.seen = salvage.seen;
        failed.map_or(Ok(()), Err)
    }
}

/// Keeps the first disk error. A row that contradicts another is skipped.
fn note(failed: &mut Option<StoreError>, error: StoreError) {
    if error.passes() {
        failed.get_or_insert(error);
    }
}
