//! Evaluation of positions and games: searches, exact tables, reviews, lines, and the board editor.
mod book;
mod deferred;
mod editor;
mod exact_tables;
mod foreign;
mod kept_review;
mod line;
mod mistakes;
mod review;
mod table_fact;

pub use book::{BookMoveView, BookMoves, BookView};
pub use deferred::DeferredSearch;
pub use editor::{CheckPosition, CheckView, ReadPosition, ReadView, SetupFault, VariantView, Variants};
#[cfg(not(target_arch = "wasm32"))]
pub use exact_tables::kept_in;
pub use exact_tables::{ExactTables, ExactTablesView, TablesState, TablesWish, WorkOnTables};
pub use foreign::ForeignWord;
pub use kept_review::{
    KeepReview, KeptReviewView, PlayedMistake, PlayedReport, PlayedReports, ShowKeptReview, ShowPlayedReports,
};
pub(crate) use kept_review::{kept_review_of, side_in};
pub use line::{LineView, ShowLine};
pub(crate) use mistakes::mistakes_due;
pub use mistakes::{DueMistake, DueMistakes, ForgetMistake, KeepMistake, KeptMistakeReply, ShowDueMistakes};
pub use review::{
    CauseKind, CauseView, DecidedBy, DecidedView, FoundView, JudgedView, NeededSearchView, PhasePlayedView,
    PhaseView, PlayedView, QualityView, ReviewGame, ReviewShotView, ReviewView, SwingView,
};
pub use table_fact::{TableFact, TableFactView};
