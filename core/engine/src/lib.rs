//! The engine: finds moves and values. Never prints, reads no clock but the caller's, knows no store.
//!
//! ```
//! use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};
//! use draughts::{Game, Variant};
//!
//! let game = Game::new(Variant::International);
//! let (assets, table) = (EngineAssets::bundled(), TranspositionTable::new(1));
//! let mut search = Search::new(&game, Task::within(Limits::depth(5)), &assets, table, no_clock);
//! while !search.step(1000) {}
//! assert!(search.result().best.is_some());
//! ```
mod assets;
mod beginner;
pub mod bench;
pub mod book;
#[doc(hidden)]
pub mod bundled;
mod deepening;
mod easy_move;
pub mod endgame;
pub mod eval;
pub mod handicap_table;
mod history;
mod huge_pages;
mod level;
mod limits;
mod pool;
mod pvs;
mod quiescence;
pub mod review;
mod score;
mod search;
mod stack;
pub mod stand_in;
mod state;
mod tablebase;
mod threads;
mod tt;

pub use assets::EngineAssets;
pub use beginner::Beginner;
pub use eval::expected;
pub use level::Level;
pub use limits::{Clock, Limits, StopFlag, TimeLeft, no_clock};
pub use score::Score;
pub use search::{PvLine, Search, SearchInfo, SearchResult, Task, analyse};
#[cfg(all(target_arch = "wasm32", target_feature = "atomics"))]
pub use threads::help_searches;
pub use tt::TranspositionTable;
