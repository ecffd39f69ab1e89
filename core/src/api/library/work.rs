//! What the library's loops of calls remember from one call to the next.
use super::find::Finding;
use std::collections::VecDeque;

/// Work that was begun and may go on.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// The searches, oldest first.
    pub(super) findings: VecDeque<Finding>,
    numbers: u32,
}

impl Work {
    /// A number that names one piece of work.
    pub(super) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }
}
