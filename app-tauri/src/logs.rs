//! Shows the log's folder in the system's file manager.
use crate::commands::storage;
use damier_core::ApiError;
use tauri::{AppHandle, Manager, Runtime};

/// Opens the folder with the log.
#[tauri::command(async)]
pub(crate) fn show_logs<R: Runtime>(app: AppHandle<R>) -> Result<(), ApiError> {
    let folder = app.path().app_log_dir().map_err(storage)?;
    std::fs::create_dir_all(&folder).map_err(storage)?;
    open::that_detached(folder).map_err(storage)
}
