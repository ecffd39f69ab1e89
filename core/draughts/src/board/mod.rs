//! Squares, pieces and boards: sets and steps. Knows no rule of any game.
mod bitboard;
mod geometry;
mod layout;
mod square;
mod square_set;

pub use bitboard::Bits;
pub use geometry::{Full8, Geometry, Half8, Half10, Half12, squares};
pub use layout::Board;
pub(crate) use square::for_dirs;
pub use square::{Dir, DirSet, Piece, Role, Side, Square};
pub use square_set::SquareSet;
