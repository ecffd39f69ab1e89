//! A game as every front end sees it.
use super::board::{BoardView, MoveView, PositionView, VariantKey};
use super::outcome::{CountView, OutcomeView};
use super::squares::Squares;
use super::terms::{ClockView, TermsView};
use serde::{Deserialize, Serialize};

/// The player of one side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "uniffi", uniffi(name = "Player"))]
pub enum PlayerView {
    /// A person at this device.
    Human,
    /// The engine at the level of this key (see `levels`), or `hub:` and the name of an external engine that the
    /// window runs.
    Computer {
        /// Key of the level.
        level: String,
    },
}
view! {
    /// A whole game. A front end shows it and keeps nothing else.
    #[cfg_attr(feature = "uniffi", uniffi(name = "GameState"))]
    pub struct GameView {
        pub id: i64,
        pub board: BoardView,
        /// Current position; `legal` is empty once the game is over.
        pub position: PositionView,
        pub start_fen: String,
        /// Moves played, first to last.
        pub moves: Vec<MoveView>,
        /// Number of moves played: the `ply` that `playMove` and `takeBack` expect.
        pub ply: u32,
        pub white: PlayerView,
        pub black: PlayerView,
        /// Squares of the men removed before the start.
        pub removed: Squares,
        pub outcome: Option<OutcomeView>,
        /// Counting draw rules, the one closest to its end first.
        pub counts: Vec<CountView>,
        /// Under the historic rule, the pieces that the side to move may huff now.
        pub huffable: Squares,
        /// Plies at which a piece was huffed, by the side that moves next.
        pub huffed: Vec<u32>,
        pub take_backs: u32,
        pub hints: u32,
        pub terms: TermsView,
        pub clock: Option<ClockView>,
        /// `true` if it is played by correspondence: `correspond` makes its moves.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        pub by_letter: bool,
    }
}
view! {
    /// Summary of a game.
    pub struct GameSummary {
        pub id: i64,
        pub variant: VariantKey,
        pub fen: String,
        pub ply: u32,
        pub white: PlayerView,
        pub black: PlayerView,
        pub outcome: Option<OutcomeView>,
        /// Time of the last change, milliseconds since 1970.
        pub updated: f64,
    }
}
