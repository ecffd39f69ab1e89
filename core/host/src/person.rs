//! A person in the club.
use crate::club::ConnectionId;
use crate::key::Key;
use damier_core::together::PersonView;

/// Milliseconds after which a person who is away is given up.
pub(crate) const PATIENCE: f64 = 600_000.0;

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) token: Key,
    pub(crate) host: bool,
    /// Language of the person; empty until known.
    pub(crate) language: String,
    /// The person's connection; `None` while away.
    pub(crate) connection: Option<ConnectionId>,
    /// When the person last left.
    pub(crate) left: f64,
    /// The table that the person sees; `None` away from the tables.
    pub(crate) at: Option<u32>,
    /// The page that the person sees away from the tables.
    pub(crate) page: Page,
}

/// A page away from the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Page {
    Lobby,
    /// All boards; for the host only.
    Boards,
    Tournament,
    /// The shared position.
    Shot,
}

impl Person {
    /// Milliseconds since the person left; 0 for a person who is here.
    pub(crate) fn away(&self, now: f64) -> f64 {
        if self.connection.is_some() {
            return 0.0;
        }
        (now - self.left).max(0.0)
    }

    pub(crate) fn view(&self) -> PersonView {
        PersonView {
            id: self.id,
            name: self.name.clone(),
            here: self.connection.is_some(),
            host: self.host,
        }
    }
}
