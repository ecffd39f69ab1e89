//! The state that the app keeps between calls: the store, the person, the values of the features. Knows no feature.
use crate::assets::Assets;
use crate::damage::Damage;
use crate::error::ApiError;
use crate::state::States;
use chrono::{DateTime, NaiveDate};
use damier_store::{Check, Profile, Store};
#[cfg(not(target_arch = "wasm32"))]
use draughts_engine::endgame::PersistentTables;
use draughts_lessons::School;
use std::sync::Arc;

/// The app, for one person at a time. Every call goes through it.
#[derive(Debug)]
pub struct App {
    /// Games, library and progress.
    pub(crate) store: Store,
    /// The current person.
    pub(crate) profile: Profile,
    /// The content that comes with the program.
    pub(crate) assets: Assets,
    /// The bundled lessons and the person's own; read on first use.
    pub(crate) school: Option<Arc<School>>,
    /// Values of the features: the open game, searches, imports.
    pub(crate) states: States,
    /// The background check of the store; `None` once all of it was read.
    pub(crate) check: Option<Check>,
    /// Recovery of a damaged store.
    pub(crate) damage: Damage,
    /// Persistent endgame tables, one for each number of pieces.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) tables: Vec<PersistentTables>,
    pub(crate) now: f64,
}

impl App {
    /// Creates the app over a store, for the person who used it last. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// If the store fails.
    pub fn new(store: Store, assets: Assets, now: f64) -> Result<Self, ApiError> {
        let profile = store.profile(now)?;
        Ok(Self {
            store,
            profile,
            assets,
            school: None,
            states: States::default(),
            check: Some(Check::default()),
            damage: Damage::default(),
            #[cfg(not(target_arch = "wasm32"))]
            tables: Vec::new(),
            now,
        })
    }

    /// Creates the app; continues in memory if the file refuses its first row.
    ///
    /// # Errors
    /// If the store fails in another way.
    pub fn going_on(mut store: Store, assets: Assets, now: f64) -> Result<Self, ApiError> {
        if let Err(why) = store.profile(now) {
            if !why.passes() {
                return Err(why.into());
            }
            store.go_on_in_memory(why)?;
        }
        Self::new(store, assets, now)
    }

    /// Adds persistent endgame tables. Needs files and threads.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn keeping(mut self, tables: impl IntoIterator<Item = PersistentTables>) -> Self {
        self.tables.extend(tables);
        self
    }

    /// Time of the running call, in milliseconds since 1970. The core reads no clock.
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// Day of the running call, for tags and file names.
    pub(crate) fn day(&self) -> NaiveDate {
        day(self.now)
    }

    /// Installs a file that a call reported `missing`.
    ///
    /// # Errors
    /// `missing` with the same name if the bytes are not that file.
    pub fn install(&mut self, resource: &str, bytes: &[u8]) -> Result<(), ApiError> {
        self.assets.install(resource, bytes)?;
        self.school = None;
        Ok(())
    }

    /// Number of rows written so far. A call that failed without writing a row can be repeated.
    pub fn written(&self) -> u64 {
        self.store.written()
    }

    /// Drops everything that belongs to the previous store, after the store was replaced.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn begin_anew(&mut self) -> Result<(), ApiError> {
        self.states.clear();
        self.school = None;
        self.check = Some(Check::default());
        self.profile = self.store.profile(self.now)?;
        Ok(())
    }
}

/// Returns the day of a time in milliseconds since 1970; 1 January 1970 if no calendar reaches it.
fn day(millis: f64) -> NaiveDate {
    DateTime::from_timestamp_millis(millis as i64)
        .unwrap_or_default()
        .date_naive()
}

#[cfg(test)]
mod tests {
    use super::day;

    #[test]
    fn days_by_the_calendar() {
        for (millis, written) in [
            (0.0, "1970-01-01"),
            (-1.0, "1969-12-31"),
            (951_782_400_000.0, "2000-02-29"),
            (951_868_800_000.0, "2000-03-01"),
            (1_795_219_200_000.0, "2026-11-21"),
            (4_107_456_000_000.0, "2100-02-28"),
            (4_107_542_400_000.0, "2100-03-01"),
            (f64::INFINITY, "1970-01-01"),
        ] {
            assert_eq!(day(millis).to_string(), written);
        }
    }
}
