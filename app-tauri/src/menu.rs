//! The native menu. Pages describe it in their language. Actions of the window are done here; all others are sent to
//! the page.
use crate::commands::internal;
use crate::opened;
use crate::preferences::{Preferences, Zoom};
use damier_core::ApiError;
use serde::Deserialize;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use tauri::menu::{AboutMetadata, IsMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::{AppHandle, Emitter, Manager, Runtime, State};
use tauri_plugin_dialog::DialogExt;

/// The latest description of the menu.
#[derive(Debug, Default)]
pub(crate) struct Described(Mutex<Vec<Column>>);

/// A menu of the bar.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Column {
    title: String,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
enum Entry {
    /// An action, done here or sent to the page as its `id`.
    Action {
        id: String,
        text: String,
        /// Such as "CmdOrCtrl+O".
        keys: Option<String>,
    },
    /// The submenu of recent files.
    Recent {
        text: String,
    },
    Line,
    /// An item that macOS provides itself. Left out elsewhere.
    Mac {
        role: Role,
        text: Option<String>,
    },
    /// An action that is left out on macOS, which has its own.
    NotMac {
        id: String,
        text: String,
        keys: Option<String>,
    },
}

#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Role {
    About,
    Services,
    Hide,
    HideOthers,
    ShowAll,
    Quit,
    Undo,
    Redo,
    Cut,
    Copy,
    Paste,
    SelectAll,
    Line,
}

/// Prefix of the ids of recent files.
const RECENT: &str = "recent ";

type AnyItem<R> = Box<dyn IsMenuItem<R>>;

/// Sets the menu.
#[tauri::command(async)]
pub(crate) fn set_menu<R: Runtime>(
    app: AppHandle<R>,
    described: State<'_, Described>,
    columns: Vec<Column>,
) -> Result<(), ApiError> {
    *described.0.lock().unwrap_or_else(PoisonError::into_inner) = columns;
    renew(&app).map_err(internal)
}

/// Rebuilds the menu after the recent files changed. The main thread does it, so that two rebuilds never overlap.
pub(crate) fn renew<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    let handle = app.clone();
    app.run_on_main_thread(move || {
        if let Err(error) = show(&handle) {
            log::warn!("menu: {error}");
        }
    })
}

fn show<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    let described = app.state::<Described>();
    let columns = described.0.lock().unwrap_or_else(PoisonError::into_inner).clone();
    // The page has not described it yet.
    if columns.is_empty() {
        return Ok(());
    }
    let menu = Menu::new(app)?;
    for column in &columns {
        let submenu = Submenu::new(app, &column.title, true)?;
        for entry in &column.entries {
            if let Some(item) = item(app, entry)? {
                submenu.append(item.as_ref())?;
            }
        }
        if !submenu.items()?.is_empty() {
            menu.append(&submenu)?;
        }
    }
    app.set_menu(menu)?;
    Ok(())
}

fn item<R: Runtime>(app: &AppHandle<R>, entry: &Entry) -> tauri::Result<Option<AnyItem<R>>> {
    let mac = cfg!(target_os = "macos");
    Ok(match entry {
        Entry::NotMac { .. } if mac => None,
        Entry::Mac { .. } if !mac => None,
        Entry::Action { id, text, keys } | Entry::NotMac { id, text, keys } => {
            Some(Box::new(MenuItem::with_id(app, id, text, true, keys.as_deref())?))
        }
        Entry::Recent { text } => {
            let files = Submenu::new(app, text, true)?;
            for (number, path) in app.state::<Preferences>().recent().iter().enumerate() {
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                // A single ampersand would underline the next letter.
                let name = name.replace('&', "&&");
                let id = format!("{RECENT}{number}");
                files.append(&MenuItem::with_id(app, id, name, true, None::<&str>)?)?;
            }
            files.set_enabled(!files.items()?.is_empty())?;
            Some(Box::new(files))
        }
        Entry::Line => Some(Box::new(PredefinedMenuItem::separator(app)?)),
        Entry::Mac { role, text } => Some(Box::new(native(app, *role, text.as_deref())?)),
    })
}

fn native<R: Runtime>(
    app: &AppHandle<R>,
    role: Role,
    text: Option<&str>,
) -> tauri::Result<PredefinedMenuItem<R>> {
    match role {
        Role::About => PredefinedMenuItem::about(app, text, Some(AboutMetadata::default())),
        Role::Services => PredefinedMenuItem::services(app, text),
        Role::Hide => PredefinedMenuItem::hide(app, text),
        Role::HideOthers => PredefinedMenuItem::hide_others(app, text),
        Role::ShowAll => PredefinedMenuItem::show_all(app, text),
        Role::Quit => PredefinedMenuItem::quit(app, text),
        Role::Undo => PredefinedMenuItem::undo(app, text),
        Role::Redo => PredefinedMenuItem::redo(app, text),
        Role::Cut => PredefinedMenuItem::cut(app, text),
        Role::Copy => PredefinedMenuItem::copy(app, text),
        Role::Paste => PredefinedMenuItem::paste(app, text),
        Role::SelectAll => PredefinedMenuItem::select_all(app, text),
        Role::Line => PredefinedMenuItem::separator(app),
    }
}

/// Runs the chosen action.
pub(crate) fn chosen<R: Runtime>(app: &AppHandle<R>, id: &str) {
    let done = match id {
        "open" => {
            choose_files(app);
            Ok(())
        }
        "zoomIn" => zoom(app, Zoom::In),
        "zoomOut" => zoom(app, Zoom::Out),
        "zoomUsual" => zoom(app, Zoom::Usual),
        "fullScreen" => full_screen(app),
        "quit" => quit(app),
        _ => match id.strip_prefix(RECENT).and_then(|number| number.parse().ok()) {
            Some(number) => {
                open_recent(app, number);
                Ok(())
            }
            None => app.emit("menu", id),
        },
    };
    if let Err(error) = done {
        log::warn!("menu, {id}: {error}");
    }
}

fn choose_files<R: Runtime>(app: &AppHandle<R>) {
    let app = app.clone();
    let asked = app.dialog().file().add_filter("PDN", &["pdn"]);
    asked.pick_files(move |chosen| {
        let chosen = chosen.unwrap_or_default().into_iter();
        let files = chosen.filter_map(|file| file.into_path().ok()).map(Into::into);
        opened::hand_over(&app, Path::new(""), files);
    });
}

fn open_recent<R: Runtime>(app: &AppHandle<R>, number: usize) {
    let file = app.state::<Preferences>().recent().into_iter().nth(number);
    opened::hand_over(app, Path::new(""), file.into_iter().map(Into::into));
}

fn zoom<R: Runtime>(app: &AppHandle<R>, step: Zoom) -> tauri::Result<()> {
    let preferences = app.state::<Preferences>();
    preferences.set_zoom(step);
    app.webview_windows()
        .values()
        .try_for_each(|window| window.set_zoom(preferences.zoom()))
}

fn full_screen<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    app.webview_windows()
        .values()
        .try_for_each(|window| window.set_fullscreen(!window.is_fullscreen()?))
}

/// Closes the windows instead of exiting, so that each can warn of unsaved data.
fn quit<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<()> {
    app.webview_windows()
        .values()
        .try_for_each(|window| window.close())
}
