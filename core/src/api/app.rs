//! The app's state between calls.
use super::{ApiError, dispatch};

/// One person's app: all calls go through it.
#[derive(Debug)]
pub struct App {
    now: f64,
}

impl App {
    /// The time of the running call, milliseconds since 1970.
    pub fn now(&self) -> f64 {
        self.now
    }

    /// Runs the call of this name, JSON in and JSON out; `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// See [`dispatch`].
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, ApiError> {
        self.now = now;
        dispatch(self, name, params)
    }
}
