//! Why an engine cannot be used, or not any more. Knows no process.
use damier_core::ApiError;
use damier_core::together::EngineFault;
use draughts::Variant;
use std::io;

/// What is wrong with an engine.
#[derive(Debug, thiserror::Error)]
pub enum HubFault {
    /// The system cannot start it: it is not there, or no program.
    #[error("the program cannot be started: {0}")]
    NotStarted(io::Error),
    /// It does not speak the protocol.
    #[error("the program is no Hub engine")]
    NoHub,
    /// It has not answered in time.
    #[error("the engine does not answer")]
    Silent,
    /// It has ended by itself.
    #[error("the engine has ended")]
    Ended,
    /// What it plays is no legal move.
    #[error("{0:?} is no legal move")]
    Illegal(String),
    /// It does not play this game.
    #[error("the engine does not play {0}")]
    OtherGame(Variant),
    /// A setting that it does not have, or not with this value.
    #[error("{0} cannot be {1:?}")]
    Setting(String, String),
    /// No engine of this name is kept.
    #[error("no engine is named {0:?}")]
    Unknown(String),
    /// What is kept of engines cannot be written.
    #[error("the engines cannot be kept: {0}")]
    NotKept(io::Error),
    /// The question is none: no such position, no such move.
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
