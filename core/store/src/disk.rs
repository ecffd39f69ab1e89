//! Finds out from the file system why a file cannot be written. SQLite only reports that it cannot.
use super::StoreError;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

/// Makes a disk error specific: full, read-only, gone, no permission. Returns other errors unchanged.
pub(super) fn look_into(path: &Path, error: StoreError) -> StoreError {
    match error {
        StoreError::Disk(_) => try_out(path).err().map_or(error, StoreError::from),
        error => error,
    }
}

/// Does what SQLite does: opens the file for writing and creates another file beside it.
fn try_out(path: &Path) -> io::Result<()> {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::metadata(folder)?;
    if path.exists() {
        OpenOptions::new().append(true).open(path)?;
    }
    let beside = beside(path, "-try");
    let written = File::create_new(&beside)
        .and_then(|mut file| file.write_all(&[0; 32 << 10]).and_then(|()| file.sync_all()));
    drop(fs::remove_file(beside));
    written
}

/// Appends a suffix to the path.
pub(super) fn beside(path: &Path, end: &str) -> std::path::PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Returns the identity of the file at this path (device and inode); `None` if there is none.
pub(super) fn file_at(path: &Path) -> Option<(u64, u64)> {
    let found = fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((found.dev(), found.ino()))
    }
    // On other systems an open file cannot be removed.
    #[cfg(not(unix))]
    {
        drop(found);
        Some((0, 0))
    }
}
