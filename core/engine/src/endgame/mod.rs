//! Endgame tables: the exact value of every position with few pieces. Knows the rules, but no search, no clock, and
//! no draw rules except those of Frisian draughts. Only `file` and `persistent` know files, and only `persistent` a
//! background thread.
//!
//! A value is that of perfect play by both sides without a move limit: the winner wins as fast as possible, the loser
//! holds out as long as possible. Distances are plies (moves of one side) to the end of the game.
//!
//! Frisian draughts is exact for two rules that other games do not have: the count of a king's moves is part of a
//! position (`march`), and two kings have seven moves to catch one (`counted`).
mod class;
mod coded;
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
pub use compression::packed_from_coded;
#[cfg(not(target_arch = "wasm32"))]
pub use file::{FileError, TableFile};
pub use generate::{Build, BuildObserver, TooLarge, build};
#[cfg(not(target_arch = "wasm32"))]
pub use persistent::{PersistentState, PersistentTables, Report};
pub use table::{ClassTable, Counts, Longest, Tables, Value};
