//! Repertoires, and what is remembered of their positions: typed rows and the SQL beside them. Knows no move.
use super::puzzles::Review;
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, params};

impl Store {
    /// The game whose tree is what a person plays in a variant with a colour (`white`, `black`); none where there is none, or it
    /// is deleted.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn repertoire(&self, profile: i64, variant: &str, side: &str) -> Result<Option<i64>, StoreError> {
        let select = "SELECT game.id FROM repertoire JOIN game ON game.id = game_id
                      WHERE profile_id = ?1 AND variant = ?2 AND side = ?3 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        let row = select.query_row(params![profile, variant, side], |row| row.get(0));
        Ok(row.optional()?)
    }

    /// With which colour (`white`, `black`) a game is this person's repertoire; none where it is not.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn repertoire_side(&self, profile: i64, game: i64) -> Result<Option<String>, StoreError> {
        let select = "SELECT side FROM repertoire WHERE game_id = ?1 AND profile_id = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.query_row([game, profile], |row| row.get(0)).optional()?)
    }

    /// Makes the tree of a game what a person plays in a variant with a colour.
    ///
    /// # Errors
    /// Where the store fails.
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

    /// What is remembered of the positions of a person's repertoires in a variant, each by its FEN.
    ///
    /// # Errors
    /// Where the store fails.
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

    /// Keeps what is remembered of a position of a repertoire.
    ///
    /// # Errors
    /// Where the store fails.
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
