//! The one list of calls through which every host (Tauri, WebAssembly, uniffi) reaches the core.
//!
//! Knows how to translate between people's JSON and the domain; decides nothing about draughts itself.
//! Without the feature `store` only the search job is here (the browser's search module has no SQLite).
mod app;
mod calls;
pub mod clock;
pub mod conditions;
pub mod drills;
pub mod editor;
mod elsewhere;
pub mod error;
pub mod exact;
mod file;
pub mod files;
mod game;
pub mod games;
pub mod handicap;
mod home;
pub mod keeping;
pub mod learn;
mod lessons;
pub mod library;
pub mod line;
mod look;
pub mod own_lessons;
pub mod play;
mod playing;
pub mod puzzle_sets;
pub mod puzzles;
pub mod review;
pub mod school;
pub mod search;
mod show;
pub mod tabletop;
mod terms;
pub mod training;
pub mod views;

pub use app::App;
#[cfg(feature = "ts")]
pub use calls::Calls;
pub use calls::{Call, Done, NAMES, dispatch};
pub use elsewhere::Elsewhere;
pub use error::{ApiError, ErrorKind};
pub use look::{position, read_move, why_not};

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();
