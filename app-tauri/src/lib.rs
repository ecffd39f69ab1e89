//! The desktop window: opens the store, and hands what the pages ask to the core. Knows nothing of draughts.
mod clock;
mod commands;
mod opened;

use commands::Core;
use opened::Opened;
use std::path::Path;
use tauri::{Builder, Manager, Runtime};

/// The window's commands over any runtime (the real one, or the mock of the tests), without a store.
fn commands<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.invoke_handler(tauri::generate_handler![
        commands::call,
        commands::search,
        commands::stop,
        commands::save,
        commands::save_bytes,
        opened::opened,
        opened::read_opened
    ])
}

/// The window's commands with their store in this folder, opened with these files: for tests.
pub fn with_store_in<R: Runtime>(builder: Builder<R>, folder: &Path, files: &[&Path]) -> Builder<R> {
    let files = files.iter().map(|file| file.as_os_str().to_owned());
    commands(builder)
        .manage(Core::open(folder))
        .manage(Opened::of_arguments(files))
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
            // A file double-clicked in a folder is the program's argument.
            app.manage(Opened::of_arguments(std::env::args_os().skip(1)));
            Ok(())
        })
        .build(tauri::generate_context!())
        .expect("a window can be opened: the web view of the system is installed")
        .run(|_app, _event| {
            // On a Mac it is told to the running program instead.
            #[cfg(any(target_os = "macos", target_os = "ios"))]
            if let tauri::RunEvent::Opened { urls } = &_event {
                use tauri::Emitter;
                let paths = urls.iter().filter_map(|url| url.to_file_path().ok());
                _app.state::<Opened>().add(paths);
                // A page that is not there yet asks when it comes.
                drop(_app.emit("opened", ()));
            }
        });
}
