//! The app's state between calls: the store, the person, what features remember. Knows no feature.
use crate::assets::Assets;
use crate::damage::Damage;
use crate::error::ApiError;
use crate::state::States;
use chrono::{DateTime, NaiveDate};
use damier_store::{Check, Profile, Store};
#[cfg(not(target_arch = "wasm32"))]
use draughts_engine::endgame::PersistentTables;
use draughts_lessons::{Outline, School};
use std::sync::Arc;

/// The app of one person at a time: every call goes through it.
#[derive(Debug)]
pub struct App {
    /// What is kept.
    pub(crate) store: Store,
    /// Who plays.
    pub(crate) profile: Profile,
    /// The content of the program.
    pub(crate) assets: Assets,
    /// The lessons, those of one's own among them; read when they are first asked for.
    school: Option<Arc<School>>,
    /// What features remember from call to call: the open game, searches, imports.
    pub(crate) states: States,
    /// The check of the store that goes on while nobody waits for anything; none once it was read through.
    pub(crate) check: Option<Check>,
    /// What is done where the store is found damaged.
    pub(crate) damage: Damage,
    /// The endgame tables that are built and kept here, each of so many pieces.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) tables: Vec<PersistentTables>,
    pub(crate) now: f64,
}

impl App {
    /// The app over this store, for the person last seen. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// Where the store fails.
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

    /// The app for a person, who goes on in memory where the file refuses the very first row.
    ///
    /// # Errors
    /// Where the store fails otherwise.
    pub fn going_on(mut store: Store, assets: Assets, now: f64) -> Result<Self, ApiError> {
        if let Err(why) = store.profile(now) {
            if !why.passes() {
                return Err(why.into());
            }
            store.go_on_in_memory(why)?;
        }
        Self::new(store, assets, now)
    }

    /// The same app, where endgame tables can be built and kept: on a machine with files and threads.
    #[cfg(not(target_arch = "wasm32"))]
    #[must_use]
    pub fn keeping(mut self, tables: impl IntoIterator<Item = PersistentTables>) -> Self {
        self.tables.extend(tables);
        self
    }

    /// The time of the running call, milliseconds since 1970: the core reads no clock.
    pub(crate) fn now(&self) -> f64 {
        self.now
    }

    /// The day of the running call, for tags and file names.
    pub(crate) fn day(&self) -> NaiveDate {
        day(self.now)
    }

    /// The lessons that come with the program, and those of one's own.
    ///
    /// # Errors
    /// Where the store fails.
    pub(crate) fn school(&mut self) -> Result<Arc<School>, ApiError> {
        if let Some(school) = &self.school {
            return Ok(Arc::clone(school));
        }
        let own = self.store.own_lessons()?;
        let bundled = &self.assets.school;
        let school = if own.is_empty() {
            Arc::clone(bundled)
        } else {
            let files = own.iter().map(|(id, source)| (id.as_str(), source.as_str()));
            // A file that a newer version of the program no longer reads is left out; it stays in the store.
            Arc::new(bundled.with_own(files).0)
        };
        Ok(Arc::clone(self.school.insert(school)))
    }

    /// The lessons, in which this one is here whole with its texts; and the language in which it is told to whoever wants this
    /// one: a lesson that is not translated is told in another, all of it.
    ///
    /// # Errors
    /// `notFound` where there is none of this id, `missing` where a browser has not fetched it yet, and where the store fails.
    pub(crate) fn school_with(
        &mut self,
        lesson: &str,
        wanted: &str,
    ) -> Result<(Arc<School>, String), ApiError> {
        let school = self.school()?;
        let outline = crate::learn::lessons::find(&school, lesson)?;
        let language = self.told(&school, outline, wanted)?;
        Ok((school, language))
    }

    /// The same for the exam of a diploma.
    ///
    /// # Errors
    /// As for a lesson.
    pub(crate) fn school_with_exam(
        &mut self,
        level: u8,
        wanted: &str,
    ) -> Result<(Arc<School>, String), ApiError> {
        let school = self.school()?;
        let (_, outline) = crate::learn::diplomas::diploma(&school, level)?;
        let language = self.told(&school, outline, wanted)?;
        Ok((school, language))
    }

    /// The language in which a lesson is told, all of which is here.
    fn told(&self, school: &School, outline: &Outline, wanted: &str) -> Result<String, ApiError> {
        let language = school.texts.language_of(wanted, &outline.key("title")).to_owned();
        self.assets.need_texts(&language)?;
        if !outline.own {
            self.assets.need_lesson(outline, &language)?;
        }
        Ok(language)
    }

    /// Takes in a file that a call was `missing`.
    ///
    /// # Errors
    /// `missing` with the same name: the bytes are not that file.
    pub fn install(&mut self, resource: &str, bytes: &[u8]) -> Result<(), ApiError> {
        self.assets.install(resource, bytes)?;
        self.forget_school();
        Ok(())
    }

    /// The lessons have changed: they are read again when they are next asked for.
    pub(crate) fn forget_school(&mut self) {
        self.school = None;
    }

    /// How many rows were written so far: a call that failed and left it as it was can be made again.
    pub fn written(&self) -> u64 {
        self.store.written()
    }

    /// The store is another now: whatever was in work on the old one is forgotten.
    ///
    /// # Errors
    /// Where the store fails.
    pub(crate) fn begin_anew(&mut self) -> Result<(), ApiError> {
        self.states.clear();
        self.forget_school();
        self.check = Some(Check::default());
        self.profile = self.store.profile(self.now)?;
        Ok(())
    }
}

/// The day of a time in milliseconds since 1970; the first day of all where it is beyond every calendar.
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
