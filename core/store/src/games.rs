//! Games played in the app. The tree is opaque bytes here; nothing checks whether moves are legal.
use super::game_text::GameText;
use super::library::{tags_from_bytes, tags_to_bytes};
use super::names::{self, Names};
use super::{Store, StoreError};
use draughts::notation::fen;
use draughts::{Side, Variant};
use rusqlite::{Connection, OptionalExtension, Row, named_params};

/// The start of a game. Only the level of an adaptive computer and the state of a correspondence game change
/// later.
#[derive(Clone, Debug, PartialEq)]
pub struct GameStart {
    /// Profile that the game belongs to.
    pub profile: i64,
    /// The variant's key.
    pub variant: String,
    /// The starting position as FEN.
    pub start_fen: String,
    /// Level of the computer that plays White; `None` for a person.
    pub white_level: Option<String>,
    /// Level of the computer that plays Black; `None` for a person.
    pub black_level: Option<String>,
    /// Squares of the men removed before the start (handicap).
    pub removed: Vec<u8>,
    /// Terms of the game as JSON of the calls; `None` for the default terms.
    pub terms: Option<String>,
    /// The terms as tags for a game file.
    pub tags: Vec<(String, String)>,
    /// Set for a game by correspondence.
    pub letter: Option<KeptLetter>,
}

impl GameStart {
    /// Returns the person's side in a game against the computer; `None` between two people or two computers.
    #[must_use]
    pub fn against_computer(&self) -> Option<Side> {
        match (&self.white_level, &self.black_level) {
            (None, Some(_)) => Some(Side::White),
            (Some(_), None) => Some(Side::Black),
            _ => None,
        }
    }

    /// Returns the computer's level in a game of a person against it.
    #[must_use]
    pub fn opposing_level(&self) -> Option<&str> {
        match self.against_computer()? {
            Side::White => self.black_level.as_deref(),
            Side::Black => self.white_level.as_deref(),
        }
    }
}

/// Data of a correspondence game.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptLetter {
    /// Id shared by both copies of the game.
    pub id: String,
    /// The side played here and what was sent last, as JSON of the calls.
    pub state: String,
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameEnd {
    /// "white" or "black"; `None` for a draw.
    pub winner: Option<String>,
    /// Key of the reason.
    pub reason: String,
}

/// Result of a finished game against the computer.
#[derive(Clone, Debug, PartialEq)]
pub struct ComputerResult {
    /// The computer's level.
    pub level: String,
    /// `true` if the person played White.
    pub person_white: bool,
    /// "white" or "black"; `None` for a draw.
    pub winner: Option<String>,
    /// Squares of the men removed before the start (handicap).
    pub removed: Vec<u8>,
}

impl ComputerResult {
    /// True if the computer won.
    pub fn is_lost(&self) -> bool {
        self.winner
            .as_deref()
            .is_some_and(|winner| (winner == "white") != self.person_white)
    }
}

/// Result of a finished game between two people at one board.
#[derive(Clone, Debug, PartialEq)]
pub struct PeopleResult {
    /// Terms of the game as JSON of the calls.
    pub terms: String,
    /// "white" or "black"; `None` for a draw.
    pub winner: Option<String>,
    /// Squares of the men removed before the start (handicap).
    pub removed: Vec<u8>,
    /// The final position.
    pub fen: String,
}

/// Even games of a person against one level of the computer, counted by result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelScore {
    /// The computer's level.
    pub level: String,
    /// Games that the person won.
    pub won: u32,
    /// Drawn games.
    pub drawn: u32,
    /// Games that the computer won.
    pub lost: u32,
}

/// A stored game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameRow {
    /// Its id.
    pub id: i64,
    /// Its start.
    pub start: GameStart,
    /// The encoded moves, see [`super::tree`].
    pub tree: Vec<u8>,
    /// The end of the game, if it is over.
    pub end: Option<GameEnd>,
    /// Number of moves played; derived from the tree.
    pub ply: u32,
    /// Current position; derived from the tree.
    pub fen: String,
    /// Number of moves that the person took back.
    pub take_backs: u32,
    /// Number of hints shown.
    pub hints: u32,
    /// Clocks as JSON of the calls; `None` for a game without clocks.
    pub clock: Option<String>,
    /// Increases with each write.
    pub revision: u32,
    /// Milliseconds since 1970.
    pub created: f64,
    /// Milliseconds since 1970.
    pub updated: f64,
}

const SELECT: &str = "SELECT game.id, profile_id, variant.key AS variant, start, white_level, black_level, removed, bytes,
     winner, reason, plies, fen, take_backs, hints, terms, tags, clock, letter_id, letter, revision, created, updated
     FROM play JOIN game ON game.id = game_id JOIN tree USING (game_id) JOIN variant ON variant.id = variant_id
     WHERE deletion_id IS NULL AND ";

/// Returns the FEN of the start. It is not stored if it is the variant's own.
fn start_fen(row: &Row<'_>) -> rusqlite::Result<String> {
    let own = || {
        let variant: Variant = row.get::<_, String>("variant").ok()?.parse().ok()?;
        Some(fen::write(&variant.start()))
    };
    let kept: Option<String> = row.get("start")?;
    Ok(kept.or_else(own).unwrap_or_default())
}

fn read(row: &Row<'_>) -> rusqlite::Result<GameRow> {
    let winner: Option<String> = row.get("winner")?;
    let reason: Option<String> = row.get("reason")?;
    let letter: Option<String> = row.get("letter_id")?;
    Ok(GameRow {
        id: row.get("id")?,
        start: GameStart {
            profile: row.get("profile_id")?,
            variant: row.get("variant")?,
            start_fen: start_fen(row)?,
            white_level: row.get("white_level")?,
            black_level: row.get("black_level")?,
            removed: row.get("removed")?,
            terms: row.get("terms")?,
            tags: tags_from_bytes(row.get("tags")?),
            letter: match letter {
                Some(id) => Some(KeptLetter {
                    id,
                    state: row.get::<_, Option<String>>("letter")?.unwrap_or_default(),
                }),
                None => None,
            },
        },
        tree: row.get("bytes")?,
        end: reason.map(|reason| GameEnd { winner, reason }),
        ply: row.get("plies")?,
        fen: row.get("fen")?,
        take_backs: row.get("take_backs")?,
        hints: row.get("hints")?,
        clock: row.get("clock")?,
        revision: row.get("revision")?,
        created: row.get::<_, i64>("created")? as f64,
        updated: row.get::<_, i64>("updated")? as f64,
    })
}

/// Returns the number of a result in the library's list.
fn result(end: Option<&GameEnd>) -> u8 {
    match end.map(|end| end.winner.as_deref()) {
        None => 0,
        Some(Some("white")) => 1,
        Some(Some(_)) => 2,
        Some(None) => 3,
    }
}

/// Inserts the rows of a new game. The caller owns the transaction.
fn insert(
    transaction: &Connection,
    start: GameStart,
    tree: Vec<u8>,
    players: [&str; 2],
    now: f64,
) -> Result<GameRow, StoreError> {
    let mut names = Names::default();
    let [white, black] = players;
    let (white, black) = (
        names.player(transaction, white)?,
        names.player(transaction, black)?,
    );
    transaction.execute(
        "INSERT INTO game (variant_id, white_id, black_id, date, result, plies, opening, ending, themes, annotated, fingerprint,
                           created, updated)
         VALUES (:variant, :white, :black, CAST(strftime('%Y%m%d', :now / 1000, 'unixepoch') AS INTEGER),
                 0, 0, 0, 0, 0, 0, 0, :now, :now)",
        named_params! {
            ":variant": names.variant(transaction, &start.variant)?, ":white": white, ":black": black, ":now": now as i64,
        },
    )?;
    let id = transaction.last_insert_rowid();
    transaction.execute(
        "INSERT INTO tree (game_id, start, bytes, tags) VALUES (?1, ?2, ?3, ?4)",
        (id, &start.start_fen, &tree, tags_to_bytes(&start.tags)),
    )?;
    transaction.execute(
        "INSERT INTO play (game_id, profile_id, white_level, black_level, removed, fen, terms, letter_id, letter)
         VALUES (:id, :profile, :white, :black, :removed, :fen, :terms, :letter_id, :letter)",
        named_params! {
            ":id": id, ":profile": start.profile, ":white": start.white_level, ":black": start.black_level,
            ":removed": start.removed, ":fen": start.start_fen, ":terms": start.terms,
            ":letter_id": start.letter.as_ref().map(|letter| &letter.id),
            ":letter": start.letter.as_ref().map(|letter| &letter.state),
        },
    )?;
    Ok(GameRow {
        id,
        fen: start.start_fen.clone(),
        start,
        tree,
        end: None,
        ply: 0,
        take_backs: 0,
        hints: 0,
        clock: None,
        revision: 0,
        created: now,
        updated: now,
    })
}

impl Store {
    /// Starts a game with an empty tree. Deletes this person's games without a move, except correspondence
    /// games.
    pub fn add_game(&mut self, start: GameStart, tree: Vec<u8>, now: f64) -> Result<GameRow, StoreError> {
        self.drop_unplayed(start.profile)?;
        let transaction = self.connection.transaction()?;
        let person: String =
            transaction.query_row("SELECT name FROM profile WHERE id = ?1", [start.profile], |row| {
                row.get(0)
            })?;
        let player = |level: &Option<String>| {
            level
                .as_ref()
                .map_or_else(|| person.clone(), |level| names::computer(level))
        };
        let players = [player(&start.white_level), player(&start.black_level)];
        let row = insert(
            &transaction,
            start,
            tree,
            players.each_ref().map(String::as_str),
            now,
        )?;
        transaction.commit()?;
        Ok(row)
    }

    /// Deletes this person's games without a move, except correspondence games.
    pub fn drop_unplayed(&mut self, profile: i64) -> Result<(), StoreError> {
        self.connection.execute(
            "DELETE FROM game WHERE plies = 0 AND id IN (SELECT game_id FROM play WHERE profile_id = ?1 AND reason IS NULL AND letter_id IS NULL)",
            [profile],
        )?;
        Ok(())
    }

    /// Starts a game between two people with these names, White first. Other games without a move stay.
    pub fn add_game_between(
        &mut self,
        start: GameStart,
        tree: Vec<u8>,
        players: [&str; 2],
        now: f64,
    ) -> Result<GameRow, StoreError> {
        let transaction = self.connection.transaction()?;
        let row = insert(&transaction, start, tree, players, now)?;
        transaction.commit()?;
        Ok(row)
    }

    /// Writes the changes of a game in one transaction and raises its revision.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the stored revision differs from the row's: read the game again.
    pub fn save_game(&self, row: &mut GameRow) -> Result<(), StoreError> {
        let transaction = self.connection.unchecked_transaction()?;
        let changed = transaction
            .prepare_cached(
                "UPDATE game SET result = :result, plies = :plies, updated = :updated, revision = revision + 1
                 WHERE id = :id AND revision = :revision",
            )?
            .execute(named_params! {
                ":result": result(row.end.as_ref()), ":plies": row.ply, ":updated": row.updated as i64,
                ":id": row.id, ":revision": row.revision,
            })?;
        if changed == 0 {
            return Err(StoreError::Changed);
        }
        transaction
            .prepare_cached("UPDATE tree SET bytes = ?2 WHERE game_id = ?1")?
            .execute((row.id, &row.tree))?;
        transaction
            .prepare_cached(
                "UPDATE play SET winner = :winner, reason = :reason, fen = :fen, take_backs = :take_backs, hints = :hints,
                 white_level = :white_level, black_level = :black_level, clock = :clock, letter = :letter WHERE game_id = :id",
            )?
            .execute(named_params! {
                ":winner": row.end.as_ref().and_then(|end| end.winner.as_deref()),
                ":reason": row.end.as_ref().map(|end| end.reason.as_str()),
                ":fen": row.fen, ":take_backs": row.take_backs, ":hints": row.hints, ":id": row.id,
                ":white_level": row.start.white_level, ":black_level": row.start.black_level, ":clock": row.clock,
                ":letter": row.start.letter.as_ref().map(|letter| &letter.state),
            })?;
        if row.end.is_some() {
            self.store_facts(row.id)?;
        }
        super::index::outdated(&transaction, row.id)?;
        transaction.commit()?;
        row.revision += 1;
        Ok(())
    }

    /// Stores the facts of a finished game for the library. The caller owns the transaction.
    fn store_facts(&self, id: i64) -> Result<(), StoreError> {
        let (Some(row), Some(body)) = (self.library_row(id)?, self.body(id)?) else {
            return Ok(());
        };
        // An unreadable game stays without facts.
        let Ok((text, _)) = GameText::of(&row.facts, &body) else {
            return Ok(());
        };
        let (facts, _) = text.to_kept(row.facts.themes);
        self.connection
            .prepare_cached("UPDATE game SET opening = ?2, ending = ?3, fingerprint = ?4 WHERE id = ?1")?
            .execute((id, facts.opening, facts.ending.packed(), facts.fingerprint))?;
        Ok(())
    }

    /// Returns a game played in the app, by its id.
    pub fn game(&self, id: i64) -> Result<Option<GameRow>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached(&format!("{SELECT} game_id = ?1"))?;
        Ok(select.query_row([id], read).optional()?)
    }

    /// Returns the number of games without a move. These games are not listed.
    pub fn without_move(&self) -> Result<u32, StoreError> {
        let select = "SELECT count(*) FROM play JOIN game ON game.id = game_id WHERE plies = 0 AND deletion_id IS NULL";
        Ok(self
            .connection
            .prepare_cached(select)?
            .query_row([], |row| row.get(0))?)
    }

    /// Returns the unfinished game that this person played last, once it has a move.
    pub fn current_game(&self, profile: i64) -> Result<Option<GameRow>, StoreError> {
        Ok(self.running_games(profile, 1)?.pop())
    }

    /// Returns this person's unfinished games, last played first. Games without a move and correspondence
    /// games are left out.
    pub fn running_games(&self, profile: i64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let select = format!(
            "{SELECT} profile_id = ?1 AND reason IS NULL AND plies > 0 AND letter_id IS NULL ORDER BY updated DESC, game_id DESC LIMIT ?2"
        );
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map((profile, limit), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns this person's correspondence games: unfinished ones first, then finished ones, last written
    /// first in each group.
    pub fn letter_games(&self, profile: i64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let select = format!(
            "{SELECT} profile_id = ?1 AND letter_id IS NOT NULL ORDER BY reason IS NOT NULL, updated DESC, game_id DESC LIMIT ?2"
        );
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map((profile, limit), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the newest correspondence game with this id among this person's games.
    pub fn letter_game(&self, profile: i64, letter: &str) -> Result<Option<GameRow>, StoreError> {
        let select = format!("{SELECT} profile_id = ?1 AND letter_id = ?2 ORDER BY game_id DESC LIMIT 1");
        let mut select = self.connection.prepare_cached(&select)?;
        Ok(select.query_row((profile, letter), read).optional()?)
    }

    /// Returns the ids of this person's games of a variant that have a move, oldest first.
    pub fn played_games(&self, profile: i64, variant: &str) -> Result<Vec<i64>, StoreError> {
        let select = "SELECT game.id FROM play JOIN game ON game.id = game_id JOIN variant ON variant.id = variant_id
                      WHERE profile_id = ?1 AND key = ?2 AND plies > 0 AND deletion_id IS NULL ORDER BY game.id";
        let mut select = self.connection.prepare_cached(select)?;
        let ids = select.query_map((profile, variant), |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Returns the ids of imported games of a variant that a player of this name took part in, oldest first.
    /// Ignores case and accents, as a search does. Returns none for an empty name. Reads the whole library.
    pub fn brought_games(&self, name: &str, variant: &str) -> Result<Vec<i64>, StoreError> {
        let folded = names::folded(name);
        if folded.is_empty() {
            return Ok(Vec::new());
        }
        let select = "WITH named AS (SELECT id FROM player WHERE folded = ?1)
                      SELECT game.id FROM game JOIN variant ON variant.id = variant_id
                      WHERE key = ?2 AND plies > 0 AND result > 0 AND deletion_id IS NULL AND (white_id IN named OR black_id IN named)
                        AND NOT EXISTS (SELECT 1 FROM play WHERE game_id = game.id) ORDER BY game.id";
        let mut select = self.connection.prepare_cached(select)?;
        let ids = select.query_map((folded, variant), |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Returns this person's last finished game.
    pub fn last_ended_game(&self, profile: i64) -> Result<Option<GameRow>, StoreError> {
        let select = format!(
            "{SELECT} profile_id = ?1 AND reason IS NOT NULL AND plies > 0 ORDER BY updated DESC, game_id DESC LIMIT 1"
        );
        Ok(self
            .connection
            .prepare_cached(&select)?
            .query_row([profile], read)
            .optional()?)
    }

    /// Returns this person's finished games with a higher id than `after`, by id.
    pub fn ended_games(&self, profile: i64, after: i64, limit: u32) -> Result<Vec<GameRow>, StoreError> {
        let select = format!(
            "{SELECT} profile_id = ?1 AND reason IS NOT NULL AND plies > 0 AND game_id > ?2 ORDER BY game_id LIMIT ?3"
        );
        let mut select = self.connection.prepare_cached(&select)?;
        let rows = select.query_map((profile, after, limit), read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the results of this person's finished games of a variant against the built-in computer, last
    /// first.
    pub fn results_against_computer(
        &self,
        profile: i64,
        variant: &str,
        limit: u32,
    ) -> Result<Vec<ComputerResult>, StoreError> {
        let select = "SELECT coalesce(white_level, black_level) AS level, white_level IS NULL AS person_white, winner, removed
             FROM play JOIN game ON game.id = game_id JOIN variant ON variant.id = variant_id
             WHERE profile_id = ?1 AND variant.key = ?2 AND reason IS NOT NULL AND deletion_id IS NULL
               AND (white_level IS NULL) <> (black_level IS NULL) AND coalesce(white_level, black_level) NOT LIKE 'hub:%'
             ORDER BY game_id DESC LIMIT ?3";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map((profile, variant, limit), |row| {
            Ok(ComputerResult {
                level: row.get("level")?,
                person_white: row.get("person_white")?,
                winner: row.get("winner")?,
                removed: row.get("removed")?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the results of this device's finished games of a variant between two people at one board, last first.
    pub fn results_between_people(&self, variant: &str, limit: u32) -> Result<Vec<PeopleResult>, StoreError> {
        let select = "SELECT terms, winner, removed, fen
             FROM play JOIN game ON game.id = game_id JOIN variant ON variant.id = variant_id
             WHERE variant.key = ?1 AND reason IS NOT NULL AND deletion_id IS NULL
               AND white_level IS NULL AND black_level IS NULL AND letter_id IS NULL AND terms IS NOT NULL
             ORDER BY game_id DESC LIMIT ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let rows = select.query_map((variant, limit), |row| {
            Ok(PeopleResult {
                terms: row.get("terms")?,
                winner: row.get("winner")?,
                removed: row.get("removed")?,
                fen: row.get("fen")?,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Counts this person's finished games of a variant against each built-in level played, in no order. Only even
    /// games from the variant's own start count: no handicap, no position that was set up.
    pub fn level_scores(&self, profile: i64, variant: Variant) -> Result<Vec<LevelScore>, StoreError> {
        let select = "SELECT coalesce(white_level, black_level) AS level,
                             sum(winner IS (CASE WHEN white_level IS NULL THEN 'white' ELSE 'black' END)) AS won,
                             sum(winner IS NULL) AS drawn, count(*) AS games
             FROM play JOIN game ON game.id = game_id JOIN tree USING (game_id) JOIN variant ON variant.id = variant_id
             WHERE profile_id = ?1 AND variant.key = ?2 AND reason IS NOT NULL AND deletion_id IS NULL
               AND (white_level IS NULL) <> (black_level IS NULL) AND coalesce(white_level, black_level) NOT LIKE 'hub:%'
               AND length(removed) = 0 AND (start IS NULL OR start = ?3)
             GROUP BY 1";
        let mut select = self.connection.prepare_cached(select)?;
        let own_start = fen::write(&variant.start());
        let rows = select.query_map((profile, variant.key(), own_start), |row| {
            let (won, drawn): (u32, u32) = (row.get("won")?, row.get("drawn")?);
            Ok(LevelScore {
                level: row.get("level")?,
                won,
                drawn,
                lost: row.get::<_, u32>("games")? - won - drawn,
            })
        })?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
