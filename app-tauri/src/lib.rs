//! The desktop window: opens the store, and hands what the pages ask to the core. Knows nothing of draughts.
mod clock;
mod commands;

use commands::Core;
use std::path::Path;
use tauri::{Builder, Manager, Runtime};

/// The window's commands over any runtime (the real one, or the mock of the tests), without a store.
fn commands<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.invoke_handler(tauri::generate_handler![
        commands::call,
        commands::search,
        commands::stop,
        commands::save
    ])
}

/// The window's commands with their store in this folder: for tests.
pub fn with_store_in<R: Runtime>(builder: Builder<R>, folder: &Path) -> Builder<R> {
    commands(builder).manage(Core::open(folder))
}

/// Runs the app until its window is closed.
///
/// # Panics
/// When the system has no web view to show a window with.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    commands(Builder::default())
        .setup(|app| {
            app.manage(Core::open(&app.path().app_data_dir()?));
            Ok(())
        })
        .run(tauri::generate_context!())
        .expect("a window can be opened: the web view of the system is installed");
}
