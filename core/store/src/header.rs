//! The header of a database file, read without SQLite. Knows the file format, no table.
use super::{StoreError, connection, migrate};
use std::path::Path;

/// Checks the header of a file without SQLite, which could create files beside one that is not ours.
pub(super) fn check_header(path: &Path) -> Result<(), StoreError> {
    use std::io::{ErrorKind, Read};
    let file = match std::fs::File::open(path) {
        Err(e) if e.kind() == ErrorKind::NotFound => return Ok(()),
        file => file?,
    };
    let length = file.metadata()?.len();
    let mut header = Vec::with_capacity(100);
    file.take(100).read_to_end(&mut header)?;
    // SQLite takes an empty file for a new database.
    if header.is_empty() {
        return Ok(());
    }
    if header.len() < 100 || !header.starts_with(b"SQLite format 3\0") {
        return Err(StoreError::Damaged("no SQLite file".into()));
    }
    let number = |at: std::ops::Range<usize>| header[at].iter().fold(0, |n, byte| n << 8 | u32::from(*byte));
    let (page_size, pages, schema) = (number(16..18), number(28..32), number(60..64));
    if schema > migrate::NEWEST {
        let (found, known) = (schema, migrate::NEWEST);
        // Its tables are read without creating a file beside it. Where that fails, the number is believed.
        return match connection::open_immutable(path) {
            Ok(connection) if number(68..72) == migrate::APPLICATION_ID => {
                migrate::check_number(&connection, found)
            }
            _ => Err(StoreError::FromNewerApp { found, known }),
        };
    }
    // After a crash the journal completes the file; without one a short file is truncated.
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
