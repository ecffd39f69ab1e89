//! Puzzle attempts and ratings.
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

/// The facts about a puzzle that are stored with an attempt at it.
#[derive(Clone, Debug, PartialEq)]
pub struct PuzzleFacts {
    /// Key of its variant.
    pub variant: String,
    /// Key of its idea; empty if it has none.
    pub idea: String,
    /// Its rating.
    pub strength: f64,
    /// Pattern of its position: the same for mirrored and shifted ones.
    pub pattern: u64,
}

/// An attempt with the facts about its puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct KnownAttempt {
    /// The attempt.
    pub attempt: AttemptRow,
    /// The facts about its puzzle at that time.
    pub facts: PuzzleFacts,
}

/// The repetition state of something to remember (FSRS scheduler).
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

/// The changed ratings that follow from an attempt.
#[derive(Clone, Copy, Debug)]
pub struct Rated<'a> {
    /// Kind of rating ("puzzle:international").
    pub kind: &'a str,
    /// Rating of the person afterwards.
    pub person: Rating,
    /// Rating of the puzzle afterwards.
    pub puzzle: Rating,
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

    /// Writes a judged attempt with the changed ratings, if it is rated.
    ///
    /// # Errors
    /// If the store fails; then nothing is written.
    pub fn add_attempt(
        &mut self,
        profile: i64,
        puzzle: &str,
        attempt: Attempt,
        facts: &PuzzleFacts,
        rated: Option<Rated<'_>>,
        now: f64,
    ) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "INSERT INTO puzzle_attempt
                 (profile_id, puzzle, solved, shown, hints, at, rating, variant, idea, strength, pattern)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            params![
                profile,
                puzzle,
                attempt.solved,
                attempt.shown,
                attempt.hints,
                now as i64,
                rated.map(|rated| rated.person.rating),
                facts.variant,
                facts.idea,
                facts.strength,
                facts.pattern.cast_signed(),
            ],
        )?;
        if let Some(Rated {
            kind,
            person: own,
            puzzle: of_puzzle,
        }) = rated
        {
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
        let rows = select.query_map([profile], read_attempt)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns a person's attempts in a variant with the facts about their puzzles, oldest first. Leaves out those whose
    /// puzzle was never looked up.
    pub fn known_attempts(&self, profile: i64, variant: &str) -> Result<Vec<KnownAttempt>, StoreError> {
        let select =
            "SELECT puzzle, solved, shown, hints, at, rating, idea, strength, pattern FROM puzzle_attempt
                      WHERE profile_id = ?1 AND variant = ?2 ORDER BY id";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, variant], |row| {
            Ok(KnownAttempt {
                attempt: read_attempt(row)?,
                facts: PuzzleFacts {
                    variant: variant.to_owned(),
                    idea: row.get::<_, Option<String>>(6)?.unwrap_or_default(),
                    strength: row.get::<_, Option<f64>>(7)?.unwrap_or_default(),
                    pattern: row.get::<_, Option<i64>>(8)?.unwrap_or_default().cast_unsigned(),
                },
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the puzzles whose facts were not stored with the attempts of a person, as in earlier versions.
    pub fn unknown_puzzles(&self, profile: i64) -> Result<Vec<String>, StoreError> {
        let select = "SELECT DISTINCT puzzle FROM puzzle_attempt WHERE profile_id = ?1 AND variant IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map([profile], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Stores the facts about puzzles with the attempts that lack them.
    ///
    /// # Errors
    /// If the store fails; then nothing is written.
    pub fn set_facts(&mut self, profile: i64, facts: &[(String, PuzzleFacts)]) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut update = transaction.prepare_cached(
                "UPDATE puzzle_attempt SET variant = ?3, idea = ?4, strength = ?5, pattern = ?6
                 WHERE profile_id = ?1 AND puzzle = ?2 AND variant IS NULL",
            )?;
            for (puzzle, facts) in facts {
                let pattern = facts.pattern.cast_signed();
                update.execute(params![
                    profile,
                    puzzle,
                    facts.variant,
                    facts.idea,
                    facts.strength,
                    pattern
                ])?;
            }
        }
        Ok(transaction.commit()?)
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

/// Reads puzzle, solved, shown, hints, time and rating, the first columns of a row.
fn read_attempt(row: &rusqlite::Row<'_>) -> rusqlite::Result<AttemptRow> {
    Ok(AttemptRow {
        puzzle: row.get(0)?,
        solved: row.get(1)?,
        shown: row.get(2)?,
        hints: row.get(3)?,
        at: row.get::<_, i64>(4)? as f64,
        rating: row.get(5)?,
    })
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
