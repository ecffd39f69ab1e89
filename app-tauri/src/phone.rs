//! All that only Android's own interfaces can do; `android/app/src/main/java/org/damier/app/Phone.kt` does it.
use crate::commands::storage;
use crate::opened;
use damier_core::ApiError;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tauri::ipc::{Channel, InvokeResponseBody};
use tauri::plugin::mobile::PluginInvokeError;
use tauri::plugin::{Builder, PluginHandle, TauriPlugin};
use tauri::{AppHandle, Manager, Runtime};

/// The plugin in Kotlin.
pub(crate) struct Phone<R: Runtime>(PluginHandle<R>);

/// A request of the page.
#[derive(Debug, Deserialize, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase")]
pub(crate) enum Act {
    /// Offers a text to other apps.
    Share { title: String, text: String },
    /// Keeps the screen on, or no longer.
    KeepAwake { on: bool },
    /// The page is dark: the signs in the system's bars become light.
    SetBars { dark: bool },
    /// Prints the page.
    Print {},
}

impl Act {
    /// Name of its command in Kotlin.
    fn command(&self) -> &'static str {
        match self {
            Self::Share { .. } => "share",
            Self::KeepAwake { .. } => "keepAwake",
            Self::SetBars { .. } => "setBars",
            Self::Print {} => "print",
        }
    }
}

/// Files and texts that another app opened or shared.
#[derive(Debug, Deserialize)]
struct Opening {
    /// Paths of copies in the app's own folder.
    files: Vec<PathBuf>,
    /// Links, games or positions.
    texts: Vec<String>,
}

#[derive(Serialize)]
struct Listener {
    channel: Channel,
}

/// Starts the Kotlin side. Files and texts that it passes on reach the page as if the app had been opened with them.
pub(crate) fn plugin<R: Runtime>() -> TauriPlugin<R> {
    Builder::new("phone")
        .setup(|app, api| {
            app.manage(Phone(api.register_android_plugin("org.damier.app", "Phone")?));
            Ok(())
        })
        .build()
}

/// Begins to take what the app is opened with.
pub(crate) fn listen<R: Runtime>(app: &AppHandle<R>) -> Result<(), PluginInvokeError> {
    let handle = app.clone();
    let channel = Channel::new(move |news| {
        if let InvokeResponseBody::Json(news) = news
            && let Ok(Opening { files, texts }) = serde_json::from_str(&news)
        {
            opened::hand_over(&handle, Path::new(""), files.into_iter().map(OsString::from));
            texts
                .into_iter()
                .for_each(|text| opened::hand_over_text(&handle, text));
        }
        Ok(())
    });
    let phone = app.state::<Phone<R>>();
    phone.0.run_mobile_plugin("listen", Listener { channel })
}

/// Moves a file into the phone's folder for downloads, and returns its place there.
pub(crate) fn publish<R: Runtime>(app: &AppHandle<R>, path: PathBuf) -> Result<PathBuf, ApiError> {
    #[derive(Serialize)]
    struct Saved {
        path: PathBuf,
    }
    #[derive(Deserialize)]
    struct Published {
        place: PathBuf,
    }
    let phone = app.state::<Phone<R>>();
    let published = phone.0.run_mobile_plugin("publish", Saved { path });
    published.map(|Published { place }| place).map_err(storage)
}

/// Does what the page asks for.
#[tauri::command(async)]
pub(crate) fn phone<R: Runtime>(app: AppHandle<R>, act: Act) -> Result<(), ApiError> {
    let phone = app.state::<Phone<R>>();
    let done = phone.0.run_mobile_plugin::<IgnoredAny>(act.command(), act);
    done.map(|_| ()).map_err(storage)
}
