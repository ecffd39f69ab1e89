//! The one list of calls through which every host (Tauri, WebAssembly, uniffi) reaches the core.
//!
//! Knows how to translate between people's JSON and the domain; decides nothing about draughts itself.
pub mod error;
pub mod learn;
pub mod play;
pub mod puzzles;
pub mod search;
pub mod views;
