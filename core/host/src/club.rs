//! The club: people, tables and what each person may do. Knows connections only by number; reads no clock.
mod broadcast;
mod contest;
mod evening;
mod guests;
mod shot;
mod tables;

use crate::error::HostError;
use crate::key::Key;
use crate::limits::Limits;
use crate::person::{Page, Person};
use crate::saved::{SavedClub, SavedPerson, SavedTable};
use crate::table::{Seat, Table};
use crate::tournament::Tournament;
use damier_core::draughts_puzzles::Stocks;
use damier_core::together::{GuestMessage, HostMessage, Refusal, SharedGame};
use damier_core::views::SideView;
use damier_core::{ApiError, ErrorKind};
use damier_store::Store;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// Number of a connection to a guest.
pub type ConnectionId = u64;

/// A message to send.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The receiving connection.
    pub to: ConnectionId,
    /// A [`HostMessage`] as JSON.
    pub text: Arc<str>,
    /// True if the connection closes after this message.
    pub last: bool,
}

/// Age in milliseconds after which an untouched game is not resumed at a restart.
const MAX_AGE: f64 = 12.0 * 3_600_000.0;

/// Maximum number of boards in a simultaneous exhibition.
const MAX_BOARDS: usize = 30;

/// Milliseconds that a connection may stay open without entering.
const ENTRY_TIMEOUT: f64 = 30_000.0;

/// An open connection.
#[derive(Debug)]
struct Connection {
    /// The person who entered on this connection.
    person: Option<u32>,
    since: f64,
}

/// The club of one host.
#[derive(Debug)]
pub struct Club {
    name: String,
    key: Key,
    host_key: Key,
    store: Store,
    profile: i64,
    limits: Limits,
    people: BTreeMap<u32, Person>,
    tables: BTreeMap<u32, Table>,
    tournament: Option<Tournament>,
    shot: Option<shot::SentShot>,
    last_shot: u32,
    /// Puzzles that the host can send to all.
    stocks: Stocks,
    connections: HashMap<ConnectionId, Connection>,
    out: Vec<Outgoing>,
    /// True if the lobby changed since it was last sent.
    changed: bool,
    /// True if a board changed since the hosts last got the boards.
    moved: bool,
    /// True if someone tried a move in the shared position since the hosts last got its tally.
    tried: bool,
    last_person: u32,
    last_table: u32,
}

impl Club {
    /// Opens a club with this name over a store. Resumes games that a crash interrupted; their keys stay valid.
    ///
    /// # Errors
    /// If the store fails, or the system provides no random numbers.
    pub fn begin(name: &str, store: Store, limits: Limits, now: f64) -> Result<Self, HostError> {
        let (profile, saved) = store.host(now).map_err(ApiError::from)?;
        let mut club = Self {
            name: crate::name::name(name).unwrap_or_default(),
            key: Key::draw().map_err(HostError::System)?,
            host_key: Key::draw().map_err(HostError::System)?,
            store,
            profile,
            limits,
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            tournament: None,
            shot: None,
            last_shot: 0,
            stocks: Stocks::bundled(),
            connections: HashMap::new(),
            out: Vec::new(),
            changed: false,
            moved: false,
            tried: false,
            last_person: 0,
            last_table: 0,
        };
        // State that another version wrote and this one cannot read counts as none.
        club.restore(serde_json::from_str(&saved).unwrap_or_default(), now);
        club.save()?;
        Ok(club)
    }

    /// Puts interrupted games back on their tables and restores their players.
    fn restore(&mut self, saved: SavedClub, now: f64) {
        self.tournament = saved.tournament;
        self.settle_ended();
        let (Some(key), Some(host_key)) = (Key::read(&saved.key), Key::read(&saved.host_key)) else {
            return;
        };
        for one in saved.tables {
            let Ok(mut game) = SharedGame::read(&self.store, one.game, one.terms.real_board) else {
                continue;
            };
            let person = |id: u32| saved.people.iter().find(|person| person.id == id);
            let (Some(white), Some(black)) = (person(one.white), person(one.black)) else {
                continue;
            };
            if game.is_over() || now - game.updated() > MAX_AGE {
                continue;
            }
            game.suspend_clock(now);
            let seat = |person: &SavedPerson| Seat {
                person: person.id,
                name: person.name.clone(),
            };
            let mut table = Table::open(one.id, one.terms, seat(white), now);
            table.seats = [Some(seat(white)), Some(seat(black))];
            table.game = Some(game);
            table.suspended = true;
            table.round = one.round;
            self.tables.insert(one.id, table);
            self.last_table = self.last_table.max(one.id);
        }
        if self.tables.is_empty() && self.tournament.is_none() {
            return;
        }
        (self.key, self.host_key) = (key, host_key);
        for one in saved.people {
            let Some(token) = Key::read(&one.token) else {
                continue;
            };
            let seated = self.tables.values().find(|table| table.side_of(one.id).is_some());
            let person = Person {
                id: one.id,
                name: one.name,
                token,
                host: one.host,
                language: String::new(),
                connection: None,
                left: now,
                at: seated.map(|table| table.id),
                page: Page::Lobby,
            };
            self.last_person = self.last_person.max(one.id);
            self.people.insert(one.id, person);
        }
    }

    /// The guests' key, as it stands in their address.
    #[must_use]
    pub fn key(&self) -> String {
        self.key.text()
    }

    /// The host's key.
    #[must_use]
    pub fn host_key(&self) -> String {
        self.host_key.text()
    }

    /// Removes and returns the messages to send.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.out)
    }

    /// Registers a new connection. `now` is in milliseconds since 1970, here and below.
    pub fn opened(&mut self, connection: ConnectionId, now: f64) {
        let opened = Connection {
            person: None,
            since: now,
        };
        self.connections.insert(connection, opened);
    }

    /// Removes a connection; its person is away from now on.
    pub fn closed(&mut self, connection: ConnectionId, now: f64) {
        let Some(id) = self
            .connections
            .remove(&connection)
            .and_then(|connection| connection.person)
        else {
            return;
        };
        let Some(person) = self
            .people
            .get_mut(&id)
            .filter(|person| person.connection == Some(connection))
        else {
            return;
        };
        person.connection = None;
        person.left = now;
        self.changed = true;
        self.show_tables_of(id, now);
    }

    /// Handles a message from a connection.
    pub fn receive(&mut self, connection: ConnectionId, message: GuestMessage, now: f64) {
        let person = self
            .connections
            .get(&connection)
            .and_then(|connection| connection.person);
        let done = match (person, message) {
            (Some(_), GuestMessage::Enter { .. } | GuestMessage::Resume { .. }) => Err(Refusal::AskedAlready),
            (None, GuestMessage::Enter { key, name }) => self.enter(connection, &key, &name, now),
            (None, GuestMessage::Resume { key, token }) => self.resume(connection, &key, &token, now),
            (None, _) => Err(Refusal::NotEntered),
            (Some(person), message) => self.handle(person, message, now),
        };
        if let Err(refusal) = done {
            // A wrong key ends the connection: no second guess.
            let last = matches!(refusal, Refusal::WrongKey);
            self.send_to(connection, &HostMessage::Refused { refusal }, last);
        }
    }

    /// Checks flags, forgets people who were away too long, and sends what changed.
    pub fn tick(&mut self, now: f64) {
        let mut flagged = Vec::new();
        for table in self.tables.values_mut() {
            let Some(game) = table.game.as_mut().filter(|_| !table.suspended) else {
                continue;
            };
            // If the store cannot be written, the next tick tries again.
            if game.watch(&self.store, now).unwrap_or(false) {
                table.forget_questions();
                table.touched = now;
                flagged.push(table.id);
            }
        }
        for id in flagged {
            self.ended(id, now);
        }
        self.forget(now);
        let silent =
            |connection: &Connection| connection.person.is_none() && now - connection.since > ENTRY_TIMEOUT;
        let silent: Vec<ConnectionId> = self
            .connections
            .extract_if(|_, connection| silent(connection))
            .map(|(id, _)| id)
            .collect();
        for connection in silent {
            let refusal = Refusal::NotEntered;
            self.send_to(connection, &HostMessage::Refused { refusal }, true);
        }
        if std::mem::take(&mut self.changed) {
            let there = self.people.values().filter(|one| {
                let page = matches!(one.page, Page::Lobby | Page::Tournament);
                one.connection.is_some() && one.at.is_none() && page
            });
            let people: Vec<u32> = there.map(|one| one.id).collect();
            people.into_iter().for_each(|person| self.show_page(person, now));
            self.tried = true;
        }
        if std::mem::take(&mut self.tried) {
            self.show_wall();
        }
        if std::mem::take(&mut self.moved) {
            let hosts = self
                .people
                .values()
                .filter(|one| one.host && one.connection.is_some());
            let hosts: Vec<(u32, Option<u32>, Page)> = hosts.map(|one| (one.id, one.at, one.page)).collect();
            for (host, at, page) in hosts {
                match at {
                    // The number of boards that wait has changed.
                    Some(_) => self.move_to(host, at, now),
                    None if page == Page::Boards => self.show_boards(host, now),
                    None => {}
                }
            }
        }
    }

    /// Tells all connections that the club is closed, and invalidates the keys.
    pub fn end(&mut self) {
        let connections: Vec<ConnectionId> = self.connections.keys().copied().collect();
        for connection in connections {
            let closed = HostMessage::Refused {
                refusal: Refusal::Closed,
            };
            self.send_to(connection, &closed, true);
        }
        // The games are in the library, and a tournament continues another evening. If the write fails, the keys stay
        // valid for a restarted host.
        let saved = SavedClub {
            tournament: self.tournament.take(),
            ..SavedClub::default()
        };
        drop(self.write(&saved));
    }

    /// Saves the people, the tables with unfinished games, and the tournament.
    pub(super) fn save(&self) -> Result<(), ApiError> {
        let going: Vec<&Table> = self.tables.values().filter(|table| table.is_going()).collect();
        let tables = going.iter().filter_map(|table| {
            Some(SavedTable {
                id: table.id,
                game: table.game.as_ref()?.id(),
                terms: table.terms.clone(),
                white: table.person_at(SideView::White)?,
                black: table.person_at(SideView::Black)?,
                round: table.round,
            })
        });
        let people = self.people.values().map(|person| SavedPerson {
            id: person.id,
            name: person.name.clone(),
            token: person.token.text(),
            host: person.host,
        });
        let saved = SavedClub {
            key: self.key.text(),
            host_key: self.host_key.text(),
            people: people.collect(),
            tables: tables.collect(),
            tournament: self.tournament.clone(),
        };
        self.write(&saved)
    }

    fn write(&self, saved: &SavedClub) -> Result<(), ApiError> {
        let text = serde_json::to_string(saved)
            .map_err(|error| ApiError::new(ErrorKind::Internal, error.to_string()))?;
        Ok(self.store.keep_host(self.profile, &text)?)
    }
}

/// Returns a random number below `bound`. The modulo bias is negligible for small bounds.
fn random_below(bound: usize) -> usize {
    let mut bytes = [0; 8];
    // Without random numbers people stay in their order of arrival.
    if getrandom::fill(&mut bytes).is_err() {
        return bound - 1;
    }
    (u64::from_le_bytes(bytes) % bound as u64) as usize
}
