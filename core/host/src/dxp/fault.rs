//! Why games with another program do not begin, or end before their time. Knows no socket.
use damier_core::ApiError;
use draughts::Variant;
use draughts::notation::dxp::{Answer, DxpError};
use std::io;
use std::net::SocketAddr;

/// Why a session ended.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// Boards of another size have no message for their squares.
    #[error("DamExchange is for games on 50 squares, not {0}")]
    NoBoard(Variant),
    /// The text leads to no machine.
    #[error("{0} is no address: {1}")]
    BadAddress(String, io::Error),
    /// Nobody listens there.
    #[error("{0} does not answer: {1}")]
    NoAnswer(String, io::Error),
    /// The address to listen on is not to be had: another program has it, mostly.
    #[error("cannot listen on {0}: {1}")]
    NoPort(SocketAddr, io::Error),
    /// It is there, and says nothing to the proposal.
    #[error("the other side does not answer the proposal")]
    Silent,
    /// It will not play: its name, and what it answered.
    #[error("{0} declines the game")]
    Declined(String, Answer),
    /// It closed the connection.
    #[error("the other side has gone")]
    Gone,
    /// It sent no message, or no legal move.
    #[error("the other side broke the protocol: {0}")]
    Nonsense(DxpError),
    /// The network.
    #[error("the line broke: {0}")]
    Broken(#[from] io::Error),
    /// The game could not be kept on our side.
    #[error("{}", .0.message)]
    Kept(ApiError),
    /// No level of this game has the name that was given.
    #[error("no level has this name")]
    NoLevel,
    /// Our side has left.
    #[error("our side has left")]
    Left,
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        Self::Kept(error)
    }
}

impl Fault {
    /// It is the other side's, or the network's: who listens goes on listening.
    #[must_use]
    pub fn is_of_peer(&self) -> bool {
        matches!(
            self,
            Self::Silent | Self::Declined(..) | Self::Gone | Self::Nonsense(_) | Self::Broken(_)
        )
    }
}
