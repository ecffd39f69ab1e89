//! What the engine and its neighbours build on: boards as bits, moves without paths, the random number generator and the
//! reader of our own binary files. No promise is made about any of it; it changes whenever the engine asks for it.
pub mod artefact;
mod rng;

pub use crate::board::{Bits, Full8, Geometry, Half8, Half10, Half12, squares};
pub use crate::rules::{
    AnyPos, BitMove, Clocks, IntoAny, KingMoves, MoveList, Pos, generate, has_capture, has_quiet,
};
pub use crate::with_pos;
pub use rng::{Rng, mix};
