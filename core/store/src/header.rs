//! Checks the header of a database file without SQLite.
use super::{StoreError, connection, migrate};
use std::path::Path;

/// Checks the header of a file without SQLite, which could create files beside a file of another program.
pub(super) fn check_header(path: &Path) -> Result<(), StoreError> {
    use std::io::{ErrorKind, Read};
    let file = match std::fs::File::open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut header = Vec::with_capacity(100);
    file.take(100).read_to_end(&mut header)?;
    // SQLite treats an empty file as a new database.
    if header.is_empty() {
        return Ok(());
    }
    if header.len() < 100 || !header.starts_with(b"SQLite format 3\0") {
        return Err(StoreError::Damaged("not a SQLite file".into()));
    }
    let number = |at: std::ops::Range<usize>| header[at].iter().fold(0, |n, byte| n << 8 | u32::from(*byte));
    let (page_size, pages, schema) = (number(16..18), number(28..32), number(60..64));
    if schema > migrate::NEWEST {
        let (found, known) = (schema, migrate::NEWEST);
        // Reads the file's tables without creating a file beside it. If that fails, the version number is
        // trusted.
        return match connection::open_immutable(path) {
            Ok(connection) if number(68..72) == migrate::APPLICATION_ID => {
                migrate::check_number(&connection, found)
            }
            _ => Err(StoreError::FromNewerApp { found, known }),
        };
    }
    // After a crash the journal completes the file. Without a journal, a file that is too short has been
    // truncated.
    let has_journal = ["-wal", "-journal"].iter().any(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        Path::new(&name).exists()
    });
    // A page size of 1 stands for 65 536.
    let page_size = if page_size == 1 {
        65_536
    } else {
        u64::from(page_size)
    };
    if !has_journal && length < u64::from(pages) * page_size {
        return Err(StoreError::Damaged("the file's end is missing".into()));
    }
    Ok(())
}
