//! Computer reviews of games, and the repetition states of mistakes.
use super::puzzles::{Review, read_review};
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, params};

/// The review of a game by the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeptReview {
    /// The main line that was searched, as written, separated by spaces.
    pub moves: String,
    /// Score and best line of each position, as JSON of the calls.
    pub found: String,
}

/// A mistake in a game, with everything needed to ask for a better move.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptMistake {
    /// FEN before the mistake.
    pub position: String,
    /// The move played, as written.
    pub played: String,
    /// Score of the position in centipawns for the side to move.
    pub score: i32,
    /// The best line, moves separated by spaces.
    pub best: String,
    /// White's name; empty if unknown.
    pub white: String,
    /// Black's name; empty if unknown.
    pub black: String,
    /// Number of moves played before it.
    pub ply: u32,
    /// The repetition state.
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
    /// Returns the stored review of a game; `None` if it was not reviewed or is deleted.
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

    /// True if a review of a game is stored; as [`kept_review`](Store::kept_review), without reading it.
    pub fn has_review(&self, game: i64) -> Result<bool, StoreError> {
        let select =
            "SELECT 1 FROM review JOIN game ON game.id = game_id WHERE game_id = ?1 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.exists([game])?)
    }

    /// Stores the review of a game, replacing an earlier one.
    pub fn keep_review(&self, game: i64, review: &KeptReview, now: f64) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO review (game_id, moves, found, made) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = self.connection.prepare_cached(insert)?;
        insert.execute(params![game, review.moves, review.found, now as i64])?;
        Ok(())
    }

    /// Returns a person's stored mistakes in a variant, longest due first.
    pub fn mistakes(&self, profile: i64, variant: &str) -> Result<Vec<KeptMistake>, StoreError> {
        let select = format!("{MISTAKE} ORDER BY due, position");
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map(params![profile, variant], mistake)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the stored mistake of a position.
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

    /// Stores a mistake, replacing an earlier one of the same position.
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

    /// Deletes the mistake of a position; false if none was stored.
    pub fn forget_mistake(&self, profile: i64, variant: &str, position: &str) -> Result<bool, StoreError> {
        let delete = "DELETE FROM mistake WHERE profile_id = ?1 AND variant = ?2 AND position = ?3";
        Ok(self
            .connection
            .execute(delete, params![profile, variant, position])?
            > 0)
    }
}
