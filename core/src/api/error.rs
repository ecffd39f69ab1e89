//! What a call answers when it cannot do what was asked.
use serde::{Deserialize, Serialize};

/// What kind of failure it is: the front end switches on this and shows its own sentence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
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
    /// No such game, lesson, step, level or puzzle.
    NotFound,
    /// The store was written by a newer version of the app; nothing was changed.
    FromNewerApp,
    /// The store's file is not a database, or it is damaged; it was left as it is.
    Damaged,
    /// The store is in use by another window or program.
    Busy,
    /// The disk refused (full, read-only, gone).
    Storage,
    /// The endgame tables are not there: in the browser they come over the network when first needed.
    TablesMissing,
    /// The call wants a search that this program part cannot do: made again with its answer at hand, it succeeds.
    SearchWanted,
    /// The puzzles of a game are not there: in the browser they come over the network when first needed.
    PuzzlesMissing,
    /// The texts of the lessons are not there: in the browser they come over the network when first needed.
    TextsMissing,
    /// A fault of ours.
    Internal,
}

/// A failed call: `kind` for the program, `message` (English, one line) for logs and reports.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[error("{message}")]
pub struct ApiError {
    /// What kind of failure it is.
    pub kind: ErrorKind,
    /// One line that says what is wrong and, where it helps, what to do.
    pub message: String,
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
        Self { kind, message }
    }
}

#[cfg(feature = "store")]
impl From<crate::store::StoreError> for ApiError {
    fn from(error: crate::store::StoreError) -> Self {
        use crate::store::StoreError;
        let kind = match &error {
            StoreError::FromNewerApp { .. } => ErrorKind::FromNewerApp,
            StoreError::Damaged(_) => ErrorKind::Damaged,
            StoreError::Busy => ErrorKind::Busy,
            StoreError::Disk(_) => ErrorKind::Storage,
            StoreError::Changed => ErrorKind::Stale,
            StoreError::Fault(_) => ErrorKind::Internal,
        };
        Self::new(kind, error.to_string())
    }
}
