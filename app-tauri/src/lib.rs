//! The desktop window: opens the store, and hands what the pages ask to the core. Knows nothing of draughts.
mod clock;
mod commands;
mod opened;

use commands::Core;
use opened::Opened;
use std::ffi::OsStr;
use std::fs::File;
use std::path::Path;
use tauri::{App, Builder, Emitter, Manager, RunEvent, Runtime, WebviewWindowBuilder, WindowEvent};

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
pub fn with_store_in<R: Runtime>(builder: Builder<R>, folder: &Path, files: &[&OsStr]) -> Builder<R> {
    let files = files.iter().map(|&file| file.to_owned());
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
            let folder = app.path().app_data_dir()?;
            app.manage(Core::open(&folder));
            // A file double-clicked in a folder is the program's argument.
            app.manage(Opened::of_arguments(std::env::args_os().skip(1)));
            open_window(app, &folder)
        })
        .on_window_event(|window, event| {
            if let WindowEvent::CloseRequested { api, .. } = event
                && !window.state::<Core>().may_close()
            {
                api.prevent_close();
                drop(window.emit("unsaved", ()));
            }
        })
        .build(tauri::generate_context!())
        .expect("a window can be opened: the web view of the system is installed")
        .run(|app, event| match event {
            RunEvent::Exit => app.state::<Core>().close(),
            // On a Mac it is told to the running program instead.
            #[cfg(any(target_os = "macos", target_os = "ios"))]
            RunEvent::Opened { urls } => {
                let urls = urls.into_iter().map(|url| String::from(url).into());
                app.state::<Opened>().add(urls);
                // A page that is not there yet asks when it comes.
                drop(app.emit("opened", ()));
            }
            _ => {}
        });
}

/// Opens the one window, as tauri.conf.json describes it. The web view wants a folder too: where the app's cannot be
/// written, it gets one that is gone with the machine's next start.
fn open_window(app: &App, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let described = app.config().app.windows.first();
    let described = described.ok_or("tauri.conf.json describes a window")?;
    let mut window = WebviewWindowBuilder::from_config(app.handle(), described)?;
    let beside = folder.join(".try");
    if File::create(&beside).is_err() {
        window = window.data_directory(std::env::temp_dir().join("damier-window"));
    }
    drop(std::fs::remove_file(beside));
    window.build()?;
    Ok(())
}
