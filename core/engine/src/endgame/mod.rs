//! Endgame tables: the exact value of every position with few pieces. Knows the rules; knows no search, no clock, and of
//! the draw rules those of Frisian draughts alone. Only `file` and `persistent` know files, and only `persistent` a background thread.
//!
//! A value is that of perfect play by both sides without a limit of moves: the winner wins as fast as possible, the loser
//! holds out as long as possible. Distances are plies (moves of one side) to the end of the game.
//!
//! Frisian draughts is exact for two rules that others do not know: how far a king has marched is part of a position
//! (`march`), and two kings have seven moves to catch one (`counted`).
mod class;
mod compression;
mod counted;
#[cfg(not(target_arch = "wasm32"))]
mod file;
mod generate;
mod indexing;
mod march;
mod packed;
#[cfg(not(target_arch = "wasm32"))]
mod persistent;
mod table;

pub use class::{Class, ParseClassError};
#[cfg(not(target_arch = "wasm32"))]
pub use file::{FileError, TableFile};
pub use generate::{Build, BuildObserver, TooLarge, build};
#[cfg(not(target_arch = "wasm32"))]
pub use persistent::{PersistentState, PersistentTables, Report};
pub use table::{Counts, Longest, Table, Tables, Value};
