//! Backup and restore: the content of the store as text, one JSON object a line.
mod line;
mod restore;
mod rows;
mod tables;

pub use restore::{LineFault, LineProblem, Restore, Restored, RestoredLesson};
pub(super) use rows::{ROWS, SECTIONS, read};

use super::{Store, StoreError};
use line::{BackupLine, Begin, End};
use rows::GAMES;

/// The newest format that this version writes and reads.
const VERSION: u32 = 9;

/// A backup being written step by step.
#[derive(Debug)]
pub struct Backup {
    at: i64,
    /// `None` before the first line.
    section: Option<usize>,
    after: i64,
    lines: u64,
    most: i64,
}

impl Backup {
    /// Starts a backup made at `now`, in milliseconds since 1970.
    pub fn new(now: f64) -> Self {
        Self {
            at: now as i64,
            section: None,
            after: 0,
            lines: 0,
            most: 1,
        }
    }

    /// Writes the next lines; returns true after the last one.
    pub fn step(&mut self, store: &Store, text: &mut String) -> Result<bool, StoreError> {
        let Some(section) = self.section else {
            self.most = store
                .connection
                .query_row("SELECT coalesce(max(id), 1) FROM game", [], |row| row.get(0))?;
            self.section = Some(0);
            write(
                text,
                &BackupLine::Damier(Begin {
                    version: VERSION,
                    at: self.at,
                }),
            )?;
            return Ok(false);
        };
        if section == SECTIONS {
            write(text, &BackupLine::End(End { lines: self.lines }))?;
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

    /// Returns the progress by games, 0 to 1.
    pub fn progress(&self) -> f64 {
        match self.section {
            Some(GAMES) => self.after as f64 / self.most as f64,
            Some(section) if section > GAMES => 1.0,
            _ => 0.0,
        }
    }
}

fn write(text: &mut String, line: &BackupLine) -> Result<(), StoreError> {
    let line = serde_json::to_string(line).map_err(|e| StoreError::Damaged(e.to_string()))?;
    text.push_str(&line);
    text.push('\n');
    Ok(())
}
