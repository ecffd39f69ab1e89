//! The rules of the game, exact to the article. Does no I/O, knows no engine, no notation and no serde.
//! Only [`Game`] and the lists handed to callers allocate.
mod capture;
mod draws;
mod game;
mod handicap;
mod movegen;
mod mover;
mod moves;
mod outcome;
mod perft;
mod pos;
mod position;
mod refusal;
mod routes;
mod rulebook;
mod ruleset;
mod setup;
mod variant;
mod view;

pub use crate::board::Board;
pub use draws::{DrawCount, DrawOptions};
pub use game::{Game, PlayError};
pub use handicap::{Handicap, HandicapError};
pub(crate) use movegen::{count, generate, has_capture, has_quiet};
pub use moves::Move;
pub(crate) use moves::{BitMove, MoveList};
pub use outcome::{EndReason, Outcome};
pub use perft::perft;
pub(crate) use pos::{KingMoves, Pos};
pub(crate) use position::{AnyPos, IntoAny, with_pos};
pub use position::{IllegalMove, Leg, Position};
pub use refusal::{Refusal, RefusalRule, why_not};
pub use ruleset::{DrawRules, Goal, King, Landing, Precedence, Promotion, Removal, Ruleset};
pub use setup::{Setup, SetupErrors, SetupReason};
pub use variant::{UnknownVariant, Variant};
