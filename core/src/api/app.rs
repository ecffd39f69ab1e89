//! The app's state between calls: the store, the person, the open game.
use super::{ApiError, dispatch};
use crate::store::{Profile, Store};

/// The app of one person at a time: every call goes through it.
#[derive(Debug)]
pub struct App {
    /// What is kept.
    pub(crate) store: Store,
    /// Who plays.
    pub(crate) profile: Profile,
    now: f64,
}

impl App {
    /// The app over this store, for the person last seen. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn new(store: Store, now: f64) -> Result<Self, ApiError> {
        let profile = store.profile(now)?;
        Ok(Self { store, profile, now })
    }

    /// The time of the running call, milliseconds since 1970: the core reads no clock.
    pub(crate) fn now(&self) -> f64 {
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
