//! Repertoires: the lines a person wants to play with each colour, as a tree in the library, compared with the book
//! and tested on the puzzles' schedule.
mod counts;
mod drill;
mod gaps;
mod params;
mod tree;

pub(crate) use drill::due;
pub use drill::{AnswerRepertoire, NextRepertoireQuestion, RepertoireAnswer, RepertoireQuestion};
pub use gaps::{GapView, GapsView, RepertoireGaps, RepertoireGapsMore};
pub use params::{AddToRepertoire, AddedView, RepertoireSideView, RepertoireView, ShowRepertoire};
