//! Tables in a file that grows by every class that is solved. Whoever is killed while it does leaves what was whole
//! before, and the file goes on from there.
use super::{Table, Tables};
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;
use std::fs::{self, File};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

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
    path: PathBuf,
    variant: Variant,
    /// So many bytes are whole: what a killed program left of a class comes behind them.
    whole: u64,
    /// Opened with the first class that is written.
    file: Option<File>,
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

    /// The file to go on with, and what it holds; nothing where there is none yet.
    ///
    /// # Errors
    /// The disk refuses, or it is something else.
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
        let file = TableFile {
            path: path.to_owned(),
            variant,
            whole: whole as u64,
            file: None,
        };
        Ok((file, tables))
    }

    /// Writes tables behind those that are there; they are on the disk when this is done.
    ///
    /// # Errors
    /// The disk refuses. What was there before stays, and the next who opens the file goes on from it.
    pub fn append(&mut self, tables: &[Table]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut file = File::options()
                    .write(true)
                    .create(true)
                    .truncate(false)
                    .open(&self.path)?;
                file.set_len(self.whole)?;
                file.seek(SeekFrom::End(0))?;
                none.insert(file)
            }
        };
        file.write_all(&Tables::write_some(self.variant, tables))?;
        file.sync_data()
    }
}
