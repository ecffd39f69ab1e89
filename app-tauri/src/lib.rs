//! The desktop window: opens the store, and hands what the pages ask to the core. Knows nothing of draughts.
mod clock;
mod commands;

use commands::Core;
use std::path::PathBuf;
use tauri::{Builder, Manager, Runtime};

/// The window's commands and state over any runtime (the real one, or the mock of the tests). The store lies in `folder`,
/// or where the system keeps the data of this app.
pub fn with_commands<R: Runtime>(builder: Builder<R>, folder: Option<PathBuf>) -> Builder<R> {
    builder
        .setup(move |app| {
            let folder = folder.map_or_else(|| app.path().app_data_dir(), Ok)?;
            app.manage(Core::open(&folder));
            Ok(())
        })
        .invoke_handler(tauri::generate_handler![
            commands::call,
            commands::search,
            commands::stop,
            commands::save
        ])
}

/// Runs the app until its window is closed.
///
/// # Panics
/// When the system has no web view to show a window with.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    with_commands(Builder::default(), None)
        .run(tauri::generate_context!())
        .expect("a window can be opened: the web view of the system is installed");
}
