//! Finding positions: which games hold one exactly, or a pattern of squares. Knows rows of bytes and main lines.
mod bits;
mod build;
mod field;
mod line;
mod replay;
mod segment;
mod sought;

pub(super) use bits::{put_varint, take_varint};
pub use build::{Indexer, Themes};
pub use field::{Content, Pattern};
pub(super) use replay::meant;
pub use sought::{Hit, Sought};

use super::{Store, StoreError};
use rusqlite::Connection;

/// A game was changed: the index no longer speaks for it. The caller has the transaction.
pub(super) fn outdated(connection: &Connection, game: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO unindexed (game_id) SELECT ?1 FROM indexed WHERE mark >= ?1")?
        .execute([game])?;
    connection
        .prepare_cached("UPDATE indexed SET themed = ?1 - 1 WHERE themed >= ?1")?
        .execute([game])?;
    Ok(())
}

/// The form of the index's rows that this version writes and reads.
const FORM: u32 = 1;

/// An index of another form is made anew, in the background as ever.
pub(super) fn check_form(connection: &Connection) -> Result<(), StoreError> {
    let form: u32 = connection.query_row("SELECT form FROM indexed", [], |row| row.get(0))?;
    if form != FORM {
        connection.execute_batch(
            "BEGIN IMMEDIATE; DELETE FROM segment; DELETE FROM posting; DELETE FROM line; DELETE FROM unindexed; COMMIT",
        )?;
        connection.execute("UPDATE indexed SET mark = 0, form = ?1", [FORM])?;
    }
    Ok(())
}

/// Games are about to go for good: the index must not name them. The caller has the transaction; ids ascending.
pub(super) fn gone(connection: &Connection, games: &[i64]) -> Result<(), StoreError> {
    segment::forget(connection, games, i64::MAX)
}

/// How far the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexState {
    /// Games in the store.
    pub games: u32,
    /// Games that the index has as they are.
    pub indexed: u32,
}

impl Store {
    /// How far the index is.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn index_state(&self) -> Result<IndexState, StoreError> {
        // By segments: to count a million rows takes longer than a call may.
        let mut select = self.connection.prepare_cached(
            "SELECT games, min(games, segments - changed) FROM
             (SELECT (SELECT count(*) FROM game) AS games, (SELECT coalesce(sum(games), 0) FROM segment) AS segments,
                     (SELECT count(*) FROM unindexed) AS changed)",
        )?;
        Ok(select.query_row([], |row| {
            Ok(IndexState {
                games: row.get(0)?,
                indexed: row.get(1)?,
            })
        })?)
    }
}
