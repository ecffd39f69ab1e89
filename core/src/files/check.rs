//! Checks what kind of file a person chose, before it is read as another kind.

use crate::app::App;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind};
use crate::files::bytes_of;
use crate::files::kind::FileKind;
use crate::views::view;

view! {
    /// `checkFile {wanted, head, bytes?}` → `{}`, or an error with the actual kind (`filePicture`, `fileTooLarge`,
    /// …). `head` is base64 of the first bytes, at most 4096; `bytes` is the file size.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct CheckFile { pub wanted: Wanted, pub head: String, pub bytes: Option<f64> }
}
view! {
    /// Expected kind of file.
    pub enum Wanted {
        /// Games to import.
        Games,
        /// Games to search for shots.
        Shots,
        Backup,
        Lesson,
    }
}

/// Largest lesson file that is read, in bytes.
pub(crate) const LARGEST_LESSON: usize = 200_000;
/// Largest file of games that is searched for shots, in bytes.
pub(crate) const LARGEST_SHOTS: usize = 32 << 20;
/// Maximum length of a head in base64.
const MOST: usize = 64 * 1024;

/// Returns `true` if the file may be of the expected kind. A text can be told only by reading it.
pub(crate) fn may_be(wanted: Wanted, kind: FileKind) -> bool {
    match wanted {
        Wanted::Games | Wanted::Shots => matches!(kind, FileKind::Games | FileKind::Text | FileKind::Page),
        Wanted::Backup => matches!(kind, FileKind::Backup | FileKind::Text),
        Wanted::Lesson => matches!(kind, FileKind::Lesson | FileKind::Text),
    }
}

/// Error for a file of another kind.
pub(crate) fn wrong(wanted: Wanted, kind: FileKind) -> ApiError {
    let (right, words) = match wanted {
        Wanted::Games | Wanted::Shots => (FileKind::Games, "a file of games"),
        Wanted::Backup => (FileKind::Backup, "a backup of Damier"),
        Wanted::Lesson => (FileKind::Lesson, "a lesson file"),
    };
    // The head looked right, but the file holds nothing of that kind.
    wrong_file(if kind == right { FileKind::Text } else { kind }, words)
}

/// Error for a file of this kind, with the expected one in words: "a backup".
fn wrong_file(kind: FileKind, wanted: &str) -> ApiError {
    let error = |of| ApiError::new(of, format!("this is {kind}, not {wanted}"));
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

/// Error for a file above the size limit.
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
        let kind = FileKind::of(&bytes_of(&self.head, MOST)?);
        if !may_be(self.wanted, kind) {
            return Err(wrong(self.wanted, kind));
        }
        let most = match self.wanted {
            Wanted::Lesson => LARGEST_LESSON,
            Wanted::Shots => LARGEST_SHOTS,
            Wanted::Games | Wanted::Backup => return Ok(Done {}),
        };
        match self.bytes.is_some_and(|bytes| bytes > most as f64) {
            true => Err(too_large(most)),
            false => Ok(Done {}),
        }
    }
}
