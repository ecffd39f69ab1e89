//! Crash reports: a panic writes a report beside the log, which the next start offers to save. It names the place in
//! the program, but no game and no person.
use crate::clock;
use crate::commands::storage;
use damier_core::ApiError;
use std::backtrace::Backtrace;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use tauri::State;

/// Path of the report.
#[derive(Debug)]
pub(crate) struct Crash(PathBuf);

impl Crash {
    /// Installs a panic hook that writes the report in this folder. An earlier run may have left one there.
    pub(crate) fn reported_in(folder: &Path) -> Self {
        let file = folder.join("crash.txt");
        let before = std::panic::take_hook();
        let to = file.clone();
        std::panic::set_hook(Box::new(move |panic| {
            log::error!("{panic}");
            // If the write fails, standard error still has the panic.
            drop(std::fs::write(&to, report(panic, Backtrace::force_capture())));
            before(panic);
        }));
        Self(file)
    }
}

fn report(what: impl Display, trace: impl Display) -> String {
    let (system, processor) = (std::env::consts::OS, std::env::consts::ARCH);
    let seconds = clock::now() / 1000.0;
    format!(
        "Damier {} on {system} {processor}, {seconds:.0} seconds after 1970\n\n{what}\n\n{trace}\n",
        env!("CARGO_PKG_VERSION")
    )
}

/// The report of a panic, until it is dismissed.
#[tauri::command(async)]
pub(crate) fn crash_report(crash: State<'_, Crash>) -> Option<String> {
    std::fs::read_to_string(&crash.0).ok()
}

/// Deletes the report.
#[tauri::command(async)]
pub(crate) fn forget_crash_report(crash: State<'_, Crash>) -> Result<(), ApiError> {
    std::fs::remove_file(&crash.0).map_err(storage)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_leaves_a_report_with_its_place() {
        let folder = std::env::temp_dir().join(format!("damier-crash-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let crash = Crash::reported_in(&folder);
        let mut text = String::new();
        // The hook is global: another test that panics on purpose may overwrite the report.
        for _ in 0..100 {
            let ended = std::thread::spawn(|| panic!("the board is on fire")).join();
            assert!(ended.is_err());
            text = std::fs::read_to_string(&crash.0).unwrap();
            if text.contains("the board is on fire") {
                break;
            }
        }
        drop(std::panic::take_hook());
        assert!(text.contains("the board is on fire"), "{text}");
        assert!(text.contains("crash.rs:"), "{text}");
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
