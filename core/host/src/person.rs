//! A person of the evening. Knows a name and a token; who may do what the club knows.
use crate::club::LineId;
use crate::key::Key;
use damier_core::together::PersonView;

/// For so long somebody who is away is waited for, in milliseconds.
pub(crate) const PATIENCE: f64 = 600_000.0;

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) token: Key,
    pub(crate) host: bool,
    /// The language that the person reads; empty until it is said.
    pub(crate) language: String,
    /// The line on which the person is here.
    pub(crate) line: Option<LineId>,
    /// When the person left last.
    pub(crate) left: f64,
    /// The table that the person looks at; none in the lobby.
    pub(crate) at: Option<u32>,
    /// What is looked at away from the tables.
    pub(crate) page: Page,
}

/// What somebody sees who is at no table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Lobby,
    /// All boards; for the host.
    Boards,
    Tournament,
    /// The position that was sent to all.
    Shot,
}

impl Person {
    /// Milliseconds since the person left; 0 for who is here.
    pub(crate) fn away(&self, now: f64) -> f64 {
        if self.line.is_some() {
            return 0.0;
        }
        (now - self.left).max(0.0)
    }

    pub(crate) fn view(&self) -> PersonView {
        PersonView {
            id: self.id,
            name: self.name.clone(),
            here: self.line.is_some(),
            host: self.host,
        }
    }
}
