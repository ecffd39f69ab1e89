//! Collections of games, and deletions that can be undone.
use super::{Store, StoreError, index};
use rusqlite::{OptionalExtension, Row, params};

/// A collection of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collection {
    /// Its id.
    pub id: i64,
    /// Its name.
    pub name: String,
    /// Number of games in it, without deleted ones.
    pub games: u32,
}

/// Games deleted together.
#[derive(Clone, Debug, PartialEq)]
pub struct Deletion {
    /// Its id.
    pub id: i64,
    /// Number of games.
    pub games: u32,
    /// Milliseconds since 1970.
    pub at: f64,
}

/// Games restored or permanently deleted in one step.
const STEP: u32 = 2_000;

fn collection(row: &Row<'_>) -> rusqlite::Result<Collection> {
    Ok(Collection {
        id: row.get(0)?,
        name: row.get(1)?,
        games: row.get(2)?,
    })
}

impl Store {
    /// Returns all collections, by name.
    pub fn collections(&self) -> Result<Vec<Collection>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, name, (SELECT count(*) FROM collected JOIN game ON game.id = game_id
                               WHERE collection_id = collection.id AND deletion_id IS NULL)
             FROM collection ORDER BY name",
        )?;
        let rows = select.query_map([], collection)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns one collection.
    pub fn collection(&self, id: i64) -> Result<Option<Collection>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, name, (SELECT count(*) FROM collected WHERE collection_id = collection.id)
             FROM collection WHERE id = ?1",
        )?;
        Ok(select.query_row([id], collection).optional()?)
    }

    /// Returns the id of the collection with this name and creates it if needed.
    pub fn add_collection(&self, name: &str, now: f64) -> Result<i64, StoreError> {
        self.connection.execute(
            "INSERT INTO collection (name, created) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
            params![name, now as i64],
        )?;
        let find = "SELECT id FROM collection WHERE name = ?1";
        Ok(self.connection.query_row(find, [name], |row| row.get(0))?)
    }

    /// Renames a collection; false if another one has the name.
    pub fn rename_collection(&self, id: i64, name: &str) -> Result<bool, StoreError> {
        let update = "UPDATE OR IGNORE collection SET name = ?2 WHERE id = ?1";
        Ok(self.connection.execute(update, params![id, name])? > 0)
    }

    /// Deletes a collection; its games stay.
    pub fn delete_collection(&self, id: i64) -> Result<(), StoreError> {
        self.connection
            .execute("DELETE FROM collection WHERE id = ?1", [id])?;
        Ok(())
    }

    /// Adds existing games to a collection, or removes games from it.
    ///
    /// # Errors
    /// If the store fails; then nothing is changed.
    pub fn collect(&mut self, collection: i64, games: &[i64], put: bool) -> Result<(), StoreError> {
        let transaction = self.connection.transaction()?;
        {
            let mut change = transaction.prepare_cached(if put {
                "INSERT OR IGNORE INTO collected (collection_id, game_id)
                 SELECT collection.id, game.id FROM collection, game WHERE collection.id = ?1 AND game.id = ?2"
            } else {
                "DELETE FROM collected WHERE collection_id = ?1 AND game_id = ?2"
            })?;
            for game in games {
                change.execute([collection, *game])?;
            }
        }
        Ok(transaction.commit()?)
    }

    /// Returns the collections that contain a game.
    pub fn collections_of(&self, game: i64) -> Result<Vec<i64>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT collection_id FROM collected WHERE game_id = ?1 ORDER BY collection_id",
        )?;
        let ids = select.query_map([game], |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Deletes games so that this can be undone. `deletion` adds them to an earlier deletion.
    ///
    /// # Errors
    /// If the store fails; then nothing is deleted.
    pub fn delete_games(
        &mut self,
        games: &[i64],
        deletion: Option<i64>,
        now: f64,
    ) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction()?;
        let id = match deletion {
            Some(id) => id,
            None => {
                transaction.execute("INSERT INTO deletion (at) VALUES (?1)", [now as i64])?;
                transaction.last_insert_rowid()
            }
        };
        {
            let mut delete = transaction
                .prepare_cached("UPDATE game SET deletion_id = ?1, revision = revision + 1 WHERE id = ?2 AND deletion_id IS NULL")?;
            for game in games {
                delete.execute([id, *game])?;
            }
        }
        index::deleted(&transaction, id)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Returns the deletions that can be undone, newest first.
    pub fn deletions(&self) -> Result<Vec<Deletion>, StoreError> {
        let mut select = self.connection.prepare_cached(
            "SELECT id, (SELECT count(*) FROM game WHERE deletion_id = deletion.id) AS games, at FROM deletion
             WHERE games > 0 ORDER BY id DESC",
        )?;
        let rows = select.query_map([], |row| {
            Ok(Deletion {
                id: row.get(0)?,
                games: row.get(1)?,
                at: row.get::<_, i64>(2)? as f64,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Restores some games of a deletion. Returns their number, 0 when none is left.
    pub fn undo_delete(&mut self, deletion: i64) -> Result<u32, StoreError> {
        let update = "UPDATE game SET deletion_id = NULL, revision = revision + 1
                      WHERE id IN (SELECT id FROM game WHERE deletion_id = ?1 LIMIT ?2)";
        let transaction = self.connection.transaction()?;
        index::deleted(&transaction, deletion)?;
        let restored = transaction.execute(update, params![deletion, STEP])?;
        transaction.commit()?;
        Ok(restored as u32)
    }

    /// Permanently deletes some games, of one deletion or of all before a time. Returns their number, 0 when
    /// none is left.
    pub fn empty_trash(&mut self, deletion: Option<i64>, before: f64) -> Result<u32, StoreError> {
        let transaction = self.connection.transaction()?;
        let mut games: Vec<i64> = transaction
            .prepare_cached(
                "SELECT game.id FROM game JOIN deletion ON deletion.id = deletion_id
                 WHERE deletion_id IS NOT NULL AND at <= ?2 AND (?1 IS NULL OR deletion_id = ?1) LIMIT ?3",
            )?
            .query_map(params![deletion, before as i64, STEP], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        games.sort_unstable();
        index::gone(&transaction, &games)?;
        {
            let mut delete = transaction.prepare_cached("DELETE FROM game WHERE id = ?1")?;
            for game in &games {
                delete.execute([game])?;
            }
        }
        transaction.execute(
            "DELETE FROM deletion WHERE at <= ?1 AND NOT EXISTS (SELECT 1 FROM game WHERE deletion_id = deletion.id)",
            [before as i64],
        )?;
        transaction.commit()?;
        Ok(games.len() as u32)
    }
}
