#![doc = include_str!("../README.md")]
mod board;
pub mod clock;
pub mod notation;
pub mod over_the_board;
#[doc(hidden)]
pub mod raw;
pub mod rules;

pub use board::{Board, Dir, DirSet, Piece, Role, Side, Square, SquareSet};
pub use rules::{
    DrawCount, EndReason, Game, Handicap, HandicapError, IllegalMove, Leg, Move, NotHuffable, Outcome,
    PlayError, Position, Refusal, RefusalRule, ResultStyle, RuleOption, RuleOptions, Ruleset, Setup,
    SetupErrors, SetupReason, UnknownOption, UnknownVariant, Variant, perft, why_not, why_not_along,
    why_not_move, why_not_under,
};
