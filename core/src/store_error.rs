//! Errors of the store as errors of a call.
use crate::error::{ApiError, ErrorKind};
use damier_store::StoreError;

impl From<&StoreError> for ErrorKind {
    fn from(error: &StoreError) -> Self {
        match error {
            StoreError::FromNewerApp { .. } => ErrorKind::FromNewerApp,
            StoreError::Damaged(_) => ErrorKind::Damaged,
            StoreError::Busy => ErrorKind::Busy,
            StoreError::Full(_) => ErrorKind::Full,
            StoreError::ReadOnly(_) => ErrorKind::ReadOnly,
            StoreError::Denied(_) => ErrorKind::Denied,
            StoreError::Gone(_) => ErrorKind::Gone,
            StoreError::Disk(_) => ErrorKind::Storage,
            StoreError::Changed => ErrorKind::Stale,
            StoreError::NoBackup => ErrorKind::FileText,
            StoreError::NewerBackup { .. } => ErrorKind::FileFromNewerApp,
            StoreError::Fault(_) => ErrorKind::Internal,
        }
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        Self::new((&error).into(), error.to_string())
    }
}
