//! What the library's loops of calls remember from one call to the next.
use super::edit::Undo;
use super::export::Exporting;
use super::find::Finding;
use super::import::Importing;
use super::keep::Restoring;
use super::opened::Opened;
use damier_store::Indexer;
use std::collections::VecDeque;

/// Work that was begun and may go on.
#[derive(Debug, Default)]
pub(crate) struct Work {
    /// The searches, oldest first.
    pub(super) findings: VecDeque<Finding>,
    pub(super) imports: Vec<Importing>,
    pub(super) exports: Vec<Exporting>,
    pub(super) restore: Option<Restoring>,
    pub(super) indexer: Indexer,
    pub(super) undo: Undo,
    /// The game last looked at.
    pub(super) opened: Option<Opened>,
    numbers: u32,
}

impl Work {
    /// A number that names one piece of work.
    pub(super) fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }
}
