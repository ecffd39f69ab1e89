//! Progress in lessons.
use super::puzzles::read_review;
use super::{RestoredLesson, Review, Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// A completed step with its best try.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepDone {
    /// Id of the step. Not a number: a lesson may be given more steps later.
    pub step: String,
    /// Wrong answers in the best try.
    pub mistakes: u8,
    /// Hints in the best try.
    pub hints: u8,
}

/// Work done by a person since a point in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DoneSince {
    /// Steps of lessons completed or improved.
    pub steps: u32,
    /// Lessons repeated, and puzzles tried again.
    pub repeated: u32,
}

impl Store {
    /// Returns the steps of a lesson that this person has completed, in no order.
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

    /// Records a completed step if it is the first try or better than the stored one (fewer hints, then fewer
    /// mistakes).
    pub fn step_done(&self, profile: i64, lesson: &str, done: &StepDone, now: f64) -> Result<(), StoreError> {
        let upsert = "INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                      ON CONFLICT DO UPDATE SET mistakes = excluded.mistakes, hints = excluded.hints, done = excluded.done
                      WHERE (excluded.hints, excluded.mistakes) < (hints, mistakes)";
        let row = params![profile, lesson, done.step, done.mistakes, done.hints, now as i64];
        self.connection.execute(upsert, row)?;
        Ok(())
    }

    /// Returns when a step of a lesson was last completed or improved, in milliseconds since 1970; `None` if
    /// the lesson was not begun.
    pub fn lesson_worked_on(&self, profile: i64, lesson: &str) -> Result<Option<f64>, StoreError> {
        let select = "SELECT max(done) FROM lesson_step WHERE profile_id = ?1 AND lesson = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let last: Option<i64> = select.query_row(params![profile, lesson], |row| row.get(0))?;
        Ok(last.map(|last| last as f64))
    }

    /// Returns the repetition state of a lesson; `None` if it was never repeated. Older repetitions without a
    /// state count as due after 4, 12 and, from the third on, 36 days.
    pub fn lesson_review(&self, profile: i64, lesson: &str) -> Result<Option<Review>, StoreError> {
        let select = "SELECT coalesce(due, done + 86400000 * wait), done, coalesce(stability, wait),
                             coalesce(difficulty, 5), times, coalesce(lapses, 0)
                      FROM (SELECT *, CASE times WHEN 1 THEN 4.0 WHEN 2 THEN 12.0 ELSE 36.0 END AS wait FROM lesson_review
                            WHERE profile_id = ?1 AND lesson = ?2)";
        let mut select = self.connection.prepare_cached(select)?;
        let row = select.query_row(params![profile, lesson], read_review);
        Ok(row.optional()?)
    }

    /// Records the repetition state after a finished lesson was repeated.
    pub fn keep_lesson_review(&self, profile: i64, lesson: &str, review: &Review) -> Result<(), StoreError> {
        let upsert = "INSERT INTO lesson_review
                          (profile_id, lesson, due, done, stability, difficulty, times, lapses)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
                      ON CONFLICT DO UPDATE SET due = excluded.due, done = excluded.done, stability = excluded.stability,
                          difficulty = excluded.difficulty, times = excluded.times, lapses = excluded.lapses";
        let row = params![
            profile,
            lesson,
            review.due as i64,
            review.last as i64,
            review.stability,
            review.difficulty,
            review.times.min(u8::MAX.into()),
            review.lapses
        ];
        self.connection.execute(upsert, row)?;
        Ok(())
    }

    /// Returns the work done since `since`, in milliseconds since 1970.
    pub fn done_since(&self, profile: i64, since: f64) -> Result<DoneSince, StoreError> {
        let select = "SELECT (SELECT count(*) FROM lesson_step WHERE profile_id = ?1 AND done >= ?2),
                             (SELECT count(*) FROM lesson_review WHERE profile_id = ?1 AND done >= ?2)
                             + (SELECT count(DISTINCT puzzle) FROM puzzle_attempt AS again
                                WHERE profile_id = ?1 AND at >= ?2 AND EXISTS (
                                    SELECT 1 FROM puzzle_attempt AS earlier
                                    WHERE earlier.profile_id = ?1 AND earlier.puzzle = again.puzzle AND earlier.at < ?2))";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.query_row(params![profile, since as i64], |row| {
            Ok(DoneSince {
                steps: row.get(0)?,
                repeated: row.get(1)?,
            })
        })?)
    }

    /// Returns the quarters of an hour in which this person learned or played: a step, a puzzle, a repetition, or a
    /// finished game. In milliseconds since 1970; every time zone is ahead of UTC by whole quarters.
    pub fn active_times(&self, profile: i64) -> Result<Vec<f64>, StoreError> {
        let select = "SELECT DISTINCT at / 900000 FROM (
                          SELECT done AS at FROM lesson_step WHERE profile_id = ?1
                          UNION ALL SELECT done FROM lesson_review WHERE profile_id = ?1
                          UNION ALL SELECT at FROM puzzle_attempt WHERE profile_id = ?1
                          UNION ALL SELECT last FROM repertoire_review WHERE profile_id = ?1
                          UNION ALL SELECT last FROM mistake WHERE profile_id = ?1
                          UNION ALL SELECT updated FROM game JOIN play ON game_id = game.id
                                    WHERE profile_id = ?1 AND reason IS NOT NULL AND deletion_id IS NULL)";
        let mut select = self.connection.prepare_cached(select)?;
        let quarters = select.query_map([profile], |row| row.get::<_, i64>(0))?;
        quarters.map(|quarter| Ok(quarter? as f64 * 900_000.0)).collect()
    }

    /// Deletes the progress of a lesson.
    pub fn forget_lesson(&self, profile: i64, lesson: &str) -> Result<(), StoreError> {
        for table in ["lesson_step", "lesson_review"] {
            let delete = format!("DELETE FROM {table} WHERE profile_id = ?1 AND lesson = ?2");
            self.connection.execute(&delete, params![profile, lesson])?;
        }
        Ok(())
    }

    /// Returns the user's own lesson files, by id.
    pub fn own_lessons(&self) -> Result<Vec<(String, String)>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT lesson, source FROM own_lesson ORDER BY added, lesson")?;
        let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Stores a lesson file, replacing the one with the same id.
    pub fn keep_lesson(&self, lesson: &str, source: &str, now: f64) -> Result<(), StoreError> {
        let upsert = "INSERT INTO own_lesson (lesson, source, added) VALUES (?1, ?2, ?3)
                      ON CONFLICT DO UPDATE SET source = excluded.source";
        self.connection
            .execute(upsert, params![lesson, source, now as i64])?;
        Ok(())
    }

    /// Stores a lesson file from a backup with its original time, unless the id exists already.
    pub fn add_lesson(&self, lesson: &str, restored: &RestoredLesson) -> Result<(), StoreError> {
        let insert = "INSERT OR IGNORE INTO own_lesson (lesson, source, added) VALUES (?1, ?2, ?3)";
        self.connection
            .execute(insert, params![lesson, restored.source, restored.added])?;
        Ok(())
    }

    /// Deletes one of the user's own lesson files; returns whether it existed.
    pub fn drop_lesson(&self, lesson: &str) -> Result<bool, StoreError> {
        let deleted = self
            .connection
            .execute("DELETE FROM own_lesson WHERE lesson = ?1", [lesson])?;
        Ok(deleted > 0)
    }
}
