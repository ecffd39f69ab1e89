//! Migrations: brings the schema of a file up to date.
use super::StoreError;
use super::check::{self, Reading};
use rusqlite::{Connection, OptionalExtension, TransactionBehavior};

/// The migrations in order. A file's `user_version` is the number of those applied. Append only.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_init.sql"),
    include_str!("migrations/0002_library.sql"),
    include_str!("migrations/0003_lessons.sql"),
    include_str!("migrations/0004_training.sql"),
    include_str!("migrations/0005_terms.sql"),
    include_str!("migrations/0006_puzzle_sets.sql"),
    include_str!("migrations/0007_puzzle_players.sql"),
    include_str!("migrations/0008_first_steps.sql"),
    include_str!("migrations/0009_lesson_memory.sql"),
    include_str!("migrations/0010_puzzle_scale.sql"),
    include_str!("migrations/0011_played.sql"),
    include_str!("migrations/0012_letter.sql"),
    include_str!("migrations/0013_repertoire.sql"),
    include_str!("migrations/0014_review.sql"),
    include_str!("migrations/0015_kind.sql"),
    include_str!("migrations/0016_ideas.sql"),
];

/// The newest schema that this version knows.
pub(super) const NEWEST: u32 = STEPS.len() as u32;

/// "DAMI"; written by the first migration.
pub(super) const APPLICATION_ID: u32 = 0x4441_4D49;

/// Returns the schema version of a file.
pub(super) fn version(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Refuses a file that this version cannot use; changes nothing.
pub(super) fn check(connection: &Connection, reading: Reading) -> Result<(), StoreError> {
    // Reads in one transaction, because another program may be creating the file.
    let moment = connection.unchecked_transaction()?;
    let found = version(&moment)?;
    check_number(&moment, found)?;
    let ours: u32 = moment.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables: u32 = moment.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    moment.finish()?;
    if tables > 0 && (ours != APPLICATION_ID || found == 0) {
        return Err(StoreError::Damaged("a database of another program".into()));
    }
    let pages: u32 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
    if reading == Reading::Whole && tables > 0 {
        return check::all(connection);
    }
    if pages <= QUICKLY_READ {
        let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        return sound(verdict);
    }
    let mut select = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )?;
    let tables = select.query_map([], |row| row.get(0))?;
    let tables: Vec<String> = tables.collect::<Result<_, _>>()?;
    for table in tables.iter().filter(|name| !BULK.contains(&name.as_str())) {
        let mut select = connection.prepare("SELECT quick_check FROM pragma_quick_check(?1)")?;
        sound(select.query_row([table], |row| row.get(0))?)?;
    }
    Ok(())
}

/// Size limit in pages (64 MB). A smaller file is checked whole before it is opened. In a larger file the
/// tables in `BULK` are checked in the background, some rows at a time.
const QUICKLY_READ: u32 = 16_384;
const BULK: [&str; 6] = ["game", "tree", "player", "posting", "line", "played"];

/// A newer version without a schema change that this version can see is at most this many migrations ahead.
const NEAR: u32 = 3;

/// Refuses a file whose schema number is newer than this version. If the file has the tables of a known
/// migration, its number is damaged instead.
pub(super) fn check_number(connection: &Connection, found: u32) -> Result<(), StoreError> {
    if found == NEWEST {
        return Ok(());
    }
    let made = match made_by(connection) {
        // A newer version may use SQL that this SQLite cannot read.
        Err(_) if found > NEWEST => Vec::new(),
        made => made?,
    };
    if found > NEWEST && (found <= NEWEST + NEAR || made.is_empty()) {
        return Err(StoreError::FromNewerApp { found, known: NEWEST });
    }
    if made.is_empty() || made.contains(&found) {
        return Ok(());
    }
    Err(StoreError::Damaged(format!(
        "its number is schema {found}, but it has the tables of {made:?}"
    )))
}

/// Returns the migrations after which a file has exactly these tables and columns.
fn made_by(connection: &Connection) -> Result<Vec<u32>, StoreError> {
    let here = columns(connection)?;
    let new = Connection::open_in_memory()?;
    let mut made = Vec::new();
    for step in 1..=NEWEST {
        apply(&new, step - 1, step)?;
        if columns(&new)? == here {
            made.push(step);
        }
    }
    Ok(made)
}

fn columns(connection: &Connection) -> Result<Vec<(String, String)>, StoreError> {
    let mut select = connection.prepare(
        "SELECT s.name, coalesce(c.name, '') FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c
         WHERE s.type IN ('table', 'index') AND s.name NOT LIKE 'sqlite_%' ORDER BY 1, 2",
    )?;
    let columns = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    Ok(columns.collect::<Result<_, _>>()?)
}

/// Returns the schema whose tables and indexes match these SQL texts best; `said` wins a tie.
pub(super) fn schema_of(listed: &[(String, String)], said: u32) -> Result<u32, StoreError> {
    let new = Connection::open_in_memory()?;
    let mut best = (i32::MIN, false, NEWEST);
    for step in 1..=NEWEST {
        apply(&new, step - 1, step)?;
        let mut alike = 0_i32;
        for (name, text) in listed {
            let mut select = new.prepare_cached("SELECT sql = ?2 FROM sqlite_schema WHERE name = ?1")?;
            let same: Option<bool> = select.query_row((name, text), |row| row.get(0)).optional()?;
            alike += if same == Some(true) { 1 } else { -1 };
        }
        best = best.max((alike, step == said, step));
    }
    Ok(best.2)
}

pub(super) fn sound(verdict: String) -> Result<(), StoreError> {
    if verdict == "ok" {
        Ok(())
    } else {
        Err(StoreError::Damaged(verdict))
    }
}

/// Applies the missing migrations in one transaction.
pub(super) fn run(connection: &mut Connection) -> Result<(), StoreError> {
    // Immediate: if two programs start at once, the second waits and then finds nothing to do.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let had: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    apply(&transaction, had, NEWEST)?;
    transaction.commit()?;
    Ok(())
}

/// Applies the migrations from one version to another. The caller owns the transaction.
pub(super) fn apply(connection: &Connection, had: u32, wanted: u32) -> Result<(), StoreError> {
    for step in STEPS.iter().take(wanted as usize).skip(had as usize) {
        connection.execute_batch(step)?;
    }
    if had < wanted {
        connection.pragma_update(None, "user_version", wanted)?;
    }
    Ok(())
}
