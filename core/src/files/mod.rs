//! Checks of the files that people choose.
mod check;
mod kind;

pub use check::{CheckFile, Wanted};
pub(crate) use check::{LARGEST_LESSON, LARGEST_SHOTS, may_be, too_large, wrong};
pub(crate) use kind::FileKind;
