//! The files the window was opened with: by a double click, or named on the command line. Reads them; knows nothing of games.
use crate::commands::storage;
use damier_core::{ApiError, ErrorKind};
use serde::Serialize;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::Response;
use tauri::{State, Url};

/// The most bytes of a file in one reply.
const MOST: u64 = 1 << 20;

/// Their paths. A page can read these files and no others.
#[derive(Debug, Default)]
pub(crate) struct Opened(Mutex<Paths>);

#[derive(Debug, Default)]
struct Paths {
    all: Vec<PathBuf>,
    /// So many have been told to the page.
    told: usize,
}

/// A file as the page knows it.
#[derive(Debug, Serialize)]
pub(crate) struct OpenedFile {
    number: usize,
    name: String,
    size: u64,
    /// It cannot be read: `notFound` where there is no such file, `denied` where it is not for this person's eyes.
    fault: Option<ErrorKind>,
}

impl Opened {
    /// The files among the program's arguments, each a path or an address ("file:///home/ann/games.pdn").
    pub(crate) fn of_arguments(arguments: impl Iterator<Item = OsString>) -> Self {
        let opened = Self::default();
        opened.add(arguments);
        opened
    }

    /// More files to open.
    pub(crate) fn add(&self, files: impl Iterator<Item = OsString>) {
        self.paths().all.extend(files.map(path_of));
    }

    fn paths(&self) -> MutexGuard<'_, Paths> {
        // A list of paths is whole whatever panicked while it was held.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A path, or what an address leads to.
fn path_of(argument: OsString) -> PathBuf {
    let url = argument.to_str().and_then(|text| Url::parse(text).ok());
    let path = url
        .filter(|url| url.scheme() == "file")
        .and_then(|url| url.to_file_path().ok());
    path.unwrap_or_else(|| argument.into())
}

fn fault(path: &Path) -> Option<ErrorKind> {
    // A folder, or what never ends.
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Some(ErrorKind::NotFound);
    }
    let opened = File::open(path);
    opened.err().map(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => ErrorKind::Denied,
        _ => ErrorKind::NotFound,
    })
}

/// The files that the page has not been told of yet.
#[tauri::command(async)]
pub(crate) fn opened(opened: State<'_, Opened>) -> Vec<OpenedFile> {
    let mut paths = opened.paths();
    let all = paths.all.len();
    let from = std::mem::replace(&mut paths.told, all);
    let files = paths.all.iter().enumerate().skip(from);
    let file = |(number, path): (usize, &PathBuf)| OpenedFile {
        number,
        name: path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        size: path.metadata().map_or(0, |metadata| metadata.len()),
        fault: fault(path),
    };
    files.map(file).collect()
}

/// A piece of one of them, as bytes.
#[tauri::command(async)]
pub(crate) fn read_opened(
    opened: State<'_, Opened>,
    number: usize,
    from: u64,
    length: u64,
) -> Result<Response, ApiError> {
    let path = opened.paths().all.get(number).cloned();
    let path = path.ok_or_else(|| storage(format!("no file {number} was opened")))?;
    let mut file = File::open(path).map_err(storage)?;
    file.seek(SeekFrom::Start(from)).map_err(storage)?;
    let mut bytes = Vec::new();
    file.take(length.min(MOST))
        .read_to_end(&mut bytes)
        .map_err(storage)?;
    Ok(Response::new(bytes))
}
