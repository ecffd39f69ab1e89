//! Lets one host at a time use a library, across programs.
use crate::error::HostError;
use damier_store::Store;
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

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |found: fs::Metadata| (found.dev(), found.ino());
    let (Ok(own), Ok(found)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    identity(own) == identity(found)
}

/// On other systems an open file cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}
