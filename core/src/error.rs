//! The error of a failed call.
use serde::{Deserialize, Serialize};
use std::fmt;

/// Kind of failure. The front end switches on it and shows its own sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub enum ErrorKind {
    /// No call has this name.
    UnknownCall,
    /// The parameters do not have the form of the call.
    BadParams,
    /// No game of draughts has this key.
    UnknownVariant,
    /// The FEN is malformed, or no game can reach the position.
    BadPosition,
    /// The move is not legal here.
    IllegalMove,
    /// The game has changed since the caller read it, for example after a double click.
    Stale,
    /// The game is over.
    GameOver,
    /// The game is still being played, so that it cannot be edited.
    GoingOn,
    /// No such game, lesson, step, level or puzzle.
    NotFound,
    /// The store was written by a newer version of the app; nothing was changed.
    FromNewerApp,
    /// The store's file is not a database, or it is damaged; it was not changed.
    Damaged,
    /// The store's file was damaged. It was set aside, and a new file holds everything that could be read; `home`
    /// reports it. The call did nothing else.
    Rescued,
    /// A stored game cannot be read or replayed.
    GameDamaged,
    /// The store is in use by another window or program.
    Busy,
    /// Another window or program lets other devices in with this store.
    LibraryTaken,
    /// The storage is full.
    Full,
    /// The store's file or its disk is read-only.
    ReadOnly,
    /// The program may not write to the storage.
    Denied,
    /// The store's file or its folder does not exist.
    Gone,
    /// Another disk error.
    Storage,
    /// A file of the program is not loaded; `resource` is its name. The browser fetches it, installs it and repeats
    /// the call.
    Missing,
    /// The call needs a search that this module cannot do. Repeated with the search's answer, it succeeds.
    SearchWanted,
    /// The file is empty.
    FileEmpty,
    /// The file is a picture; `about` is its format, "PNG".
    FilePicture,
    /// The file is an office document; `about` is its format, "PDF".
    FileDocument,
    /// The file is an archive; `about` is its format, "ZIP".
    FileArchive,
    /// The file is sound or video; `about` is its format, "MP3".
    FileMedia,
    /// The file is a database.
    FileDatabase,
    /// The file is a web page without a game.
    FilePage,
    /// The file is a backup, and something else was expected.
    FileBackup,
    /// The file is a lesson, and something else was expected.
    FileLesson,
    /// The file holds games, and something else was expected.
    FileGames,
    /// The file is text of another kind than expected.
    FileText,
    /// The file is binary, of an unknown format.
    FileUnknown,
    /// The file exceeds the size limit; `about` is the limit, "200 kB".
    FileTooLarge,
    /// A backup written by a newer version of the app; nothing was changed.
    FileFromNewerApp,
    /// The link is truncated, or a character of it is wrong.
    LinkDamaged,
    /// The link is not one of this app.
    LinkForeign,
    /// A link made by a newer version of the app.
    LinkNewer,
    /// A bug in this program.
    Internal,
}

/// A failed call. `kind` is for the program, `message` (English, one line) for logs; people never see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[error("{message}")]
pub struct ApiError {
    /// Kind of failure.
    pub kind: ErrorKind,
    /// One line with the cause and, where it helps, the remedy.
    pub message: String,
    /// A word for the front end's sentence, if it needs one: "PNG".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub about: Option<String>,
    /// Name of the missing file: "puzzles/canadian.bin".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub resource: Option<String>,
}

/// An error for parameters of the right form with an impossible value.
pub(crate) fn bad_params(message: impl Into<String>) -> ApiError {
    ApiError::new(ErrorKind::BadParams, message)
}

impl ApiError {
    /// An error of this kind. A message that quotes a very long input is truncated.
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

    /// An error for a file of the program that is not loaded.
    pub(crate) fn missing(resource: &impl fmt::Display) -> Self {
        Self {
            resource: Some(resource.to_string()),
            ..Self::new(ErrorKind::Missing, format!("{resource} is not loaded"))
        }
    }

    /// An error for fetched bytes that are not the expected file.
    pub(crate) fn unreadable(resource: &str, why: &str) -> Self {
        Self {
            resource: Some(resource.to_owned()),
            ..Self::new(ErrorKind::Missing, format!("{resource} cannot be read: {why}"))
        }
    }

    /// Adds the word for the front end's sentence.
    #[must_use]
    pub fn about(mut self, word: impl Into<String>) -> Self {
        self.about = Some(word.into());
        self
    }
}

impl From<draughts_lessons::SearchPending> for ApiError {
    fn from(error: draughts_lessons::SearchPending) -> Self {
        Self::new(ErrorKind::SearchWanted, error.to_string())
    }
}
