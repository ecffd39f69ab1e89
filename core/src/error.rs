//! What a call answers when it cannot do what was asked.
#[cfg(feature = "store")]
use crate::files::kind::FileKind;
#[cfg(feature = "store")]
use crate::resource::Resource;
use serde::{Deserialize, Serialize};

/// What kind of failure it is: the front end switches on this and shows its own sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ErrorKind {
    /// No call has this name.
    UnknownCall,
    /// The parameters are not of the call's form.
    BadParams,
    /// No game of draughts has this key.
    UnknownVariant,
    /// The FEN cannot be read, or no game can stand like this.
    BadPosition,
    /// The move is not legal here.
    IllegalMove,
    /// The game has moved on since the caller looked (a doubled click).
    Stale,
    /// The game is over.
    GameOver,
    /// The game is still being played: it cannot be edited yet.
    GoingOn,
    /// No such game, lesson, step, level or puzzle.
    NotFound,
    /// The store was written by a newer version of the app; nothing was changed.
    FromNewerApp,
    /// The store's file is not a database, or it is damaged; it was left as it is.
    Damaged,
    /// The store's file was found damaged: it was set aside, and what could be read of it is in a new one, of which `home`
    /// tells. Nothing else was done.
    Rescued,
    /// One stored game cannot be read or replayed.
    GameDamaged,
    /// The store is in use by another window or program.
    Busy,
    /// No room is left where the store is kept.
    Full,
    /// The store's file, or its disk, can only be read.
    ReadOnly,
    /// The program may not write where the store is kept.
    Denied,
    /// The store's file or its folder is not there, or no longer.
    Gone,
    /// The disk refused otherwise.
    Storage,
    /// A file of the program is not here, and `resource` is its name: a browser fetches it, installs it and calls again.
    Missing,
    /// The call wants a search that this program part cannot do: made again with its answer at hand, it succeeds.
    SearchWanted,
    /// A file with nothing in it was handed in. The next ones are wrong too, each for what it is.
    FileEmpty,
    /// A picture; `about` is its form, "PNG".
    FilePicture,
    /// A document of an office program; `about` is its form, "PDF".
    FileDocument,
    /// Packed files; `about` is their form, "ZIP".
    FileArchive,
    /// Sound or film; `about` is its form, "MP3".
    FileMedia,
    /// A database.
    FileDatabase,
    /// A web page without a game in it.
    FilePage,
    /// A backup, where something else was wanted.
    FileBackup,
    /// A lesson, where something else was wanted.
    FileLesson,
    /// Games, where something else was wanted.
    FileGames,
    /// A text that is nothing of what was wanted.
    FileText,
    /// Bytes that are no text, of no form known here.
    FileUnknown,
    /// More than is read of such a file; `about` is how much that is, "200 kB".
    FileTooLarge,
    /// A backup written by a newer version of the app; nothing was changed.
    FileFromNewerApp,
    /// The link was cut, or a letter of it is wrong.
    LinkDamaged,
    /// No link of this app.
    LinkForeign,
    /// A link made by a newer version of the app.
    LinkNewer,
    /// A fault of ours.
    Internal,
}

/// A failed call: `kind` for the program, `message` (English, one line) for logs and reports: never shown to a person.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[error("{message}")]
pub struct ApiError {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// One line that says what is wrong and, where it helps, what to do.
    pub message: String,
    /// The word that a sentence about it names, where there is one: "PNG".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub about: Option<String>,
    /// The file that is missing: "puzzles/canadian.bin".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub resource: Option<String>,
}

/// Parameters of the call's form that say what cannot be.
#[cfg(feature = "store")]
pub(crate) fn bad_params(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorKind::BadParams, message)
}

impl ApiError {
    /// An error of this kind with this message, cut where it quotes a very long input.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Self {
        const LONGEST: usize = 500;
        let mut message = message.into();
        if let Some((end, _)) = message.char_indices().nth(LONGEST) {
            message.truncate(end);
            message.push('…');
        }
        Self {
            kind,
            message,
            about: None,
            resource: None,
        }
    }

    #[cfg(feature = "store")]
    /// A file of the program is not here.
    pub(crate) fn missing(resource: &Resource) -> Self {
        Self {
            resource: Some(resource.to_string()),
            ..Self::new(ErrorKind::Missing, format!("{resource} is not here yet"))
        }
    }

    /// What was fetched as a file of the program is not that file.
    pub(crate) fn unreadable(resource: &str, why: &str) -> Self {
        Self {
            resource: Some(resource.to_owned()),
            ..Self::new(ErrorKind::Missing, format!("{resource} cannot be read: {why}"))
        }
    }

    /// The same, about this.
    #[must_use]
    pub fn about(mut self, word: impl Into<String>) -> Self {
        self.about = Some(word.into());
        self
    }

    #[cfg(feature = "store")]
    /// A file of this kind, where another was wanted: "a backup".
    pub(crate) fn wrong_file(kind: FileKind, wanted: &str) -> Self {
        let error = |of| Self::new(of, format!("this is {kind}, not {wanted}"));
        match kind {
            FileKind::Empty => error(ErrorKind::FileEmpty),
            FileKind::Picture(form) => error(ErrorKind::FilePicture).about(form),
            FileKind::Document(form) => error(ErrorKind::FileDocument).about(form),
            FileKind::Archive(form) => error(ErrorKind::FileArchive).about(form),
            FileKind::Media(form) => error(ErrorKind::FileMedia).about(form),
            FileKind::Database => error(ErrorKind::FileDatabase),
            FileKind::Page => error(ErrorKind::FilePage),
            FileKind::Backup => error(ErrorKind::FileBackup),
            FileKind::Lesson => error(ErrorKind::FileLesson),
            FileKind::Games => error(ErrorKind::FileGames),
            FileKind::Text => error(ErrorKind::FileText),
            FileKind::Unknown => error(ErrorKind::FileUnknown),
        }
    }
}

#[cfg(feature = "store")]
impl From<&damier_store::StoreError> for ErrorKind {
    fn from(error: &damier_store::StoreError) -> Self {
        use damier_store::StoreError;
        match error {
            StoreError::FromNewerApp { .. } => ErrorKind::FromNewerApp,
            StoreError::Damaged(_) => ErrorKind::Damaged,
            StoreError::Busy => ErrorKind::Busy,
            StoreError::Full(_) => ErrorKind::Full,
            StoreError::ReadOnly(_) => ErrorKind::ReadOnly,
            StoreError::Denied(_) => ErrorKind::Denied,
            StoreError::Gone(_) => ErrorKind::Gone,
            StoreError::Disk(_) => ErrorKind::Storage,
            StoreError::Changed => ErrorKind::Stale,
            StoreError::NoBackup => ErrorKind::FileText,
            StoreError::NewerBackup { .. } => ErrorKind::FileFromNewerApp,
            StoreError::Fault(_) => ErrorKind::Internal,
        }
    }
}

#[cfg(feature = "store")]
impl From<damier_store::StoreError> for ApiError {
    fn from(error: damier_store::StoreError) -> Self {
        Self::new((&error).into(), error.to_string())
    }
}

#[cfg(feature = "store")]
impl From<draughts_lessons::SearchPending> for ApiError {
    fn from(error: draughts_lessons::SearchPending) -> Self {
        Self::new(ErrorKind::SearchWanted, error.to_string())
    }
}
