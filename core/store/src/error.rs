//! The errors of the store.
use rusqlite::ErrorCode;
use rusqlite::ffi::{SQLITE_IOERR_WRITE, SQLITE_READONLY_DBMOVED};

/// An error of the store. No error leaves data overwritten.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The file was written by a newer version of the app.
    #[error("the store has schema {found}, this version knows up to {known}: update the app")]
    FromNewerApp {
        /// The file's schema number.
        found: u32,
        /// The newest this version knows.
        known: u32,
    },
    /// The file is not a database, belongs to another program, or is damaged.
    #[error("the store's file is damaged or not a store: {0}")]
    Damaged(String),
    /// Another program or window is writing to it.
    #[error("the store is in use by another program or window")]
    Busy,
    /// The disk is full.
    #[error("the disk is full: {0}")]
    Full(String),
    /// The file or its disk is read-only.
    #[error("the store's file is read-only: {0}")]
    ReadOnly(String),
    /// The program has no permission to write there.
    #[error("no permission to write the store: {0}")]
    Denied(String),
    /// The file or its folder does not exist.
    #[error("the store's file or its folder is gone: {0}")]
    Gone(String),
    /// Another disk error.
    #[error("the disk refused: {0}")]
    Disk(String),
    /// Another program has changed the row since it was read.
    #[error("the game was changed by another window")]
    Changed,
    /// The text to restore is not a backup.
    #[error("this is not a backup of Damier")]
    NoBackup,
    /// The backup was written by a newer version of the app.
    #[error("the backup has format {found}, this version knows up to {known}: update the app")]
    NewerBackup {
        /// The backup's format.
        found: u32,
        /// The newest this version knows.
        known: u32,
    },
    /// SQLite refused one of our statements: a bug.
    #[error("the store failed: {0}")]
    Fault(#[source] rusqlite::Error),
}

impl StoreError {
    /// True if the error is temporary and caused by the disk or another program. The store can go on in
    /// memory until it is over.
    pub fn passes(&self) -> bool {
        match self {
            Self::Busy
            | Self::Full(_)
            | Self::ReadOnly(_)
            | Self::Denied(_)
            | Self::Gone(_)
            | Self::Disk(_) => true,
            Self::FromNewerApp { .. }
            | Self::NoBackup
            | Self::NewerBackup { .. }
            | Self::Damaged(_)
            | Self::Changed
            | Self::Fault(_) => false,
        }
    }
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        let extended = error.sqlite_error().map(|error| error.extended_code);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            Some(ErrorCode::DiskFull) => Self::Full(error.to_string()),
            // The file was moved or deleted while it was open.
            Some(ErrorCode::ReadOnly) if extended == Some(SQLITE_READONLY_DBMOVED) => {
                Self::Gone(error.to_string())
            }
            Some(ErrorCode::ReadOnly) => Self::ReadOnly(error.to_string()),
            Some(ErrorCode::PermissionDenied) => Self::Denied(error.to_string()),
            // In a browser this only happens when there is no space left.
            Some(ErrorCode::SystemIoFailure)
                if cfg!(target_family = "wasm") && extended == Some(SQLITE_IOERR_WRITE) =>
            {
                Self::Full(error.to_string())
            }
            Some(
                ErrorCode::CannotOpen
                | ErrorCode::SystemIoFailure
                | ErrorCode::FileLockingProtocolFailed
                | ErrorCode::NoLargeFileSupport,
            ) => Self::Disk(error.to_string()),
            // A value of the wrong type for its column, which this program never writes.
            None if matches!(
                error,
                rusqlite::Error::InvalidColumnType(..)
                    | rusqlite::Error::IntegralValueOutOfRange(..)
                    | rusqlite::Error::Utf8Error(..)
            ) =>
            {
                Self::Damaged(error.to_string())
            }
            _ => Self::Fault(error),
        }
    }
}

impl From<std::io::Error> for StoreError {
    fn from(error: std::io::Error) -> Self {
        use std::io::ErrorKind;
        let text = error.to_string();
        match error.kind() {
            // A file-size limit is treated like a full disk.
            ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge => Self::Full(text),
            ErrorKind::ReadOnlyFilesystem => Self::ReadOnly(text),
            ErrorKind::PermissionDenied => Self::Denied(text),
            ErrorKind::NotFound | ErrorKind::NotADirectory => Self::Gone(text),
            _ => Self::Disk(text),
        }
    }
}
