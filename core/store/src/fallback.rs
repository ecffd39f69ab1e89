//! The file that a store in memory stands in for: its path, its contents, and why it cannot be written.
use super::StoreError;
use rusqlite::Connection;
use std::path::PathBuf;

/// Why a store is in memory, and the file that it stands in for.
#[derive(Debug)]
pub(super) struct Fallback {
    pub(super) path: PathBuf,
    pub(super) why: StoreError,
    /// Contents of the file as far as they are known.
    pub(super) found: Contents,
    /// Number of changes made by copying the file into memory.
    pub(super) changes: u64,
}

/// Row count of every table: enough to detect whether another program has written to the file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Contents(Vec<(String, i64)>);

impl Contents {
    pub(super) fn of(connection: &Connection) -> Result<Self, StoreError> {
        let mut counts = Vec::new();
        for table in tables(connection)? {
            let select = format!("SELECT count(*) FROM {table}");
            let count = connection.query_row(&select, [], |row| row.get(0))?;
            counts.push((table, count));
        }
        let mut numbers = connection.prepare("SELECT name, seq FROM sqlite_sequence ORDER BY name")?;
        let numbers = numbers.query_map([], |row| {
            Ok((format!("{} so far", row.get::<_, String>(0)?), row.get(1)?))
        })?;
        counts.extend(numbers.collect::<Result<Vec<_>, _>>()?);
        let written = "SELECT coalesce(sum(revision), 0) FROM game";
        counts.push((
            "writes".into(),
            connection.query_row(written, [], |row| row.get(0))?,
        ));
        Ok(Self(counts))
    }

    /// True if the store has no data of a person.
    pub(super) fn is_new(&self) -> bool {
        let empty = |name: &str| self.0.iter().any(|(table, count)| table == name && *count == 0);
        empty("game") && empty("profile") && empty("own_lesson")
    }
}

/// Returns the names of the tables.
pub(super) fn tables(connection: &Connection) -> Result<Vec<String>, StoreError> {
    let mut select = connection.prepare(
        "SELECT name FROM main.sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )?;
    let names = select.query_map([], |row| row.get(0))?;
    Ok(names.collect::<Result<_, _>>()?)
}
