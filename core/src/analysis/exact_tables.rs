//! Calls for endgame tables built on this machine: exact distances with four pieces, results with five. A browser
//! uses the bundled results only.
use crate::App;
use crate::call::Call;
use crate::error::{ApiError, bad_params};
use crate::views::view;
#[cfg(not(target_arch = "wasm32"))]
use draughts_engine::endgame::{PersistentState, PersistentTables, Report};

/// Tables that can be built: number of pieces, file size in megabytes, minutes on one desktop core. Tables of four
/// pieces hold distances, tables of five hold results.
const TABLES: [(u8, f64, u32); 2] = [(4, 5.8, 1), (5, 74.5, 25)];

/// Name of a tables file in the app's data folder.
#[cfg(not(target_arch = "wasm32"))]
fn file(pieces: u8) -> String {
    match pieces {
        4 => "endgame-international.bin".to_owned(),
        more => format!("endgame-international-{more}.bin"),
    }
}

/// Opens the tables in a folder, for [`App::keeping`].
#[cfg(not(target_arch = "wasm32"))]
pub fn kept_in(folder: &std::path::Path, assets: &draughts_engine::EngineAssets) -> Vec<PersistentTables> {
    let open = |(pieces, ..): (u8, f64, u32)| {
        PersistentTables::open(
            &folder.join(file(pieces)),
            draughts::Variant::International,
            pieces,
            assets.clone(),
        )
    };
    TABLES.into_iter().map(open).collect()
}

view! {
    /// `exactTables {pieces}` → `ExactTablesView`: progress of the tables of this many pieces.
    pub struct ExactTables {
        /// 4 for exact distances, 5 for results.
        pub pieces: u8,
    }
}
view! {
    /// `workOnTables {pieces, wish}` → `ExactTablesView`: starts, stops or deletes the build, which continues between
    /// calls.
    pub struct WorkOnTables {
        /// 4 or 5.
        pub pieces: u8,
        pub wish: TablesWish,
    }
}
view! {
    /// An action on the tables.
    pub enum TablesWish {
        /// Build, or continue to build.
        Build,
        /// Stop building; finished parts stay.
        Stop,
        /// Delete them.
        Delete,
    }
}
view! {
    /// State of the tables.
    pub enum TablesState {
        /// None built: only the bundled results of four pieces are known.
        ResultsOnly,
        /// A large file is being loaded: ask again in a moment.
        Reading,
        /// Nothing is built.
        Nothing,
        /// Partly built. Finished tables of four pieces are used.
        Part,
        /// Being built.
        Building,
        /// Complete and in use.
        Ready,
    }
}
view! {
    /// Tables built on this machine.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExactTablesState"))]
    pub struct ExactTablesView {
        pub state: TablesState,
        /// Progress, 0 to 100.
        pub percent: u8,
        /// Final size of the file, in megabytes.
        pub megabytes: f64,
        /// Total computing time, in minutes, approximately.
        pub minutes: u32,
        /// New name of a file that was set aside because it was damaged or of another version.
        pub aside: Option<String>,
        /// `true` if the last build ended with a disk error.
        pub failed: bool,
    }
}

impl Call for ExactTables {
    type Reply = ExactTablesView;

    fn run(self, app: &mut App) -> Result<ExactTablesView, ApiError> {
        told(app, self.pieces)
    }
}

impl Call for WorkOnTables {
    type Reply = ExactTablesView;

    #[cfg_attr(
        target_arch = "wasm32",
        allow(unused_variables, reason = "nothing is built in a browser")
    )]
    fn run(self, app: &mut App) -> Result<ExactTablesView, ApiError> {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(tables) = kept(app, self.pieces) {
            let done = match self.wish {
                TablesWish::Build => tables.begin(threads()),
                TablesWish::Stop => {
                    tables.stop();
                    Ok(())
                }
                TablesWish::Delete => tables.delete(),
            };
            done.map_err(|error| ApiError::new(crate::ErrorKind::Storage, error.to_string()))?;
        }
        told(app, self.pieces)
    }
}

/// Number of build threads: one core stays free for play.
#[cfg(not(target_arch = "wasm32"))]
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1))
}

/// Tables of this many pieces, if this host keeps them.
#[cfg(not(target_arch = "wasm32"))]
fn kept(app: &App, pieces: u8) -> Option<&PersistentTables> {
    app.tables.iter().find(|tables| tables.pieces() == pieces)
}

#[cfg_attr(
    target_arch = "wasm32",
    allow(unused_variables, reason = "nothing is kept in a browser")
)]
fn told(app: &App, pieces: u8) -> Result<ExactTablesView, ApiError> {
    let planned = TABLES.into_iter().find(|&(of, ..)| of == pieces);
    let (_, megabytes, minutes) = planned.unwrap_or_default();
    let view = ExactTablesView {
        state: TablesState::ResultsOnly,
        percent: 0,
        megabytes,
        minutes,
        aside: None,
        failed: false,
    };
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(tables) = kept(app, pieces) {
        return Ok(reported(view, &tables.report()));
    }
    planned
        .map(|_| view)
        .ok_or_else(|| bad_params(format!("tables can be built of 4 or 5 pieces, not {pieces}")))
}

/// Adds the tables' own report.
#[cfg(not(target_arch = "wasm32"))]
fn reported(planned: ExactTablesView, report: &Report) -> ExactTablesView {
    let name = |aside: &std::path::PathBuf| Some(aside.file_name()?.to_string_lossy().into_owned());
    ExactTablesView {
        state: match report.state {
            PersistentState::Reading => TablesState::Reading,
            PersistentState::Nothing => TablesState::Nothing,
            PersistentState::Part => TablesState::Part,
            PersistentState::Building => TablesState::Building,
            PersistentState::Ready => TablesState::Ready,
        },
        megabytes: if report.state == PersistentState::Ready {
            report.bytes as f64 / 1e6
        } else {
            planned.megabytes
        },
        percent: (report.done * 100.0) as u8,
        aside: report.aside.as_ref().and_then(name),
        failed: report.error.is_some(),
        ..planned
    }
}
