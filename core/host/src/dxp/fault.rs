//! Why a session with another program fails.
use damier_core::ApiError;
use draughts::Variant;
use draughts::notation::dxp::{Answer, DxpError};
use std::io;
use std::net::SocketAddr;

/// Why a session ended.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The protocol has no squares for boards of another size.
    #[error("DamExchange is for games on 50 squares, not {0}")]
    NoBoard(Variant),
    /// The address does not resolve.
    #[error("{0} is no address: {1}")]
    BadAddress(String, io::Error),
    /// No program listens there.
    #[error("{0} does not answer: {1}")]
    NoAnswer(String, io::Error),
    /// The port cannot be opened, usually because another program has it.
    #[error("cannot listen on {0}: {1}")]
    NoPort(SocketAddr, io::Error),
    /// The other program does not answer the proposal.
    #[error("the other side does not answer the proposal")]
    Silent,
    /// The other program declined: its name and answer.
    #[error("{0} declines the game")]
    Declined(String, Answer),
    /// It closed the connection.
    #[error("the other side has gone")]
    Gone,
    /// It sent an invalid message or an illegal move.
    #[error("the other side broke the protocol: {0}")]
    Nonsense(DxpError),
    /// The network failed.
    #[error("the line broke: {0}")]
    Broken(#[from] io::Error),
    /// Our store failed.
    #[error("{}", .0.message)]
    Kept(ApiError),
    /// The variant has no such level.
    #[error("no level has this name")]
    NoLevel,
    /// Our side left.
    #[error("our side has left")]
    Left,
}

impl From<ApiError> for Fault {
    fn from(error: ApiError) -> Self {
        Self::Kept(error)
    }
}

impl Fault {
    /// True if the other side or the network caused it: a listener goes on listening.
    #[must_use]
    pub fn is_of_peer(&self) -> bool {
        matches!(
            self,
            Self::Silent | Self::Declined(..) | Self::Gone | Self::Nonsense(_) | Self::Broken(_)
        )
    }
}
