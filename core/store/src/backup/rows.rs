//! Reads the rows of a store as lines of a backup: table by table, then the games.
use super::line::{BackupLine, GameLine, PlayLine, RepertoireLine};
use super::tables::{Row, TABLES};
use crate::StoreError;
use crate::library::tags_from_bytes;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use rusqlite::{Connection, OptionalExtension};

/// Rows read in one step.
pub(crate) const ROWS: u32 = 200;

/// The last section; the tables are the sections before it.
pub(crate) const GAMES: usize = TABLES.len();
pub(crate) const SECTIONS: usize = GAMES + 1;

const SELECT_GAMES: &str =
    "SELECT game.id, variant.key, coalesce(white.name, ''), coalesce(black.name, ''), coalesce(event.name, ''), date,
            result, plies, opening, ending, annotated, fingerprint, game.created, game.updated, start, bytes, tags,
            note.text
     FROM game JOIN tree ON tree.game_id = game.id JOIN variant ON variant.id = variant_id
     LEFT JOIN player AS white ON white.id = white_id LEFT JOIN player AS black ON black.id = black_id
     LEFT JOIN event ON event.id = event_id LEFT JOIN note ON note.game_id = game.id
     WHERE game.id > ?1 AND deletion_id IS NULL ORDER BY game.id LIMIT ?2";

fn game(connection: &Connection, row: &rusqlite::Row<'_>) -> rusqlite::Result<BackupLine> {
    let id: i64 = row.get(0)?;
    let mut collections = connection.prepare_cached(
        "SELECT name FROM collected JOIN collection ON collection.id = collection_id WHERE game_id = ?1",
    )?;
    let mut play = connection.prepare_cached(
        "SELECT profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints, terms, clock, letter_id, letter FROM play WHERE game_id = ?1",
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
            letter_id: row.get(11)?,
            letter: row.get(12)?,
        })
    });
    let mut repertoire =
        connection.prepare_cached("SELECT profile_id, side FROM repertoire WHERE game_id = ?1")?;
    let repertoire = repertoire.query_row([id], |row| {
        Ok(RepertoireLine {
            profile: row.get(0)?,
            side: row.get(1)?,
        })
    });
    Ok(BackupLine::Game(Box::new(GameLine {
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
        repertoire: repertoire.optional()?,
    })))
}

/// Returns the lines of some rows of a section, with the key of the last.
pub(crate) fn read(
    connection: &Connection,
    section: usize,
    after: i64,
    rows: u32,
) -> Result<(Vec<BackupLine>, Option<i64>), StoreError> {
    let table = TABLES.get(section);
    let mut select = match table {
        Some(table) => connection.prepare_cached(&table.select())?,
        None => connection.prepare_cached(SELECT_GAMES)?,
    };
    let mut read = select.query((after, rows))?;
    let (mut lines, mut last) = (Vec::new(), None);
    while let Some(row) = read.next()? {
        lines.push(match table {
            Some(table) => BackupLine::Row(Row::of_store(table, row)?),
            None => game(connection, row)?,
        });
        last = Some(row.get(0)?);
    }
    Ok((lines, last))
}
