//! The exit status of a command. Knows no command.

/// Whether all input was good.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Good,
    BadInput,
}
