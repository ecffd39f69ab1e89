//! Finding positions: which games hold one exactly, or one that boards ask for, or a manoeuvre. Knows rows of bytes and main lines.
mod bits;
mod book;
mod build;
mod field;
mod form;
mod line;
mod manoeuvre;
mod pattern;
mod played;
mod plies;
mod replay;
mod segment;
mod sought;
mod tally;

pub(super) use bits::{put_varint, take_varint};
pub use book::{Book, BookLine};
pub use build::{Indexer, Themes};
pub(super) use form::check_form;
pub use manoeuvre::{Deed, LONGEST_ROUTE, Manoeuvre};
pub use pattern::{Boards, Content, Pattern};
pub(crate) use played::deleted;
pub use sought::{Hit, Sought};
pub use tally::{Road, Score, Squares};

use super::{Store, StoreError};
use rusqlite::Connection;

/// Marks a changed game as not indexed. The caller has the transaction.
pub(super) fn outdated(connection: &Connection, game: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO unindexed (game_id) SELECT ?1 FROM indexed WHERE mark >= ?1")?
        .execute([game])?;
    connection
        .prepare_cached("UPDATE indexed SET themed = ?1 - 1 WHERE themed >= ?1")?
        .execute([game])?;
    played::changed(connection, game)
}

/// Removes games from the index that are being deleted for good. The caller has the transaction; ids ascending.
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

/// What the opening book's counts take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRows {
    /// Rows: positions times the segments that have them.
    pub rows: u64,
    /// Bytes of these, without the tree that holds them.
    pub bytes: u64,
}

impl Store {
    /// What the opening book's counts take. Reads all of them.
    ///
    /// # Errors
    /// If the store fails.
    pub fn book_rows(&self) -> Result<BookRows, StoreError> {
        let select = "SELECT count(*), coalesce(sum(length(bytes) + 16), 0) FROM played";
        Ok(self.connection.query_row(select, [], |row| {
            Ok(BookRows {
                rows: row.get::<_, i64>(0)? as u64,
                bytes: row.get::<_, i64>(1)? as u64,
            })
        })?)
    }

    /// How far the index is.
    ///
    /// # Errors
    /// If the store fails.
    pub fn index_state(&self) -> Result<IndexState, StoreError> {
        // Summed over segments: counting a million rows would take too long.
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
