//! The calls through which every host (Tauri, WebAssembly, uniffi) reaches the core, and the crates behind them.
//!
//! Knows how to translate between people's JSON and the domain; decides nothing about draughts itself. One folder a
//! feature: what goes in, what comes out, what is done. `calls` is the list of them all.
pub mod analysis;
mod app;
mod call;
mod calls;
mod convert;
mod damage;
mod error;
pub mod files;
mod inspect;
pub mod learn;
pub mod library;
pub mod over_the_board;
pub mod play;
pub mod profile;
pub mod puzzles;
mod state;
pub mod views;

pub use analysis::Elsewhere;
pub use app::App;
pub use call::{Call, Done};
#[cfg(feature = "ts")]
pub use calls::Calls;
pub use calls::{NAMES, dispatch};
pub use damage::Reopen;
pub use error::{ApiError, ErrorKind};
pub use inspect::{position, read_move, why_not};

pub use damier_store;
pub use draughts;
pub use draughts_engine;
pub use draughts_lessons;
pub use draughts_puzzles;

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();
