//! Other draughts programs: a line to one by DamExchange, and engines that were added here. Only translates. A page never says which
//! program is started: it knows engines by name, and the system's file dialog alone adds one.
use crate::clock;
use crate::commands::{Core, REPORT, internal};
use damier_core::ApiError;
use damier_core::search::{SearchInfo, SearchParams, SearchResult};
use damier_core::together::{DxpAct, DxpView, DxpWish, EngineFault, EngineView};
use damier_host::addresses;
use damier_host::dxp::{Home, Line};
use damier_host::hub::Engines;
use damier_store::Store;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tauri::ipc::Channel;
use tauri::{AppHandle, Runtime, State};
use tauri_plugin_dialog::DialogExt;

/// What the window has of other programs.
#[derive(Debug)]
pub(crate) struct Programs {
    /// The line to a program, while there is one.
    line: Mutex<Option<Line>>,
    engines: Arc<Engines>,
}

impl Programs {
    /// The engines kept in this folder, and no line.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        Self {
            line: Mutex::default(),
            engines: Arc::new(Engines::in_folder(folder)),
        }
    }

    fn line(&self) -> MutexGuard<'_, Option<Line>> {
        // It is put there and taken away in one step, whatever panicked while it was held.
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Closes the line and ends every engine.
    pub(crate) fn end(&self) {
        drop(self.line().take());
        self.engines.end();
    }
}

/// Calls another program, or waits for it; a line that was there is closed. `told` hears how it stands.
#[tauri::command(async)]
pub(crate) fn dxp_begin(
    core: State<'_, Core>,
    programs: State<'_, Programs>,
    name: String,
    wish: DxpWish,
    told: Channel<DxpView>,
) -> Result<(), ApiError> {
    let mut line = programs.line();
    drop(line.take());
    let home = Home {
        store: Store::open(core.file())?,
        name,
        assets: core.engine(),
        network: addresses().first().copied(),
    };
    // A page that is gone hears nothing any more: the line is closed by the next, or with the window.
    let tell = move |view| drop(told.send(view));
    *line = Some(Line::begin(home, wish, tell).map_err(internal)?);
    Ok(())
}

/// Does something at the line.
#[tauri::command]
pub(crate) fn dxp_act(programs: State<'_, Programs>, act: DxpAct) {
    if let Some(line) = &*programs.line() {
        line.act(act);
    }
}

/// Closes the line.
#[tauri::command(async)]
pub(crate) fn dxp_end(programs: State<'_, Programs>) {
    drop(programs.line().take());
}

/// The engines that were added.
#[tauri::command]
pub(crate) fn engines(programs: State<'_, Programs>) -> Vec<EngineView> {
    programs.engines.all()
}

/// Asks for a program in the system's dialog, tries it and keeps it; nothing where none was chosen.
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

/// Sets how long an engine thinks, and its settings.
#[tauri::command(async)]
pub(crate) fn set_engine(
    programs: State<'_, Programs>,
    name: String,
    millis: u32,
    settings: BTreeMap<String, String>,
) -> Result<EngineView, EngineFault> {
    Ok(programs.engines.set(&name, millis, settings)?)
}

/// Keeps an engine no more; its program stays where it is.
#[tauri::command(async)]
pub(crate) fn forget_engine(programs: State<'_, Programs>, name: String) -> Result<(), EngineFault> {
    Ok(programs.engines.forget(&name)?)
}

/// A search by an engine, asked, answered and stopped as one of ours.
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
                // The page is gone: nobody waits for the rest.
                if on_info.send(info).is_err() {
                    flag.stop();
                }
            });
            // Nor for the result, then.
            drop(done.blocking_send(found.map_err(EngineFault::from)));
        })
        .map_err(|_| EngineFault::NotStarted {})?;
    let found = result.recv().await.unwrap_or(Err(EngineFault::Ended {}));
    core.forget_flag(id);
    found
}
