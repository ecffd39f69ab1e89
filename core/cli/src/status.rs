//! The exit status of a command.

/// Good if all input was good.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Status {
    Good,
    BadInput,
}
