//! The commands the pages may call to reach the core, and to save files. Translates between Tauri and the core; has no `if` about draughts.
use crate::clock;
use damier_core::analysis::kept_in;
use damier_core::profile::KeepAgain;
use damier_core::search::{SearchInfo, SearchParams, SearchResult, run};
use damier_core::{ApiError, App, Assets, ErrorKind};
use damier_store::{Store, StoreError};
use draughts_engine::{EngineAssets, StopFlag};
use percent_encoding::percent_decode_str;
use serde_json::Value;
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::ipc::{Channel, InvokeBody, Request};
use tauri::{AppHandle, Manager, Runtime, State};

/// The store's file in the app's data folder.
const FILE: &str = "damier.db";

/// Milliseconds between two reports of a search.
pub(crate) const REPORT: f64 = 100.0;

/// While another program writes, a call is made again so often, with a pause between; other calls come first in it.
const TRIES: u32 = 8;
const PAUSE: Duration = Duration::from_millis(100);

/// Whoever closes a window a second time in so many milliseconds means it.
const CLOSING: f64 = 30_000.0;

/// What the commands share.
pub(crate) struct Core {
    /// The app, or why its store could not be opened: then every call answers that, and the file is left as it is.
    app: Mutex<Result<App, ApiError>>,
    /// The store's file.
    #[cfg_attr(mobile, allow(dead_code, reason = "only a desk hosts"))]
    file: PathBuf,
    /// What the engine knows, shared by the app and the searches.
    engine: EngineAssets,
    /// The searches that run, by the page's number for them.
    searches: Mutex<HashMap<u64, StopFlag>>,
    /// When somebody was told last that closing the window loses something.
    warned: Mutex<f64>,
}

impl Core {
    /// Opens the store in this folder, which is made where it is missing.
    pub(crate) fn open(folder: &Path) -> Self {
        let engine = EngineAssets::bundled();
        Self {
            app: Mutex::new(open(folder, &engine)),
            file: folder.join(FILE),
            engine,
            searches: Mutex::default(),
            warned: Mutex::default(),
        }
    }

    /// The store's file: the host of games between devices has a line of its own to it.
    #[cfg(desktop)]
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// What the engine knows: a level that plays another program needs it too.
    #[cfg(desktop)]
    pub(crate) fn engine(&self) -> EngineAssets {
        self.engine.clone()
    }

    /// The flag that stops the search of this number. A stop may have come first: it is then already here.
    pub(crate) fn flag(&self, id: u64) -> StopFlag {
        self.searches().entry(id).or_default().clone()
    }

    /// The search of this number is over.
    pub(crate) fn forget_flag(&self, id: u64) {
        self.searches().remove(&id);
    }

    /// Whether the window may close: not where that loses something that nobody was told of.
    pub(crate) fn may_close(&self) -> bool {
        let mut app = self.app();
        let Ok(app) = app.as_mut() else {
            return true;
        };
        let now = clock::now();
        // A last try: there may be room by now.
        let kept = app.run(KeepAgain {}, now);
        if !kept.is_ok_and(|view| view.unkept.is_some_and(|unkept| unkept.unsaved)) {
            return true;
        }
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        now - std::mem::replace(&mut *warned, now) < CLOSING
    }

    /// Closes the store: everything is then in its one file.
    pub(crate) fn close(&self) {
        *self.app() = Err(internal("the window was closed"));
    }

    fn app(&self) -> MutexGuard<'_, Result<App, ApiError>> {
        // A call that panics puts the app in order itself.
        self.app.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn searches(&self) -> MutexGuard<'_, HashMap<u64, StopFlag>> {
        // A map of flags is whole whatever panicked while it was held.
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The app over the store in this folder; in memory where the folder or the file cannot be written.
fn open(folder: &Path, engine: &EngineAssets) -> Result<App, ApiError> {
    let file = folder.join(FILE);
    let made = std::fs::create_dir_all(folder).map_err(StoreError::from);
    let store = match made.and_then(|()| open_waiting(&file)) {
        Ok(store) => store,
        Err(why) => Store::in_place_of(&file, why)?,
    };
    log::info!("the games are in {}", file.display());
    let app = App::going_on(store, Assets::with_engine(engine.clone()), clock::now())?;
    Ok(app.keeping(kept_in(folder, engine)))
}

fn open_waiting(file: &Path) -> Result<Store, StoreError> {
    for _ in 1..TRIES {
        match Store::open_or_rescue(file) {
            Err(StoreError::Busy) => std::thread::sleep(PAUSE),
            opened => return opened,
        }
    }
    Store::open_or_rescue(file)
}

/// One call of the core: `params` and the reply are its JSON.
#[tauri::command(async)]
pub(crate) fn call(core: State<'_, Core>, name: &str, params: Value) -> Result<Box<RawValue>, ApiError> {
    let params = params.to_string();
    let mut tries = 1;
    loop {
        match call_once(&core, name, &params) {
            Err((error, true)) if error.kind == ErrorKind::Busy && tries < TRIES => tries += 1,
            reply => return reply.map_err(|(error, _)| noted(name, error)),
        }
        std::thread::sleep(PAUSE);
    }
}

/// What is nobody's fault but ours stands in the log.
fn noted(call: &str, error: ApiError) -> ApiError {
    if matches!(
        error.kind,
        ErrorKind::Internal | ErrorKind::Storage | ErrorKind::Damaged
    ) {
        log::error!("{call}: {}", error.message);
    }
    error
}

/// A call, and where it failed whether it left everything as it was.
fn call_once(core: &Core, name: &str, params: &str) -> Result<Box<RawValue>, (ApiError, bool)> {
    let failed = |error| (error, false);
    let mut app = core.app();
    let app = app.as_mut().map_err(|refused| failed(refused.clone()))?;
    let written = app.written();
    let reply = app.call(name, params, clock::now());
    let reply = reply.map_err(|error| (error, app.written() == written))?;
    RawValue::from_string(reply).map_err(|error| failed(internal(error)))
}

/// A search on a thread of its own; `on_info` hears how far it is, the reply is its result, stopped or not.
#[tauri::command]
pub(crate) async fn search(
    core: State<'_, Core>,
    id: u64,
    params: SearchParams,
    on_info: Channel<SearchInfo>,
) -> Result<SearchResult, ApiError> {
    let flag = core.flag(id);
    let engine = core.engine.clone();
    let (done, mut result) = tauri::async_runtime::channel(1);
    std::thread::Builder::new()
        .name("search".into())
        .spawn(move || {
            let mut told = 0.0;
            let found = run(&params, &engine, clock::now, &flag, &mut |info| {
                if clock::now() - told < REPORT {
                    return;
                }
                told = clock::now();
                // The page is gone: nobody waits for the rest.
                if on_info.send(info).is_err() {
                    flag.stop();
                }
            });
            // Nor for the result, then.
            drop(done.blocking_send(found));
        })
        .map_err(internal)?;
    let found = result
        .recv()
        .await
        .unwrap_or_else(|| Err(internal("the search failed")));
    core.forget_flag(id);
    found
}

/// Ends the search of this number; its result comes as the reply of `search`.
#[tauri::command]
pub(crate) fn stop(core: State<'_, Core>, id: u64) {
    core.searches().entry(id).or_default().stop();
}

/// A text to be saved as a file, as the pages hand it over.
#[derive(serde::Deserialize)]
pub(crate) struct SavedText {
    name: String,
    text: String,
}

/// Saves a text of the user's in their downloads folder, beside what is there; replies with its path.
#[tauri::command(async)]
pub(crate) fn save<R: Runtime>(app: AppHandle<R>, file: SavedText) -> Result<PathBuf, ApiError> {
    save_in_downloads(&app, &file.name, file.text.as_bytes())
}

/// The same with bytes: they are the request's body, and its header `name` the file's name (percent-encoded).
#[tauri::command(async)]
pub(crate) fn save_bytes<R: Runtime>(app: AppHandle<R>, request: Request<'_>) -> Result<PathBuf, ApiError> {
    let bad = |what: &str| ApiError::new(ErrorKind::BadParams, what);
    let InvokeBody::Raw(bytes) = request.body() else {
        return Err(bad("the file's bytes are missing"));
    };
    let name = request.headers().get("name").and_then(|name| name.to_str().ok());
    let name = name.ok_or_else(|| bad("the file's name is missing"))?;
    save_in_downloads(&app, &decoded(name), bytes)
}

/// A name as `encodeURIComponent` wrote it.
fn decoded(name: &str) -> Cow<'_, str> {
    percent_decode_str(name).decode_utf8_lossy()
}

fn save_in_downloads<R: Runtime>(app: &AppHandle<R>, name: &str, bytes: &[u8]) -> Result<PathBuf, ApiError> {
    let folder = app
        .path()
        .download_dir()
        .or_else(|_| app.path().home_dir())
        .map_err(storage)?;
    std::fs::create_dir_all(&folder).map_err(storage)?;
    write_beside(&folder, name, bytes).map_err(storage)
}

/// Writes the file under its name, or the first of "name (2)", "name (3)" … that is free.
fn write_beside(folder: &Path, name: &str, bytes: &[u8]) -> std::io::Result<PathBuf> {
    // The name is a name, never a way to another folder.
    let name = Path::new(Path::new(name).file_name().unwrap_or("damier.txt".as_ref()));
    let mut number = 1;
    loop {
        let path = folder.join(numbered(name, number));
        match std::fs::File::create_new(&path) {
            Ok(mut new) => return new.write_all(bytes).map(|()| path),
            Err(e) if e.kind() == std::io::ErrorKind::AlreadyExists => number += 1,
            Err(e) => return Err(e),
        }
    }
}

fn numbered(name: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return name.to_owned();
    }
    let stem = name.file_stem().unwrap_or_default().to_string_lossy();
    let end = name
        .extension()
        .map(|e| format!(".{}", e.to_string_lossy()))
        .unwrap_or_default();
    format!("{stem} ({number}){end}").into()
}

pub(crate) fn storage(e: impl std::fmt::Display) -> ApiError {
    ApiError::new(ErrorKind::Storage, e.to_string())
}

pub(crate) fn internal(e: impl std::fmt::Display) -> ApiError {
    ApiError::new(ErrorKind::Internal, e.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use damier_core::{Call, Done};

    #[test]
    fn a_saved_file_never_replaces_another() {
        let folder = std::env::temp_dir().join(format!("damier-save-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let names: Vec<PathBuf> = (0..3)
            .map(|_| write_beside(&folder, "games.pdn", b"1. 32-28").unwrap())
            .collect();
        let wanted = ["games.pdn", "games (2).pdn", "games (3).pdn"].map(|name| folder.join(name));
        assert_eq!(names, wanted);
        assert_eq!(
            write_beside(&folder, "../../out.pdn", b"1. 32-28").unwrap(),
            folder.join("out.pdn")
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn names_travel_encoded() {
        assert_eq!(decoded("damier.png"), "damier.png");
        assert_eq!(decoded("%C3%A9t%C3%A9%20100%25.png"), "été 100%.png");
        assert_eq!(decoded("50%"), "50%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }

    /// No call of the core does that on purpose.
    #[derive(serde::Deserialize)]
    struct Panicking {}

    impl Call for Panicking {
        type Reply = Done;

        fn run(self, _: &mut App) -> Result<Done, ApiError> {
            panic!("in the middle of a call")
        }
    }

    #[test]
    fn a_call_that_panics_is_answered_and_so_are_the_next() {
        let folder = std::env::temp_dir().join(format!("damier-panic-{}", std::process::id()));
        let core = Core::open(&folder);
        let panicked = core.app().as_mut().unwrap().run(Panicking {}, clock::now());
        assert_eq!(panicked.unwrap_err().kind, ErrorKind::Internal);
        assert!(call_once(&core, "home", "{}").is_ok());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_damaged_store_is_set_aside_and_the_app_opens() {
        let folder = std::env::temp_dir().join(format!("damier-bad-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join(FILE), "not a database").unwrap();
        let core = Core::open(&folder);
        assert!(core.app.lock().unwrap().is_ok());
        assert_eq!(
            std::fs::read_to_string(folder.join(format!("{FILE}.damaged-1"))).unwrap(),
            "not a database"
        );
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
