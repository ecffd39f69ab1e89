//! Why an engine cannot be used.
use damier_core::ApiError;
use damier_core::together::EngineFault;
use draughts::Variant;
use std::io;

/// An error of an engine.
#[derive(Debug, thiserror::Error)]
pub enum HubFault {
    /// The system cannot start it: missing, or not a program.
    #[error("the program cannot be started: {0}")]
    NotStarted(io::Error),
    /// It does not speak the protocol.
    #[error("the program is no Hub engine")]
    NoHub,
    /// It did not answer in time.
    #[error("the engine does not answer")]
    Silent,
    /// It ended.
    #[error("the engine has ended")]
    Ended,
    /// It played an illegal move.
    #[error("{0:?} is no legal move")]
    Illegal(String),
    /// It does not play this variant.
    #[error("the engine does not play {0}")]
    OtherGame(Variant),
    /// It has no such setting, or not with this value.
    #[error("{0} cannot be {1:?}")]
    Setting(String, String),
    /// No saved engine has this name.
    #[error("no engine is named {0:?}")]
    Unknown(String),
    /// The list of engines cannot be written.
    #[error("the engines cannot be kept: {0}")]
    NotKept(io::Error),
    /// The request is invalid: no such position or move.
    #[error("{}", .0.message)]
    Question(ApiError),
}

impl From<ApiError> for HubFault {
    fn from(error: ApiError) -> Self {
        Self::Question(error)
    }
}

impl From<HubFault> for EngineFault {
    fn from(fault: HubFault) -> Self {
        match fault {
            HubFault::NotStarted(_) => Self::NotStarted {},
            HubFault::NoHub => Self::NoHub {},
            HubFault::Silent => Self::Silent {},
            HubFault::Ended => Self::Ended {},
            HubFault::Illegal(text) => Self::Illegal { text },
            HubFault::OtherGame(_) => Self::OtherGame {},
            HubFault::Setting(name, _) => Self::Setting { name },
            HubFault::Unknown(name) => Self::Unknown { name },
            HubFault::NotKept(_) => Self::NotKept {},
            HubFault::Question(_) => Self::Question {},
        }
    }
}
