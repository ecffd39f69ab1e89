//! Lesson progress: typed rows and the SQL beside them. Does not know what a lesson holds.
use super::{RestoredLesson, Store, StoreError};
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

    /// Records a completed step, if it is the first time or better than before (fewer hints, then fewer mistakes).
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

    /// When a lesson was last worked on (milliseconds since 1970), and how often it was gone through again; `None`
    /// where it was not begun.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn lesson_times(&self, profile: i64, lesson: &str) -> Result<Option<(f64, u8)>, StoreError> {
        let select = "SELECT max(max(step.done), coalesce(max(again.done), 0)), coalesce(max(again.times), 0)
                      FROM lesson_step AS step
                      LEFT JOIN lesson_review AS again USING (profile_id, lesson)
                      WHERE step.profile_id = ?1 AND step.lesson = ?2";
        let row = self
            .connection
            .prepare_cached(select)?
            .query_row(params![profile, lesson], |row| {
                let last: Option<i64> = row.get(0)?;
                Ok((last, row.get(1)?))
            })?;
        Ok(row.0.map(|last| (last as f64, row.1)))
    }

    /// Records that a finished lesson was repeated.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn lesson_repeated(&self, profile: i64, lesson: &str, now: f64) -> Result<(), StoreError> {
        let upsert = "INSERT INTO lesson_review (profile_id, lesson, times, done) VALUES (?1, ?2, 1, ?3)
                      ON CONFLICT DO UPDATE SET times = times + 1, done = excluded.done";
        self.connection
            .execute(upsert, params![profile, lesson, now as i64])?;
        Ok(())
    }

    /// Deletes the progress of a lesson.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn forget_lesson(&self, profile: i64, lesson: &str) -> Result<(), StoreError> {
        for table in ["lesson_step", "lesson_review"] {
            let delete = format!("DELETE FROM {table} WHERE profile_id = ?1 AND lesson = ?2");
            self.connection.execute(&delete, params![profile, lesson])?;
        }
        Ok(())
    }

    /// The user's own lesson files, by id.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn own_lessons(&self) -> Result<Vec<(String, String)>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT lesson, source FROM own_lesson ORDER BY added, lesson")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Stores a lesson file, which replaces the one with the same id.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn keep_lesson(&self, lesson: &str, source: &str, now: f64) -> Result<(), StoreError> {
        let upsert = "INSERT INTO own_lesson (lesson, source, added) VALUES (?1, ?2, ?3)
                      ON CONFLICT DO UPDATE SET source = excluded.source";
        self.connection
            .execute(upsert, params![lesson, source, now as i64])?;
        Ok(())
    }

    /// Stores a lesson file from a backup with the time when it was added, unless there is one with the same id.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn add_lesson(&self, lesson: &str, restored: &RestoredLesson) -> Result<(), StoreError> {
        let insert = "INSERT OR IGNORE INTO own_lesson (lesson, source, added) VALUES (?1, ?2, ?3)";
        self.connection
            .execute(insert, params![lesson, restored.source, restored.added])?;
        Ok(())
    }

    /// Deletes one of the user's own lesson files; returns whether there was one.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn drop_lesson(&self, lesson: &str) -> Result<bool, StoreError> {
        let deleted = self
            .connection
            .execute("DELETE FROM own_lesson WHERE lesson = ?1", [lesson])?;
        Ok(deleted > 0)
    }
}
