//! The one list of calls through which every host (Tauri, WebAssembly, uniffi) reaches the core.
//!
//! Knows how to translate between people's JSON and the domain; decides nothing about draughts itself.
//! Without the feature `store` only the search job is here (the browser's search module has no SQLite).
#[cfg(feature = "store")]
mod app;
#[cfg(feature = "store")]
mod calls;
#[cfg(feature = "store")]
pub mod clock;
pub mod conditions;
#[cfg(feature = "store")]
mod damage;
#[cfg(feature = "store")]
pub mod drills;
#[cfg(feature = "store")]
pub mod editor;
#[cfg(feature = "store")]
mod elsewhere;
pub mod error;
#[cfg(feature = "store")]
pub mod exact;
#[cfg(feature = "store")]
pub mod files;
#[cfg(feature = "store")]
mod game;
#[cfg(feature = "store")]
pub mod games;
#[cfg(feature = "store")]
pub mod handicap;
#[cfg(feature = "store")]
mod home;
#[cfg(feature = "store")]
pub mod keeping;
#[cfg(feature = "store")]
pub mod learn;
#[cfg(feature = "store")]
mod lessons;
#[cfg(feature = "store")]
pub mod library;
#[cfg(feature = "store")]
pub mod line;
mod look;
#[cfg(feature = "store")]
pub mod own_lessons;
#[cfg(feature = "store")]
pub mod play;
#[cfg(feature = "store")]
mod playing;
#[cfg(feature = "store")]
pub mod puzzle_sets;
#[cfg(feature = "store")]
pub mod puzzles;
#[cfg(feature = "store")]
pub mod review;
#[cfg(feature = "store")]
pub mod school;
pub mod search;
#[cfg_attr(
    not(feature = "store"),
    allow(dead_code, reason = "the search job alone shows only moves")
)]
mod show;
#[cfg(feature = "store")]
pub mod tabletop;
#[cfg(feature = "store")]
mod terms;
#[cfg(feature = "store")]
pub mod training;
pub mod views;

#[cfg(feature = "store")]
pub use app::App;
#[cfg(all(feature = "store", feature = "ts"))]
pub use calls::Calls;
#[cfg(feature = "store")]
pub use calls::{Call, Done, NAMES, dispatch};
#[cfg(feature = "store")]
pub use damage::Reopen;
#[cfg(feature = "store")]
pub use elsewhere::Elsewhere;
pub use error::{ApiError, ErrorKind};
pub use look::{position, read_move, why_not};
