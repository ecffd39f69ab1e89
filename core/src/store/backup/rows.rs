//! The rows of a store as lines of a backup, section by section. Reads only.
use super::line::{GameLine, Line, PlayLine};
use crate::store::StoreError;
use crate::store::library::tags_from_bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{Connection, OptionalExtension, Row};

/// Rows read in one step.
pub(in crate::store) const ROWS: u32 = 200;

/// What a section of a backup reads: rows after a key, at most so many, each with its key.
pub(in crate::store) struct Section {
    select: &'static str,
    line: fn(&Connection, &Row<'_>) -> rusqlite::Result<Line>,
}

pub(in crate::store) const SECTIONS: [Section; 13] = [
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
        select: "SELECT id, profile_id, puzzle, solved, shown, hints, at, rating FROM puzzle_attempt WHERE id > ?1 ORDER BY id LIMIT ?2",
        line: |_, row| {
            Ok(Line::PuzzleAttempt {
                profile: row.get(1)?,
                puzzle: row.get(2)?,
                solved: row.get(3)?,
                shown: row.get(4)?,
                hints: row.get(5)?,
                at: row.get(6)?,
                rating: row.get(7)?,
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
        select: "SELECT puzzle_in_set.id, profile_id, variant, name, made, puzzle, record, white, black, ply, missed
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
                white: row.get(7)?,
                black: row.get(8)?,
                ply: row.get(9)?,
                missed: row.get(10)?,
            })
        },
    },
    Section {
        select: "SELECT 1, puzzle, rating, deviation, volatility FROM puzzle_rating WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::PuzzleRating {
                puzzle: row.get(1)?,
                rating: row.get(2)?,
                deviation: row.get(3)?,
                volatility: row.get(4)?,
            })
        },
    },
    Section {
        select: "SELECT 1, profile_id, variant, best FROM puzzle_streak WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::PuzzleStreak {
                profile: row.get(1)?,
                variant: row.get(2)?,
                best: row.get(3)?,
            })
        },
    },
    Section {
        select: "SELECT 1, profile_id, lesson, times, done FROM lesson_review WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::LessonReview {
                profile: row.get(1)?,
                lesson: row.get(2)?,
                times: row.get(3)?,
                done: row.get(4)?,
            })
        },
    },
    Section {
        select: "SELECT 1, lesson, source, added FROM own_lesson WHERE ?1 < 1 AND ?2 > 0",
        line: |_, row| {
            Ok(Line::OwnLesson {
                lesson: row.get(1)?,
                source: row.get(2)?,
                added: row.get(3)?,
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
pub(in crate::store) const GAMES: usize = SECTIONS.len() - 1;

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
pub(in crate::store) fn read(
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
