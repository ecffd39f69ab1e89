//! The format version of the position index.
use crate::StoreError;
use rusqlite::Connection;

/// Format of the index's rows that this version writes and reads.
const FORMAT: u32 = 1;

/// Discards an index of another format; it is built again in the background.
pub(crate) fn check_format(connection: &Connection) -> Result<(), StoreError> {
    let form: u32 = connection.query_row("SELECT form FROM indexed", [], |row| row.get(0))?;
    if form != FORMAT {
        connection.execute_batch(
            "BEGIN IMMEDIATE; DELETE FROM segment; DELETE FROM posting; DELETE FROM line; DELETE FROM played; DELETE FROM unindexed; COMMIT",
        )?;
        connection.execute("UPDATE indexed SET mark = 0, form = ?1", [FORMAT])?;
    }
    Ok(())
}
