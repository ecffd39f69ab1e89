//! Lets one host at a time use a library, across programs.
use crate::error::HostError;
use damier_store::Store;
use same_file::Handle;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// Held while a host runs: a locked file beside the library. The system unlocks it after a crash.
#[derive(Debug)]
pub(crate) struct LibraryLock {
    path: PathBuf,
    // Closed, and so unlocked, after the file is removed.
    _file: File,
}

impl LibraryLock {
    /// Locks the library of a store; `None` for one in memory.
    ///
    /// # Errors
    /// [`HostError::LibraryTaken`] if another host uses it; `System` if the file cannot be written.
    pub(crate) fn take(store: &Store) -> Result<Option<Self>, HostError> {
        let Some(library) = store.path() else {
            return Ok(None);
        };
        let mut name = library.as_os_str().to_owned();
        name.push("-host");
        let path = PathBuf::from(name);
        loop {
            let file = File::options()
                .create(true)
                .append(true)
                .open(&path)
                .map_err(HostError::System)?;
            match file.try_lock() {
                // A host that has just ended may have removed the file that was opened here.
                Ok(()) if is_at(&file, &path) => return Ok(Some(Self { path, _file: file })),
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(HostError::LibraryTaken(library.into())),
                Err(TryLockError::Error(error)) => return Err(HostError::System(error)),
            }
        }
    }
}

impl Drop for LibraryLock {
    fn drop(&mut self) {
        drop(fs::remove_file(&self.path));
    }
}

/// True if this file is still the one at the path.
fn is_at(file: &File, path: &Path) -> bool {
    let own = file.try_clone().and_then(Handle::from_file);
    let found = Handle::from_path(path);
    matches!((own, found), (Ok(own), Ok(found)) if own == found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_removed_file_is_not_at_its_path() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("club.db-host");
        let file = File::create(&path).unwrap();
        assert!(is_at(&file, &path));
        // On Windows too, where Rust opens files so that others may remove them.
        fs::remove_file(&path).unwrap();
        assert!(!is_at(&file, &path));
    }
}
