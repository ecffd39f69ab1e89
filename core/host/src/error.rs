//! Why a host cannot begin. Knows no guest.
use damier_core::ApiError;
use std::io;
use std::net::SocketAddr;

/// Why no host could be begun.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// Another program listens there: another host, mostly.
    #[error("{0} is in use by another program")]
    PortTaken(SocketAddr),
    /// The address is none of this machine, or may not be used.
    #[error("cannot listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// The folder of pages has not the page of the guests.
    #[error(
        "no pages: {0} is missing (build them with `npm run build` in ui, or name their folder with --pages)"
    )]
    NoPages(String),
    /// The games cannot be kept.
    #[error("{}", .0.message)]
    Store(ApiError),
    /// The system gives no thread or no random numbers.
    #[error("{0}")]
    System(io::Error),
}

impl From<ApiError> for HostError {
    fn from(error: ApiError) -> Self {
        Self::Store(error)
    }
}
