//! Lesson progress: typed rows and the SQL beside them. Does not know what a lesson holds.
use super::{Store, StoreError};
use rusqlite::params;

/// A step that was done, with its best try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDone {
    /// Which step, by its word: a lesson may be given more steps later.
    pub step: String,
    /// Wrong answers in the best try.
    pub mistakes: u8,
    /// Hints in the best try.
    pub hints: u8,
}

impl Store {
    /// The steps of a lesson that this person has done, in no order.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn steps_done(&self, profile: i64, lesson: &str) -> Result<Vec<StepDone>, StoreError> {
        let select = "SELECT step, mistakes, hints FROM lesson_step
                      WHERE profile_id = ?1 AND lesson = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, lesson], |row| {
            Ok(StepDone {
                step: row.get(0)?,
                mistakes: row.get(1)?,
                hints: row.get(2)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// A step was done: kept where it is the first time, or a better try (fewer hints, then fewer mistakes).
    ///
    /// # Errors
    /// Where the store fails.
    pub fn step_done(&self, profile: i64, lesson: &str, done: &StepDone, now: f64) -> Result<(), StoreError> {
        let upsert = "INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                      ON CONFLICT DO UPDATE SET mistakes = excluded.mistakes, hints = excluded.hints, done = excluded.done
                      WHERE (excluded.hints, excluded.mistakes) < (hints, mistakes)";
        let row = params![profile, lesson, done.step, done.mistakes, done.hints, now as i64];
        self.connection.execute(upsert, row)?;
        Ok(())
    }

    /// Forgets a lesson's progress.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn forget_lesson(&self, profile: i64, lesson: &str) -> Result<(), StoreError> {
        let delete = "DELETE FROM lesson_step WHERE profile_id = ?1 AND lesson = ?2";
        self.connection.execute(delete, params![profile, lesson])?;
        Ok(())
    }
}
