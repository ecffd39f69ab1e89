//! A game between two people on devices of their own, played and kept here; a tournament and a position for all, as they are shown; games with
//! other programs.
//! Knows no network: who may do what, and over which line they ask, is the host's affair.
#[macro_use]
mod shapes;
mod dxp;
mod engines;
mod message;
mod real_board;
mod refusal;
mod shared_game;
mod shot;
mod terms;
mod tournament;

pub use dxp::{DxpAct, DxpFault, DxpState, DxpView, DxpWay, DxpWish, DxpWords};
pub use engines::{EngineFault, EngineSetting, EngineSettingKind, EngineView};
pub use message::{
    GuestMessage, HostMessage, LobbyView, PersonView, SeatView, SmallBoard, TableLine, TableView,
};
pub use refusal::Refusal;
pub use shared_game::{SharedGame, SharedStart};
pub use shot::{SharedShotView, Shot, ShotAnswer, ShotChoice, ShotReply, ShotSolver, ShotTally};
pub use terms::{ClockChoice, Opener, TableTerms};
pub use tournament::{EntrantView, GameScore, PairingView, TournamentLine, TournamentSystem, TournamentView};
