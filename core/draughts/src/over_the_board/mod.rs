//! A game at a real board: takes whatever a player can do with the pieces, says what was irregular and under which
//! article, and leaves it to the opponent or the arbiter whether it is put right. Knows no clock and no words.
mod accidents;
mod action;
mod decisions;
mod irregularity;
mod lifting;
mod moving;
mod otb_game;
mod place;
mod real_board;
mod ruling;

pub use action::{Action, ActionError, Authority, Note, Who};
pub use irregularity::{Edition, Incorrection, Irregularity, IrregularityKind, Label};
pub use otb_game::OtbGame;
pub use place::Place;
use real_board::RealBoard;
