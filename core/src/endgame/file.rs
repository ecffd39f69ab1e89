//! Tables in a file that grows by every class that is solved. Whoever is killed while it does leaves what was whole
//! before, and the file goes on from there.
use super::{Table, Tables};
use crate::ArtefactError;
use crate::rules::Variant;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

/// Why a file of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The disk refuses.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// It is no such file, a newer one, or damaged.
    #[error("{0}")]
    Content(#[from] ArtefactError),
    /// Its tables are of another game.
    #[error("the endgame tables are of {0}")]
    Variant(Variant),
}

/// A file of tables that more are written to.
#[derive(Debug)]
pub struct TableFile {
    file: File,
    variant: Variant,
}

impl TableFile {
    /// What a file holds, one that is being written too.
    ///
    /// # Errors
    /// It cannot be read, or is no file of tables.
    pub fn read(path: &Path) -> Result<Tables, FileError> {
        let (tables, _) = Tables::read_whole(fs::read(path)?)?;
        // Not one class in it: as good as a file cut short.
        tables.ok_or_else(|| FileError::Disk(io::ErrorKind::UnexpectedEof.into()))
    }

    /// Opens the file to go on with it, and says what it holds; makes it where there is none. What a killed program
    /// left of a class is cut off.
    ///
    /// # Errors
    /// The disk refuses, or it is something else: then it stays as it is.
    pub fn open(path: &Path, variant: Variant) -> Result<(TableFile, Tables), FileError> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let (tables, whole) = Tables::read_whole(bytes)?;
        let tables = tables.unwrap_or_else(|| Tables::empty(variant));
        if tables.variant() != variant {
            return Err(FileError::Variant(tables.variant()));
        }
        let mut file = File::options()
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)?;
        file.set_len(whole as u64)?;
        file.seek(SeekFrom::End(0))?;
        Ok((TableFile { file, variant }, tables))
    }

    /// Writes tables behind those that are there; they are on the disk when this is done.
    ///
    /// # Errors
    /// The disk refuses. What was there before stays, and the next who opens the file goes on from it.
    pub fn append(&mut self, tables: &[Table]) -> io::Result<()> {
        self.file.write_all(&Tables::write_some(self.variant, tables))?;
        self.file.sync_data()
    }
}
