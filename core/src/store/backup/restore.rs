//! The lines of a backup taken into a store. Overwrites nothing.
use super::VERSION;
use super::line::{GameLine, Line};
use crate::store::library::{Body, Ending, Facts, GameResult, insert};
use crate::store::names::Names;
use crate::store::{Store, StoreError};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{Connection, OptionalExtension, params};
use std::collections::HashMap;

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
        let line: Line = crate::form::json(line).map_err(|e| damaged(e.to_string()))?;
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
    pub(in crate::store) fn add(&mut self, connection: &Connection, line: Line) -> Result<(), StoreError> {
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
                rating,
            } => {
                connection
                    .prepare_cached(
                        "INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at, rating)
                         SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7 WHERE ?1 IS NOT NULL AND NOT EXISTS
                         (SELECT 1 FROM puzzle_attempt WHERE profile_id = ?1 AND puzzle = ?2 AND at = ?6)",
                    )?
                    .execute(params![
                        self.profile(profile),
                        puzzle,
                        solved,
                        shown,
                        hints,
                        at,
                        rating
                    ])?;
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
            Line::PuzzleRating {
                puzzle,
                rating,
                deviation,
                volatility,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO puzzle_rating (puzzle, rating, deviation, volatility)
                         VALUES (?1, ?2, ?3, ?4)",
                    )?
                    .execute(params![puzzle, rating, deviation, volatility])?;
            }
            Line::PuzzleStreak {
                profile,
                variant,
                best,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO puzzle_streak (profile_id, variant, best)
                         SELECT ?1, ?2, ?3 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![self.profile(profile), variant, best])?;
            }
            Line::LessonReview {
                profile,
                lesson,
                times,
                done,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO lesson_review (profile_id, lesson, times, done)
                         SELECT ?1, ?2, ?3, ?4 WHERE ?1 IS NOT NULL",
                    )?
                    .execute(params![self.profile(profile), lesson, times, done])?;
            }
            Line::OwnLesson {
                lesson,
                source,
                added,
            } => {
                connection
                    .prepare_cached(
                        "INSERT OR IGNORE INTO own_lesson (lesson, source, added) VALUES (?1, ?2, ?3)",
                    )?
                    .execute(params![lesson, source, added])?;
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
