//! Views that several features share: boards, moves, games, terms, verdicts. Square numbers are the variant's own,
//! from 1.
macro_rules! view {
    ($(#[$meta:meta])* pub enum $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a variant named by its word needs no sentence; those that need one have it")]
        $(#[$meta])*
        pub enum $name { $($body)* }
    };
    ($(#[$meta:meta])* pub struct $name:ident { $($body:tt)* }) => {
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        #[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
        #[cfg_attr(feature = "uniffi", derive(uniffi::Record))]
        #[serde(rename_all = "camelCase")]
        #[allow(missing_docs, reason = "a field named by its word needs no sentence; those that need one have it")]
        $(#[$meta])*
        pub struct $name { $($body)* }
    };
}
pub(crate) use view;

mod board;
mod game;
mod outcome;
mod person;
mod refusal;
mod squares;
mod task;
mod terms;

pub use board::{
    BoardView, KingMovesView, MoveView, PieceView, PlaceView, PositionView, RoleView, SideView, VariantKey,
};
pub use game::{GameSummary, GameView, PlayerView};
pub use outcome::{CountView, EndReasonView, OutcomeView};
pub use person::Experience;
pub use refusal::{RefusalRule, RefusalView};
pub use squares::Squares;
pub use task::{HintView, Overlay, VerdictView};
pub use terms::{
    AidsView, BallotChoice, BallotListView, ClockTerms, ClockView, HouseRuleView, PairNames, PeriodView,
    SideClockView, TermsView, TimeControlView, WinByView,
};
