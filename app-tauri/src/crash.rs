//! What is left of a panic: a report beside the log, which the next start offers to save. Names the place in the program, no game
//! and no person.
use crate::clock;
use crate::commands::storage;
use damier_core::ApiError;
use std::backtrace::Backtrace;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use tauri::State;

/// Where the report of this run or of an earlier one lies.
#[derive(Debug)]
pub(crate) struct Crash(PathBuf);

impl Crash {
    /// The report in this folder, of whatever panics from now on and what an earlier run left there.
    pub(crate) fn reported_in(folder: &Path) -> Self {
        let file = folder.join("crash.txt");
        let before = std::panic::take_hook();
        let to = file.clone();
        std::panic::set_hook(Box::new(move |panic| {
            log::error!("{panic}");
            // Who cannot write it has said it on standard error.
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

/// The report of a panic that nobody has answered yet.
#[tauri::command(async)]
pub(crate) fn crash_report(crash: State<'_, Crash>) -> Option<String> {
    std::fs::read_to_string(&crash.0).ok()
}

/// It was saved, or is not wanted.
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
        // One hook serves the whole program: a test beside this one that panics on purpose may write over the report.
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
