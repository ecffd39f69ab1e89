//! Games between people on two devices, played and stored here; views of tournaments and of shared positions; games
//! with other programs. Knows no network: the host decides about permissions and connections.
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
    GuestMessage, HostMessage, LobbyView, OwnPairing, PersonView, SeatView, SmallBoard, TableLine, TableView,
};
pub use refusal::Refusal;
pub use shared_game::{Moment, SharedGame, SharedStart};
pub use shot::{SharedShotView, Shot, ShotAnswer, ShotChoice, ShotReply, ShotSolver, ShotTally};
pub use terms::{ClockChoice, Opener, TableTerms};
pub use tournament::{EntrantView, GameScore, PairingView, TournamentLine, TournamentSystem, TournamentView};
