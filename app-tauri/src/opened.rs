//! Files and links that the window was opened with: by double click, on the command line, or from its menu.
use crate::arguments::Argument;
use crate::commands::storage;
use damier_core::{ApiError, ErrorKind};
use serde::Serialize;
use std::ffi::OsString;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tauri::ipc::Response;
use tauri::{AppHandle, Emitter, Manager, Runtime, State};

/// Maximum number of bytes in one reply.
const MAX_BYTES: u64 = 1 << 20;

/// The opened files. A page can read these and no others.
#[derive(Debug, Default)]
pub(crate) struct Opened(Mutex<OpenedState>);

#[derive(Debug, Default)]
struct OpenedState {
    paths: Vec<PathBuf>,
    /// Number of paths that the page already knows.
    known: usize,
    /// Links, and texts that another app shared, which the page does not know yet.
    links: Vec<String>,
}

/// Files and links that are new to the page; see `OpenedState`.
#[derive(Debug, Serialize)]
pub(crate) struct NewlyOpened {
    files: Vec<OpenedFile>,
    /// In order of arrival.
    links: Vec<String>,
}

/// An opened file, for the page.
#[derive(Debug, Serialize)]
pub(crate) struct OpenedFile {
    number: usize,
    name: String,
    size: u64,
    /// Set if the file cannot be read: `notFound` if it does not exist, `denied` without permission.
    fault: Option<ErrorKind>,
}

impl Opened {
    /// Reads the program's arguments: paths, file URLs ("file:///home/ann/games.pdn") and links.
    pub(crate) fn of_arguments(arguments: impl Iterator<Item = OsString>) -> Self {
        let opened = Self::default();
        opened.add(Path::new(""), arguments);
        opened
    }

    /// Adds arguments of a program in this folder; returns the files among them.
    pub(crate) fn add(&self, folder: &Path, arguments: impl Iterator<Item = OsString>) -> Vec<PathBuf> {
        let mut files = Vec::new();
        let mut state = self.state();
        for argument in arguments {
            match Argument::read(folder, &argument) {
                Argument::Link(link) => state.links.push(link),
                Argument::File(path) => files.push(path),
            }
        }
        state.paths.extend_from_slice(&files);
        files
    }

    fn state(&self) -> MutexGuard<'_, OpenedState> {
        // A panic elsewhere cannot leave the list inconsistent.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Passes more files and links to the open window, as the arguments of a program in this folder.
pub(crate) fn hand_over<R: Runtime>(
    app: &AppHandle<R>,
    folder: &Path,
    arguments: impl Iterator<Item = OsString>,
) {
    let files = app.state::<Opened>().add(folder, arguments);
    remember(app, &files);
    // A page that is still loading asks for them later.
    drop(app.emit("opened", ()));
}

/// Passes a shared text (a link, a game, a position) to the open window.
#[cfg(target_os = "android")]
pub(crate) fn hand_over_text<R: Runtime>(app: &AppHandle<R>, text: String) {
    app.state::<Opened>().state().links.push(text);
    drop(app.emit("opened", ()));
}

/// Adds existing files to the recent ones.
#[cfg(desktop)]
pub(crate) fn remember<R: Runtime>(app: &AppHandle<R>, files: &[PathBuf]) {
    let whole = files.iter().filter_map(|file| file.canonicalize().ok());
    app.state::<crate::preferences::Preferences>()
        .opened(&whole.collect::<Vec<_>>());
    if let Err(error) = crate::menu::renew(app) {
        log::warn!("menu: {error}");
    }
}

/// Phones have no recent files.
#[cfg(mobile)]
pub(crate) fn remember<R: Runtime>(_: &AppHandle<R>, _: &[PathBuf]) {}

fn fault(path: &Path) -> Option<ErrorKind> {
    // Not a regular file (directory, pipe, device).
    if path.metadata().is_ok_and(|found| !found.is_file()) {
        return Some(ErrorKind::NotFound);
    }
    let opened = File::open(path);
    opened.err().map(|error| match error.kind() {
        std::io::ErrorKind::PermissionDenied => ErrorKind::Denied,
        _ => ErrorKind::NotFound,
    })
}

/// Returns files and links that are new to the page.
#[tauri::command(async)]
pub(crate) fn opened(opened: State<'_, Opened>) -> NewlyOpened {
    let mut state = opened.state();
    let all = state.paths.len();
    let from = std::mem::replace(&mut state.known, all);
    let links = std::mem::take(&mut state.links);
    let files = state.paths.iter().enumerate().skip(from);
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
    NewlyOpened {
        files: files.map(file).collect(),
        links,
    }
}

/// Reads part of an opened file.
#[tauri::command(async)]
pub(crate) fn read_opened(
    opened: State<'_, Opened>,
    number: usize,
    from: u64,
    length: u64,
) -> Result<Response, ApiError> {
    let path = opened.state().paths.get(number).cloned();
    let path = path.ok_or_else(|| storage(format!("no file {number} was opened")))?;
    let mut file = File::open(path).map_err(storage)?;
    file.seek(SeekFrom::Start(from)).map_err(storage)?;
    let mut bytes = Vec::new();
    file.take(length.min(MAX_BYTES))
        .read_to_end(&mut bytes)
        .map_err(storage)?;
    Ok(Response::new(bytes))
}
