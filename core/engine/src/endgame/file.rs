//! A file of tables to which every solved class is appended. A killed program leaves an incomplete last part, which
//! the next run overwrites.
use super::{ClassTable, Tables, compression};
use draughts::Variant;
use draughts::raw::artefact::ArtefactError;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Number of bytes that identify the kind of file.
const HEAD_BYTES: u64 = 128;

/// The reason why a file of tables cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The file cannot be read or written.
    #[error("{0}")]
    Disk(#[from] io::Error),
    /// The file is of another kind, from a later version, or damaged.
    #[error("{0}")]
    Content(#[from] ArtefactError),
    /// The tables belong to another variant.
    #[error("the endgame tables belong to another game: {0}")]
    Variant(Variant),
}

/// A file of tables to append to.
#[derive(Debug)]
pub struct TableFile {
    path: PathBuf,
    variant: Variant,
    /// The length of its complete part; a killed program may have left more.
    complete_len: u64,
    /// The file, opened when the first class is appended.
    file: Option<File>,
}

impl TableFile {
    /// Reads the tables of a file: built ones also while it is being written, packed or coded ones once it is whole.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read, or is no file of tables.
    pub fn read(path: &Path) -> Result<Tables, FileError> {
        let bytes = fs::read(path)?;
        if compression::is_coded(&bytes) {
            return Ok(Tables::read(bytes)?);
        }
        let (tables, _) = Tables::read_growing(bytes)?;
        // A file without a complete class counts as truncated.
        tables.ok_or_else(|| FileError::Disk(io::ErrorKind::UnexpectedEof.into()))
    }

    /// Opens a file to append to and reads its tables; there are none if it does not exist yet.
    ///
    /// # Errors
    /// [`FileError`] if the file cannot be read, or is no file of tables of this variant.
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

    /// Returns `true` if a file begins like one of packed tables.
    pub(super) fn begins_packed(path: &Path) -> bool {
        let mut begin = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD_BYTES).read_to_end(&mut begin));
        read.is_ok() && compression::begins_packed(&begin)
    }

    /// Replaces the file by packed tables, completely or not at all.
    ///
    /// # Errors
    /// The file cannot be written. It keeps its contents.
    pub(super) fn replace(path: &Path, packed: &[u8]) -> io::Result<()> {
        let mut part = path.as_os_str().to_owned();
        part.push(".part");
        let part = PathBuf::from(part);
        let written = File::create(&part)
            .and_then(|mut file| file.write_all(packed).and_then(|()| file.sync_data()))
            .and_then(|()| fs::rename(&part, path));
        if written.is_err() {
            // The partial file is useless. If it cannot be removed, the next attempt overwrites it.
            let _ = fs::remove_file(&part);
        }
        written
    }

    /// Appends tables and syncs the file.
    ///
    /// # Errors
    /// The file cannot be written. Its complete part keeps its contents.
    pub fn append(&mut self, tables: &[ClassTable]) -> io::Result<()> {
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
