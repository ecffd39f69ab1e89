//! Other draughts programs: a DamExchange session, and Hub engines. A page cannot choose a program to start: it knows
//! engines by name, and only the system's file dialog adds one.
use crate::clock;
use crate::commands::{Core, REPORT, internal};
use damier_core::ApiError;
use damier_core::search::{SearchInfo, SearchParams, SearchResult};
use damier_core::together::{DxpAct, DxpView, DxpWish, EngineFault, EngineView};
use damier_host::dxp::{Home, Session};
use damier_host::hub::Engines;
use damier_host::likeliest_address;
use damier_store::Store;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime, State};
use tauri_plugin_dialog::DialogExt;

/// State for other programs.
#[derive(Debug)]
pub(crate) struct Programs {
    /// The DamExchange session, if there is one.
    session: Mutex<Option<Session>>,
    engines: Arc<Engines>,
}

impl Programs {
    /// Loads the engines saved in this folder.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            session: Mutex::default(),
            engines: Arc::new(Engines::in_folder(folder)),
        }
    }

    fn session(&self) -> MutexGuard<'_, Option<Session>> {
        // A panic elsewhere cannot leave the option half changed.
        self.session.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the session and ends every engine.
    pub(crate) fn end(&self) {
        drop(self.session().take());
        self.engines.end();
    }
}

/// Connects to another program, or waits for one; closes an earlier session. `told` gets the state after every
/// change.
#[tauri::command(async)]
pub(crate) fn dxp_begin(
    core: State<'_, Core>,
    programs: State<'_, Programs>,
    name: String,
    wish: DxpWish,
    told: Channel<DxpView>,
) -> Result<(), ApiError> {
    let mut session = programs.session();
    drop(session.take());
    let home = Home {
        store: Store::open(core.file())?,
        name,
        assets: core.engine(),
        network: likeliest_address(),
    };
    // If the page is gone, the session lasts until the next one begins or the window closes.
    let tell = move |view| drop(told.send(view));
    *session = Some(Session::begin(home, wish, tell).map_err(internal)?);
    Ok(())
}

/// Performs an action in the session.
#[tauri::command]
pub(crate) fn dxp_act(programs: State<'_, Programs>, act: DxpAct) {
    if let Some(session) = &*programs.session() {
        session.act(act);
    }
}

/// Closes the session.
#[tauri::command(async)]
pub(crate) fn dxp_end(programs: State<'_, Programs>) {
    drop(programs.session().take());
}

/// The added engines.
#[tauri::command]
pub(crate) fn engines(programs: State<'_, Programs>) -> Vec<EngineView> {
    programs.engines.all()
}

/// Asks for a program in the system's file dialog, tests it and adds it. Returns `None` if the person chose none.
#[tauri::command(async)]
pub(crate) fn add_engine<R: Runtime>(
    app: AppHandle<R>,
    programs: State<'_, Programs>,
) -> Result<Option<EngineView>, EngineFault> {
    let chosen = app.dialog().file().blocking_pick_file();
    let Some(chosen) = chosen.and_then(|file| file.into_path().ok()) else {
        return Ok(None);
    };
    Ok(Some(programs.engines.add(&chosen)?))
}

/// Sets an engine's thinking time and settings.
#[tauri::command(async)]
pub(crate) fn set_engine(
    programs: State<'_, Programs>,
    name: String,
    millis: u32,
    settings: BTreeMap<String, String>,
) -> Result<EngineView, EngineFault> {
    Ok(programs.engines.set(&name, millis, settings)?)
}

/// Removes an engine from the list.
#[tauri::command(async)]
pub(crate) fn forget_engine(programs: State<'_, Programs>, name: String) -> Result<(), EngineFault> {
    Ok(programs.engines.forget(&name)?)
}

/// Searches with an engine, with the parameters and results of our own.
#[tauri::command]
pub(crate) async fn engine_search(
    core: State<'_, Core>,
    programs: State<'_, Programs>,
    id: u64,
    name: String,
    params: SearchParams,
    on_info: Channel<SearchInfo>,
) -> Result<SearchResult, EngineFault> {
    let flag = core.flag(id);
    let engines = Arc::clone(&programs.engines);
    let (done, mut result) = tauri::async_runtime::channel(1);
    std::thread::Builder::new()
        .name("engine-search".into())
        .spawn(move || {
            let mut told = 0.0;
            let found = engines.answer(&name, &params, &flag, |info| {
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
            drop(done.blocking_send(found.map_err(EngineFault::from)));
        })
        .map_err(|_| EngineFault::NotStarted {})?;
    let found = result.recv().await.unwrap_or(Err(EngineFault::Ended {}));
    core.forget_flag(id);
    found
}
