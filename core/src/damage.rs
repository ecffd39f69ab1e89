//! What the app does when a call finds its store damaged: it closes it and opens it as at a start, all of it read, so that what
//! can be saved is saved, and goes on with that.
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use damier_store::{Reopened, Store, StoreError};
use std::fmt;
use std::path::Path;

/// A store is not looked at again for so long, in milliseconds: a disk that damages what was just saved is told as it is.
const PAUSE: f64 = 600_000.0;

/// Opens the store again once it was closed, where a path is not enough for that.
#[cfg(not(target_family = "wasm"))]
pub type Reopen = Box<dyn Fn() -> Result<Reopened, StoreError> + Send + Sync>;
/// Opens the store again once it was closed: in a browser a path is not enough for that.
#[cfg(target_family = "wasm")]
pub type Reopen = Box<dyn Fn() -> Result<Reopened, StoreError>>;

#[derive(Default)]
pub(crate) struct Damage {
    reopen: Option<Reopen>,
    /// When the store was looked at last.
    looked: Option<f64>,
    /// The store could not be opened again: no call is answered, or it would be from an empty one.
    lost: Option<ApiError>,
}

impl Damage {
    /// # Errors
    /// Why no call can be answered.
    pub(crate) fn refused(&self) -> Result<(), ApiError> {
        self.lost.clone().map_or(Ok(()), Err)
    }

    fn open(&self, path: &Path) -> Result<Reopened, StoreError> {
        if let Some(reopen) = &self.reopen {
            return reopen();
        }
        #[cfg(not(target_family = "wasm"))]
        return Store::reopen(path);
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

impl App {
    /// The same app, which opens its store like this when it was found damaged.
    #[must_use]
    pub fn reopening(mut self, reopen: Reopen) -> Self {
        self.damage.reopen = Some(reopen);
        self
    }

    /// What a failed call answers: where the store is damaged, after it was seen to.
    pub(crate) fn see_to(&mut self, error: ApiError) -> ApiError {
        let now = self.now();
        let looked = self.damage.looked.is_some_and(|at| (now - at).abs() < PAUSE);
        if error.kind != ErrorKind::Damaged || !self.store.has_file() || looked {
            return error;
        }
        self.damage.looked = Some(now);
        // Until it is open again: a panic on the way leaves an empty store.
        self.damage.lost = Some(error.clone());
        let reopened = self.reopen(error);
        self.damage.lost = reopened.as_ref().err().cloned();
        reopened.unwrap_or_else(|lost| lost)
    }

    /// What is answered once the store is open again.
    fn reopen(&mut self, found: ApiError) -> Result<ApiError, ApiError> {
        let path = std::mem::replace(&mut self.store, Store::in_memory()?).leave();
        let reopened = match self.damage.open(&path) {
            Err(why) if why.passes() => {
                // By now the disk refuses: what it can be read of goes on in memory, as at a start.
                let store = Store::in_place_of(&path, why)?;
                Reopened {
                    store,
                    rescued: false,
                }
            }
            reopened => reopened?,
        };
        self.store = reopened.store;
        self.begin_anew()?;
        Ok(if reopened.rescued {
            ApiError::new(
                ErrorKind::Rescued,
                format!("what can be read was saved: {}", found.message),
            )
        } else {
            found
        })
    }
}
