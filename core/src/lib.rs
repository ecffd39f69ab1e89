//! The calls through which every host (Tauri, WebAssembly, uniffi) reaches the core, and the crates behind them.
//!
//! Knows how to translate between people's JSON and the domain; decides nothing about draughts itself. One folder a
//! feature: what goes in, what comes out, what is done. `calls` is the list of them all.
pub mod analysis;
#[cfg(feature = "store")]
mod app;
#[cfg(feature = "store")]
mod assets;
#[cfg(feature = "store")]
mod call;
#[cfg(feature = "store")]
mod calls;
mod convert;
#[cfg(feature = "store")]
pub mod correspondence;
#[cfg(feature = "store")]
mod damage;
mod error;
#[cfg(feature = "store")]
mod fault;
#[cfg(feature = "store")]
pub mod files;
#[cfg(feature = "store")]
mod inspect;
#[cfg(feature = "store")]
pub mod learn;
#[cfg(feature = "store")]
pub mod library;
#[cfg(feature = "store")]
pub mod link;
#[cfg(feature = "store")]
pub mod over_the_board;
pub mod play;
#[cfg(feature = "store")]
pub mod profile;
#[cfg(feature = "store")]
pub mod puzzles;
#[cfg(feature = "store")]
pub mod repertoire;
mod resource;
mod squares;
#[cfg(feature = "store")]
mod state;
#[cfg(feature = "store")]
pub mod together;
pub mod views;

#[cfg(feature = "store")]
pub use analysis::DeferredSearch;
#[cfg(feature = "store")]
pub use app::App;
#[cfg(feature = "store")]
pub use assets::Assets;
#[cfg(feature = "store")]
pub use call::{Call, Done};
#[cfg(test)]
pub use calls::Calls;
#[cfg(feature = "store")]
pub use calls::{NAMES, dispatch};
#[cfg(feature = "store")]
pub use damage::Reopen;
pub use error::{ApiError, ErrorKind};
#[cfg(feature = "store")]
pub use inspect::{position, read_move, why_not};
pub use resource::{Resource, UnknownResource, install_in_engine};

#[cfg(feature = "store")]
pub use damier_store;
pub use draughts;
pub use draughts_engine;
pub use draughts_lessons;
pub use draughts_puzzles;

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();
