//! The club: people, tables and what each person may do. Knows connections only by number; reads no clock.
mod broadcast;
mod contest;
mod evening;
mod guests;
mod people;
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
use damier_core::together::{GuestMessage, HostMessage, Moment, Refusal, SharedGame};
use damier_core::views::SideView;
use damier_core::{ApiError, ErrorKind};
use damier_store::Store;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

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

/// Milliseconds after which a game is given up that both players have left.
const MAX_AGE: f64 = 12.0 * 3_600_000.0;

/// Silence of the host's own clock, in milliseconds, that means that the host was away: its machine slept, was stopped,
/// or waited for the disk. The time between does not count. Many ticks long, so a busy machine is not taken for it.
const HOST_AWAY: f64 = 5_000.0;

/// Time to wait for another program that writes into the same library, such as an import.
const WRITE_PATIENCE: Duration = Duration::from_secs(30);

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
    /// The address of the device.
    from: IpAddr,
    /// False after the host was away, until something is heard again: the line may have died meanwhile.
    heard: bool,
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
    /// The clock at the last event, and the milliseconds that it jumped by while the host was away.
    last_event: f64,
    skipped: f64,
}

impl Club {
    /// Opens a club with this name over a store. Resumes an evening that a crash interrupted; its keys stay valid.
    ///
    /// # Errors
    /// If the store fails, or the system provides no random numbers.
    pub fn begin(
        name: &str,
        store: Store,
        limits: Limits,
        now: impl Into<Moment>,
    ) -> Result<Self, HostError> {
        let now = now.into();
        store.wait_for_others(WRITE_PATIENCE).map_err(ApiError::from)?;
        let (profile, saved) = store.host(now.calendar).map_err(ApiError::from)?;
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
            last_event: now.clock,
            skipped: 0.0,
        };
        // State that another version wrote and this one cannot read counts as none.
        club.restore(serde_json::from_str(&saved).unwrap_or_default(), now);
        club.save()?;
        Ok(club)
    }

    /// Puts the games back on their tables and restores the people. How long ago the crash was does not matter: the
    /// calendar may have been set since, and an evening that ended properly has left no keys.
    fn restore(&mut self, saved: SavedClub, now: Moment) {
        self.tournament = saved.tournament;
        self.settle_ended();
        let (Some(key), Some(host_key)) = (Key::read(&saved.key), Key::read(&saved.host_key)) else {
            self.forget_devices();
            return;
        };
        for one in saved.tables {
            let Ok(mut game) = SharedGame::read(&self.store, one.game, one.terms.real_board) else {
                continue;
            };
            game.suspend_clock(now.clock);
            let [white, black] = one.names.map(|name| (!name.is_empty()).then_some(name));
            let seat = |person: u32, name: Option<String>| {
                let known = saved.people.iter().find(|one| one.id == person);
                let name = name.or_else(|| known.map(|one| one.name.clone()));
                name.map(|name| Seat { person, name })
            };
            let (Some(white), Some(black)) = (seat(one.white, white), seat(one.black, black)) else {
                continue;
            };
            let mut table = Table::open(one.id, one.terms, white.clone(), now.clock);
            table.seats = [Some(white), Some(black)];
            table.suspended = !game.is_over();
            table.game = Some(game);
            table.games = 1;
            table.round = one.round;
            self.tables.insert(one.id, table);
            self.last_table = self.last_table.max(one.id);
        }
        (self.key, self.host_key) = (key, host_key);
        for one in saved.people {
            let Some(token) = Key::read(&one.token) else {
                continue;
            };
            let seats = |table: &&Table| table.side_of(one.id).is_some();
            let going = self.tables.values().filter(|table| table.is_going()).find(seats);
            let seated = going.or_else(|| self.tables.values().rev().find(seats));
            let person = Person {
                id: one.id,
                name: one.name,
                token,
                host: one.host,
                language: String::new(),
                address: None,
                took_part: one.took_part,
                connection: None,
                left: now.clock,
                at: seated.map(|table| table.id),
                page: Page::Lobby,
            };
            self.last_person = self.last_person.max(one.id);
            self.people.insert(one.id, person);
        }
        let people = &self.people;
        if let Some(tournament) = &mut self.tournament {
            tournament.keep_people(|person| people.contains_key(&person));
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

    /// The keys of the guests and of the host.
    pub(crate) fn keys(&self) -> [Key; 2] {
        [self.key, self.host_key]
    }

    /// Name of the club; may be empty.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Removes and returns the messages to send.
    pub fn take_outgoing(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.out)
    }

    /// Returns the moment by the evening's own clock, which stands while the host is away and never goes back.
    fn moment(&mut self, now: Moment) -> Moment {
        let gap = now.clock - self.last_event;
        self.last_event = now.clock;
        let jumped = !(0.0..=HOST_AWAY).contains(&gap);
        if jumped {
            self.skipped += gap;
        }
        let now = Moment {
            clock: now.clock - self.skipped,
            ..now
        };
        if gap > HOST_AWAY {
            self.came_back(now);
        }
        now
    }

    /// Pauses all games after the host was away, until both players of each are heard again.
    fn came_back(&mut self, now: Moment) {
        for connection in self.connections.values_mut() {
            connection.heard = false;
        }
        let mut paused = Vec::new();
        for table in self.tables.values_mut().filter(|table| table.is_going()) {
            if let Some(game) = table.game.as_mut().filter(|_| !table.suspended) {
                game.pause_clock(now.clock);
                table.suspended = true;
                paused.push(table.id);
            }
        }
        paused.into_iter().for_each(|table| self.show_table(table, now));
    }

    /// Registers a new connection from a device at this address.
    pub fn opened(&mut self, connection: ConnectionId, from: IpAddr, now: impl Into<Moment>) {
        let now = self.moment(now.into());
        let opened = Connection {
            person: None,
            since: now.clock,
            from,
            heard: true,
        };
        self.connections.insert(connection, opened);
    }

    /// Notes that a connection is alive.
    pub fn heard(&mut self, connection: ConnectionId, now: impl Into<Moment>) {
        let now = self.moment(now.into());
        self.hear(connection, now);
    }

    fn hear(&mut self, connection: ConnectionId, now: Moment) {
        let Some(found) = self.connections.get_mut(&connection).filter(|one| !one.heard) else {
            return;
        };
        found.heard = true;
        if let Some(person) = found.person {
            let tables = self.resume_games(person, now);
            tables.into_iter().for_each(|table| self.show_table(table, now));
        }
    }

    /// Removes a connection; its person is away from now on.
    pub fn closed(&mut self, connection: ConnectionId, now: impl Into<Moment>) {
        let now = self.moment(now.into());
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
        person.left = now.clock;
        self.changed = true;
        self.show_tables_of(id, now);
    }

    /// Handles a message from a connection.
    pub fn receive(&mut self, connection: ConnectionId, message: GuestMessage, now: impl Into<Moment>) {
        let now = self.moment(now.into());
        self.hear(connection, now);
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
            let last = matches!(refusal, Refusal::WrongKey | Refusal::HostHereOnly);
            self.send_to(connection, &HostMessage::Refused { refusal }, last);
        }
    }

    /// Checks flags, forgets people who were away too long, and sends what changed.
    pub fn tick(&mut self, now: impl Into<Moment>) {
        let now = self.moment(now.into());
        let mut flagged = Vec::new();
        for table in self.tables.values_mut() {
            let Some(game) = table.game.as_mut().filter(|_| !table.suspended) else {
                continue;
            };
            // If the store cannot be written, the next tick tries again.
            if game.watch(&self.store, now).unwrap_or(false) {
                table.forget_questions();
                table.touched = now.clock;
                flagged.push(table.id);
            }
        }
        for id in flagged {
            self.ended(id, now);
        }
        self.forget(now);
        let silent = |connection: &Connection| {
            connection.person.is_none() && now.clock - connection.since > ENTRY_TIMEOUT
        };
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
        self.forget_devices();
        let saved = SavedClub {
            tournament: self.tournament.take(),
            ..SavedClub::default()
        };
        drop(self.write(&saved));
    }

    /// Saves the people, the tables with games, and the tournament.
    pub(super) fn save(&self) -> Result<(), ApiError> {
        let tables = self.tables.values().filter_map(|table| {
            Some(SavedTable {
                id: table.id,
                game: table.game.as_ref()?.id(),
                terms: table.terms.clone(),
                white: table.person_at(SideView::White)?,
                black: table.person_at(SideView::Black)?,
                names: table
                    .seats
                    .each_ref()
                    .map(|seat| seat.as_ref().map(|seat| seat.name.clone()).unwrap_or_default()),
                round: table.round,
            })
        });
        let people = self.people.values().map(|person| SavedPerson {
            id: person.id,
            name: person.name.clone(),
            token: person.token.text(),
            host: person.host,
            took_part: person.took_part,
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
