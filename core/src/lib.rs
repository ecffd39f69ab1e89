//! Draughts: rules, engine, lessons, puzzles and the game store of Damier.
pub mod api;
