//! Draughts: rules, engine, lessons, puzzles and the game store of Damier.
//!
//! ```
//! use draughts::{Game, Variant};
//!
//! let mut game = Game::new(Variant::International);
//! let moves = game.legal_moves();
//! assert_eq!(moves.len(), 9);
//! game.play(&moves[0])?;
//! assert!(game.outcome().is_none());
//! # Ok::<(), draughts::PlayError>(())
//! ```
pub mod analysis;
pub mod api;
mod artefact;
pub(crate) mod board;
pub mod endgame;
pub mod engine;
pub mod file;
pub mod form;
pub mod learn;
mod lot;
pub mod notation;
mod packed;
pub mod puzzle;
pub mod rules;
#[cfg(feature = "store")]
pub mod store;
pub mod timing;

pub use artefact::ArtefactError;
pub use board::{Dir, DirSet, Piece, Role, Side, Square, SquareSet};
pub use lot::Lot;
pub use rules::{
    DrawCount, EndReason, Game, Handicap, HandicapError, IllegalMove, Leg, Move, NotHuffable, Outcome,
    PlayError, Position, Refusal, RefusalRule, ResultStyle, RuleOption, RuleOptions, Ruleset, Setup,
    SetupErrors, SetupReason, UnknownOption, UnknownVariant, Variant, perft, why_not, why_not_along,
    why_not_under,
};

#[cfg(feature = "uniffi")]
uniffi::setup_scaffolding!();
