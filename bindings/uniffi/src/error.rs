//! Errors that methods raise: one variant for each kind, with an English message for logs.
use damier_core::{ApiError, ErrorKind};
use draughts::PlayError;
use draughts::notation::fen::FenError;
use draughts::notation::movetext::MoveTextError;
use draughts::notation::path::PathError;

/// The error of a failed call.
#[derive(Debug, thiserror::Error, uniffi::Error)]
#[uniffi(flat_error)]
#[non_exhaustive]
pub enum DraughtsError {
    /// The parameters do not have the call's format.
    #[error("{0}")]
    BadParams(String),
    /// No variant has this key.
    #[error("{0}")]
    UnknownVariant(String),
    /// The FEN is malformed, or its position is impossible.
    #[error("{0}")]
    BadPosition(String),
    /// The move is not legal here.
    #[error("{0}")]
    IllegalMove(String),
    /// The game has changed since the caller last saw it.
    #[error("{0}")]
    Stale(String),
    /// The game is over.
    #[error("{0}")]
    GameOver(String),
    /// The game is still being played.
    #[error("{0}")]
    GoingOn(String),
    /// No such game, collection, lesson, step, level or puzzle.
    #[error("{0}")]
    NotFound(String),
    /// The store was written by a newer version; nothing was changed.
    #[error("{0}")]
    FromNewerApp(String),
    /// The store's file is damaged or not a database; it was left unchanged.
    #[error("{0}")]
    Damaged(String),
    /// The store's file was found damaged while in use. It was set aside, and its readable data is in a new file,
    /// which `home` reports. The call had no other effect.
    #[error("{0}")]
    Rescued(String),
    /// The store is in use by another program.
    #[error("{0}")]
    Busy(String),
    /// No space is left where the store is kept.
    #[error("{0}")]
    Full(String),
    /// The store's file, or its disk, can only be read.
    #[error("{0}")]
    ReadOnly(String),
    /// The program may not write where the store is kept.
    #[error("{0}")]
    Denied(String),
    /// The store's file or folder does not exist, or no longer.
    #[error("{0}")]
    Gone(String),
    /// The disk failed in another way.
    #[error("{0}")]
    Storage(String),
    /// The link is truncated, or a character of it is wrong.
    #[error("{0}")]
    LinkDamaged(String),
    /// Not a link of this app.
    #[error("{0}")]
    LinkForeign(String),
    /// A link made by a newer version of the app.
    #[error("{0}")]
    LinkNewer(String),
    /// An internal error.
    #[error("{0}")]
    Internal(String),
}

impl From<ApiError> for DraughtsError {
    fn from(error: ApiError) -> Self {
        let kind = match error.kind {
            ErrorKind::BadParams => Self::BadParams,
            ErrorKind::UnknownVariant => Self::UnknownVariant,
            ErrorKind::BadPosition => Self::BadPosition,
            ErrorKind::IllegalMove => Self::IllegalMove,
            ErrorKind::Stale => Self::Stale,
            ErrorKind::GameOver => Self::GameOver,
            ErrorKind::NotFound => Self::NotFound,
            ErrorKind::FromNewerApp | ErrorKind::FileFromNewerApp => Self::FromNewerApp,
            ErrorKind::FileEmpty
            | ErrorKind::FilePicture
            | ErrorKind::FileDocument
            | ErrorKind::FileArchive
            | ErrorKind::FileMedia
            | ErrorKind::FileDatabase
            | ErrorKind::FilePage
            | ErrorKind::FileBackup
            | ErrorKind::FileLesson
            | ErrorKind::FileGames
            | ErrorKind::FileText
            | ErrorKind::FileUnknown
            | ErrorKind::FileTooLarge => Self::BadParams,
            ErrorKind::LinkDamaged => Self::LinkDamaged,
            ErrorKind::LinkForeign => Self::LinkForeign,
            ErrorKind::LinkNewer => Self::LinkNewer,
            ErrorKind::Damaged | ErrorKind::GameDamaged => Self::Damaged,
            ErrorKind::Rescued => Self::Rescued,
            ErrorKind::GoingOn => Self::GoingOn,
            ErrorKind::Busy | ErrorKind::LibraryTaken => Self::Busy,
            ErrorKind::Full => Self::Full,
            ErrorKind::ReadOnly => Self::ReadOnly,
            ErrorKind::Denied => Self::Denied,
            ErrorKind::Gone => Self::Gone,
            ErrorKind::Storage => Self::Storage,
            // A new kind of error is unknown to the other languages too.
            _ => Self::Internal,
        };
        kind(error.message)
    }
}

impl From<damier_store::StoreError> for DraughtsError {
    fn from(error: damier_store::StoreError) -> Self {
        ApiError::from(error).into()
    }
}

/// Converts errors of the core that always have the same kind.
macro_rules! kinds {
    ($($error:ty => $kind:ident,)*) => {
        $(impl From<$error> for DraughtsError {
            fn from(error: $error) -> Self {
                Self::$kind(error.to_string())
            }
        })*
    };
}
kinds! {
    FenError => BadPosition,
    MoveTextError => IllegalMove,
    PathError => IllegalMove,
}

impl From<PlayError> for DraughtsError {
    fn from(error: PlayError) -> Self {
        let kind = match error {
            PlayError::Illegal(_) => Self::IllegalMove,
            PlayError::GameOver(_) => Self::GameOver,
        };
        kind(error.to_string())
    }
}

impl From<uniffi::UnexpectedUniFFICallbackError> for DraughtsError {
    fn from(error: uniffi::UnexpectedUniFFICallbackError) -> Self {
        Self::Internal(error.reason)
    }
}
