//! Why the store cannot do what it was asked.
use rusqlite::ErrorCode;

/// A failure of the store. In none of them is anything overwritten.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file was written by a newer version of the app.
    #[error("the store has schema {found}, this version knows up to {known}: update the app")]
    FromNewerApp {
        /// The file's schema number.
        found: u32,
        /// The newest this version knows.
        known: u32,
    },
    /// The file is no database, not ours, or damaged.
    #[error("the store's file is damaged or not a store: {0}")]
    Damaged(String),
    /// Another program or window writes to it.
    #[error("the store is in use by another program or window")]
    Busy,
    /// The disk refused: full, read-only, gone.
    #[error("the disk refused: {0}")]
    Disk(String),
    /// The row was changed by somebody else since it was read.
    #[error("the game was changed by another window")]
    Changed,
    /// SQLite refused a statement of ours: our fault.
    #[error("the store failed: {0}")]
    Fault(#[source] rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::ReadOnly
                | ErrorCode::DiskFull
                | ErrorCode::SystemIoFailure
                | ErrorCode::PermissionDenied
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::NoLargeFileSupport,
            ) => Self::Disk(error.to_string()),
            _ => Self::Fault(error),
        }
    }
}
