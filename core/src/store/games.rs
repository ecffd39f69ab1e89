//! Games: typed rows and the SQL beside them. A tree is bytes here; what is legal is not known.
use super::{Store, StoreError};
use rusqlite::{OptionalExtension, Row, named_params};

/// What a game begins with; it does not change.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// Whose game it is.
    pub profile: i64,
    /// The variant's key.
    pub variant: String,
    /// The position it starts from.
    pub start_fen: String,
    /// The level of the computer that plays White; none where a person does.
    pub white_level: Option<String>,
    /// The level of the computer that plays Black; none where a person does.
    pub black_level: Option<String>,
    /// The squares of the men taken off before the start.
    pub removed: Vec<u8>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// "white" or "black"; none in a draw.
    pub winner: Option<String>,
    /// The reason's key.
    pub reason: String,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its id.
    pub id: i64,
    /// What it began with.
    pub start: GameStart,
    /// The moves, see [`super::tree`].
    pub tree: Vec<u8>,
    /// How it ended, once it has.
    pub end: Option<GameEnd>,
    /// Moves played; derived from the tree.
    pub ply: u32,
    /// The position now; derived from the tree.
    pub fen: String,
    /// How often the person took a move back.
    pub take_backs: u32,
    /// How many hints were shown.
    pub hints: u32,
    /// Rises with each write.
    pub revision: u32,
    /// Milliseconds since 1970.
    pub created: f64,
    /// Milliseconds since 1970.
    pub updated: f64,
}

const COLUMNS: &str =
    "id, profile_id, variant, start_fen, white_level, black_level, removed, tree, winner, reason,
                       ply, fen, take_backs, hints, revision, created, updated";

fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let winner: Option<String> = row.get("winner")?;
    let reason: Option<String> = row.get("reason")?;
    Ok(GameRow {
        id: row.get("id")?,
        start: GameStart {
            profile: row.get("profile_id")?,
            variant: row.get("variant")?,
            start_fen: row.get("start_fen")?,
            white_level: row.get("white_level")?,
            black_level: row.get("black_level")?,
            removed: row.get("removed")?,
        },
        tree: row.get("tree")?,
        end: reason.map(|reason| GameEnd { winner, reason }),
        ply: row.get("ply")?,
        fen: row.get("fen")?,
        take_backs: row.get("take_backs")?,
        hints: row.get("hints")?,
        revision: row.get("revision")?,
        created: row.get::<_, i64>("created")? as f64,
        updated: row.get::<_, i64>("updated")? as f64,
    })
}

impl Store {
    /// Begins a game with an empty tree. Games of this person that never had a move make room for it.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn add_game(&mut self, start: GameStart, tree: Vec<u8>, now: f64) -> Result<GameRow, StoreError> {
        let transaction = self.connection.transaction()?;
        transaction.execute(
            "DELETE FROM game WHERE profile_id = ?1 AND ply = 0 AND reason IS NULL",
            [start.profile],
        )?;
        transaction.execute(
            "INSERT INTO game (profile_id, variant, start_fen, tree, white_level, black_level, removed, ply, fen, created, updated)
             VALUES (:profile, :variant, :start_fen, :tree, :white, :black, :removed, 0, :start_fen, :now, :now)",
            named_params! {
                ":profile": start.profile, ":variant": start.variant, ":start_fen": start.start_fen, ":tree": tree,
                ":white": start.white_level, ":black": start.black_level, ":removed": start.removed, ":now": now as i64,
            },
        )?;
        let id = transaction.last_insert_rowid();
        transaction.commit()?;
        Ok(GameRow {
            id,
            fen: start.start_fen.clone(),
            start,
            tree,
            end: None,
            ply: 0,
            take_backs: 0,
            hints: 0,
            revision: 0,
            created: now,
            updated: now,
        })
    }

    /// Writes what changed in a game, in one transaction, and raises its revision.
    ///
    /// # Errors
    /// [`StoreError::Changed`] where the stored revision is no longer the row's: read the game again.
    pub fn save_game(&self, row: &mut GameRow) -> Result<(), StoreError> {
        let changed = self.connection.execute(
            "UPDATE game SET tree = :tree, winner = :winner, reason = :reason, ply = :ply, fen = :fen,
                             take_backs = :take_backs, hints = :hints, updated = :updated, revision = revision + 1
             WHERE id = :id AND revision = :revision",
            named_params! {
                ":tree": row.tree, ":ply": row.ply, ":fen": row.fen, ":take_backs": row.take_backs, ":hints": row.hints,
                ":winner": row.end.as_ref().and_then(|end| end.winner.as_deref()),
                ":reason": row.end.as_ref().map(|end| end.reason.as_str()),
                ":updated": row.updated as i64, ":id": row.id, ":revision": row.revision,
            },
        )?;
        if changed == 0 {
            return Err(StoreError::Changed);
        }
        row.revision += 1;
        Ok(())
    }

    /// A game by its id.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn game(&self, id: i64) -> Result<Option<GameRow>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached(&format!("SELECT {COLUMNS} FROM game WHERE id = ?1"))?;
        Ok(select.query_row([id], read).optional()?)
    }

    /// The unfinished game that this person played last, once it has a move.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn current_game(&self, profile: i64) -> Result<Option<GameRow>, StoreError> {
        let select = format!(
            "SELECT {COLUMNS} FROM game WHERE profile_id = ?1 AND reason IS NULL AND ply > 0
             ORDER BY updated DESC, id DESC LIMIT 1"
        );
        Ok(self
            .connection
            .prepare_cached(&select)?
            .query_row([profile], read)
            .optional()?)
    }

    /// Games with at least one move, oldest first, those after the given id, at most `limit`.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn games_after(&self, id: i64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let select = format!("SELECT {COLUMNS} FROM game WHERE id > ?1 AND ply > 0 ORDER BY id LIMIT ?2");
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map((id, limit), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
