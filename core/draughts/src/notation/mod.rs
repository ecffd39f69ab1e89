//! Positions, moves and games as text: reads liberally, writes strictly. Knows the rules and no file.
pub mod dxp;
pub mod fen;
pub mod french;
mod game_type;
pub mod hub;
pub mod movetext;
pub mod path;
pub mod pdn;
pub mod position_list;
pub mod sign;
pub mod squares;
pub mod tree;

pub use sign::{Signs, Strength, Verdict};
pub use squares::{Numbering, square_name};
pub use tree::{GameTree, Node, NodeId, Note, Step};
