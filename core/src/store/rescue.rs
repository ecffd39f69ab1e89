//! A damaged store: set aside under a new name, and all that can still be read of it brought into a new one.
use super::backup::save_from;
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
    /// which says so by [`Store::rescue`]. Not in a browser, whose file system renames nothing: there a damaged file is
    /// refused and left as it is.
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
