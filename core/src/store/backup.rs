//! Everything that the store holds as lines of text, and back: one JSON object a line. Knows rows, not what they mean.
//!
//! The same lines carry what can be saved out of a damaged store into a new one.
use super::library::{Body, Facts, GameResult, insert, tags_from_bytes};
use super::names::Names;
use super::{Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// The newest form of a backup that this version writes and reads.
const VERSION: u32 = 2;
/// Rows read in one step.
const ROWS: u32 = 200;
/// A longer line is no line of a backup: a game's text has an end too.
const LONGEST_LINE: usize = 64 << 20;

/// One line of a backup.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
enum Line {
    /// The first: the form, and when it was written.
    Damier {
        version: u32,
        at: i64,
    },
    Profile {
        id: i64,
        name: String,
        colour: i64,
        experience: Option<String>,
        created: i64,
        used: i64,
    },
    Setting {
        profile: i64,
        key: String,
        value: String,
    },
    LessonStep {
        profile: i64,
        lesson: String,
        step: String,
        mistakes: i64,
        hints: i64,
        done: i64,
    },
    PuzzleAttempt {
        profile: i64,
        puzzle: String,
        solved: bool,
        shown: bool,
        hints: i64,
        at: i64,
    },
    Rating {
        profile: i64,
        kind: String,
        rating: f64,
        deviation: f64,
        volatility: f64,
        updated: i64,
    },
    PuzzleReview {
        profile: i64,
        puzzle: String,
        variant: String,
        due: i64,
        last: i64,
        stability: f64,
        difficulty: f64,
        times: i64,
        lapses: i64,
    },
    PuzzleInSet {
        profile: i64,
        variant: String,
        set: String,
        made: i64,
        puzzle: String,
        record: String,
        title: String,
        ply: Option<i64>,
        missed: bool,
    },
    Collection {
        name: String,
        created: i64,
    },
    Game(Box<GameLine>),
    /// The last: how many lines there were before it.
    End {
        lines: u64,
    },
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GameLine {
    variant: String,
    white: String,
    black: String,
    event: String,
    date: u32,
    result: u8,
    plies: u32,
    opening: u16,
    ending: i64,
    annotated: bool,
    fingerprint: i64,
    created: i64,
    updated: i64,
    start: Option<String>,
    /// Base64.
    tree: String,
    tags: Vec<(String, String)>,
    note: Option<String>,
    collections: Vec<String>,
    play: Option<PlayLine>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PlayLine {
    profile: i64,
    white_level: Option<String>,
    black_level: Option<String>,
    removed: Vec<u8>,
    winner: Option<String>,
    reason: Option<String>,
    fen: String,
    take_backs: u32,
    hints: u32,
    terms: Option<String>,
    clock: Option<String>,
}

/// What a section of a backup reads: rows after a key, at most so many, each with its key.
struct Section {
    select: &'static str,
    line: fn(&Connection, &Row<'_>) -> rusqlite::Result<Line>,
}

const SECTIONS: [Section; 9] = [
    Section {
        select: "SELECT id, id, name, colour, experience, created, used FROM profile WHERE id > ?1 ORDER BY id LIMIT ?2",
        line: |_, row| {
            Ok(Line::Profile {
                id: row.get(1)?,
                name: row.get(2)?,
                colour: row.get(3)?,
                experience: row.get(4)?,
                created: row.get(5)?,
                used: row.get(6)?,
            })
        },
    },
    // Tables without a number of their own are short, and read at once.
    Section {
        select: "SELECT 1, profile_id, key, value FROM setting WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::Setting {
                profile: row.get(1)?,
                key: row.get(2)?,
                value: row.get(3)?,
            })
        },
    },
    Section {
        select: "SELECT 1, profile_id, lesson, step, mistakes, hints, done FROM lesson_step WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::LessonStep {
                profile: row.get(1)?,
                lesson: row.get(2)?,
                step: row.get(3)?,
                mistakes: row.get(4)?,
                hints: row.get(5)?,
                done: row.get(6)?,
            })
        },
    },
    Section {
        select: "SELECT id, profile_id, puzzle, solved, shown, hints, at FROM puzzle_attempt WHERE id > ?1 ORDER BY id LIMIT ?2",
        line: |_, row| {
            Ok(Line::PuzzleAttempt {
                profile: row.get(1)?,
                puzzle: row.get(2)?,
                solved: row.get(3)?,
                shown: row.get(4)?,
                hints: row.get(5)?,
                at: row.get(6)?,
            })
        },
    },
    Section {
        select: "SELECT 1, profile_id, kind, rating, deviation, volatility, updated FROM rating WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::Rating {
                profile: row.get(1)?,
                kind: row.get(2)?,
                rating: row.get(3)?,
                deviation: row.get(4)?,
                volatility: row.get(5)?,
                updated: row.get(6)?,
            })
        },
    },
    Section {
        select: "SELECT 1, profile_id, puzzle, variant, due, last, stability, difficulty, times, lapses FROM puzzle_review
                 WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::PuzzleReview {
                profile: row.get(1)?,
                puzzle: row.get(2)?,
                variant: row.get(3)?,
                due: row.get(4)?,
                last: row.get(5)?,
                stability: row.get(6)?,
                difficulty: row.get(7)?,
                times: row.get(8)?,
                lapses: row.get(9)?,
            })
        },
    },
    Section {
        select: "SELECT puzzle_in_set.id, profile_id, variant, name, made, puzzle, record, title, ply, missed
                 FROM puzzle_in_set JOIN puzzle_set ON puzzle_set.id = set_id
                 WHERE puzzle_in_set.id > ?1 ORDER BY puzzle_in_set.id LIMIT ?2",
        line: |_, row| {
            Ok(Line::PuzzleInSet {
                profile: row.get(1)?,
                variant: row.get(2)?,
                set: row.get(3)?,
                made: row.get(4)?,
                puzzle: row.get(5)?,
                record: row.get(6)?,
                title: row.get(7)?,
                ply: row.get(8)?,
                missed: row.get(9)?,
            })
        },
    },
    Section {
        select: "SELECT id, name, created FROM collection WHERE id > ?1 ORDER BY id LIMIT ?2",
        line: |_, row| {
            Ok(Line::Collection {
                name: row.get(1)?,
                created: row.get(2)?,
            })
        },
    },
    Section {
        select: "SELECT game.id, variant.key, coalesce(white.name, ''), coalesce(black.name, ''), coalesce(event.name, ''), date,
                        result, plies, opening, ending, annotated, fingerprint, game.created, game.updated, start, bytes, tags,
                        note.text
                 FROM game JOIN tree ON tree.game_id = game.id JOIN variant ON variant.id = variant_id
                 LEFT JOIN player AS white ON white.id = white_id LEFT JOIN player AS black ON black.id = black_id
                 LEFT JOIN event ON event.id = event_id LEFT JOIN note ON note.game_id = game.id
                 WHERE game.id > ?1 AND deletion_id IS NULL ORDER BY game.id LIMIT ?2",
        line: game,
    },
];
const GAMES: usize = SECTIONS.len() - 1;

fn game(connection: &Connection, row: &Row<'_>) -> rusqlite::Result<Line> {
    let id: i64 = row.get(0)?;
    let mut collections = connection.prepare_cached(
        "SELECT name FROM collected JOIN collection ON collection.id = collection_id WHERE game_id = ?1",
    )?;
    let mut play = connection.prepare_cached(
        "SELECT profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints, terms, clock FROM play WHERE game_id = ?1",
    )?;
    let play = play.query_row([id], |row| {
        Ok(PlayLine {
            profile: row.get(0)?,
            white_level: row.get(1)?,
            black_level: row.get(2)?,
            removed: row.get(3)?,
            winner: row.get(4)?,
            reason: row.get(5)?,
            fen: row.get(6)?,
            take_backs: row.get(7)?,
            hints: row.get(8)?,
            terms: row.get(9)?,
            clock: row.get(10)?,
        })
    });
    Ok(Line::Game(Box::new(GameLine {
        variant: row.get(1)?,
        white: row.get(2)?,
        black: row.get(3)?,
        event: row.get(4)?,
        date: row.get(5)?,
        result: row.get(6)?,
        plies: row.get(7)?,
        opening: row.get(8)?,
        ending: row.get(9)?,
        annotated: row.get(10)?,
        fingerprint: row.get(11)?,
        created: row.get(12)?,
        updated: row.get(13)?,
        start: row.get(14)?,
        tree: STANDARD.encode(row.get_ref(15)?.as_blob().unwrap_or_default()),
        tags: tags_from_bytes(row.get(16)?),
        note: row.get(17)?,
        collections: collections
            .query_map([id], |row| row.get(0))?
            .collect::<Result<_, _>>()?,
        play: play.optional()?,
    })))
}

/// The lines of some rows of a section, with the key of the last.
fn read(
    connection: &Connection,
    section: usize,
    after: i64,
    rows: u32,
) -> Result<(Vec<Line>, Option<i64>), StoreError> {
    let Section { select, line } = &SECTIONS[section];
    let mut select = connection.prepare_cached(select)?;
    let mut read = select.query((after, rows))?;
    let (mut lines, mut last) = (Vec::new(), None);
    while let Some(row) = read.next()? {
        lines.push(line(connection, row)?);
        last = Some(row.get(0)?);
    }
    Ok((lines, last))
}

/// A backup that goes on from step to step.
#[derive(Debug)]
pub struct Backup {
    at: i64,
    /// None before the first line.
    section: Option<usize>,
    after: i64,
    lines: u64,
    most: i64,
}

impl Backup {
    /// A backup of this moment, in milliseconds since 1970.
    pub fn new(now: f64) -> Self {
        Self {
            at: now as i64,
            section: None,
            after: 0,
            lines: 0,
            most: 1,
        }
    }

    /// Writes the next lines; true once they were the last.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn step(&mut self, store: &Store, text: &mut String) -> Result<bool, StoreError> {
        let Some(section) = self.section else {
            self.most = store
                .connection
                .query_row("SELECT coalesce(max(id), 1) FROM game", [], |row| row.get(0))?;
            self.section = Some(0);
            write(
                text,
                &Line::Damier {
                    version: VERSION,
                    at: self.at,
                },
            )?;
            return Ok(false);
        };
        if section == SECTIONS.len() {
            write(text, &Line::End { lines: self.lines })?;
            return Ok(true);
        }
        let (lines, last) = read(&store.connection, section, self.after, ROWS)?;
        for line in &lines {
            write(text, line)?;
        }
        self.lines += lines.len() as u64;
        match last {
            Some(last) => self.after = last,
            None => (self.section, self.after) = (Some(section + 1), 0),
        }
        Ok(false)
    }

    /// How far it is, 0 to 1: by its games.
    pub fn progress(&self) -> f64 {
        match self.section {
            Some(GAMES) => self.after as f64 / self.most as f64,
            Some(section) if section > GAMES => 1.0,
            _ => 0.0,
        }
    }
}

fn write(text: &mut String, line: &Line) -> Result<(), StoreError> {
    let line = serde_json::to_string(line).map_err(|e| StoreError::Damaged(e.to_string()))?;
    text.push_str(&line);
    text.push('\n');
    Ok(())
}

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
        rest.push_str(text);
        if rest.len() > LONGEST_LINE {
            return Err(StoreError::Damaged("a line of the backup has no end".into()));
        }
        let mut from = 0;
        while let Some(length) = rest[from..].find('\n') {
            let line = &rest[from..from + length];
            from += length + 1;
            if !line.trim().is_empty() {
                self.take(&transaction, line)?;
            }
        }
        if last && !rest[from..].trim().is_empty() {
            self.take(&transaction, &rest[from..])?;
            from = rest.len();
        }
        self.rest = rest.split_off(from);
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
        let line: Line = serde_json::from_str(line).map_err(|e| damaged(e.to_string()))?;
        match line {
            Line::Damier { version, .. } if version > VERSION => Err(StoreError::FromNewerApp {
                found: version,
                known: VERSION,
            }),
            Line::Damier { .. } => {
                self.begun = true;
                Ok(())
            }
            _ if !self.begun => Err(damaged("it is no backup of Damier".into())),
            Line::End { lines } if lines == self.lines => {
                self.ended = true;
                Ok(())
            }
            Line::End { .. } => Err(damaged("lines are missing before it".into())),
            line => {
                self.add(connection, line)?;
                self.lines += 1;
                Ok(())
            }
        }
    }

    fn profile(&self, of: i64) -> Option<i64> {
        self.profiles.get(&of).copied()
    }

    /// Adds what a line has, where the store lacks it.
    fn add(&mut self, connection: &Connection, line: Line) -> Result<(), StoreError> {
        match line {
            Line::Profile {
                id,
                name,
                colour,
                experience,
                created,
                used,
            } => {
                let same = "SELECT id FROM profile WHERE name = ?1 AND created = ?2";
                let mut found = connection
                    .query_row(same, params![name, created], |row| row.get(0))
                    .optional()?;
                if found.is_none() {
                    // The person without a name that a new store begins with is nobody yet.
                    let nobody = "SELECT id FROM profile WHERE name = '' AND experience IS NULL
                                  AND NOT EXISTS (SELECT 1 FROM play WHERE profile_id = profile.id)
                                  AND NOT EXISTS (SELECT 1 FROM lesson_step WHERE profile_id = profile.id)
                                  AND NOT EXISTS (SELECT 1 FROM puzzle_attempt WHERE profile_id = profile.id)";
                    found = connection.query_row(nobody, [], |row| row.get(0)).optional()?;
                    let row = params![found, name, colour, experience, created, used];
                    connection.execute(
                        "INSERT INTO profile (id, name, colour, experience, created, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
                         ON CONFLICT (id) DO UPDATE SET name = excluded.name, colour = excluded.colour,
                             experience = excluded.experience, created = excluded.created, used = max(used, excluded.used)",
                        row,
                    )?;
                    found = found.or_else(|| Some(connection.last_insert_rowid()));
                }
                self.profiles.extend(found.map(|found| (id, found)));
            }
            Line::Setting { profile, key, value } => {
                connection
                    .prepare_cached("INSERT OR IGNORE INTO setting (profile_id, key, value) SELECT ?1, ?2, ?3 WHERE ?1 IS NOT NULL")?
                    .execute(params![self.profile(profile), key, value])?;
            }
            Line::LessonStep {
                profile,
                lesson,
                step,
                mistakes,
                hints,
                done,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO lesson_step (profile_id, lesson, step, mistakes, hints, done)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![
                        self.profile(profile),
                        lesson,
                        step,
                        mistakes,
                        hints,
                        done
                    ])?;
            }
            Line::PuzzleAttempt {
                profile,
                puzzle,
                solved,
                shown,
                hints,
                at,
            } => {
                connection
                    .prepare_cached(
                        "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?1 IS NOT NULL AND NOT EXISTS
                         (SELECT 1 FROM puzzle_attempt WHERE profile_id = ?1 AND puzzle = ?2 AND at = ?6)",
                    )?
                    .execute(params![self.profile(profile), puzzle, solved, shown, hints, at])?;
            }
            Line::Rating {
                profile,
                kind,
                rating,
                deviation,
                volatility,
                updated,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO rating (profile_id, kind, rating, deviation, volatility, updated)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![self.profile(profile), kind, rating, deviation, volatility, updated])?;
            }
            Line::PuzzleReview {
                profile,
                puzzle,
                variant,
                due,
                last,
                stability,
                difficulty,
                times,
                lapses,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO puzzle_review
                             (profile_id, puzzle, variant, due, last, stability, difficulty, times, lapses)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![
                        self.profile(profile),
                        puzzle,
                        variant,
                        due,
                        last,
                        stability,
                        difficulty,
                        times,
                        lapses
                    ])?;
            }
            Line::PuzzleInSet {
                profile,
                variant,
                set,
                made,
                puzzle,
                record,
                title,
                ply,
                missed,
            } => {
                let profile = self.profile(profile);
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO puzzle_set (profile_id, variant, name, made)
                         SELECT ?1, ?2, ?3, ?4 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![profile, variant, set, made])?;
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO puzzle_in_set (set_id, puzzle, record, title, ply, missed)
                         SELECT id, ?4, ?5, ?6, ?7, ?8 FROM puzzle_set
                         WHERE profile_id = ?1 AND variant = ?2 AND name = ?3",
                    )?
                    .execute(params![profile, variant, set, puzzle, record, title, ply, missed])?;
            }
            Line::Collection { name, created } => {
                connection
                    .prepare_cached("INSERT OR IGNORE INTO collection (name, created) VALUES (?1, ?2)")?
                    .execute(params![name, created])?;
            }
            Line::Game(game) => self.add_game(connection, *game)?,
            Line::Damier { .. } | Line::End { .. } => {}
        }
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
            ending: super::library::Ending::unpacked(game.ending),
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

/// Brings over all that can still be read of a damaged store: row by row where whole pages cannot be.
pub(super) fn save_from(damaged: &Connection, store: &mut Store) -> Result<Restored, StoreError> {
    /// So many rows that cannot be read one after the other: the rest is gone.
    const GIVEN_UP: u32 = 4_000;
    let mut restore = Restore {
        begun: true,
        ..Restore::default()
    };
    // A file that does not even say what tables it has gives no row: a browser would be at it for a minute.
    if damaged
        .query_row("SELECT count(*) FROM sqlite_schema", [], |_| Ok(()))
        .is_err()
    {
        return Ok(restore.restored);
    }
    for section in 0..SECTIONS.len() {
        let (mut after, mut rows, mut failed) = (0, ROWS, 0);
        while failed < GIVEN_UP {
            match read(damaged, section, after, rows) {
                Ok((_, None)) => break,
                Ok((lines, Some(last))) => {
                    let transaction = store.connection.transaction()?;
                    for line in lines {
                        // A row that contradicts itself is left out like one that cannot be read.
                        let _ = restore.add(&transaction, line);
                    }
                    transaction.commit()?;
                    (after, failed) = (last, 0);
                }
                Err(_) if rows > 1 => rows = 1,
                Err(_) => {
                    failed += 1;
                    after += 1;
                }
            }
        }
    }
    Ok(restore.restored)
}
