//! Recovery of a store that a call found damaged: the app closes it, reopens it with a full check as at startup, and
//! continues with everything that could be read.
use crate::app::App;
use crate::damage::Reopen;
use crate::error::{ApiError, ErrorKind};
use damier_store::{Reopened, Store};

/// Minimum time between two recoveries, in milliseconds. A disk that damages a rescued store at once is reported, not
/// rescued again.
const PAUSE: f64 = 600_000.0;

impl App {
    /// Sets the function that reopens a damaged store.
    #[must_use]
    pub fn reopening(mut self, reopen: Reopen) -> Self {
        self.damage.reopen = Some(reopen);
        self
    }

    /// Turns the error of a failed call into the reply, after recovering the store if the error is `Damaged`.
    pub(crate) fn recover(&mut self, error: ApiError) -> ApiError {
        let now = self.now();
        let looked = self.damage.looked.is_some_and(|at| (now - at).abs() < PAUSE);
        if error.kind != ErrorKind::Damaged || !self.store.has_file() || looked {
            return error;
        }
        self.damage.looked = Some(now);
        // Set until the store is open again: a panic in between would leave an empty store.
        self.damage.lost = Some(error.clone());
        let reopened = self.reopen(error);
        self.damage.lost = reopened.as_ref().err().cloned();
        reopened.unwrap_or_else(|lost| lost)
    }

    /// Reopens the store and returns the error that the call answers.
    fn reopen(&mut self, found: ApiError) -> Result<ApiError, ApiError> {
        let path = std::mem::replace(&mut self.store, Store::in_memory()?).leave();
        let reopened = match self.damage.open(&path) {
            Err(why) if why.passes() => {
                // The disk refuses by now: continue in memory with everything readable, as at startup.
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
                format!("the store was rescued: {}", found.message),
            )
        } else {
            found
        })
    }
}
