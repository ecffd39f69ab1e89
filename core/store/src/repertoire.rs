//! Repertoires, and the repetition states of their positions.
use super::puzzles::Review;
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

impl Store {
    /// Returns the game that is a person's repertoire in a variant with a colour (`white`, `black`); `None`
    /// if there is none or it is deleted.
    pub fn repertoire(&self, profile: i64, variant: &str, side: &str) -> Result<Option<i64>, StoreError> {
        let select = "SELECT game.id FROM repertoire JOIN game ON game.id = game_id
                      WHERE profile_id = ?1 AND variant = ?2 AND side = ?3 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        let row = select.query_row(params![profile, variant, side], |row| row.get(0));
        Ok(row.optional()?)
    }

    /// Returns the colour (`white`, `black`) for which a game is this person's repertoire; `None` if it is
    /// not one.
    pub fn repertoire_side(&self, profile: i64, game: i64) -> Result<Option<String>, StoreError> {
        let select = "SELECT side FROM repertoire WHERE game_id = ?1 AND profile_id = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.query_row([game, profile], |row| row.get(0)).optional()?)
    }

    /// Makes a game the person's repertoire in a variant with a colour.
    pub fn set_repertoire(
        &self,
        profile: i64,
        variant: &str,
        side: &str,
        game: i64,
    ) -> Result<(), StoreError> {
        let insert =
            "INSERT OR REPLACE INTO repertoire (game_id, profile_id, variant, side) VALUES (?1, ?2, ?3, ?4)";
        let mut insert = self.connection.prepare_cached(insert)?;
        insert.execute(params![game, profile, variant, side])?;
        Ok(())
    }

    /// Returns the repetition states of the positions in a person's repertoires of a variant, each with its
    /// FEN.
    pub fn repertoire_reviews(
        &self,
        profile: i64,
        variant: &str,
    ) -> Result<Vec<(String, Review)>, StoreError> {
        let select = "SELECT position, due, last, stability, difficulty, times, lapses FROM repertoire_review
                      WHERE profile_id = ?1 AND variant = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, variant], |row| {
            let review = Review {
                due: row.get::<_, i64>(1)? as f64,
                last: row.get::<_, i64>(2)? as f64,
                stability: row.get(3)?,
                difficulty: row.get(4)?,
                times: row.get(5)?,
                lapses: row.get(6)?,
            };
            Ok((row.get(0)?, review))
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Stores the repetition state of a position in a repertoire.
    pub fn keep_repertoire_review(
        &self,
        profile: i64,
        variant: &str,
        position: &str,
        review: &Review,
    ) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO repertoire_review
                          (profile_id, variant, position, due, last, stability, difficulty, times, lapses)
                      VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
        let mut insert = self.connection.prepare_cached(insert)?;
        insert.execute(params![
            profile,
            variant,
            position,
            review.due as i64,
            review.last as i64,
            review.stability,
            review.difficulty,
            review.times,
            review.lapses
        ])?;
        Ok(())
    }
}
