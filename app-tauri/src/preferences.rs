//! The window's own settings: recent files and zoom. If the folder cannot be written, they last until the window
//! closes.
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Maximum number of recent files.
const RECENT: usize = 10;

/// Zoom levels in percent.
const ZOOMS: [u16; 12] = [50, 67, 75, 80, 90, 100, 110, 125, 150, 175, 200, 300];
const USUAL: u16 = 100;

#[derive(Debug)]
pub(crate) struct Preferences {
    file: PathBuf,
    state: Mutex<State>,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(default)]
struct State {
    /// The latest first.
    recent: Vec<PathBuf>,
    zoom: u16,
}

impl Default for State {
    fn default() -> Self {
        Self {
            recent: Vec::new(),
            zoom: USUAL,
        }
    }
}

/// A change of the zoom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Zoom {
    In,
    Out,
    Usual,
}

impl Preferences {
    /// Reads the settings in this folder; the defaults if they cannot be read.
    pub(crate) fn in_folder(folder: &Path) -> Self {
        let file = folder.join("window.json");
        let text = std::fs::read_to_string(&file).unwrap_or_default();
        Self {
            state: Mutex::new(serde_json::from_str(&text).unwrap_or_default()),
            file,
        }
    }

    /// Recent files that still exist, the latest first.
    pub(crate) fn recent(&self) -> Vec<PathBuf> {
        let recent = self.state().recent.clone();
        recent.into_iter().filter(|path| path.is_file()).collect()
    }

    /// Moves these files to the front.
    pub(crate) fn opened(&self, files: &[PathBuf]) {
        let mut state = self.state();
        for file in files {
            state.recent.retain(|other| other != file);
            state.recent.insert(0, file.clone());
        }
        state.recent.truncate(RECENT);
        self.write(&state);
    }

    /// The zoom factor; 1 is normal size.
    pub(crate) fn zoom(&self) -> f64 {
        f64::from(self.state().zoom) / f64::from(USUAL)
    }

    /// Changes the zoom.
    pub(crate) fn set_zoom(&self, step: Zoom) {
        let mut state = self.state();
        let (now, mut all) = (state.zoom, ZOOMS.into_iter());
        let next = match step {
            Zoom::In => all.find(|&zoom| zoom > now),
            Zoom::Out => all.rfind(|&zoom| zoom < now),
            Zoom::Usual => Some(USUAL),
        };
        state.zoom = next.unwrap_or(now);
        self.write(&state);
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // A panic elsewhere cannot leave the settings half changed.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, state: &State) {
        let folder = self.file.parent().unwrap_or(&self.file);
        let written = std::fs::create_dir_all(folder)
            .and_then(|()| serde_json::to_vec(state).map_err(Into::into))
            .and_then(|bytes| std::fs::write(&self.file, bytes));
        if let Err(error) = written {
            log::warn!("{}: {error}", self.file.display());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recent_files_are_newest_first_without_missing_ones() {
        let folder = std::env::temp_dir().join(format!("damier-kept-{}", std::process::id()));
        let files: Vec<PathBuf> = (0..12).map(|n| folder.join(format!("{n}.pdn"))).collect();
        let preferences = Preferences::in_folder(&folder);
        preferences.opened(&files);
        for file in &files {
            std::fs::write(file, "").unwrap();
        }
        preferences.opened(&files[3..4]);
        std::fs::remove_file(&files[11]).unwrap();
        let again = Preferences::in_folder(&folder).recent();
        assert_eq!(again[..2], [files[3].clone(), files[10].clone()]);
        assert_eq!(again.len(), RECENT - 1);
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn zoom_stays_within_bounds() {
        let folder = std::env::temp_dir().join(format!("damier-zoom-{}", std::process::id()));
        let preferences = Preferences::in_folder(&folder);
        preferences.set_zoom(Zoom::In);
        assert_eq!(preferences.zoom(), 1.1);
        for _ in 0..20 {
            preferences.set_zoom(Zoom::Out);
        }
        assert_eq!(Preferences::in_folder(&folder).zoom(), 0.5);
        preferences.set_zoom(Zoom::Usual);
        assert_eq!(preferences.zoom(), 1.0);
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
