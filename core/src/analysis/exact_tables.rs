//! Calls for the endgame tables that a person has built on his machine: how far every end with four pieces is. A browser
//! keeps to the results that come with the program.
use crate::App;
use crate::call::Call;
use crate::error::ApiError;
use crate::views::view;

/// The file of the tables, in the app's data folder, and of how many pieces they are.
#[cfg(not(target_arch = "wasm32"))]
const FILE: &str = "endgame-international.bin";
#[cfg(not(target_arch = "wasm32"))]
const PIECES: u8 = 4;

/// The tables that are kept in this folder, for [`App::keeping`].
#[cfg(not(target_arch = "wasm32"))]
pub fn kept_in(
    folder: &std::path::Path,
    assets: &draughts_engine::EngineAssets,
) -> draughts_engine::endgame::PersistentTables {
    draughts_engine::endgame::PersistentTables::open(
        &folder.join(FILE),
        draughts::Variant::International,
        PIECES,
        assets.clone(),
    )
}

/// What the file of all classes takes, in megabytes, and how long one processor of a desk is busy with it.
const MEGABYTES: f64 = 5.8;
const MINUTES: u32 = 1;

view! {
    /// `exactTables {}` → `ExactTablesView`: how far the tables are.
    pub struct ExactTables {}
}
view! {
    /// `workOnTables {wish}` → `ExactTablesView`: begins, ends or undoes their building, which goes on between calls.
    pub struct WorkOnTables { pub wish: TablesWish }
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
        /// They are not built here: the results of four pieces are known, not how far the end is.
        ResultsOnly,
        /// Nothing is built.
        Nothing,
        /// Some of them are, and asked.
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
        Ok(told(app))
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
        if let Some(tables) = &app.tables {
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
        Ok(told(app))
    }
}

/// One processor stays free for who plays meanwhile.
#[cfg(not(target_arch = "wasm32"))]
fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, |all| (all.get() - 1).max(1))
}

fn told(app: &App) -> ExactTablesView {
    let view = ExactTablesView {
        state: TablesState::ResultsOnly,
        percent: 0,
        megabytes: MEGABYTES,
        minutes: MINUTES,
        aside: None,
        failed: false,
    };
    #[cfg(not(target_arch = "wasm32"))]
    if let Some(tables) = &app.tables {
        use draughts_engine::endgame::PersistentState;
        let report = tables.report();
        let name = |aside: &std::path::PathBuf| Some(aside.file_name()?.to_string_lossy().into_owned());
        return ExactTablesView {
            state: match report.state {
                PersistentState::Nothing => TablesState::Nothing,
                PersistentState::Part => TablesState::Part,
                PersistentState::Building => TablesState::Building,
                PersistentState::Ready => TablesState::Ready,
            },
            megabytes: if report.state == PersistentState::Ready {
                report.bytes as f64 / 1e6
            } else {
                MEGABYTES
            },
            percent: (report.done * 100.0) as u8,
            aside: report.aside.as_ref().and_then(name),
            failed: report.error.is_some(),
            ..view
        };
    }
    #[cfg(target_arch = "wasm32")]
    let _ = app;
    view
}
