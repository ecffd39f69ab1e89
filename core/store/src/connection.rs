//! Opens and configures SQLite connections.
use super::StoreError;
#[cfg(not(target_family = "wasm"))]
use percent_encoding::{NON_ALPHANUMERIC, percent_encode};
#[cfg(not(target_family = "wasm"))]
use rusqlite::OpenFlags;
use rusqlite::{Connection, TransactionBehavior};
#[cfg(not(target_family = "wasm"))]
use std::path::Path;
use std::time::Duration;

/// Time that a statement waits for another program's write: too short for a person to notice.
const PATIENCE: Duration = Duration::from_millis(300);

/// Capacity of the cache of prepared statements.
pub(super) const STATEMENTS: usize = 64;
/// Size of the page cache in KiB (negative: not in pages). Natively it holds the indexes of a million games,
/// in a browser those of some thousands.
const CACHE: i32 = if cfg!(target_family = "wasm") {
    -8_192
} else {
    -65_536
};

/// Configures a connection.
pub(super) fn set_up(connection: &mut Connection) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    // This is the first read. SQLite reports a damaged header as an unsupported file.
    let tables = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()));
    tables.map_err(|error| match StoreError::from(error) {
        StoreError::Fault(error) => StoreError::Damaged(error.to_string()),
        error => error,
    })?;
    // A deferred transaction that reads first cannot wait for the lock, because others may have written in
    // between.
    connection.set_transaction_behavior(TransactionBehavior::Immediate);
    connection.set_prepared_statement_cache_capacity(STATEMENTS);
    connection.pragma_update(None, "cache_size", CACHE)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    Ok(())
}

/// Opens a file that must not be changed. No other file is created, and no journal is read.
#[cfg(not(target_family = "wasm"))]
pub(super) fn open_immutable(path: &Path) -> Result<Connection, StoreError> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    Ok(Connection::open_with_flags(uri(path, "&immutable=1"), flags)?)
}

/// Returns the path as a URI with options, in SQLite's syntax. Slashes and drives are escaped too, so that nothing in a path is read as
/// an authority.
#[cfg(not(target_family = "wasm"))]
pub(super) fn uri(path: &Path, more: &str) -> String {
    let name = percent_encode(path.as_os_str().as_encoded_bytes(), NON_ALPHANUMERIC);
    format!("file:{name}?mode=ro{more}")
}
