//! The window, on desktops and phones: opens the store and passes the pages' calls to the core.
mod arguments;
mod clock;
mod commands;
mod crash;
#[cfg(desktop)]
mod logs;
#[cfg(desktop)]
mod menu;
mod opened;
#[cfg(target_os = "android")]
mod phone;
#[cfg(desktop)]
mod preferences;
#[cfg(desktop)]
mod programs;
mod saved;
#[cfg(desktop)]
mod together;
mod web_view;

use commands::Core;
use crash::Crash;
use opened::Opened;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tauri::{App, Builder, Emitter, Manager, RunEvent, Runtime, WebviewWindowBuilder, WindowEvent};
use tempfile::TempDir;

/// Registers the commands on any runtime (the real one, or the mock of the tests), without a store.
fn commands<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.invoke_handler(tauri::generate_handler![
        commands::call,
        commands::search,
        commands::stop,
        commands::save,
        commands::save_bytes,
        crash::crash_report,
        crash::forget_crash_report,
        #[cfg(desktop)]
        logs::show_logs,
        #[cfg(desktop)]
        menu::set_menu,
        #[cfg(desktop)]
        together::host_on,
        #[cfg(desktop)]
        together::host_off,
        #[cfg(desktop)]
        programs::dxp_begin,
        #[cfg(desktop)]
        programs::dxp_act,
        #[cfg(desktop)]
        programs::dxp_end,
        #[cfg(desktop)]
        programs::engines,
        #[cfg(desktop)]
        programs::add_engine,
        #[cfg(desktop)]
        programs::set_engine,
        #[cfg(desktop)]
        programs::forget_engine,
        #[cfg(desktop)]
        programs::engine_search,
        #[cfg(target_os = "android")]
        phone::phone,
        opened::opened,
        opened::read_opened
    ])
}

/// Registers the commands with a store in this folder and these opened files; for tests.
pub fn with_store_in<R: Runtime>(builder: Builder<R>, folder: &Path, files: &[&OsStr]) -> Builder<R> {
    let files = files.iter().map(|&file| file.to_owned());
    #[cfg(desktop)]
    let builder = builder
        .manage(together::Together::default())
        .manage(programs::Programs::in_folder(folder));
    commands(builder)
        .manage(Core::open(folder))
        .manage(Opened::of_arguments(files))
}

/// Runs the app until its window closes. If it is already running, passes the arguments on and returns at once.
///
/// # Panics
/// If the system has no web view.
#[cfg_attr(mobile, tauri::mobile_entry_point)]
pub fn run() {
    #[cfg(target_os = "linux")]
    web_view::choose_renderer();
    commands(with_plugins(Builder::default()))
        .setup(|app| {
            let folder = app.path().app_data_dir()?;
            begin_log(app);
            app.manage(Core::open(&folder));
            // A file double-clicked in a file manager is an argument.
            let opened = Opened::default();
            let files = opened.add(Path::new(""), std::env::args_os().skip(1));
            app.manage(opened);
            #[cfg(desktop)]
            app.manage(preferences::Preferences::in_folder(&app.path().app_config_dir()?));
            #[cfg(desktop)]
            app.manage(together::Together::default());
            #[cfg(desktop)]
            app.manage(programs::Programs::in_folder(&app.path().app_config_dir()?));
            opened::remember(app.handle(), &files);
            #[cfg(any(target_os = "macos", mobile))]
            take_links(app)?;
            #[cfg(target_os = "android")]
            phone::listen(app.handle())?;
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
            RunEvent::Exit => {
                #[cfg(desktop)]
                {
                    app.state::<together::Together>().end();
                    app.state::<programs::Programs>().end();
                }
                app.state::<Core>().close();
                if let Some(folder) = app.try_state::<TemporaryFolder>() {
                    folder.remove();
                }
            }
            // macOS sends files to the running program instead.
            #[cfg(any(target_os = "macos", target_os = "ios"))]
            RunEvent::Opened { urls } => {
                let files = urls.into_iter().filter(|url| url.scheme() == "file");
                #[cfg(target_os = "ios")]
                let files = files.inspect(|url| allow_reading(app, url));
                let files = files.map(|url| String::from(url).into());
                opened::hand_over(app, Path::new(""), files);
            }
            _ => {}
        });
}

/// On a desktop: a single instance, window size and position, a menu.
#[cfg(desktop)]
fn with_plugins<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    use tauri_plugin_window_state::StateFlags;
    let again = |app: &tauri::AppHandle<R>, arguments: Vec<String>, folder: String| {
        let given = arguments.into_iter().skip(1).map(Into::into);
        opened::hand_over(app, Path::new(&folder), given);
        for window in app.webview_windows().values() {
            drop(window.unminimize().and_then(|()| window.set_focus()));
        }
    };
    // Without full screen: a start into it would show no way out.
    let kept = StateFlags::SIZE | StateFlags::POSITION | StateFlags::MAXIMIZED;
    builder
        // Registered first: a second instance ends in it.
        .plugin(tauri_plugin_single_instance::init(again))
        .plugin(
            tauri_plugin_window_state::Builder::new()
                .with_state_flags(kept)
                .build(),
        )
        .plugin(tauri_plugin_dialog::init())
        .manage(menu::Described::default())
        .on_menu_event(|app, event| menu::chosen(app, event.id().as_ref()))
}

/// On Android: the system's own interfaces.
#[cfg(target_os = "android")]
fn with_plugins<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.plugin(phone::plugin())
}

/// On iOS: access to files outside the app's folders.
#[cfg(target_os = "ios")]
fn with_plugins<R: Runtime>(builder: Builder<R>) -> Builder<R> {
    builder.plugin(tauri_plugin_fs::init())
}

/// Starts the log file and the crash reports. Without a writable folder there are none.
fn begin_log(app: &App) {
    use tauri_plugin_log::{Builder, Target, TargetKind};
    let file = TargetKind::LogDir {
        file_name: Some("damier".into()),
    };
    let plugin = Builder::new()
        .targets([Target::new(file)])
        .level(log::LevelFilter::Warn)
        .level_for(env!("CARGO_CRATE_NAME"), log::LevelFilter::Info)
        .max_file_size(500_000)
        .build();
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    if let Err(error) = app.handle().plugin(plugin) {
        eprintln!("no log is written: {error}");
    }
    log::info!(
        "Damier {} begins on {system} {processor}",
        env!("CARGO_PKG_VERSION")
    );
    if let Ok(folder) = app.path().app_log_dir() {
        app.manage(Crash::reported_in(&folder));
    }
}

/// Asks iOS to let the app read a file that another app opens with it. An error shows when the file is read.
#[cfg(target_os = "ios")]
fn allow_reading<R: Runtime>(app: &tauri::AppHandle<R>, file: &tauri::Url) {
    use tauri_plugin_fs::{FsExt, OpenOptions};
    let mut reading = OpenOptions::new();
    reading.read(true);
    drop(app.fs().open(file.clone(), reading));
}

/// Handles links that the system sends to the running program.
#[cfg(any(target_os = "macos", mobile))]
fn take_links(app: &App) -> Result<(), Box<dyn std::error::Error>> {
    use tauri_plugin_deep_link::DeepLinkExt;
    app.handle().plugin(tauri_plugin_deep_link::init())?;
    let handle = app.handle().clone();
    let take = move |urls: Vec<tauri::Url>| {
        let links = urls.into_iter().map(|url| String::from(url).into());
        opened::hand_over(&handle, Path::new(""), links);
    };
    take(app.deep_link().get_current()?.unwrap_or_default());
    app.deep_link().on_open_url(move |event| take(event.urls()));
    Ok(())
}

/// Opens the window that tauri.conf.json describes. The web view needs a folder for data: if the app's folder is not
/// writable, it gets a temporary one. A page cannot lead the window to another site.
fn open_window(app: &App, folder: &Path) -> Result<(), Box<dyn std::error::Error>> {
    let described = app.config().app.windows.first();
    let described = described.ok_or("tauri.conf.json describes a window")?;
    let mut window =
        WebviewWindowBuilder::from_config(app.handle(), described)?.on_navigation(web_view::is_own);
    if tempfile::tempfile_in(folder).is_err() {
        // Its name is random: another program could take a known one first.
        let temporary = tempfile::Builder::new().prefix("damier-").tempdir()?;
        window = window.data_directory(temporary.path().into());
        app.manage(TemporaryFolder(Mutex::new(Some(temporary))));
    }
    let window = window.build()?;
    #[cfg(desktop)]
    window.set_zoom(app.state::<preferences::Preferences>().zoom())?;
    drop(window);
    Ok(())
}

/// The web view's temporary folder, removed at the end.
#[derive(Debug)]
struct TemporaryFolder(Mutex<Option<TempDir>>);

impl TemporaryFolder {
    fn remove(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}
