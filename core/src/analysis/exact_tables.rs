//! Calls for the endgame tables that a person has built on his machine: how far every end with four pieces is, and who wins
//! with five. A browser keeps to the results that come with the program.
use crate::App;
use crate::call::Call;
use crate::error::{ApiError, bad_params};
use crate::views::view;
#[cfg(not(target_arch = "wasm32"))]
use draughts_engine::endgame::{PersistentState, PersistentTables, Report};

/// Tables that can be built: of so many pieces, what their file takes in megabytes, and how many minutes one processor of a
/// desk is busy with it. Of four pieces they say how far the end is; of five, the result.
const TABLES: [(u8, f64, u32); 2] = [(4, 5.8, 1), (5, 74.5, 25)];

/// The file of tables of so many pieces, in the app's data folder.
#[cfg(not(target_arch = "wasm32"))]
fn file(pieces: u8) -> String {
    match pieces {
        4 => "endgame-international.bin".to_owned(),
        more => format!("endgame-international-{more}.bin"),
    }
}

/// The tables that are kept in this folder, for [`App::keeping`].
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
    /// `exactTables {pieces}` → `ExactTablesView`: how far the tables of so many pieces are.
    pub struct ExactTables {
        /// 4, with which the app learns how far every end is, or 5, with which it learns who wins.
        pub pieces: u8,
    }
}
view! {
    /// `workOnTables {pieces, wish}` → `ExactTablesView`: begins, ends or undoes their building, which goes on between calls.
    pub struct WorkOnTables {
        /// 4 or 5.
        pub pieces: u8,
        pub wish: TablesWish,
    }
}
view! {
    /// What is wished of the tables.
    pub enum TablesWish {
        /// Build them, from where they are.
        Build,
        /// Build no more now: what is solved stays.
        Stop,
        /// Delete them.
        Delete,
    }
}
view! {
    /// How far the tables are.
    pub enum TablesState {
        /// None are built here: the results of four pieces are known, not how far the end is, and nothing of five.
        ResultsOnly,
        /// A large file of them is being read: ask again in a moment.
        Reading,
        /// Nothing is built.
        Nothing,
        /// Some of them are. Those of four pieces are asked.
        Part,
        /// They are being built.
        Building,
        /// All of them are there, and asked.
        Ready,
    }
}
view! {
    /// The tables that are built here.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExactTablesState"))]
    pub struct ExactTablesView {
        pub state: TablesState,
        /// How much is done, 0 to 100.
        pub percent: u8,
        /// What the file takes, or will take, in megabytes.
        pub megabytes: f64,
        /// About so many minutes of computing, all in all.
        pub minutes: u32,
        /// The name a file was given that was damaged, or of another version.
        pub aside: Option<String>,
        /// The last work on them ended because the disk refused.
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

/// One processor stays free for who plays meanwhile.
#[cfg(not(target_arch = "wasm32"))]
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1))
}

/// The tables of so many pieces, where they are kept.
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
    planned.map(|_| view).ok_or_else(|| {
        bad_params(format!(
            "no tables of {pieces} pieces are built here, but of 4 or 5"
        ))
    })
}

/// What the tables themselves say.
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
