//! Sets of puzzles. A puzzle is stored as its line of text.
use super::{Store, StoreError};
use rusqlite::{Connection, OptionalExtension, Row, params};

/// A set of puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// Its number.
    pub id: i64,
    /// Key of the variant.
    pub variant: String,
    /// Empty for the set that is filled from the person's own games.
    pub name: String,
    /// Number of puzzles in it.
    pub puzzles: u32,
    /// Number of its puzzles that the person has solved.
    pub solved: u32,
}

/// A puzzle in a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InSet {
    /// Its id.
    pub puzzle: String,
    /// The puzzle as a line of text.
    pub record: String,
    /// White's name in the source game; empty if unknown.
    pub white: String,
    /// Black's name in the source game; empty if unknown.
    pub black: String,
    /// Ply in the source game, from 0.
    pub ply: Option<u32>,
    /// `true` if the game continued with another move.
    pub missed: bool,
}

const SET: &str = "SELECT id, variant, name,
                          (SELECT count(*) FROM puzzle_in_set WHERE set_id = puzzle_set.id),
                          (SELECT count(*) FROM puzzle_in_set WHERE set_id = puzzle_set.id AND EXISTS
                             (SELECT 1 FROM puzzle_attempt WHERE puzzle_attempt.puzzle = puzzle_in_set.puzzle
                              AND puzzle_attempt.profile_id = puzzle_set.profile_id AND solved))
                   FROM puzzle_set";

fn set(row: &Row<'_>) -> rusqlite::Result<PuzzleSet> {
    Ok(PuzzleSet {
        id: row.get(0)?,
        variant: row.get(1)?,
        name: row.get(2)?,
        puzzles: row.get(3)?,
        solved: row.get(4)?,
    })
}

/// Returns the id of a person's set with this name. Creates it if needed, at this time in milliseconds since
/// 1970.
pub(super) fn set_named(
    connection: &Connection,
    profile: i64,
    variant: &str,
    name: &str,
    made: i64,
) -> rusqlite::Result<i64> {
    let insert = "INSERT INTO puzzle_set (profile_id, variant, name, made) VALUES (?1, ?2, ?3, ?4)
                  ON CONFLICT (profile_id, variant, name) DO UPDATE SET name = name RETURNING id";
    let mut insert = connection.prepare_cached(insert)?;
    insert.query_row(params![profile, variant, name, made], |row| row.get(0))
}

/// Puts a puzzle into a set; false if it is in it already.
pub(super) fn put_in_set(connection: &Connection, set: i64, entry: &InSet) -> rusqlite::Result<bool> {
    let insert = "INSERT OR IGNORE INTO puzzle_in_set (set_id, puzzle, record, white, black, ply, missed)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    let InSet {
        puzzle,
        record,
        white,
        black,
        ply,
        missed,
    } = entry;
    let mut insert = connection.prepare_cached(insert)?;
    Ok(insert.execute(params![set, puzzle, record, white, black, ply, missed])? > 0)
}

impl Store {
    /// Returns a person's sets of a variant: the set from the person's own games first, then the newest.
    pub fn puzzle_sets(&self, profile: i64, variant: &str) -> Result<Vec<PuzzleSet>, StoreError> {
        let select = format!("{SET} WHERE profile_id = ?1 AND variant = ?2 ORDER BY name <> '', id DESC");
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map(params![profile, variant], set)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns a person's set with this id.
    pub fn puzzle_set(&self, profile: i64, id: i64) -> Result<Option<PuzzleSet>, StoreError> {
        let select = format!("{SET} WHERE profile_id = ?1 AND id = ?2");
        let row = self.connection.query_row(&select, [profile, id], set);
        Ok(row.optional()?)
    }

    /// Returns the id of the set with this name and creates it if needed.
    pub fn set_named(&self, profile: i64, variant: &str, name: &str, now: f64) -> Result<i64, StoreError> {
        Ok(set_named(&self.connection, profile, variant, name, now as i64)?)
    }

    /// Renames a set; false if it does not exist or another set has the name.
    pub fn rename_set(&self, profile: i64, id: i64, name: &str) -> Result<bool, StoreError> {
        let update = "UPDATE OR IGNORE puzzle_set SET name = ?3 WHERE profile_id = ?1 AND id = ?2";
        Ok(self.connection.execute(update, params![profile, id, name])? > 0)
    }

    /// Deletes a set; the attempts at its puzzles stay.
    pub fn delete_set(&self, profile: i64, id: i64) -> Result<bool, StoreError> {
        let delete = "DELETE FROM puzzle_set WHERE profile_id = ?1 AND id = ?2";
        Ok(self.connection.execute(delete, [profile, id])? > 0)
    }

    /// Returns the puzzles of a set, in the order in which they were added.
    pub fn in_set(&self, id: i64) -> Result<Vec<InSet>, StoreError> {
        let select = "SELECT puzzle, record, white, black, ply, missed FROM puzzle_in_set WHERE set_id = ?1 ORDER BY id";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map([id], |row| {
            Ok(InSet {
                puzzle: row.get(0)?,
                record: row.get(1)?,
                white: row.get(2)?,
                black: row.get(3)?,
                ply: row.get(4)?,
                missed: row.get(5)?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Puts a puzzle into a set; false if it is in it already.
    pub fn put_in_set(&self, set: i64, entry: &InSet) -> Result<bool, StoreError> {
        Ok(put_in_set(&self.connection, set, entry)?)
    }

    /// Removes a puzzle from a set.
    pub fn take_from_set(&self, set: i64, puzzle: &str) -> Result<bool, StoreError> {
        let delete = "DELETE FROM puzzle_in_set WHERE set_id = ?1 AND puzzle = ?2";
        Ok(self.connection.execute(delete, params![set, puzzle])? > 0)
    }

    /// Returns the variant's key and the line of a puzzle in one of this person's sets.
    pub fn own_puzzle(&self, profile: i64, puzzle: &str) -> Result<Option<(String, String)>, StoreError> {
        let select = "SELECT variant, record FROM puzzle_in_set JOIN puzzle_set ON puzzle_set.id = set_id
                      WHERE profile_id = ?1 AND puzzle = ?2 LIMIT 1";
        let row = self
            .connection
            .query_row(select, params![profile, puzzle], |row| {
                Ok((row.get(0)?, row.get(1)?))
            });
        Ok(row.optional()?)
    }

    /// Returns the records of all puzzles in a person's sets of a variant, the newest first.
    pub fn own_records(&self, profile: i64, variant: &str) -> Result<Vec<String>, StoreError> {
        let select = "SELECT record FROM puzzle_in_set JOIN puzzle_set ON puzzle_set.id = set_id
                      WHERE profile_id = ?1 AND variant = ?2 ORDER BY puzzle_in_set.id DESC";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, variant], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the ids of all puzzles in a person's sets of a variant.
    pub fn own_puzzles(&self, profile: i64, variant: &str) -> Result<Vec<String>, StoreError> {
        let select = "SELECT DISTINCT puzzle FROM puzzle_in_set JOIN puzzle_set ON puzzle_set.id = set_id
                      WHERE profile_id = ?1 AND variant = ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map(params![profile, variant], |row| row.get(0))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
