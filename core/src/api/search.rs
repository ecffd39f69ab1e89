//! The search job: self-contained parameters, a stream of `SearchInfo`, one `SearchResult`.
use super::views::{MoveView, view};
use serde::{Deserialize, Serialize};

/// When a search ends by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum LimitsView {
    /// Play as this level would; the same seed and position give the same move.
    Level { level: String, seed: u32 },
    /// Milliseconds.
    Time { millis: u32 },
    /// Plies.
    Depth { depth: u8 },
    /// Positions entered.
    Nodes { nodes: u32 },
    /// Until stopped.
    Infinite,
}
view! {
    /// A search: the start, the moves since (they show the repetitions), and when to stop.
    pub struct SearchParams {
        pub variant: String,
        pub fen: String,
        /// Moves as written (`MoveView.notation`), from `fen` on.
        pub moves: Vec<String>,
        pub limits: LimitsView,
    }
}
view! {
    /// How far the search is.
    pub struct SearchInfo {
        pub depth: u8,
        /// Centipawns (1/100 man) for the side to move.
        pub score: i32,
        pub nodes: f64,
        pub millis: f64,
        /// The best line, as written.
        pub pv: Vec<String>,
    }
}
view! {
    /// What the search found. `best` is absent where there is no legal move.
    pub struct SearchResult {
        pub best: Option<MoveView>,
        pub info: SearchInfo,
        /// Milliseconds a computer opponent waits before it shows this move (a reply at once feels like a slap).
        pub pause: u32,
    }
}
