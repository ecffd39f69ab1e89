//! Claims: statements about a move or a position, each with its proof by the rules, by a search on material, or by
//! endgame tables. A coach says a sentence only if its claims hold.
//!
//! Knows no language: a page puts a claim into words.
mod cause;
mod claim;
mod coach;
mod value;

pub use cause::{Cause, cause};
pub use claim::{Claim, Gain, PlayedMove};
pub use coach::{coach, loses};
pub use value::{Effort, gains, result, value_after};
