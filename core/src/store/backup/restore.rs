//! The lines of a backup taken into a store. Overwrites nothing.
use super::VERSION;
use super::line::{GameLine, Line};
use super::tables::{OWN_LESSON, Row, Same};
use crate::store::library::{Body, Ending, Facts, GameResult, insert};
use crate::store::names::Names;
use crate::store::puzzle_sets::{InSet, put_in_set, set_named};
use crate::store::{Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use std::collections::{HashMap, VecDeque};

/// A longer line is no line of a backup: a game's text has an end too.
const LONGEST_LINE: usize = 64 << 20;

/// What a restore added so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Games added.
    pub games: u32,
    /// Games that were there already.
    pub known: u32,
    /// Bytes of text taken in.
    pub bytes: u64,
}

/// A lesson file of one's own as a backup has it: what is true of it only the checker of lessons knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredLesson {
    /// The file's text.
    pub source: String,
    /// When it was added, in milliseconds since 1970.
    pub added: i64,
}

impl RestoredLesson {
    /// Of a row's columns: the lesson's name, which its text says too, the text, and when it was added.
    fn of(row: Vec<Value>) -> Option<RestoredLesson> {
        match <[Value; 3]>::try_from(row) {
            Ok([_, Value::Text(source), Value::Integer(added)]) => Some(RestoredLesson { source, added }),
            _ => None,
        }
    }
}

/// A restore that goes on: adds what the lines have and the store lacks; nothing is overwritten.
#[derive(Debug, Default)]
pub struct Restore {
    begun: bool,
    ended: bool,
    rest: String,
    lines: u64,
    /// From the backup's people to the store's.
    profiles: HashMap<i64, i64>,
    names: Names,
    lessons: VecDeque<RestoredLesson>,
    restored: Restored,
}

impl Restore {
    /// Takes the next part of the text in, as one transaction.
    ///
    /// # Errors
    /// Where the store fails, or the text is no backup, from a newer version, or not whole; what was taken in before stays.
    pub fn push(&mut self, store: &mut Store, text: &str, last: bool) -> Result<(), StoreError> {
        self.restored.bytes += text.len() as u64;
        let transaction = store.connection.transaction()?;
        let mut rest = std::mem::take(&mut self.rest);
        // What was kept back holds no end of a line.
        let (mut from, mut seen) = (0, rest.len());
        rest.push_str(text);
        if rest.len() > LONGEST_LINE {
            return Err(StoreError::Damaged("a line of the backup has no end".into()));
        }
        while let Some(length) = rest[seen..].find('\n') {
            let line = &rest[from..seen + length];
            seen += length + 1;
            from = seen;
            if !line.trim().is_empty() {
                self.take(&transaction, line)?;
            }
        }
        if last && !rest[from..].trim().is_empty() {
            self.take(&transaction, &rest[from..])?;
            from = rest.len();
        }
        // In place: a long line would be copied with every part.
        rest.replace_range(..from, "");
        self.rest = rest;
        transaction.commit()?;
        if last && !self.ended {
            return Err(StoreError::Damaged(
                "the backup's end is missing: what it has was restored".into(),
            ));
        }
        Ok(())
    }

    fn take(&mut self, connection: &Connection, line: &str) -> Result<(), StoreError> {
        let damaged =
            |why: String| StoreError::Damaged(format!("line {} of the backup: {why}", self.lines + 1));
        let line: Line = crate::form::json(line).map_err(|e| damaged(e.to_string()))?;
        match line {
            Line::Damier(begin) if begin.version > VERSION => {
                return Err(StoreError::FromNewerApp {
                    found: begin.version,
                    known: VERSION,
                });
            }
            Line::Damier(_) => self.begun = true,
            _ if !self.begun => return Err(damaged("it is no backup of Damier".into())),
            Line::End(end) if end.lines == self.lines => self.ended = true,
            Line::End(_) => return Err(damaged("lines are missing before it".into())),
            line => {
                match line {
                    Line::Row(row) if row.table.line == OWN_LESSON => {
                        self.lessons.extend(RestoredLesson::of(row.values));
                    }
                    line => self.add(connection, line)?,
                }
                self.lines += 1;
            }
        }
        Ok(())
    }

    /// The lesson files read and not yet looked at, which are taken out: [`Store::add_lesson`] keeps those that are good.
    pub fn lessons(&mut self) -> &mut VecDeque<RestoredLesson> {
        &mut self.lessons
    }

    fn profile(&self, of: i64) -> Option<i64> {
        self.profiles.get(&of).copied()
    }

    /// Adds what a line has, where the store lacks it.
    pub(in crate::store) fn add(&mut self, connection: &Connection, line: Line) -> Result<(), StoreError> {
        match line {
            Line::Row(row) => self.add_row(connection, row),
            Line::Game(game) => self.add_game(connection, *game),
            Line::Damier(_) | Line::End(_) => Ok(()),
        }
    }

    fn add_row(&mut self, connection: &Connection, row: Row) -> Result<(), StoreError> {
        let row = row.renumbered(|person| self.profile(person));
        match row.table.same {
            Same::Person => self.add_person(connection, &row.values)?,
            Same::InSet => add_in_set(connection, row.values)?,
            Same::Key | Same::Columns(_) => {
                let mut insert = connection.prepare_cached(&row.table.insert())?;
                insert.execute(params_from_iter(row.values))?;
            }
        }
        Ok(())
    }

    fn add_person(&mut self, connection: &Connection, row: &[Value]) -> rusqlite::Result<()> {
        let [Value::Integer(id), name, colour, experience, created, used] = row else {
            return Ok(());
        };
        let same = "SELECT id FROM profile WHERE name = ?1 AND created = ?2";
        let found: Option<i64> = connection
            .query_row(same, params![name, created], |row| row.get(0))
            .optional()?;
        let found = match found {
            Some(found) => found,
            None => {
                // The person without a name that a new store begins with is nobody yet.
                let nobody = "SELECT id FROM profile WHERE name = '' AND experience IS NULL
                              AND NOT EXISTS (SELECT 1 FROM play WHERE profile_id = profile.id)
                              AND NOT EXISTS (SELECT 1 FROM lesson_step WHERE profile_id = profile.id)
                              AND NOT EXISTS (SELECT 1 FROM puzzle_attempt WHERE profile_id = profile.id)";
                let nobody: Option<i64> = connection.query_row(nobody, [], |row| row.get(0)).optional()?;
                connection.execute(
                    "INSERT INTO profile (id, name, colour, experience, created, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name, colour = excluded.colour,
                         experience = excluded.experience, created = excluded.created, used = max(used, excluded.used)",
                    params![nobody, name, colour, experience, created, used],
                )?;
                nobody.unwrap_or_else(|| connection.last_insert_rowid())
            }
        };
        self.profiles.insert(*id, found);
        Ok(())
    }

    fn add_game(&mut self, connection: &Connection, game: GameLine) -> Result<(), StoreError> {
        let tree = STANDARD
            .decode(&game.tree)
            .map_err(|e| StoreError::Damaged(format!("a game's moves: {e}")))?;
        let known: Option<i64> = connection
            .prepare_cached(
                "SELECT game.id FROM game JOIN tree ON game_id = game.id WHERE fingerprint = ?1 AND created = ?2 AND bytes = ?3
                 AND deletion_id IS NULL LIMIT 1",
            )?
            .query_row(params![game.fingerprint, game.created, tree], |row| row.get(0))
            .optional()?;
        let id = match known {
            Some(id) => {
                self.restored.known += 1;
                id
            }
            None => {
                self.restored.games += 1;
                self.insert(connection, &game, tree)?
            }
        };
        if let Some(note) = &game.note {
            connection
                .prepare_cached("INSERT OR IGNORE INTO note (game_id, text, updated) VALUES (?1, ?2, ?3)")?
                .execute(params![id, note, game.updated])?;
        }
        for collection in &game.collections {
            connection
                .prepare_cached(
                    "INSERT OR IGNORE INTO collected (collection_id, game_id) SELECT id, ?2 FROM collection WHERE name = ?1",
                )?
                .execute(params![collection, id])?;
        }
        Ok(())
    }

    fn insert(&mut self, connection: &Connection, game: &GameLine, tree: Vec<u8>) -> Result<i64, StoreError> {
        let facts = Facts {
            variant: game.variant.clone(),
            white: game.white.clone(),
            black: game.black.clone(),
            event: game.event.clone(),
            date: game.date,
            result: GameResult::of(game.result),
            plies: game.plies,
            opening: game.opening,
            ending: Ending::unpacked(game.ending),
            // Found again where the game is indexed.
            themes: 0,
            annotated: game.annotated,
            fingerprint: game.fingerprint,
        };
        let body = Body {
            start: game.start.clone(),
            tree,
            tags: game.tags.clone(),
        };
        let id = insert(
            connection,
            &mut self.names,
            &facts,
            &body,
            None,
            game.created as f64,
        )?;
        connection
            .prepare_cached("UPDATE game SET updated = ?2 WHERE id = ?1")?
            .execute([id, game.updated])?;
        if let Some((play, profile)) = game
            .play
            .as_ref()
            .and_then(|play| Some((play, self.profile(play.profile)?)))
        {
            connection
                .prepare_cached(
                    "INSERT INTO play (game_id, profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints, terms, clock)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
                )?
                .execute(params![
                    id,
                    profile,
                    play.white_level,
                    play.black_level,
                    play.removed,
                    play.winner,
                    play.reason,
                    play.fen,
                    play.take_backs,
                    play.hints,
                    play.terms,
                    play.clock
                ])?;
        }
        Ok(id)
    }

    /// What was added so far.
    pub fn restored(&self) -> Restored {
        self.restored
    }
}

/// A puzzle in a set of the same name, which is made where there is none; nothing of a person who is not known.
fn add_in_set(connection: &Connection, row: Vec<Value>) -> rusqlite::Result<()> {
    let Ok(
        [
            Value::Integer(profile),
            Value::Text(variant),
            Value::Text(set),
            Value::Integer(made),
            Value::Text(puzzle),
            Value::Text(record),
            Value::Text(white),
            Value::Text(black),
            ply,
            Value::Integer(missed),
        ],
    ) = <[Value; 10]>::try_from(row)
    else {
        return Ok(());
    };
    let ply = match ply {
        Value::Integer(ply) => u32::try_from(ply).ok(),
        _ => None,
    };
    let entry = InSet {
        puzzle,
        record,
        white,
        black,
        ply,
        missed: missed != 0,
    };
    let set = set_named(connection, profile, &variant, &set, made)?;
    put_in_set(connection, set, &entry)?;
    Ok(())
}
