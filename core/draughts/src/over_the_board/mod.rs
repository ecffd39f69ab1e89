//! A game at a real board: accepts any handling of the pieces and reports irregularities with their articles. The
//! opponent or the arbiter decides whether to correct them. Knows no clock and no wording.
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
