//! Parts for the engine and related crates: boards as bits, moves without routes, the random number generator and the
//! reader of the project's binary files. No stability is promised: it changes whenever the engine needs it.
pub mod artefact;
mod rng;

pub use crate::board::{Bits, Full8, Geometry, Half8, Half10, Half12, squares};
pub use crate::rules::{
    AnyPos, BitMove, Clocks, IntoAny, KingMoves, MoveList, Pos, generate, has_capture, has_quiet,
};
pub use crate::with_pos;
pub use rng::{Rng, mix};
