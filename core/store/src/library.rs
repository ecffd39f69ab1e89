//! The games of the library as rows: the facts that lists show, the tree as bytes, deletions and notes.
use super::names::{Names, folded};
use super::{Store, StoreError, index};
use rusqlite::{Connection, OptionalExtension, Row, named_params, params};

/// Result of a stored game; the number is stored in its row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// Unknown, or not over.
    Open = 0,
    /// White won.
    WhiteWins = 1,
    /// Black won.
    BlackWins = 2,
    /// A draw.
    Draw = 3,
    /// Lost by both.
    BothLose = 4,
}

impl GameResult {
    /// All results, by number.
    pub const ALL: [Self; 5] = [
        Self::Open,
        Self::WhiteWins,
        Self::BlackWins,
        Self::Draw,
        Self::BothLose,
    ];

    pub(super) fn of(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).copied().unwrap_or(Self::Open)
    }
}

/// Kind of a row of the library; the number is stored in its row. It follows from the tag Mode, so that it
/// survives a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameKind {
    /// A game.
    #[default]
    Game = 0,
    /// An analysis, with the tag Mode "analysis".
    Analysis = 1,
    /// A repertoire, with the tag Mode "repertoire".
    Repertoire = 2,
}

impl GameKind {
    /// All kinds, by number.
    pub const ALL: [Self; 3] = [Self::Game, Self::Analysis, Self::Repertoire];

    pub(super) fn of(tags: &[(String, String)]) -> Self {
        let mode = tags.iter().find(|(name, _)| name == "Mode");
        match mode.map(|(_, value)| value.as_str()) {
            Some("analysis") => Self::Analysis,
            Some("repertoire") => Self::Repertoire,
            _ => Self::Game,
        }
    }

    fn numbered(number: u8) -> Self {
        Self::ALL.get(usize::from(number)).copied().unwrap_or_default()
    }
}

/// Pieces left on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Ending {
    /// White's men and kings.
    pub white: (u8, u8),
    /// Black's men and kings.
    pub black: (u8, u8),
}

impl Ending {
    /// Packs the counts into a row's number, one byte each.
    pub(super) fn packed(self) -> i64 {
        i64::from(u32::from_be_bytes([
            self.white.0,
            self.white.1,
            self.black.0,
            self.black.1,
        ]))
    }

    pub(super) fn unpacked(packed: i64) -> Self {
        // The row's number was made by `packed`.
        let [a, b, c, d] = (packed as u32).to_be_bytes();
        Self {
            white: (a, b),
            black: (c, d),
        }
    }

    /// Exchanges the colours.
    #[must_use]
    pub fn turned(self) -> Self {
        Self {
            white: self.black,
            black: self.white,
        }
    }
}

/// Stored facts of a game besides its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The variant's key.
    pub variant: String,
    /// White's name; the names and the event are empty if unknown.
    pub white: String,
    /// Black's name.
    pub black: String,
    /// The event.
    pub event: String,
    /// Year, month and day as one number, 19980503; 0 for each unknown part.
    pub date: u32,
    /// The result.
    pub result: GameResult,
    /// Number of plies of the main line.
    pub plies: u32,
    /// Number of the named opening; 0 if it has no name.
    pub opening: u16,
    /// Pieces left at the end of the main line.
    pub ending: Ending,
    /// Themes of the main line, one bit each: see [`Store::themes`].
    pub themes: u64,
    /// `true` if the game has variations, comments or signs.
    pub annotated: bool,
    /// Hash that is equal for games of the same players with the same main line.
    pub fingerprint: i64,
}

/// The moves of a game, with variations and comments.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Body {
    /// FEN of the start; `None` for the variant's own start.
    pub start: Option<String>,
    /// The encoded tree, see [`super::tree`].
    pub tree: Vec<u8>,
    /// Tags without a field in [`Facts`], in their order.
    pub tags: Vec<(String, String)>,
}

/// A game as one row of a list.
#[derive(Clone, Debug, PartialEq)]
pub struct LibraryRow {
    /// Its id.
    pub id: i64,
    /// Its facts.
    pub facts: Facts,
    /// The tag Round; empty if unknown.
    pub round: String,
    /// The rating of White, of the tag WhiteRating or WhiteElo; empty if unknown.
    pub white_rating: String,
    /// The same of Black.
    pub black_rating: String,
    /// A game, an analysis or a repertoire.
    pub kind: GameKind,
    /// The import that added it.
    pub source: Option<i64>,
    /// `true` if it was played in this app.
    pub played: bool,
    /// Increases with each change.
    pub revision: u32,
    /// Milliseconds since 1970.
    pub created: f64,
    /// Milliseconds since 1970.
    pub updated: f64,
}

const ROW: &str = "SELECT game.id, variant.key, coalesce(white.name, ''), coalesce(black.name, ''), coalesce(event.name, ''),
       date, result, plies, opening, ending, themes, annotated, fingerprint, source_id,
       EXISTS (SELECT 1 FROM play WHERE game_id = game.id), revision, game.created, game.updated,
       (SELECT tags FROM tree WHERE game_id = game.id), kind
FROM game JOIN variant ON variant.id = variant_id
LEFT JOIN player AS white ON white.id = white_id LEFT JOIN player AS black ON black.id = black_id
LEFT JOIN event ON event.id = event_id
WHERE game.id = ?1 AND deletion_id IS NULL";

fn row(row: &Row<'_>) -> rusqlite::Result<LibraryRow> {
    let tags = tags_from_bytes(row.get(18)?);
    let tag = |names: &[&str]| known_tag(&tags, names);
    Ok(LibraryRow {
        round: tag(&["Round"]),
        white_rating: tag(&["WhiteRating", "WhiteElo"]),
        black_rating: tag(&["BlackRating", "BlackElo"]),
        kind: GameKind::numbered(row.get(19)?),
        id: row.get(0)?,
        facts: Facts {
            variant: row.get(1)?,
            white: row.get(2)?,
            black: row.get(3)?,
            event: row.get(4)?,
            date: row.get(5)?,
            result: GameResult::of(row.get(6)?),
            plies: row.get(7)?,
            opening: row.get(8)?,
            ending: Ending::unpacked(row.get(9)?),
            themes: row.get::<_, i64>(10)? as u64,
            annotated: row.get(11)?,
            fingerprint: row.get(12)?,
        },
        source: row.get(13)?,
        played: row.get(14)?,
        revision: row.get(15)?,
        created: row.get::<_, i64>(16)? as f64,
        updated: row.get::<_, i64>(17)? as f64,
    })
}

/// Returns the value of the first of these tags that is known; empty if none is.
pub(super) fn known_tag(tags: &[(String, String)], names: &[&str]) -> String {
    let known = |value: &&String| !matches!(value.trim(), "" | "?" | "-");
    let value = |name: &&str| {
        let of_name = tags.iter().find(|(tag, _)| tag.eq_ignore_ascii_case(name));
        of_name.map(|(_, value)| value).filter(known)
    };
    names.iter().find_map(value).cloned().unwrap_or_default()
}

/// Encodes tags as names and values, each followed by a NUL.
pub(super) fn tags_to_bytes(tags: &[(String, String)]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for text in tags.iter().flat_map(|(name, value)| [name, value]) {
        bytes.extend(text.bytes().filter(|byte| *byte != 0));
        bytes.push(0);
    }
    (!bytes.is_empty()).then_some(bytes)
}

pub(super) fn tags_from_bytes(bytes: Option<Vec<u8>>) -> Vec<(String, String)> {
    let bytes = bytes.unwrap_or_default();
    let mut texts = bytes
        .split(|byte| *byte == 0)
        .map(|text| String::from_utf8_lossy(text).into_owned());
    let mut tags = Vec::new();
    while let (Some(name), Some(value)) = (texts.next(), texts.next()) {
        tags.push((name, value));
    }
    tags
}

/// Inserts a new game. The caller owns the transaction.
pub(super) fn insert(
    connection: &Connection,
    names: &mut Names,
    facts: &Facts,
    body: &Body,
    source: Option<i64>,
    now: f64,
) -> Result<i64, StoreError> {
    connection
        .prepare_cached(
            "INSERT INTO game (variant_id, white_id, black_id, event_id, date, result, plies, opening, ending, themes,
                               annotated, fingerprint, source_id, created, updated, kind)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14, ?15)",
        )?
        .execute(params![
            names.variant(connection, &facts.variant)?,
            names.player(connection, &facts.white)?,
            names.player(connection, &facts.black)?,
            names.event(connection, &facts.event)?,
            facts.date,
            facts.result as u8,
            facts.plies,
            facts.opening,
            facts.ending.packed(),
            facts.themes as i64,
            facts.annotated,
            facts.fingerprint,
            source,
            now as i64,
            GameKind::of(&body.tags) as u8,
        ])?;
    let id = connection.last_insert_rowid();
    connection
        .prepare_cached("INSERT INTO tree (game_id, start, bytes, tags) VALUES (?1, ?2, ?3, ?4)")?
        .execute(params![id, body.start, body.tree, tags_to_bytes(&body.tags)])?;
    Ok(id)
}

impl Store {
    /// Returns a game as a list row; `None` if it does not exist or was deleted.
    pub fn library_row(&self, id: i64) -> Result<Option<LibraryRow>, StoreError> {
        Ok(self
            .connection
            .prepare_cached(ROW)?
            .query_row([id], row)
            .optional()?)
    }

    /// Returns the ids of the games after this one, ascending, at most `limit`. Deleted games are left out.
    pub fn ids_after(&self, id: i64, limit: u32) -> Result<Vec<i64>, StoreError> {
        let select = "SELECT id FROM game WHERE id > ?1 AND deletion_id IS NULL ORDER BY id LIMIT ?2";
        let mut select = self.connection.prepare_cached(select)?;
        let ids = select.query_map((id, limit), |row| row.get(0))?;
        Ok(ids.collect::<Result<_, _>>()?)
    }

    /// Returns the number of analyses or of repertoires that are not deleted.
    pub fn number_of(&self, kind: GameKind) -> Result<u32, StoreError> {
        let select = "SELECT count(*) FROM game WHERE kind = ?1 AND kind <> 0 AND deletion_id IS NULL";
        let mut select = self.connection.prepare_cached(select)?;
        Ok(select.query_row([kind as u8], |row| row.get(0))?)
    }

    /// Deletes analyses without a name, a move, a comment, a note or a collection that were last written before
    /// a time. Returns their number.
    pub fn sweep_analyses(&mut self, before: f64) -> Result<u32, StoreError> {
        let transaction = self.connection.transaction()?;
        let empty: Vec<i64> = transaction
            .prepare_cached(
                "SELECT id FROM game WHERE kind = 1 AND plies = 0 AND NOT annotated AND updated < ?1 AND deletion_id IS NULL
                     AND coalesce(white_id, black_id, event_id) IS NULL
                     AND id NOT IN (SELECT game_id FROM note) AND id NOT IN (SELECT game_id FROM collected) ORDER BY id",
            )?
            .query_map([before as i64], |row| row.get(0))?
            .collect::<Result<_, _>>()?;
        index::gone(&transaction, &empty)?;
        for id in &empty {
            transaction
                .prepare_cached("DELETE FROM game WHERE id = ?1")?
                .execute([id])?;
        }
        transaction.commit()?;
        Ok(empty.len() as u32)
    }

    /// Returns the moves of a game.
    pub fn body(&self, id: i64) -> Result<Option<Body>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT start, bytes, tags FROM tree WHERE game_id = ?1")?;
        let body = select.query_row([id], |row| {
            Ok(Body {
                start: row.get(0)?,
                tree: row.get(1)?,
                tags: tags_from_bytes(row.get(2)?),
            })
        });
        Ok(body.optional()?)
    }

    /// Stores a game that was not played here and returns its id.
    pub fn insert_game(&mut self, facts: &Facts, body: &Body, now: f64) -> Result<i64, StoreError> {
        let transaction = self.connection.transaction()?;
        let id = insert(&transaction, &mut Names::default(), facts, body, None, now)?;
        transaction.commit()?;
        Ok(id)
    }

    /// Writes a changed game if its stored revision is this one; returns the new revision.
    ///
    /// # Errors
    /// [`StoreError::Changed`] if the game was changed since it was read.
    pub fn update_game(
        &mut self,
        id: i64,
        revision: u32,
        facts: &Facts,
        body: &Body,
        now: f64,
    ) -> Result<u32, StoreError> {
        let transaction = self.connection.transaction()?;
        let mut names = Names::default();
        let changed = transaction.execute(
            "UPDATE game SET white_id = :white, black_id = :black, event_id = :event, date = :date, result = :result,
                    plies = :plies, opening = :opening, ending = :ending, themes = :themes, annotated = :annotated,
                    fingerprint = :fingerprint, kind = :kind, updated = :now, revision = revision + 1
             WHERE id = :id AND revision = :revision AND deletion_id IS NULL",
            named_params! {
                ":white": names.player(&transaction, &facts.white)?, ":black": names.player(&transaction, &facts.black)?,
                ":event": names.event(&transaction, &facts.event)?, ":date": facts.date, ":result": facts.result as u8,
                ":plies": facts.plies, ":opening": facts.opening, ":ending": facts.ending.packed(),
                ":themes": facts.themes as i64, ":annotated": facts.annotated, ":fingerprint": facts.fingerprint,
                ":kind": GameKind::of(&body.tags) as u8, ":now": now as i64, ":id": id, ":revision": revision,
            },
        )?;
        if changed == 0 {
            return Err(StoreError::Changed);
        }
        transaction.execute(
            "UPDATE tree SET start = ?2, bytes = ?3, tags = ?4 WHERE game_id = ?1",
            params![id, body.start, body.tree, tags_to_bytes(&body.tags)],
        )?;
        index::outdated(&transaction, id)?;
        transaction.commit()?;
        Ok(revision + 1)
    }

    /// Returns names of players (or events) that contain a text, at most `limit`. Names that begin with it
    /// come first.
    pub fn names(&self, events: bool, text: &str, limit: u32) -> Result<Vec<String>, StoreError> {
        let select = if events {
            "SELECT name FROM event WHERE instr(folded, ?1) ORDER BY instr(folded, ?1), folded LIMIT ?2"
        } else {
            "SELECT name FROM player WHERE instr(folded, ?1) ORDER BY instr(folded, ?1), folded LIMIT ?2"
        };
        let mut select = self.connection.prepare_cached(select)?;
        let names = select.query_map(params![folded(text), limit], |row| row.get(0))?;
        Ok(names.collect::<Result<_, _>>()?)
    }

    /// Returns the keys of the variants that have games.
    pub fn variants(&self) -> Result<Vec<String>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT key FROM variant ORDER BY id")?;
        let keys = select.query_map([], |row| row.get(0))?;
        Ok(keys.collect::<Result<_, _>>()?)
    }

    /// Returns the themes that games have, each with its bit.
    pub fn themes(&self) -> Result<Vec<(u64, String)>, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT id, key FROM theme ORDER BY id")?;
        let themes = select.query_map([], |row| Ok((1 << (row.get::<_, u32>(0)? - 1), row.get(1)?)))?;
        Ok(themes.collect::<Result<_, _>>()?)
    }

    /// Returns the size of the store in bytes.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let pragma = |name| {
            self.connection
                .pragma_query_value(None, name, |row| row.get::<_, u32>(0))
        };
        Ok(u64::from(pragma("page_count")?) * u64::from(pragma("page_size")?))
    }

    /// Returns a person's note on a game; empty if there is none.
    pub fn note(&self, id: i64) -> Result<String, StoreError> {
        let mut select = self
            .connection
            .prepare_cached("SELECT text FROM note WHERE game_id = ?1")?;
        Ok(select
            .query_row([id], |row| row.get(0))
            .optional()?
            .unwrap_or_default())
    }

    /// Sets the note on a game, or removes it if the text is empty. Returns false if the game does not exist.
    pub fn set_note(&self, id: i64, text: &str, now: f64) -> Result<bool, StoreError> {
        if self.library_row(id)?.is_none() {
            return Ok(false);
        }
        if text.is_empty() {
            self.connection
                .execute("DELETE FROM note WHERE game_id = ?1", [id])?;
        } else {
            self.connection.execute(
                "INSERT INTO note (game_id, text, updated) VALUES (?1, ?2, ?3)
                 ON CONFLICT DO UPDATE SET text = excluded.text, updated = excluded.updated",
                params![id, text, now as i64],
            )?;
        }
        Ok(true)
    }
}
