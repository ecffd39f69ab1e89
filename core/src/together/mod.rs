//! A game between two people on devices of their own, played and kept here. Knows no network: who may do what, and over which
//! line they ask, is the host's affair.
mod message;
mod shared_game;

pub use message::{
    ClockChoice, GuestMessage, HostMessage, LobbyView, Opener, PersonView, Refusal, SeatView, SmallBoard,
    TableLine, TableTerms, TableView,
};
pub use shared_game::{SharedGame, SharedStart};
