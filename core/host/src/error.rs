//! Why a host cannot start.
use damier_core::ApiError;
use std::io;
use std::net::SocketAddr;

/// Why a host could not start.
#[derive(Debug, thiserror::Error)]
pub enum HostError {
    /// The port is in use, usually by another host.
    #[error("{0} is in use by another program")]
    PortTaken(SocketAddr),
    /// The address does not belong to this machine, or may not be used.
    #[error("cannot listen on {0}: {1}")]
    Address(SocketAddr, io::Error),
    /// Another host uses the library.
    #[error("another evening is kept in {}: end it first, or name another library", .0.display())]
    LibraryTaken(std::path::PathBuf),
    /// The folder of pages lacks the guests' page.
    #[error(
        "no pages: {0} is missing (build them with `npm run build` in ui, or name their folder with --pages)"
    )]
    NoPages(String),
    /// The store failed.
    #[error("{}", .0.message)]
    Store(ApiError),
    /// The system provided no thread or no random numbers.
    #[error("{0}")]
    System(io::Error),
}

impl From<ApiError> for HostError {
    fn from(error: ApiError) -> Self {
        Self::Store(error)
    }
}
