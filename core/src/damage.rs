//! How a damaged store is reopened, and the state of the last attempt.
use crate::error::ApiError;
use damier_store::{Reopened, StoreError};
use std::fmt;
use std::path::Path;

/// Reopens a closed store, for hosts where a path is not enough.
#[cfg(not(target_family = "wasm"))]
pub type Reopen = Box<dyn Fn() -> Result<Reopened, StoreError> + Send + Sync>;
/// Reopens a closed store. A browser cannot open it by its path.
#[cfg(target_family = "wasm")]
pub type Reopen = Box<dyn Fn() -> Result<Reopened, StoreError>>;

#[derive(Default)]
pub(crate) struct Damage {
    pub(crate) reopen: Option<Reopen>,
    /// Time of the last recovery.
    pub(crate) looked: Option<f64>,
    /// Set if the store could not be reopened. No call is answered then: it would read an empty store.
    pub(crate) lost: Option<ApiError>,
}

impl Damage {
    /// # Errors
    /// The reason why no call can be answered.
    pub(crate) fn refused(&self) -> Result<(), ApiError> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    pub(crate) fn open(&self, path: &Path) -> Result<Reopened, StoreError> {
        if let Some(reopen) = &self.reopen {
            return reopen();
        }
        #[cfg(not(target_family = "wasm"))]
        return damier_store::Store::reopen(path);
        #[cfg(target_family = "wasm")]
        Err(StoreError::Damaged(path.display().to_string()))
    }
}

impl fmt::Debug for Damage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Damage")
            .field("lost", &self.lost)
            .finish_non_exhaustive()
    }
}
