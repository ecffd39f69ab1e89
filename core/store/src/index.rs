//! The position index: finds the games with an exact position, a position that matches boards, or a
//! manoeuvre.
mod bits;
mod book;
mod build;
mod counts;
mod encoded_line;
mod field;
mod format;
mod manoeuvre;
mod pattern;
mod plies;
mod position_search;
mod replay;
mod segment;
mod tally;

pub(super) use bits::{put_varint, take_varint};
pub use book::{Book, BookLine};
pub use build::{Indexer, Themes};
pub(crate) use counts::deleted;
pub(super) use format::check_format;
pub use manoeuvre::{Action, LONGEST_ROUTE, Manoeuvre};
pub use pattern::{Boards, Content, Pattern};
pub use position_search::{Hit, PositionSearch};
pub use tally::{IncomingMove, Score, Squares};

use super::{Store, StoreError};
use rusqlite::Connection;

/// Marks a changed game as not indexed. The caller owns the transaction.
pub(super) fn outdated(connection: &Connection, game: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO unindexed (game_id) SELECT ?1 FROM indexed WHERE mark >= ?1")?
        .execute([game])?;
    connection
        .prepare_cached("UPDATE indexed SET themed = ?1 - 1 WHERE themed >= ?1")?
        .execute([game])?;
    counts::changed(connection, game)
}

/// Removes games from the index that are deleted permanently; ids ascend. The caller owns the transaction.
pub(super) fn gone(connection: &Connection, games: &[i64]) -> Result<(), StoreError> {
    segment::forget(connection, games, i64::MAX)
}

/// Progress of the index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IndexState {
    /// Number of games in the store.
    pub games: u32,
    /// Number of games whose current state is indexed.
    pub indexed: u32,
}

/// Size of the opening book's counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRows {
    /// Number of rows: positions times the segments that have them.
    pub rows: u64,
    /// Size of the rows in bytes, without the overhead of the table.
    pub bytes: u64,
}

impl Store {
    /// Returns the size of the opening book's counts. Reads all of them.
    pub fn book_rows(&self) -> Result<BookRows, StoreError> {
        let select = "SELECT count(*), coalesce(sum(length(bytes) + 16), 0) FROM played";
        Ok(self.connection.query_row(select, [], |row| {
            Ok(BookRows {
                rows: row.get::<_, i64>(0)? as u64,
                bytes: row.get::<_, i64>(1)? as u64,
            })
        })?)
    }

    /// Returns the progress of the index.
    pub fn index_state(&self) -> Result<IndexState, StoreError> {
        // Sums over segments, because counting a million rows takes too long.
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
