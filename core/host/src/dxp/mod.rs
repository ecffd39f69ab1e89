//! Games against other draughts programs by DamExchange ("DXP"). A [`Seat`] plays our side: the command line's
//! engine, or a person at the window.
mod connector;
mod fault;
mod game;
mod listener;
mod peer;
mod room;
mod seat;
mod thinker;
mod window;

pub use connector::{Attempts, connect};
pub use fault::Fault;
pub use game::Ended;
pub use listener::Listener;
pub use peer::{Heard, Peer};
pub use room::{Proposal, Role, Room};
pub use seat::{Act, AgreedTerms, Seat, SessionEvent};
pub use thinker::{Thinker, Thought};
pub use window::{Home, Session};
