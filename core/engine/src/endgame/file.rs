//! A file of tables to which every solved class is appended. A killed program leaves an incomplete last part, which the next
//! one overwrites.
use super::{Table, Tables, compression};
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Bytes in which a file tells what it holds.
const BEGIN: u64 = 128;

/// Why a file of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// It is another kind of file, from a later version, or damaged.
    #[error("{0}")]
    Content(#[from] ArtefactError),
    /// Its tables are of another variant.
    #[error("the endgame tables are of {0}")]
    Variant(Variant),
}

/// A file of tables to append to.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    variant: Variant,
    /// The length of its complete part; what follows was left by a killed program.
    complete_len: u64,
    /// Opened when the first class is appended.
    file: Option<File>,
}

impl TableFile {
    /// Reads the tables of a file, also while it is being written.
    ///
    /// # Errors
    /// It cannot be read, or is no file of tables.
    pub fn read(path: &Path) -> Result<Tables, FileError> {
        let (tables, _) = Tables::read_growing(fs::read(path)?)?;
        // Without a single class it counts as truncated.
        tables.ok_or_else(|| FileError::Disk(io::ErrorKind::UnexpectedEof.into()))
    }

    /// Opens a file to append to and reads its tables; there are none where it does not exist yet.
    ///
    /// # Errors
    /// It cannot be read, or is no file of tables of this variant.
    pub fn open(path: &Path, variant: Variant) -> Result<(TableFile, Tables), FileError> {
        let bytes = match fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            bytes => bytes?,
        };
        let (tables, complete_len) = Tables::read_growing(bytes)?;
        let tables = tables.unwrap_or_else(|| Tables::empty(variant));
        if tables.variant() != variant {
            return Err(FileError::Variant(tables.variant()));
        }
        let file = TableFile {
            path: path.to_owned(),
            variant,
            complete_len: complete_len as u64,
            file: None,
        };
        Ok((file, tables))
    }

    /// Whether a file begins as one of packed tables does.
    pub(super) fn begins_packed(path: &Path) -> bool {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|file| file.take(BEGIN).read_to_end(&mut begin));
        read.is_ok() && compression::begins_packed(&begin)
    }

    /// Puts packed tables in the place of the file: all of them or, where the disk refuses, none.
    ///
    /// # Errors
    /// The file cannot be written. It stays as it was.
    pub(super) fn replace(path: &Path, packed: &[u8]) -> io::Result<()> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let written = File::create(&part)
            .and_then(|mut file| file.write_all(packed).and_then(|()| file.sync_data()))
            .and_then(|()| fs::rename(&part, path));
        if written.is_err() {
            // What is left of it is of no use; where that stays too, the next attempt overwrites it.
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// Appends tables and syncs the file.
    ///
    /// # Errors
    /// The file cannot be written. Its complete part stays as it was.
    pub fn append(&mut self, tables: &[Table]) -> io::Result<()> {
        let file = match &mut self.file {
            Some(file) => file,
            none => {
                let mut file = File::options()
                    .write(true)
                    .create(true)
                    .truncate(false)
                    .open(&self.path)?;
                file.set_len(self.complete_len)?;
                file.seek(SeekFrom::End(0))?;
                none.insert(file)
            }
        };
        file.write_all(&Tables::write_some(self.variant, tables))?;
        file.sync_data()
    }
}
