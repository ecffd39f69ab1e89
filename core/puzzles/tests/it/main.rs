//! Integration tests of the puzzles.
#![allow(clippy::unwrap_used, reason = "a failed unwrap fails its test")]
mod mine;
mod played;
mod puzzles;
mod shots;
mod themes;
