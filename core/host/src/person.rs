//! A person in the club.
use crate::club::ConnectionId;
use crate::key::Key;
use damier_core::together::PersonView;
use std::net::IpAddr;

/// Milliseconds after which a person who is away is given up.
pub(crate) const PATIENCE: f64 = 600_000.0;

/// The same for a person who has neither sat down nor looked on: long enough for a reload and for a phone that locked.
pub(crate) const IDLE_PATIENCE: f64 = 60_000.0;

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) id: u32,
    pub(crate) name: String,
    pub(crate) token: Key,
    pub(crate) host: bool,
    /// Language of the person; empty until known.
    pub(crate) language: String,
    /// Address of the device; `None` after a restart, until the person is back.
    pub(crate) address: Option<IpAddr>,
    /// True once the person has sat down or looked on.
    pub(crate) took_part: bool,
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
