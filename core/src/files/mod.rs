//! Files that people hand in: what each is, by how it begins and by what it is wanted for.
mod check;
pub(crate) mod kind;

pub use check::{CheckFile, Wanted};
pub(crate) use check::{may_be, too_large, wrong};
