//! What the computer found in games, and what is remembered of their mistakes: typed rows and the SQL beside them. Judges nothing.
use super::puzzles::{Review, read_review};
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, params};

/// What was found in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReview {
    /// The main line that was searched, as written, a space between two moves.
    pub moves: String,
    /// Of each position its score and its best line, as JSON of the calls.
    pub found: String,
}

/// A mistake of a game, with what it takes to ask for a better move.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptMistake {
    /// The FEN before it.
    pub position: String,
    /// The move that was played, as written.
    pub played: String,
    /// What the position was worth, in centipawns for the side to move.
    pub score: i32,
    /// The best line, a space between two moves.
    pub best: String,
    /// Who had White; empty where that is not known.
    pub white: String,
    /// Who had Black.
    pub black: String,
    /// Moves played before it.
    pub ply: u32,
    /// What is remembered of it.
    pub review: Review,
}

const MISTAKE: &str =
    "SELECT due, last, stability, difficulty, times, lapses, position, played, score, best, white, black, ply
                       FROM mistake WHERE profile_id = ?1 AND variant = ?2";

fn mistake(row: &Row<'_>) -> rusqlite::Result<KeptMistake> {
    Ok(KeptMistake {
        position: row.get(6)?,
        played: row.get(7)?,
        score: row.get(8)?,
        best: row.get(9)?,
        white: row.get(10)?,
        black: row.get(11)?,
        ply: row.get(12)?,
        review: read_review(row)?,
    })
}

impl Store {
    /// What was found in a game of the library; none where it was not looked at, or is deleted.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn kept_review(&self, game: i64) -> Result<Option<KeptReview>, StoreError> {
        let select = "SELECT moves, found FROM review JOIN game ON game.id = game_id
                      WHERE game_id = ?1 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        let row = select.query_row([game], |row| {
            Ok(KeptReview {
                moves: row.get(0)?,
                found: row.get(1)?,
            })
        });
        Ok(row.optional()?)
    }

    /// Whether it is kept what was found in a game; as [`kept_review`](Store::kept_review), without reading it.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn has_review(&self, game: i64) -> Result<bool, StoreError> {
        let select =
            "SELECT 1 FROM review JOIN game ON game.id = game_id WHERE game_id = ?1 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.exists([game])?)
    }

    /// Keeps what was found in a game, instead of what was kept of it before.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn keep_review(&self, game: i64, review: &KeptReview, now: f64) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO review (game_id, moves, found, made) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = self.connection.prepare_cached(insert)?;
        insert.execute(params![game, review.moves, review.found, now as i64])?;
        Ok(())
    }

    /// The mistakes that a person keeps in a variant, the longest due first.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn mistakes(&self, profile: i64, variant: &str) -> Result<Vec<KeptMistake>, StoreError> {
        let select = format!("{MISTAKE} ORDER BY due, position");
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map(params![profile, variant], mistake)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The mistake that a person keeps of a position.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn mistake(
        &self,
        profile: i64,
        variant: &str,
        position: &str,
    ) -> Result<Option<KeptMistake>, StoreError> {
        let select = format!("{MISTAKE} AND position = ?3");
        let mut select = self.connection.prepare_cached(&select)?;
        Ok(select
            .query_row(params![profile, variant, position], mistake)
            .optional()?)
    }

    /// Keeps a mistake, instead of what was kept of its position before.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn keep_mistake(&self, profile: i64, variant: &str, kept: &KeptMistake) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO mistake (profile_id, variant, position, played, score, best, white, black, ply,
                          due, last, stability, difficulty, times, lapses)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
        let mut insert = self.connection.prepare_cached(insert)?;
        let review = &kept.review;
        insert.execute(params![
            profile,
            variant,
            kept.position,
            kept.played,
            kept.score,
            kept.best,
            kept.white,
            kept.black,
            kept.ply,
            review.due as i64,
            review.last as i64,
            review.stability,
            review.difficulty,
            review.times,
            review.lapses
        ])?;
        Ok(())
    }

    /// Forgets the mistake of a position; false where none was kept.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn forget_mistake(&self, profile: i64, variant: &str, position: &str) -> Result<bool, StoreError> {
        let delete = "DELETE FROM mistake WHERE profile_id = ?1 AND variant = ?2 AND position = ?3";
        Ok(self
            .connection
            .execute(delete, params![profile, variant, position])?
            > 0)
    }
}
