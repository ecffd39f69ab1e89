//! Puzzle attempts, ratings and repetitions.
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// The result of an attempt at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// `true` if the person solved it.
    pub solved: bool,
    /// `true` if the solution was shown.
    pub shown: bool,
    /// Number of hints asked for.
    pub hints: u8,
}

/// A person's record with a puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// `true` if it was solved at least once.
    pub solved: bool,
    /// `true` if the solution was shown at least once.
    pub shown: bool,
    /// Number of judged attempts.
    pub attempts: u32,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, in points.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

/// A stored attempt.
#[derive(Clone, Debug, PartialEq)]
pub struct AttemptRow {
    /// Id of the puzzle.
    pub puzzle: String,
    /// `true` if the person solved it.
    pub solved: bool,
    /// `true` if the solution was shown.
    pub shown: bool,
    /// Number of hints asked for.
    pub hints: u8,
    /// Milliseconds since 1970.
    pub at: f64,
    /// The person's rating afterwards, if the attempt was rated.
    pub rating: Option<f64>,
}

/// The repetition state of a failed puzzle (FSRS scheduler).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Review {
    /// Due time in milliseconds since 1970.
    pub due: f64,
    /// Time of the last try in milliseconds since 1970.
    pub last: f64,
    /// Days until the probability of recall falls to 90 %.
    pub stability: f64,
    /// Difficulty, 1 to 10.
    pub difficulty: f64,
    /// Number of tries.
    pub times: u32,
    /// Number of times it was forgotten.
    pub lapses: u32,
}

/// Changes that follow from an attempt.
#[derive(Clone, Debug, Default)]
pub struct Change<'a> {
    /// Kind of rating ("puzzle:international"), and the ratings of person and puzzle afterwards.
    pub rated: Option<(&'a str, Rating, Rating)>,
    /// Key of the puzzle's variant, and the repetition state.
    pub review: Option<(&'a str, Review)>,
}

impl Store {
    /// Returns a person's record with this puzzle.
    pub fn puzzle_record(&self, profile: i64, puzzle: &str) -> Result<PuzzleRecord, StoreError> {
        let select = "SELECT coalesce(max(solved), 0), coalesce(max(shown), 0), count(*) FROM puzzle_attempt
                      WHERE profile_id = ?1 AND puzzle = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.query_row(params![profile, puzzle], |row| {
            Ok(PuzzleRecord {
                solved: row.get(0)?,
                shown: row.get(1)?,
                attempts: row.get(2)?,
            })
        })?)
    }

    /// Writes a judged attempt with all changes that follow from it.
    ///
    /// # Errors
    /// If the store fails; then nothing is written.
    pub fn add_attempt(
        &mut self,
        profile: i64,
        puzzle: &str,
        attempt: Attempt,
        change: &Change<'_>,
        now: f64,
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        let own = change.rated.as_ref().map(|(_, own, _)| own.rating);
        transaction.execute(
            "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at, rating)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            params![
                profile,
                puzzle,
                attempt.solved,
                attempt.shown,
                attempt.hints,
                now as i64,
                own
            ],
        )?;
        if let Some((kind, own, of_puzzle)) = &change.rated {
            transaction.execute(
                "INSERT INTO rating (profile_id, kind, rating, deviation, volatility, updated)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                                           volatility = excluded.volatility, updated = excluded.updated",
                params![
                    profile,
                    kind,
                    own.rating,
                    own.deviation,
                    own.volatility,
                    now as i64
                ],
            )?;
            transaction.execute(
                "INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                                           volatility = excluded.volatility",
                params![
                    puzzle,
                    of_puzzle.rating,
                    of_puzzle.deviation,
                    of_puzzle.volatility
                ],
            )?;
        }
        if let Some((variant, review)) = &change.review {
            transaction.execute(
                "INSERT INTO puzzle_review
                     (profile_id, puzzle, variant, due, last, stability, difficulty, times, lapses)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
                 ON CONFLICT DO UPDATE SET due = excluded.due, last = excluded.last, stability = excluded.stability,
                                           difficulty = excluded.difficulty, times = excluded.times,
                                           lapses = excluded.lapses",
                params![
                    profile,
                    puzzle,
                    variant,
                    review.due as i64,
                    review.last as i64,
                    review.stability,
                    review.difficulty,
                    review.times,
                    review.lapses
                ],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// Returns a person's rating of this kind ("puzzle:international").
    pub fn rating(&self, profile: i64, kind: &str) -> Result<Option<Rating>, StoreError> {
        let select = "SELECT rating, deviation, volatility FROM rating WHERE profile_id = ?1 AND kind = ?2";
        let row = self
            .connection
            .query_row(select, params![profile, kind], read_rating);
        Ok(row.optional()?)
    }

    /// Returns a puzzle's own rating, if attempts on this device were rated.
    pub fn puzzle_rating(&self, puzzle: &str) -> Result<Option<Rating>, StoreError> {
        let select = "SELECT rating, deviation, volatility FROM puzzle_rating WHERE puzzle = ?1";
        let row = self.connection.query_row(select, [puzzle], read_rating);
        Ok(row.optional()?)
    }

    /// Returns all attempts of a person, oldest first.
    pub fn puzzle_attempts(&self, profile: i64) -> Result<Vec<AttemptRow>, StoreError> {
        let select = "SELECT puzzle, solved, shown, hints, at, rating FROM puzzle_attempt WHERE profile_id = ?1 ORDER BY id";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map([profile], |row| {
            Ok(AttemptRow {
                puzzle: row.get(0)?,
                solved: row.get(1)?,
                shown: row.get(2)?,
                hints: row.get(3)?,
                at: row.get::<_, i64>(4)? as f64,
                rating: row.get(5)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the repetition state of a failed puzzle.
    pub fn puzzle_review(&self, profile: i64, puzzle: &str) -> Result<Option<Review>, StoreError> {
        let select = "SELECT due, last, stability, difficulty, times, lapses FROM puzzle_review
                      WHERE profile_id = ?1 AND puzzle = ?2";
        let row = self
            .connection
            .query_row(select, params![profile, puzzle], read_review);
        Ok(row.optional()?)
    }

    /// Returns the failed puzzles of a variant with their repetition states, longest due first.
    pub fn puzzle_reviews(&self, profile: i64, variant: &str) -> Result<Vec<(String, Review)>, StoreError> {
        let select = "SELECT due, last, stability, difficulty, times, lapses, puzzle FROM puzzle_review
                      WHERE profile_id = ?1 AND variant = ?2 ORDER BY due, puzzle";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, variant], |row| {
            Ok((row.get(6)?, read_review(row)?))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Changes a repetition state; does nothing if there is none.
    pub fn set_puzzle_review(&self, profile: i64, puzzle: &str, review: &Review) -> Result<(), StoreError> {
        self.connection.execute(
            "UPDATE puzzle_review SET due = ?3, last = ?4, stability = ?5, difficulty = ?6, times = ?7, lapses = ?8
             WHERE profile_id = ?1 AND puzzle = ?2",
            params![
                profile,
                puzzle,
                review.due as i64,
                review.last as i64,
                review.stability,
                review.difficulty,
                review.times,
                review.lapses
            ],
        )?;
        Ok(())
    }

    /// Returns the longest streak of a person; 0 if there is none.
    pub fn best_streak(&self, profile: i64, variant: &str) -> Result<u32, StoreError> {
        let select = "SELECT best FROM puzzle_streak WHERE profile_id = ?1 AND variant = ?2";
        let best = self
            .connection
            .query_row(select, params![profile, variant], |row| row.get(0));
        Ok(best.optional()?.unwrap_or(0))
    }

    /// Stores a streak of this length if it is the longest.
    pub fn keep_streak(&self, profile: i64, variant: &str, length: u32) -> Result<(), StoreError> {
        let upsert = "INSERT INTO puzzle_streak (profile_id, variant, best) VALUES (?1, ?2, ?3)
                      ON CONFLICT DO UPDATE SET best = max(best, excluded.best)";
        self.connection
            .execute(upsert, params![profile, variant, length])?;
        Ok(())
    }
}

/// Reads due, last, stability, difficulty, times and lapses, the first columns of a row.
pub(super) fn read_review(row: &rusqlite::Row<'_>) -> rusqlite::Result<Review> {
    Ok(Review {
        due: row.get(0)?,
        last: row.get(1)?,
        stability: row.get(2)?,
        difficulty: row.get(3)?,
        times: row.get(4)?,
        lapses: row.get(5)?,
    })
}

fn read_rating(row: &rusqlite::Row<'_>) -> rusqlite::Result<Rating> {
    Ok(Rating {
        rating: row.get(0)?,
        deviation: row.get(1)?,
        volatility: row.get(2)?,
    })
}
