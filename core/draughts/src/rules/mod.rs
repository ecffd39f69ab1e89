//! The rules of the game, exact to the article. Does no I/O, knows no engine, no notation and no serde.
//! Only [`Game`] and the lists handed to callers allocate.
mod any_pos;
mod capture;
mod chosen;
mod clocks;
mod drawbook;
mod draws;
mod game;
mod goal;
mod handicap;
mod movegen;
mod mover;
mod moves;
mod options;
mod outcome;
mod perft;
mod pos;
mod position;
mod refusal;
mod routes;
mod rulebook;
mod ruleset;
mod setup;
mod steps;
mod variant;
mod view;

pub use crate::board::Board;
pub use draws::{Counting, DrawCount, DrawRule, DrawRules, Ending, Force, Pieces, Repetition, When};
pub use game::{Game, NotHuffable, PlayError};
pub use goal::Goal;
pub use handicap::{Handicap, HandicapError};
pub use moves::Move;
pub use options::{RuleOption, RuleOptions, UnknownOption};
pub use outcome::{EndReason, Outcome, ResultStyle};
pub use perft::perft;
pub use position::{IllegalMove, Leg, Position};
pub use refusal::{Refusal, RefusalRule, why_not, why_not_along, why_not_move, why_not_under};
pub(crate) use refusal::{between, goes_along};
pub use ruleset::{King, Landing, Precedence, Promotion, Removal, Ruleset};
pub use setup::{Setup, SetupErrors, SetupReason};
pub use variant::{UnknownVariant, Variant};

// For the engine, which reaches these items through `raw`. They carry no promise.
#[doc(hidden)]
pub use any_pos::{AnyPos, IntoAny};
#[doc(hidden)]
pub use clocks::Clocks;
#[doc(hidden)]
pub use movegen::{generate, has_capture, has_quiet};
#[doc(hidden)]
pub use moves::{BitMove, MoveList};
#[doc(hidden)]
pub use pos::{KingMoves, Pos};
