//! Games against other draughts programs by DamExchange ("DXP"). A [`Seat`] plays our side: the command line's
//! engine, or a person at the window.
mod calling;
mod door;
mod fault;
mod game;
mod peer;
mod room;
mod seat;
mod thinker;
mod window;

pub use calling::{Patience, call};
pub use door::Door;
pub use fault::Fault;
pub use game::Ended;
pub use peer::Peer;
pub use room::{Proposal, Role, Room};
pub use seat::{Act, Agreed, Happened, Seat};
pub use thinker::{Thinker, Thought};
pub use window::{Home, Line};
