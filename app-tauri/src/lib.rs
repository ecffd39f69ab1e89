//! The desktop window: opens the store, and hands what the pages ask to the core. Knows nothing of draughts.
mod commands;
mod clock;

use commands::Core;
use tauri::{Builder, Manager, Runtime};

/// The window's commands and state over any runtime (the real one, or the mock of the tests).
pub fn with_commands<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder
        .setup(|app| {
            let folder = app.path().app_data_dir()?;
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
    with_commands(Builder::default())
        .run(tauri::generate_context!())
        .expect("a window can be opened: the web view of the system is installed");
}
