//! What a person means to play with each colour: a tree of moves in the library, held against the book, and asked again and
//! again. When a position is asked again, `draughts-puzzles` knows.
mod counts;
mod drill;
mod gaps;
mod params;
mod tree;

pub(crate) use drill::due;
pub use drill::{AnswerRepertoire, NextRepertoireQuestion, RepertoireAnswer, RepertoireQuestion};
pub use gaps::{GapView, GapsView, RepertoireGaps, RepertoireGapsMore};
pub use params::{AddToRepertoire, AddedView, RepertoireSideView, RepertoireView, ShowRepertoire};
