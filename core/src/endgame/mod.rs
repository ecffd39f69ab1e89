//! Endgame tables: the exact value of every position with few pieces. Knows the rules; knows no search, no draw rule
//! and no clock.
//!
//! A value is that of perfect play by both sides without a limit of moves: the winner wins as fast as he can, the
//! loser holds out as long as he can. Distances are plies (moves of one side) to the end of the game.
mod class;
mod generate;
mod pack;
mod shipped;
mod slots;
mod table;

pub use class::{Class, ParseClassError};
pub use generate::{Build, Unsupported, build};
pub use shipped::{hand_over, missing, shipped};
pub use table::{Counts, Longest, Table, Tables, Value};
