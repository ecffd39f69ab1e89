//! The calls through which every host (Tauri, WebAssembly, uniffi) reaches the core, and the crates behind them.
//!
//! Converts between JSON and the domain; decides nothing about draughts itself. Each feature has a folder with its
//! parameters, views and handlers; `calls` lists all calls.
#![cfg_attr(
    not(feature = "store"),
    allow(
        dead_code,
        reason = "the search needs only a part of what it shares with the calls"
    )
)]
mod convert;
mod error;
mod resource;
pub mod search;
pub mod views;

/// All modules that need the store. The browser's search module does without them: SQLite would double it.
#[cfg(feature = "store")]
#[path = "."]
mod with_store {
    pub mod analysis;
    pub(crate) mod app;
    pub(crate) mod assets;
    pub(crate) mod call;
    pub(crate) mod calls;
    pub mod correspondence;
    pub(crate) mod damage;
    pub(crate) mod days;
    pub(crate) mod fault;
    pub mod files;
    pub(crate) mod inspect;
    pub mod learn;
    pub mod library;
    pub mod link;
    pub mod over_the_board;
    pub mod play;
    pub(crate) mod practice;
    pub mod profile;
    pub mod puzzles;
    pub(crate) mod recovery;
    pub mod repertoire;
    pub(crate) mod school;
    pub(crate) mod state;
    pub(crate) mod store_error;
    pub(crate) mod stored_game;
    pub(crate) mod terms;
    pub mod together;

    pub use analysis::DeferredSearch;
    pub use app::App;
    pub use assets::Assets;
    pub use call::{Call, Done};
    #[cfg(test)]
    pub use calls::Calls;
    pub use calls::{NAMES, dispatch};
    pub use damage::Reopen;
    pub use damier_store;
    pub use inspect::{position, read_move, why_not};
}
#[cfg(feature = "store")]
pub use with_store::*;

pub use error::{ApiError, ErrorKind};
pub use resource::{Resource, UnknownResource, install_in_engine};

pub use draughts;
pub use draughts_engine;
pub use draughts_lessons;
pub use draughts_puzzles;

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();
