//! Commands for pages: calls of the core, searches, saving files. Translates between Tauri and the core; holds no
//! rule of draughts.
use crate::clock;
use crate::saved::write_in;
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
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tauri::ipc::{Channel, InvokeBody, Request};
use tauri::{AppHandle, Manager, Runtime, State};

/// File name of the store in the app's data folder.
const FILE: &str = "damier.db";

/// Minimum time between two reports of a search, in milliseconds.
pub(crate) const REPORT: f64 = 100.0;

/// Attempts of a call while another program writes, with a pause between them. Other calls can run during a pause.
const TRIES: u32 = 8;
const PAUSE: Duration = Duration::from_millis(100);

/// A second attempt to close within this time, in milliseconds, closes the window.
const CLOSING: f64 = 30_000.0;

/// State shared by the commands.
pub(crate) struct Core {
    /// The app, or the reason why its store could not be opened. Then every call returns that error and the file
    /// stays unchanged.
    app: Mutex<Result<App, ApiError>>,
    /// Path of the store.
    #[cfg_attr(mobile, allow(dead_code, reason = "only a desk hosts"))]
    file: PathBuf,
    /// Weights and tables, shared by the app and the searches.
    engine: EngineAssets,
    /// Stop flags of running searches, by the page's number.
    searches: Mutex<HashMap<u64, StopFlag>>,
    /// Time of the last warning about unsaved data, in milliseconds.
    warned: Mutex<f64>,
}

impl Core {
    /// Opens the store in this folder; creates the folder if necessary.
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

    /// Path of the store: the host opens its own connection to it.
    #[cfg(desktop)]
    pub(crate) fn file(&self) -> &Path {
        &self.file
    }

    /// Weights and tables, for a level that plays another program.
    #[cfg(desktop)]
    pub(crate) fn engine(&self) -> EngineAssets {
        self.engine.clone()
    }

    /// The stop flag of a search. It exists already if the stop arrived before the search.
    pub(crate) fn flag(&self, id: u64) -> StopFlag {
        self.searches().entry(id).or_default().clone()
    }

    /// Forgets a finished search.
    pub(crate) fn forget_flag(&self, id: u64) {
        self.searches().remove(&id);
    }

    /// True if the window may close: no unsaved data, or the person was warned shortly before.
    pub(crate) fn may_close(&self) -> bool {
        let mut app = self.app();
        let Ok(app) = app.as_mut() else {
            return true;
        };
        let now = clock::now();
        // A last attempt to save: there may be space by now.
        let kept = app.run(KeepAgain {}, now);
        if !kept.is_ok_and(|view| view.unkept.is_some_and(|unkept| unkept.unsaved)) {
            return true;
        }
        let mut warned = self.warned.lock().unwrap_or_else(PoisonError::into_inner);
        now - std::mem::replace(&mut *warned, now) < CLOSING
    }

    /// Closes the store, so that all data is in its one file.
    pub(crate) fn close(&self) {
        *self.app() = Err(internal("the window was closed"));
    }

    fn app(&self) -> MutexGuard<'_, Result<App, ApiError>> {
        // A call that panics restores the app itself.
        self.app.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn searches(&self) -> MutexGuard<'_, HashMap<u64, StopFlag>> {
        // A panic elsewhere cannot leave the map inconsistent.
        self.searches.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens the app over the store in this folder; in memory if the folder or the file cannot be written.
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

/// Calls the core; `params` and the reply are JSON.
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

/// Logs errors that point to a defect or a failing disk.
fn noted(call: &str, error: ApiError) -> ApiError {
    if matches!(
        error.kind,
        ErrorKind::Internal | ErrorKind::Storage | ErrorKind::Damaged
    ) {
        log::error!("{call}: {}", error.message);
    }
    error
}

/// Makes one attempt. An error comes with true if nothing was changed.
fn call_once(core: &Core, name: &str, params: &str) -> Result<Box<RawValue>, (ApiError, bool)> {
    let failed = |error| (error, false);
    let mut app = core.app();
    let app = app.as_mut().map_err(|refused| failed(refused.clone()))?;
    let written = app.written();
    let reply = app.call(name, params, clock::now());
    let reply = reply.map_err(|error| (error, app.written() == written))?;
    RawValue::from_string(reply).map_err(|error| failed(internal(error)))
}

/// Searches on a thread. `on_info` gets the progress; the reply is the result, also of a stopped search.
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
                // The page is gone, so the search stops.
                if on_info.send(info).is_err() {
                    flag.stop();
                }
            });
            // Fails only if the page is gone.
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

/// Stops a search; its result is the reply of `search`.
#[tauri::command]
pub(crate) fn stop(core: State<'_, Core>, id: u64) {
    core.searches().entry(id).or_default().stop();
}

/// A text to save as a file.
#[derive(serde::Deserialize)]
pub(crate) struct SavedText {
    name: String,
    text: String,
}

/// Saves a text in the downloads folder under a free name. Returns the path as a person finds it.
#[tauri::command(async)]
pub(crate) fn save<R: Runtime>(app: AppHandle<R>, file: SavedText) -> Result<PathBuf, ApiError> {
    save_in_downloads(&app, &file.name, file.text.as_bytes())
}

/// Saves bytes in the same way: the request's body; the header `name` holds the percent-encoded file name.
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

/// Decodes the output of `encodeURIComponent`.
fn decoded(name: &str) -> Cow<'_, str> {
    percent_decode_str(name).decode_utf8_lossy()
}

fn save_in_downloads<R: Runtime>(app: &AppHandle<R>, name: &str, bytes: &[u8]) -> Result<PathBuf, ApiError> {
    let home = app.path().home_dir().ok();
    // On iOS people see this folder and no other.
    let downloads = if cfg!(target_os = "ios") {
        app.path().document_dir()
    } else {
        app.path().download_dir()
    };
    // Some systems name no folder for downloads, or the home folder.
    let folder = match downloads.ok().filter(|folder| Some(folder) != home.as_ref()) {
        Some(folder) => folder,
        None => app.path().app_data_dir().map_err(storage)?.join("saved"),
    };
    let path = write_in(&folder, name, bytes).map_err(storage)?;
    #[cfg(target_os = "android")]
    let path = crate::phone::publish(app, path)?;
    Ok(path)
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
    fn percent_encoded_names_are_decoded() {
        assert_eq!(decoded("damier.png"), "damier.png");
        assert_eq!(decoded("%C3%A9t%C3%A9%20100%25.png"), "été 100%.png");
        assert_eq!(decoded("50%"), "50%");
        assert_eq!(decoded("%zz%4"), "%zz%4");
    }

    /// A call that panics; the core has none.
    #[derive(serde::Deserialize)]
    struct Panicking {}

    impl Call for Panicking {
        type Reply = Done;

        fn run(self, _: &mut App) -> Result<Done, ApiError> {
            panic!("in the middle of a call")
        }
    }

    #[test]
    fn a_panicking_call_returns_an_error_and_later_calls_work() {
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
