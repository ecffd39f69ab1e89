//! What a position or a game is worth: searches, exact tables, reviews, lines, and positions set up by hand.
#[cfg(feature = "store")]
mod book;
#[cfg(feature = "store")]
mod deferred;
#[cfg(feature = "store")]
mod editor;
#[cfg(feature = "store")]
mod exact_tables;
mod foreign;
#[cfg(feature = "store")]
mod kept_review;
#[cfg(feature = "store")]
mod line;
#[cfg(feature = "store")]
mod mistakes;
#[cfg(feature = "store")]
mod review;
pub(crate) mod search;
#[cfg(feature = "store")]
mod table_fact;

#[cfg(feature = "store")]
pub use book::{BookMoveView, BookMoves, BookView};
#[cfg(feature = "store")]
pub use deferred::DeferredSearch;
#[cfg(feature = "store")]
pub use editor::{CheckPosition, CheckView, ReadPosition, ReadView, SetupFault, VariantView, Variants};
#[cfg(all(feature = "store", not(target_arch = "wasm32")))]
pub use exact_tables::kept_in;
#[cfg(feature = "store")]
pub use exact_tables::{ExactTables, ExactTablesView, TablesState, TablesWish, WorkOnTables};
pub use foreign::ForeignWord;
#[cfg(feature = "store")]
pub(crate) use kept_review::kept_review;
#[cfg(feature = "store")]
pub use kept_review::{
    KeepReview, KeptReviewView, PlayedMistake, PlayedReport, PlayedReports, ShowKeptReview, ShowPlayedReports,
};
#[cfg(feature = "store")]
pub use line::{LineView, ShowLine};
#[cfg(feature = "store")]
pub(crate) use mistakes::mistakes_due;
#[cfg(feature = "store")]
pub use mistakes::{DueMistake, DueMistakes, ForgetMistake, KeepMistake, KeptMistakeReply, ShowDueMistakes};
#[cfg(feature = "store")]
pub use review::{
    CauseKind, CauseView, DecidedBy, DecidedView, FoundView, JudgedView, PhasePlayedView, PhaseView,
    PlayedView, QualityView, ReviewGame, ReviewShotView, ReviewView, SwingView,
};
pub use search::run;
pub use search::{BestLine, LimitsView, SearchInfo, SearchJob, SearchParams, SearchResult};
#[cfg(feature = "store")]
pub use table_fact::{TableFact, TableFactView};
