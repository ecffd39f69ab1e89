//! Brings a store's file to the newest schema. Knows numbers and SQL files, nothing of what they hold.
use super::StoreError;
use rusqlite::{Connection, TransactionBehavior};

/// The schema, step by step; a file's `user_version` is the number of steps it has had. Append only.
const STEPS: &[&str] = &[
    include_str!("migrations/0001_init.sql"),
    include_str!("migrations/0002_library.sql"),
    include_str!("migrations/0003_lessons.sql"),
    include_str!("migrations/0004_training.sql"),
    include_str!("migrations/0005_terms.sql"),
    include_str!("migrations/0006_puzzle_sets.sql"),
    include_str!("migrations/0007_puzzle_players.sql"),
];

/// The newest schema this version knows.
pub(super) const NEWEST: u32 = STEPS.len() as u32;

/// "DAMI", written by the first step.
pub(super) const APPLICATION_ID: u32 = 0x4441_4D49;

/// The schema that a file has.
pub(super) fn version(connection: &Connection) -> Result<u32, StoreError> {
    Ok(connection.query_row("PRAGMA user_version", [], |row| row.get(0))?)
}

/// Refuses a file that is not for this version; changes nothing.
pub(super) fn check(connection: &Connection) -> Result<(), StoreError> {
    let found = version(connection)?;
    if found > NEWEST {
        return Err(StoreError::FromNewerApp { found, known: NEWEST });
    }
    let ours: u32 = connection.query_row("PRAGMA application_id", [], |row| row.get(0))?;
    let tables: u32 = connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    if tables > 0 && (ours != APPLICATION_ID || found == 0) {
        return Err(StoreError::Damaged("a database of another program".into()));
    }
    let pages: u32 = connection.query_row("PRAGMA page_count", [], |row| row.get(0))?;
    if pages <= QUICKLY_READ {
        let verdict: String = connection.query_row("PRAGMA quick_check(1)", [], |row| row.get(0))?;
        return sound(verdict);
    }
    for table in SMALL {
        let mut select = connection.prepare("SELECT quick_check FROM pragma_quick_check(?1)")?;
        sound(select.query_row([table], |row| row.get(0))?)?;
    }
    Ok(())
}

/// A file of so many pages is read whole before it is opened; of a larger one the tables that are not the library's bulk.
const QUICKLY_READ: u32 = 16_384;
const SMALL: [&str; 14] = [
    "profile",
    "setting",
    "lesson_step",
    "puzzle_attempt",
    "rating",
    "play",
    "collection",
    "collected",
    "note",
    "source",
    "deletion",
    "variant",
    "event",
    "segment",
];

fn sound(verdict: String) -> Result<(), StoreError> {
    if verdict == "ok" {
        Ok(())
    } else {
        Err(StoreError::Damaged(verdict))
    }
}

/// Applies the steps the file has not had, all or none.
pub(super) fn run(connection: &mut Connection) -> Result<(), StoreError> {
    // Immediate: of two programs that start at once the second waits, then finds the work done.
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let had: u32 = transaction.query_row("PRAGMA user_version", [], |row| row.get(0))?;
    apply(&transaction, had, NEWEST)?;
    transaction.commit()?;
    Ok(())
}

/// Applies the steps from one schema to another; the caller has the transaction.
pub(super) fn apply(connection: &Connection, had: u32, wanted: u32) -> Result<(), StoreError> {
    for step in STEPS.iter().take(wanted as usize).skip(had as usize) {
        connection.execute_batch(step)?;
    }
    if had < wanted {
        connection.pragma_update(None, "user_version", wanted)?;
    }
    Ok(())
}
