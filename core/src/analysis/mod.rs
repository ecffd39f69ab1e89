//! What a position or a game is worth: searches, exact tables, reviews, lines, and positions set up by hand.
mod deferred;
mod editor;
mod exact_tables;
mod line;
mod review;
pub(crate) mod search;

pub use deferred::Elsewhere;
pub use editor::{CheckPosition, CheckView, ReadPosition, ReadView, SetupFault, VariantView, Variants};
#[cfg(not(target_arch = "wasm32"))]
pub use exact_tables::kept_in;
pub use exact_tables::{ExactTables, ExactTablesView, TablesState, TablesWish, WorkOnTables};
pub use line::{LineView, ShowLine};
pub use review::{
    FoundView, JudgedView, PlayedView, QualityView, ReviewGame, ReviewView, TableFact, TableFactView,
};
pub use search::run;
pub use search::{BestLine, LimitsView, SearchInfo, SearchJob, SearchParams, SearchResult};
