//! A game between two people on devices of their own, played and kept here. Knows no network: who may do what, and over which
//! line they ask, is the host's affair.
mod shared_game;

pub use shared_game::{SharedGame, SharedStart};
