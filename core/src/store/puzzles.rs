//! Puzzle attempts and ratings: typed rows and the SQL beside them. Judges nothing.
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

/// How an attempt at a puzzle went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attempt {
    /// Solved by the person.
    pub solved: bool,
    /// The solution was shown.
    pub shown: bool,
    /// Hints asked for.
    pub hints: u8,
}

/// What a person did with a puzzle so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleRecord {
    /// Solved at least once.
    pub solved: bool,
    /// The solution was shown at least once.
    pub shown: bool,
    /// Judged attempts.
    pub attempts: u32,
}

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points; 1500 is where everybody starts.
    pub rating: f64,
    /// How sure it is, in points.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
}

impl Store {
    /// What this person did with this puzzle.
    ///
    /// # Errors
    /// Where the store fails.
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

    /// Writes a judged attempt and, where it changed one, the rating of this kind ("puzzle:international").
    ///
    /// # Errors
    /// Where the store fails; then neither is written.
    pub fn add_attempt(
        &mut self,
        profile: i64,
        puzzle: &str,
        attempt: Attempt,
        rating: Option<(&str, Rating)>,
        now: f64,
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
            params![profile, puzzle, attempt.solved, attempt.shown, attempt.hints, now as i64],
        )?;
        if let Some((kind, r)) = rating {
            transaction.execute(
                "INSERT INTO rating (profile_id, kind, rating, deviation, volatility, updated)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                 ON CONFLICT DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
                                           volatility = excluded.volatility, updated = excluded.updated",
                params![profile, kind, r.rating, r.deviation, r.volatility, now as i64],
            )?;
        }
        Ok(transaction.commit()?)
    }

    /// A person's rating of this kind.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn rating(&self, profile: i64, kind: &str) -> Result<Option<Rating>, StoreError> {
        let select = "SELECT rating, deviation, volatility FROM rating WHERE profile_id = ?1 AND kind = ?2";
        let row = self.connection.query_row(select, params![profile, kind], |row| {
            Ok(Rating {
                rating: row.get(0)?,
                deviation: row.get(1)?,
                volatility: row.get(2)?,
            })
        });
        Ok(row.optional()?)
    }
}
