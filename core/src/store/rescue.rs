//! A damaged store: set aside under a new name, and all that can still be read of it brought into a new one.
use super::backup::{ROWS, Restore, Restored, SECTIONS, read};
use super::{Store, StoreError, migrate};
use rusqlite::{Connection, OpenFlags};
use std::path::{Path, PathBuf};

/// What came of a damaged store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rescue {
    /// Where the damaged file lies now, as it was found.
    pub aside: PathBuf,
    /// Games that could be saved.
    pub games: u32,
}

impl Store {
    /// Opens the file as [`Store::open`] does; a damaged one is set aside, and what can be read of it is in the new store,
    /// which says so by [`Store::rescue`]. Where files cannot be renamed: [`Store::open_beside_damaged`].
    ///
    /// # Errors
    /// As [`Store::open`], but for a damaged file only where the disk refuses.
    pub fn open_or_rescue(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let path = path.as_ref();
        match Self::open(path) {
            Err(StoreError::Damaged(_)) => {}
            opened => return opened,
        }
        let aside = set_aside(path)?;
        let mut store = Self::open(path)?;
        let work = aside.with_extension("work");
        let games = match readable(&aside, &work) {
            Some(damaged) => save_from(&damaged, &mut store)?.games,
            None => 0,
        };
        // Only there for an older schema.
        drop(std::fs::remove_file(work));
        store.rescue = Some(Rescue { aside, games });
        Ok(store)
    }

    /// The same where files cannot be renamed, as in a browser: a damaged file keeps its name, and the store goes on in a
    /// new file beside it, "damier-2.db" for "damier.db", which is opened from then on.
    ///
    /// # Errors
    /// As [`Store::open`], and where [`NAMES`] files are damaged.
    pub fn open_beside_damaged(path: impl AsRef<Path>) -> Result<Self, StoreError> {
        let mut damaged: Option<(PathBuf, StoreError)> = None;
        for number in 1..=NAMES {
            let path = numbered(path.as_ref(), number);
            let begun = Connection::open_with_flags(&path, OpenFlags::SQLITE_OPEN_READ_ONLY).is_ok();
            match (Self::open(&path), damaged.take()) {
                (Err(error @ StoreError::Damaged(_)), _) => damaged = Some((path, error)),
                (Ok(mut store), Some((aside, _))) if !begun => {
                    let found = Connection::open_with_flags(&aside, OpenFlags::SQLITE_OPEN_READ_ONLY);
                    // Nothing can be read of a file that is no database at all.
                    let saved = found.ok().and_then(|found| save_from(&found, &mut store).ok());
                    let games = saved.map_or(0, |saved| saved.games);
                    store.rescue = Some(Rescue { aside, games });
                    return Ok(store);
                }
                (opened, _) => return opened,
            }
        }
        Err(damaged.map_or_else(|| StoreError::Damaged(String::new()), |(_, error)| error))
    }
}

/// How many files are tried, one beside the other.
const NAMES: u32 = 4;

/// The name itself, then "damier-2.db" and so on.
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

/// The damaged file as far as it can be read: the file itself, or of an older schema a copy that becomes the newest.
fn readable(aside: &Path, work: &Path) -> Option<Connection> {
    let found = Connection::open_with_flags(aside, OpenFlags::SQLITE_OPEN_READ_ONLY).ok()?;
    let version: u32 = found
        .query_row("PRAGMA user_version", [], |row| row.get(0))
        .ok()?;
    if version == migrate::NEWEST {
        return Some(found);
    }
    std::fs::copy(aside, work).ok()?;
    let mut copy = Connection::open(work).ok()?;
    migrate::run(&mut copy).ok()?;
    Some(copy)
}

/// Gives the damaged file and its journals a name that is free, and answers it.
fn set_aside(path: &Path) -> Result<PathBuf, StoreError> {
    let disk = |e: std::io::Error| StoreError::Disk(e.to_string());
    let with = |path: &Path, end: &str| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let aside = (1..)
        .map(|number| with(path, &format!(".damaged-{number}")))
        .find(|aside| !aside.exists())
        .expect("some number is free");
    // The journal goes first: without it the file is only older, with a wrong one it is lost.
    for journal in ["-wal", "-shm", "-journal"] {
        if with(path, journal).exists() {
            std::fs::rename(with(path, journal), with(&aside, journal)).map_err(disk)?;
        }
    }
    std::fs::rename(path, &aside).map_err(disk)?;
    Ok(aside)
}

/// Brings over all that can still be read of a damaged store: row by row where whole pages cannot be.
fn save_from(damaged: &Connection, store: &mut Store) -> Result<Restored, StoreError> {
    /// So many rows that cannot be read one after the other: the rest is gone.
    const GIVEN_UP: u32 = 4_000;
    let mut restore = Restore::default();
    // A file that does not even say what tables it has gives no row: a browser would be at it for a minute.
    if damaged
        .query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
        .is_err()
    {
        return Ok(restore.restored());
    }
    for section in 0..SECTIONS {
        let (mut after, mut rows, mut failed) = (0, ROWS, 0);
        while failed < GIVEN_UP {
            match read(damaged, section, after, rows) {
                Ok((_, None)) => break,
                Ok((lines, Some(last))) => {
                    let transaction = store.connection.transaction()?;
                    for line in lines {
                        // A row that contradicts itself is left out like one that cannot be read.
                        let _ = restore.add(&transaction, line);
                    }
                    transaction.commit()?;
                    (after, failed) = (last, 0);
                }
                Err(_) if rows > 1 => rows = 1,
                Err(_) => {
                    failed += 1;
                    after += 1;
                }
            }
        }
    }
    Ok(restore.restored())
}
