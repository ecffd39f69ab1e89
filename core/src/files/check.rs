//! Files that people hand in: what each is, said before it is read as something else.

use crate::app::App;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind};
use crate::files::kind::FileKind;
use crate::learn::own_lessons::LARGEST as LARGEST_LESSON;
use crate::puzzles::mining::LARGEST_FILE as LARGEST_DIG;
use crate::views::view;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

view! {
    /// `checkFile {wanted, head, bytes?}` → `{}`, or what the file is instead (`filePicture`, `fileTooLarge`, …). `head` is
    /// base64 of its first bytes, up to 4096; `bytes` is its size.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct CheckFile { pub wanted: Wanted, pub head: String, pub bytes: Option<f64> }
}
view! {
    /// What a file is wanted to be.
    pub enum Wanted {
        /// Games, to be stored.
        Games,
        /// Games, to be searched for shots.
        Shots,
        Backup,
        Lesson,
    }
}

/// Letters taken for a head.
const MOST: usize = 64 * 1024;

/// Whether the file may be what is wanted: texts are read, and tell at their end.
pub(crate) fn may_be(wanted: Wanted, kind: FileKind) -> bool {
    match wanted {
        Wanted::Games | Wanted::Shots => matches!(kind, FileKind::Games | FileKind::Text | FileKind::Page),
        Wanted::Backup => matches!(kind, FileKind::Backup | FileKind::Text),
        Wanted::Lesson => matches!(kind, FileKind::Lesson | FileKind::Text),
    }
}

/// The error for a file that is something else.
pub(crate) fn wrong(wanted: Wanted, kind: FileKind) -> ApiError {
    let (right, words) = match wanted {
        Wanted::Games | Wanted::Shots => (FileKind::Games, "a file of games"),
        Wanted::Backup => (FileKind::Backup, "a backup of Damier"),
        Wanted::Lesson => (FileKind::Lesson, "a lesson file"),
    };
    // It looked like one, and there was nothing in it.
    ApiError::wrong_file(if kind == right { FileKind::Text } else { kind }, words)
}

/// The error for a file that is too large to be read whole.
pub(crate) fn too_large(most: usize) -> ApiError {
    let most = match most {
        1_000_000.. => format!("{} MB", most / 1_000_000),
        _ => format!("{} kB", most / 1_000),
    };
    ApiError::new(ErrorKind::FileTooLarge, format!("such a file has at most {most}")).about(most)
}

impl Call for CheckFile {
    type Reply = Done;

    fn run(self, _: &mut App) -> Result<Done, ApiError> {
        if self.head.len() > MOST {
            let message = format!("at most {MOST} letters of a file's head");
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        let head = STANDARD
            .decode(&self.head)
            .map_err(|e| ApiError::new(ErrorKind::BadParams, format!("no base64: {e}")))?;
        let kind = FileKind::of(&head);
        if !may_be(self.wanted, kind) {
            return Err(wrong(self.wanted, kind));
        }
        let most = match self.wanted {
            Wanted::Lesson => LARGEST_LESSON,
            Wanted::Shots => LARGEST_DIG,
            Wanted::Games | Wanted::Backup => return Ok(Done {}),
        };
        match self.bytes.is_some_and(|bytes| bytes > most as f64) {
            true => Err(too_large(most)),
            false => Ok(Done {}),
        }
    }
}
