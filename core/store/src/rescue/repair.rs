//! Repairs the rows of a rescued store. Lost data is derived from other tables if possible, and meaningless
//! rows are deleted. Works on the newest schema only.
use super::Rescue;
use crate::game_text::{update_facts, with_moves, without_moves};
use crate::library::{Body, GameKind, GameResult, tags_from_bytes};
use crate::names::{Names, computer, folded};
use crate::ranges::{LATEST, MOMENTS, READABLE};
use crate::{StoreError, tree};
use draughts::Variant;
use draughts::notation::fen;
use rusqlite::{Connection, params};
use std::collections::HashSet;

/// A tree without a move: only the format byte.
const NO_MOVE: [u8; 1] = [1];

/// Tables whose rows belong to a person.
const OF_A_PERSON: [&str; 11] = [
    "play",
    "setting",
    "lesson_step",
    "puzzle_attempt",
    "rating",
    "puzzle_set",
    "puzzle_streak",
    "lesson_review",
    "repertoire",
    "repertoire_review",
    "mistake",
];

/// Makes every row refer to an existing one. `cut` are games whose moves end too early.
pub(super) fn repair(
    connection: &Connection,
    broken: &HashSet<String>,
    cut: &HashSet<i64>,
    rescue: &mut Rescue,
) -> Result<(), StoreError> {
    // There is no clock here: uses the latest time in the file.
    let last = "SELECT coalesce(max(updated), 0) FROM game WHERE updated BETWEEN 0 AND ?1";
    let now: i64 = connection.query_row(last, [LATEST], |row| row.get(0))?;
    let out_of_range = reset_out_of_range(connection, now)?;
    fold_names(connection)?;
    restore_people(connection, broken, now)?;
    restore_variants(connection)?;
    rescue.moves_only = games_of_trees(connection, now)?;
    rescue.names_only = trees_of_games(connection)?;
    for id in cut {
        shorten(connection, *id)?;
    }
    for id in out_of_range {
        update_facts(connection, id)?;
    }
    connection.execute_batch(
        "DELETE FROM play WHERE game_id NOT IN (SELECT id FROM game);
         DELETE FROM repertoire WHERE game_id NOT IN (SELECT id FROM game);
         UPDATE game SET white_id = NULL WHERE white_id NOT IN (SELECT id FROM player);
         UPDATE game SET black_id = NULL WHERE black_id NOT IN (SELECT id FROM player);
         UPDATE game SET event_id = NULL WHERE event_id NOT IN (SELECT id FROM event);
         UPDATE game SET source_id = NULL WHERE source_id NOT IN (SELECT id FROM source);
         -- Deleted games stay deleted and can be restored.
         INSERT INTO deletion (id, at) SELECT DISTINCT deletion_id, updated FROM game
             WHERE deletion_id NOT IN (SELECT id FROM deletion) GROUP BY deletion_id;
         UPDATE game SET themes = 0;
         DELETE FROM note WHERE game_id NOT IN (SELECT id FROM game);
         DELETE FROM collected WHERE game_id NOT IN (SELECT id FROM game) OR collection_id NOT IN (SELECT id FROM collection);
         DELETE FROM puzzle_in_set WHERE set_id NOT IN (SELECT id FROM puzzle_set);",
    )?;
    name_players(connection)?;
    count(connection, rescue)
}

/// Resets invalid numbers. Returns the games whose numbers are to be derived from their moves.
fn reset_out_of_range(connection: &Connection, now: i64) -> rusqlite::Result<Vec<i64>> {
    let wrong = "plies NOT BETWEEN 0 AND 4294967295 OR opening NOT BETWEEN 0 AND 65535";
    let found = ids(connection, &format!("SELECT id FROM game WHERE {wrong}"))?;
    for (table, column, (from, to)) in READABLE {
        let update = format!("UPDATE {table} SET {column} = 0 WHERE {column} NOT BETWEEN ?1 AND ?2");
        connection.execute(&update, [from, to])?;
    }
    for (table, column) in MOMENTS {
        let update = format!("UPDATE {table} SET {column} = ?1 WHERE {column} NOT BETWEEN 0 AND ?2");
        connection.execute(&update, [now, LATEST])?;
    }
    // An impossible rating is deleted: the person starts with the default one, and the attempts remain.
    // Impossible repetition states start over.
    connection.execute_batch(
        "DELETE FROM rating WHERE rating NOT BETWEEN -1000 AND 6000 OR deviation NOT BETWEEN 1 AND 1000
             OR volatility NOT BETWEEN 0 AND 1;
         DELETE FROM puzzle_rating WHERE rating NOT BETWEEN -1000 AND 6000 OR deviation NOT BETWEEN 1 AND 1000
             OR volatility NOT BETWEEN 0 AND 1;
         UPDATE puzzle_attempt SET rating = NULL WHERE rating NOT BETWEEN -1000 AND 6000;
         UPDATE puzzle_attempt SET variant = NULL WHERE strength NOT BETWEEN -1000 AND 6000;
         UPDATE repertoire_review SET stability = 1, difficulty = 5, due = last
             WHERE stability NOT BETWEEN 0 AND 36500 OR difficulty NOT BETWEEN 1 AND 10;
         UPDATE mistake SET stability = 1, difficulty = 5, due = last
             WHERE stability NOT BETWEEN 0 AND 36500 OR difficulty NOT BETWEEN 1 AND 10;
         UPDATE lesson_review SET stability = NULL, difficulty = NULL, due = NULL
             WHERE stability NOT BETWEEN 0 AND 36500 OR difficulty NOT BETWEEN 1 AND 10;
         UPDATE puzzle_streak SET best = 0 WHERE best > 100000;",
    )?;
    Ok(found)
}

/// Names recovered from an index lack their folded form.
fn fold_names(connection: &Connection) -> rusqlite::Result<()> {
    for table in ["player", "event"] {
        let mut select = connection.prepare(&format!("SELECT id, name FROM {table} WHERE folded = ''"))?;
        let names: Vec<(i64, String)> = select
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        for (id, name) in names {
            let update = format!("UPDATE {table} SET folded = ?2 WHERE id = ?1");
            connection.execute(&update, params![id, folded(&name)])?;
        }
    }
    Ok(())
}

/// Recreates lost people from the rows that refer to them. If no row of a person is lost, rows of unknown
/// people are damage.
fn restore_people(connection: &Connection, broken: &HashSet<String>, now: i64) -> rusqlite::Result<()> {
    if broken.contains("profile") {
        let persons: Vec<String> = OF_A_PERSON
            .iter()
            .map(|table| format!("SELECT profile_id AS id FROM {table}"))
            .collect();
        // A person with games has already answered the question about experience.
        let insert = format!(
            "INSERT OR IGNORE INTO profile (id, name, experience, created, used)
             SELECT id, coalesce((
                 SELECT name FROM play JOIN game ON game.id = game_id
                 JOIN player ON player.id = CASE WHEN white_level IS NULL THEN white_id ELSE black_id END
                 WHERE play.profile_id = person.id AND (white_level IS NULL) <> (black_level IS NULL)
                 GROUP BY name ORDER BY count(*) DESC LIMIT 1), ''), 'atHome', ?1, ?1
             FROM (SELECT DISTINCT id FROM ({}) WHERE id > 0) AS person",
            persons.join(" UNION ALL ")
        );
        connection.execute(&insert, [now])?;
        // Games without a person also show that the question was answered.
        connection.execute(
            "INSERT INTO profile (name, experience, created, used) SELECT '', 'atHome', ?1, ?1
             WHERE NOT EXISTS (SELECT 1 FROM profile) AND EXISTS (SELECT 1 FROM tree)",
            [now],
        )?;
    }
    for table in OF_A_PERSON {
        let delete = format!("DELETE FROM {table} WHERE profile_id NOT IN (SELECT id FROM profile)");
        connection.execute(&delete, [])?;
    }
    // There must be a person to show the rescue to.
    connection.execute(
        "INSERT INTO profile (name, created, used) SELECT '', ?1, ?1 WHERE NOT EXISTS (SELECT 1 FROM profile)",
        [now],
    )?;
    // If there is a game, the question was answered, even if the answer is lost.
    connection.execute(
        "UPDATE profile SET experience = 'atHome' WHERE experience NOT IN ('notYet', 'atHome', 'inAClub')
             OR experience IS NULL AND EXISTS (SELECT 1 FROM tree)",
        [],
    )?;
    Ok(())
}

/// Returns the first variant whose rules allow all of these moves.
fn variant_of(start: Option<&str>, bytes: &[u8]) -> Option<Variant> {
    Variant::ALL.into_iter().find(|&variant| {
        let start = match start {
            Some(text) => fen::read(variant, text).ok(),
            None => Some(variant.start()),
        };
        start.is_some_and(|start| tree::decode(&start, bytes).1.is_none())
    })
}

/// Identifies variants whose name is lost by their longest games.
fn restore_variants(connection: &Connection) -> Result<(), StoreError> {
    let mut lost = connection.prepare(
        "SELECT DISTINCT variant_id FROM game WHERE variant_id NOT IN (SELECT id FROM variant) ORDER BY 1",
    )?;
    let lost: Vec<i64> = lost.query_map([], |row| row.get(0))?.collect::<Result<_, _>>()?;
    for id in lost {
        let mut longest = connection.prepare(
            "SELECT start, bytes FROM tree JOIN game ON id = game_id WHERE variant_id = ?1 ORDER BY plies DESC LIMIT 20",
        )?;
        let games = longest.query_map([id], |row| Ok((row.get(0)?, row.get(1)?)))?;
        let games: Vec<(Option<String>, Vec<u8>)> = games.collect::<Result<_, _>>()?;
        let found = games
            .iter()
            .find_map(|(start, bytes)| variant_of(start.as_deref(), bytes));
        let key = found.unwrap_or(Variant::International).key();
        connection.execute("INSERT OR IGNORE INTO variant (key) VALUES (?1)", [key])?;
        connection.execute(
            "UPDATE game SET variant_id = (SELECT id FROM variant WHERE key = ?2) WHERE variant_id = ?1",
            params![id, key],
        )?;
    }
    Ok(())
}

/// Recreates the games of moves without a game; returns their number.
fn games_of_trees(connection: &Connection, now: i64) -> Result<u32, StoreError> {
    let mut lost = connection.prepare(
        "SELECT tree.game_id, start, bytes, tags, white_level, black_level, reason, winner, profile.name,
                (SELECT created FROM game WHERE id < tree.game_id ORDER BY id DESC LIMIT 1)
         FROM tree LEFT JOIN play ON play.game_id = tree.game_id LEFT JOIN profile ON profile.id = profile_id
         WHERE tree.game_id NOT IN (SELECT id FROM game)",
    )?;
    let (mut rows, mut names, mut games) = (lost.query([])?, Names::default(), 0);
    while let Some(row) = rows.next()? {
        let id: i64 = row.get(0)?;
        let body = Body {
            start: row.get(1)?,
            tree: row.get(2)?,
            tags: tags_from_bytes(row.get(3)?),
        };
        let (reason, winner): (Option<String>, Option<String>) = (row.get(6)?, row.get(7)?);
        let person: Option<String> = row.get(8)?;
        let player = |level: Option<String>| match (level, &person) {
            (Some(level), _) => computer(&level),
            (None, Some(person)) => person.clone(),
            (None, None) => String::new(),
        };
        let result = match (reason.is_some(), winner.as_deref()) {
            (false, _) => GameResult::Open,
            (true, Some("white")) => GameResult::WhiteWins,
            (true, Some(_)) => GameResult::BlackWins,
            (true, None) => GameResult::Draw,
        };
        let variant = variant_of(body.start.as_deref(), &body.tree).unwrap_or(Variant::International);
        let (white, black) = (player(row.get(4)?), player(row.get(5)?));
        let facts = with_moves(without_moves(variant, white, black, result), &body);
        let created: Option<i64> = row.get(9)?;
        connection
            .prepare_cached(
                "INSERT INTO game (id, variant_id, white_id, black_id, date, result, plies, opening, ending, themes, annotated,
                                   fingerprint, created, updated, kind)
                 VALUES (?1, ?2, ?3, ?4, 0, ?5, ?6, ?7, ?8, 0, ?9, ?10, ?11, ?11, ?12)",
            )?
            .execute(params![
                id,
                names.variant(connection, &facts.variant)?,
                names.player(connection, &facts.white)?,
                names.player(connection, &facts.black)?,
                facts.result as u8,
                facts.plies,
                facts.opening,
                facts.ending.packed(),
                facts.annotated,
                facts.fingerprint,
                created.unwrap_or(now),
                GameKind::of(&body.tags) as u8,
            ])?;
        games += 1;
    }
    Ok(games)
}

/// Gives games without moves an empty tree, and deletes those without any name or result. Returns the number
/// of games kept.
fn trees_of_games(connection: &Connection) -> Result<u32, StoreError> {
    connection.execute_batch(
        "DELETE FROM game WHERE id NOT IN (SELECT game_id FROM tree)
             AND coalesce(white_id, black_id, event_id) IS NULL AND result = 0;
         DELETE FROM play WHERE game_id NOT IN (SELECT game_id FROM tree);",
    )?;
    let lost = ids(
        connection,
        "SELECT id FROM game WHERE id NOT IN (SELECT game_id FROM tree)",
    )?;
    for id in &lost {
        connection
            .prepare_cached("INSERT INTO tree (game_id, bytes) VALUES (?1, ?2)")?
            .execute(params![id, NO_MOVE])?;
        update_facts(connection, *id)?;
    }
    Ok(lost.len() as u32)
}

/// Keeps a game that ends too early as far as it goes. It cannot be continued, because its clock and level
/// belong to a later position.
fn shorten(connection: &Connection, id: i64) -> Result<(), StoreError> {
    connection.execute("DELETE FROM play WHERE game_id = ?1", [id])?;
    update_facts(connection, id)
}

fn ids(connection: &Connection, select: &str) -> rusqlite::Result<Vec<i64>> {
    let mut select = connection.prepare(select)?;
    let ids = select.query_map([], |row| row.get(0))?;
    ids.collect()
}

/// Derives the players of games played here.
fn name_players(connection: &Connection) -> Result<(), StoreError> {
    let mut nameless = connection.prepare(
        "SELECT game.id, white_level, black_level, profile.name, white_id IS NULL, black_id IS NULL
         FROM play JOIN game ON game.id = game_id JOIN profile ON profile.id = profile_id
         WHERE white_id IS NULL OR black_id IS NULL",
    )?;
    let (mut rows, mut names) = (nameless.query([])?, Names::default());
    while let Some(row) = rows.next()? {
        let (id, person): (i64, String) = (row.get(0)?, row.get(3)?);
        for (level, lost, column) in [(1, 4, "white_id"), (2, 5, "black_id")] {
            let level: Option<String> = row.get(level)?;
            let name = level.map_or_else(|| person.clone(), |level| computer(&level));
            if row.get(lost)? {
                let name = names.player(connection, &name)?;
                connection.execute(
                    &format!("UPDATE game SET {column} = ?2 WHERE id = ?1"),
                    (id, name),
                )?;
            }
        }
    }
    Ok(())
}

/// Counts the rows after the repair.
fn count(connection: &Connection, rescue: &mut Rescue) -> Result<(), StoreError> {
    let games = "SELECT count(*), coalesce(sum(plies), 0) FROM game WHERE deletion_id IS NULL
         AND NOT (plies = 0 AND EXISTS (SELECT 1 FROM play WHERE game_id = id))";
    (rescue.games, rescue.moves) = connection.query_row(games, [], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let rows =
        |table: &str| connection.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0));
    rescue.steps = rows("lesson_step")?;
    rescue.attempts = rows("puzzle_attempt")?;
    Ok(())
}
