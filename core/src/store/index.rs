//! Finding positions: which games hold one exactly, or a pattern of squares. Knows rows of bytes and main lines.
mod bits;
mod build;
mod field;
mod line;
mod replay;
mod segment;
mod sought;

pub use build::{Indexer, Themes};
pub use field::{Content, Pattern};
pub use sought::{Hit, Sought};

use super::{Store, StoreError};
use rusqlite::Connection;

/// A game was changed: the index no longer speaks for it. The caller has the transaction.
pub(super) fn outdated(connection: &Connection, game: i64) -> Result<(), StoreError> {
    connection
        .prepare_cached("INSERT OR IGNORE INTO unindexed (game_id) SELECT ?1 FROM indexed WHERE mark >= ?1")?
        .execute([game])?;
    Ok(())
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
        let mut select = self.connection.prepare_cached(
            "SELECT count(*), count(*) FILTER (WHERE id <= mark) - (SELECT count(*) FROM unindexed) FROM game, indexed",
        )?;
        Ok(select.query_row([], |row| {
            Ok(IndexState {
                games: row.get(0)?,
                indexed: row.get(1)?,
            })
        })?)
    }
}
