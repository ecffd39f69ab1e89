//! Restores the lines of a backup. Never overwrites data.
use super::VERSION;
use super::line::{BackupLine, GameLine};
use super::tables::{OWN_LESSON, Row, Same};
use crate::library::{Body, Ending, Facts, GameResult, insert};
use crate::names::Names;
use crate::puzzle_sets::{InSet, put_in_set, set_named};
use crate::{Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, params, params_from_iter};
use serde::Deserialize;
use std::collections::{HashMap, VecDeque};

/// The first format whose puzzle ratings are on today's scale.
const TODAYS_SCALE: u32 = 5;
/// The longest line of a backup, in bytes.
const LONGEST_LINE: usize = 64 << 20;
/// A text without a line of a backup in this many bytes is not a backup.
const MOST_FOREIGN: usize = 64 << 10;
/// Maximum number of faulty lines listed; further ones are only counted.
const MOST_PROBLEMS: usize = 100;

/// Counts of a restore so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Restored {
    /// Games added.
    pub games: u32,
    /// Games that the store already had.
    pub known: u32,
    /// Bytes of text read.
    pub bytes: u64,
    /// Lines that could not be restored.
    pub bad: u32,
    /// Lines missing from the backup, by its own count.
    pub missing: u64,
    /// `true` once the last line of the backup has been read.
    pub ended: bool,
}

/// Why a line of a backup is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineFault {
    /// It is damaged: characters are changed, or its end is missing.
    Unreadable,
    /// It has an unknown field or value, or lacks a field.
    Form,
    /// The moves of its game cannot be decoded.
    Moves,
    /// It contradicts the content of the store.
    Contradicts,
    /// It is longer than `LONGEST_LINE`.
    TooLong,
}

/// A skipped line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineProblem {
    /// Number of the line in the text, from 1.
    pub line: u64,
    /// The reason.
    pub fault: LineFault,
    /// Error message in English, for people who inspect the file.
    pub what: String,
}

/// A lesson file of the user in a backup. The caller must check it with the lesson checker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestoredLesson {
    /// Text of the file.
    pub source: String,
    /// Time when it was added, in milliseconds since 1970.
    pub added: i64,
}

impl RestoredLesson {
    /// Reads a row's columns: the lesson's id (also in the text), the text, and the time when it was added.
    fn of(row: Vec<Value>) -> Option<RestoredLesson> {
        match <[Value; 3]>::try_from(row) {
            Ok([_, Value::Text(source), Value::Integer(added)]) => Some(RestoredLesson { source, added }),
            _ => None,
        }
    }
}

/// A restore in progress. It adds what the store lacks and overwrites nothing. A line that cannot be restored
/// is skipped and reported.
#[derive(Debug, Default)]
pub struct Restore {
    begun: bool,
    /// Format of the backup, once its first line was read.
    version: Option<u32>,
    rest: String,
    /// Set while a line that is too long is skipped.
    skipping: bool,
    /// Number of the current line, and the number of lines without the first and empty ones.
    line: u64,
    counted: u64,
    /// Ids of people in the backup, mapped to ids in the store.
    profiles: HashMap<i64, i64>,
    names: Names,
    lessons: VecDeque<RestoredLesson>,
    restored: Restored,
    problems: Vec<LineProblem>,
}

impl Restore {
    /// Restores the next part of the text in one transaction.
    ///
    /// # Errors
    /// If the store fails, or the text is not a backup or from a newer version. Parts restored before stay.
    pub fn push(&mut self, store: &mut Store, text: &str, last: bool) -> Result<(), StoreError> {
        self.restored.bytes += text.len() as u64;
        let transaction = store.connection.transaction()?;
        let mut rest = std::mem::take(&mut self.rest);
        // The rest of the previous part contains no end of a line.
        let (mut from, mut seen) = (0, rest.len());
        rest.push_str(text);
        while let Some(length) = rest[seen..].find('\n') {
            let line = &rest[from..seen + length];
            seen += length + 1;
            from = seen;
            self.take_line(&transaction, line)?;
        }
        if last && (self.skipping || !rest[from..].trim().is_empty()) {
            self.take_line(&transaction, &rest[from..])?;
            from = rest.len();
        }
        if rest.len() - from > LONGEST_LINE {
            self.skipping = true;
            from = rest.len();
        }
        let foreign = !self.begun && (last || self.restored.bytes > MOST_FOREIGN as u64);
        if foreign {
            return Err(StoreError::NoBackup);
        }
        // Extended in place; otherwise a long line would be copied with every part.
        rest.replace_range(..from, "");
        self.rest = rest;
        transaction.commit()?;
        Ok(())
    }

    fn take_line(&mut self, connection: &Connection, line: &str) -> Result<(), StoreError> {
        self.line += 1;
        if std::mem::take(&mut self.skipping) {
            self.counted += 1;
            self.leave_out(LineFault::TooLong, format!("longer than {LONGEST_LINE} bytes"));
            return Ok(());
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        // The last line counts neither the first line nor itself.
        self.counted += u64::from(self.line > 1);
        // Parses the whole line as JSON first, so that a line that is cut off counts as unreadable and not as
        // a wrong form.
        let read = serde_json::from_str(line)
            .map_err(|e| (LineFault::Unreadable, e))
            .and_then(|tree: serde_json::Value| {
                BackupLine::deserialize(tree).map_err(|e| (LineFault::Form, e))
            });
        match read {
            Ok(line) => self.take(connection, line),
            Err((fault, error)) => {
                self.leave_out(fault, error.to_string());
                Ok(())
            }
        }
    }

    fn leave_out(&mut self, fault: LineFault, what: String) {
        self.restored.bad += 1;
        if self.problems.len() < MOST_PROBLEMS {
            let line = self.line;
            self.problems.push(LineProblem { line, fault, what });
        }
    }

    fn take(&mut self, connection: &Connection, line: BackupLine) -> Result<(), StoreError> {
        match line {
            BackupLine::Damier(begin) if begin.version > VERSION => {
                return Err(StoreError::NewerBackup {
                    found: begin.version,
                    known: VERSION,
                });
            }
            BackupLine::Damier(begin) => self.version = Some(begin.version),
            BackupLine::End(end) => {
                self.restored.ended = true;
                self.restored.missing = end.lines.saturating_add(1).saturating_sub(self.counted);
            }
            BackupLine::Former => {}
            BackupLine::Row(row) if row.table.line == OWN_LESSON => {
                self.lessons.extend(RestoredLesson::of(row.values));
            }
            BackupLine::Game(game) if STANDARD.decode(&game.tree).is_err() => {
                self.leave_out(LineFault::Moves, "the moves are not base64".into());
            }
            BackupLine::Row(row) if self.version.is_some_and(|version| version < TODAYS_SCALE) => {
                self.add_whole(connection, BackupLine::Row(row.on_todays_scale()))?;
            }
            line => self.add_whole(connection, line)?,
        }
        self.begun = true;
        Ok(())
    }

    /// Restores a line completely or not at all.
    fn add_whole(&mut self, connection: &Connection, line: BackupLine) -> Result<(), StoreError> {
        let said = |sql: &str| connection.prepare_cached(sql)?.execute([]);
        let before = self.restored;
        said("SAVEPOINT line")?;
        let added = self
            .meet(connection, &line)
            .and_then(|()| self.add(connection, line));
        match added {
            // A constraint of the schema refuses the row.
            Err(StoreError::Fault(error)) => {
                said("ROLLBACK TO line")?;
                // The names that it had inserted are rolled back.
                (self.restored, self.names) = (before, Names::default());
                self.leave_out(LineFault::Contradicts, error.to_string());
            }
            added => added?,
        }
        said("RELEASE line")?;
        Ok(())
    }

    /// Adds a person without a name if the person's own line could not be read. Their progress and games are
    /// then not lost.
    fn meet(&mut self, connection: &Connection, line: &BackupLine) -> Result<(), StoreError> {
        let persons = match line {
            BackupLine::Row(row) if !matches!(row.table.same, Same::Person) => row.persons(),
            BackupLine::Game(game) => {
                let played = game.play.iter().map(|play| play.profile);
                let own = game.repertoire.iter().map(|own| own.profile);
                played.chain(own).collect()
            }
            _ => Vec::new(),
        };
        for person in persons {
            if self.profile(person).is_none() {
                let none = Value::Integer(0);
                let row = [
                    Value::Integer(person),
                    Value::Text(String::new()),
                    none.clone(),
                    Value::Null,
                    none.clone(),
                    none,
                ];
                self.add_person(connection, &row)?;
            }
        }
        Ok(())
    }

    /// Returns the skipped lines, at most a hundred.
    pub fn problems(&self) -> &[LineProblem] {
        &self.problems
    }

    /// Returns the lesson files read so far, for the caller to check and add by [`Store::add_lesson`].
    pub fn lessons(&mut self) -> &mut VecDeque<RestoredLesson> {
        &mut self.lessons
    }

    fn profile(&self, of: i64) -> Option<i64> {
        self.profiles.get(&of).copied()
    }

    /// Adds the content of a line that the store lacks.
    pub(crate) fn add(&mut self, connection: &Connection, line: BackupLine) -> Result<(), StoreError> {
        match line {
            BackupLine::Row(row) => self.add_row(connection, row),
            BackupLine::Game(game) => self.add_game(connection, *game),
            BackupLine::Damier(_) | BackupLine::Former | BackupLine::End(_) => Ok(()),
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
                // Replaces the person without a name in a new store, but nobody who came with this backup.
                let nobody = "SELECT id FROM profile WHERE name = '' AND experience IS NULL
                              AND NOT EXISTS (SELECT 1 FROM play WHERE profile_id = profile.id)
                              AND NOT EXISTS (SELECT 1 FROM lesson_step WHERE profile_id = profile.id)
                              AND NOT EXISTS (SELECT 1 FROM puzzle_attempt WHERE profile_id = profile.id)";
                let mut nobody = connection.prepare_cached(nobody)?;
                let nobody: Vec<i64> = nobody
                    .query_map([], |row| row.get(0))?
                    .collect::<Result<_, _>>()?;
                let come = |id: &i64| self.profiles.values().any(|one| one == id);
                let nobody = nobody.into_iter().find(|id| !come(id));
                // The current person stays the one last here, whatever time the backup names.
                connection.execute(
                    "INSERT INTO profile (id, name, colour, experience, created, used)
                     VALUES (?1, ?2, ?3, ?4, ?5, max(0, min(?6, coalesce((SELECT max(used) FROM profile) - 1, 0))))
                     ON CONFLICT (id) DO UPDATE SET name = excluded.name, colour = excluded.colour,
                         experience = excluded.experience, created = excluded.created",
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
        if let Some(own) = &game.repertoire
            && let Some(profile) = self.profile(own.profile)
        {
            // An existing repertoire stays; this one becomes an ordinary game of the library.
            connection
                .prepare_cached(
                    "INSERT OR IGNORE INTO repertoire (game_id, profile_id, variant, side) VALUES (?1, ?2, ?3, ?4)",
                )?
                .execute(params![id, profile, game.variant, own.side])?;
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
            // Themes are detected again when the game is indexed.
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
                    "INSERT INTO play (game_id, profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints, terms, clock, letter_id, letter)
                     VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
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
                    play.clock,
                    play.letter_id,
                    play.letter
                ])?;
        }
        Ok(id)
    }

    /// Returns the counts so far.
    pub fn restored(&self) -> Restored {
        self.restored
    }
}

/// Adds a puzzle to the set with this name, creating the set if needed. An unknown person's puzzle is
/// skipped.
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
