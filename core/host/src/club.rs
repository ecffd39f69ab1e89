//! The evening: who is here, the tables, and what each may do. Knows lines by number, and no socket; reads no clock.
use crate::error::HostError;
use crate::kept::{Kept, KeptPerson, KeptTable};
use crate::key::Key;
use crate::limits::Limits;
use crate::name::name;
use crate::person::{PATIENCE, Person};
use crate::table::{Seat, Table, for_core, index, other};
use damier_core::together::{
    GuestMessage, HostMessage, LobbyView, Opener, Refusal, SeatView, SmallBoard, TableLine, TableTerms,
    TableView,
};
use damier_core::together::{SharedGame, SharedStart};
use damier_core::views::SideView;
use damier_core::{ApiError, ErrorKind};
use damier_store::Store;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A line to a guest, by its number.
pub type LineId = u64;

/// Something to be sent.
#[derive(Clone, Debug)]
pub struct Outgoing {
    /// The line.
    pub to: LineId,
    /// A [`HostMessage`] as JSON.
    pub text: Arc<str>,
    /// The line is then closed.
    pub last: bool,
}

/// A game that nobody has touched for so long is not gone on with after a restart, in milliseconds.
const STALE: f64 = 12.0 * 3_600_000.0;

/// One plays against so many at once.
const BOARDS: usize = 30;

/// So long a line may be open before somebody has said who it is, in milliseconds.
const NAMELESS: f64 = 30_000.0;

/// An open line.
#[derive(Debug)]
struct Line {
    /// Who is on it.
    person: Option<u32>,
    since: f64,
}

/// An evening of one host.
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
    lines: HashMap<LineId, Line>,
    out: Vec<Outgoing>,
    /// The lobby has changed since it was last told.
    changed: bool,
    /// A board has changed since all were last shown.
    moved: bool,
    last_person: u32,
    last_table: u32,
}

impl Club {
    /// Opens an evening of this name over a store. Games that a crash broke off are gone on with, and their keys then hold.
    ///
    /// # Errors
    /// Where the store fails, or the system gives no random numbers.
    pub fn begin(name: &str, store: Store, limits: Limits, now: f64) -> Result<Self, HostError> {
        let (profile, kept) = store.host(now).map_err(ApiError::from)?;
        let mut club = Self {
            name: crate::name::name(name).unwrap_or_default(),
            key: Key::draw().map_err(HostError::System)?,
            host_key: Key::draw().map_err(HostError::System)?,
            store,
            profile,
            limits,
            people: BTreeMap::new(),
            tables: BTreeMap::new(),
            lines: HashMap::new(),
            out: Vec::new(),
            changed: false,
            moved: false,
            last_person: 0,
            last_table: 0,
        };
        // What another version kept is as nothing.
        club.go_on(serde_json::from_str(&kept).unwrap_or_default(), now);
        club.keep()?;
        Ok(club)
    }

    /// Puts the games that a crash broke off back on their tables.
    fn go_on(&mut self, kept: Kept, now: f64) {
        let (Some(key), Some(host_key)) = (Key::read(&kept.key), Key::read(&kept.host_key)) else {
            return;
        };
        for one in kept.tables {
            let Ok(mut game) = SharedGame::read(&self.store, one.game) else {
                continue;
            };
            let person = |id: u32| kept.people.iter().find(|person| person.id == id);
            let (Some(white), Some(black)) = (person(one.white), person(one.black)) else {
                continue;
            };
            if game.is_over() || now - game.updated() > STALE {
                continue;
            }
            game.suspend_clock(now);
            let seat = |person: &KeptPerson| Seat {
                person: person.id,
                name: person.name.clone(),
            };
            let mut table = Table::open(one.id, one.terms, seat(white), now);
            table.seats = [Some(seat(white)), Some(seat(black))];
            table.game = Some(game);
            table.suspended = true;
            self.tables.insert(one.id, table);
            self.last_table = self.last_table.max(one.id);
            for person in [white, black] {
                let Some(token) = Key::read(&person.token) else {
                    continue;
                };
                self.last_person = self.last_person.max(person.id);
                self.people.insert(
                    person.id,
                    Person {
                        id: person.id,
                        name: person.name.clone(),
                        token,
                        host: person.host,
                        line: None,
                        left: now,
                        at: Some(one.id),
                        looks_around: false,
                    },
                );
            }
        }
        if !self.tables.is_empty() {
            (self.key, self.host_key) = (key, host_key);
        }
    }

    /// The key with which guests come in, as it stands in their address.
    #[must_use]
    pub fn key(&self) -> String {
        self.key.text()
    }

    /// The key of whoever holds the evening.
    #[must_use]
    pub fn host_key(&self) -> String {
        self.host_key.text()
    }

    /// What is to be sent since this was last asked.
    pub fn take_out(&mut self) -> Vec<Outgoing> {
        std::mem::take(&mut self.out)
    }

    /// A line was opened. `now` is in milliseconds since 1970, here and below.
    pub fn opened(&mut self, line: LineId, now: f64) {
        let opened = Line {
            person: None,
            since: now,
        };
        self.lines.insert(line, opened);
    }

    /// A line is closed: whoever was on it is away.
    pub fn closed(&mut self, line: LineId, now: f64) {
        let Some(id) = self.lines.remove(&line).and_then(|line| line.person) else {
            return;
        };
        let Some(person) = self
            .people
            .get_mut(&id)
            .filter(|person| person.line == Some(line))
        else {
            return;
        };
        person.line = None;
        person.left = now;
        self.changed = true;
        self.show_where(id, now);
    }

    /// A guest has said something.
    pub fn heard(&mut self, line: LineId, message: GuestMessage, now: f64) {
        let person = self.lines.get(&line).and_then(|line| line.person);
        let done = match (person, message) {
            (Some(_), GuestMessage::Enter { .. } | GuestMessage::Resume { .. }) => Err(Refusal::AskedAlready),
            (None, GuestMessage::Enter { key, name }) => self.enter(line, &key, &name, now),
            (None, GuestMessage::Resume { key, token }) => self.resume(line, &key, &token, now),
            (None, _) => Err(Refusal::NotEntered),
            (Some(person), message) => self.said(person, message, now),
        };
        if let Err(refusal) = done {
            // Whoever has no key has no second try on this line.
            let last = matches!(refusal, Refusal::WrongKey);
            self.tell_line(line, &HostMessage::Refused { refusal }, last);
        }
    }

    /// Time has passed: flags fall, whoever was away too long is forgotten, and the lobby is told where it has changed.
    pub fn tick(&mut self, now: f64) {
        let mut fallen = Vec::new();
        for table in self.tables.values_mut() {
            let Some(game) = table.game.as_mut().filter(|_| !table.suspended) else {
                continue;
            };
            // Where it cannot be written now, it is tried again with the next tick.
            if game.watch(&self.store, now).unwrap_or(false) {
                table.forget_questions();
                table.touched = now;
                fallen.push(table.id);
            }
        }
        for id in fallen {
            self.ended(id, now);
        }
        self.forget(now);
        let nameless = |line: &Line| line.person.is_none() && now - line.since > NAMELESS;
        let nameless: Vec<LineId> = self
            .lines
            .extract_if(|_, line| nameless(line))
            .map(|(id, _)| id)
            .collect();
        for line in nameless {
            let refusal = Refusal::NotEntered;
            self.tell_line(line, &HostMessage::Refused { refusal }, true);
        }
        if std::mem::take(&mut self.changed) {
            let there = self
                .people
                .values()
                .filter(|one| one.at.is_none() && !one.looks_around);
            let people: Vec<u32> = there.map(|one| one.id).collect();
            people.into_iter().for_each(|person| self.show_lobby(person));
        }
        if std::mem::take(&mut self.moved) {
            let hosts = self.people.values().filter(|one| one.host && one.line.is_some());
            let hosts: Vec<(u32, Option<u32>, bool)> =
                hosts.map(|one| (one.id, one.at, one.looks_around)).collect();
            for (host, at, looks_around) in hosts {
                match at {
                    // How many boards wait has changed.
                    Some(_) => self.put(host, at, now),
                    None if looks_around => self.show_boards(host, now),
                    None => {}
                }
            }
        }
    }

    /// The evening is over: everybody is told, and the keys hold no longer.
    pub fn end(&mut self) {
        let lines: Vec<LineId> = self.lines.keys().copied().collect();
        for line in lines {
            let closed = HostMessage::Refused {
                refusal: Refusal::Closed,
            };
            self.tell_line(line, &closed, true);
        }
        // The games lie in the library; where this cannot be written, the keys hold for a host that is begun again.
        drop(self.store.keep_host(self.profile, ""));
    }

    // --- coming and going

    fn enter(&mut self, line: LineId, key: &str, given: &str, now: f64) -> Result<(), Refusal> {
        let host = self.admit(key)?;
        let given = name(given).ok_or(Refusal::NoName)?;
        if self.people.len() >= self.limits.people {
            return Err(Refusal::Full);
        }
        let token = Key::draw().map_err(|_| Refusal::NotKept)?;
        self.last_person += 1;
        let id = self.last_person;
        let person = Person {
            id,
            name: self.distinct(&given),
            token,
            host,
            line: None,
            left: now,
            at: None,
            looks_around: false,
        };
        self.people.insert(id, person);
        self.arrive(line, id, now);
        Ok(())
    }

    fn resume(&mut self, line: LineId, key: &str, token: &str, now: f64) -> Result<(), Refusal> {
        self.admit(key)?;
        let token = Key::read(token).ok_or(Refusal::UnknownToken)?;
        let found = self.people.values().find(|person| person.token.is(&token));
        let id = found.ok_or(Refusal::UnknownToken)?.id;
        self.arrive(line, id, now);
        Ok(())
    }

    /// Whether a key opens the door, and whether it is the host's.
    fn admit(&self, key: &str) -> Result<bool, Refusal> {
        let key = Key::read(key).ok_or(Refusal::WrongKey)?;
        match (key.is(&self.key), key.is(&self.host_key)) {
            (_, true) => Ok(true),
            (true, _) => Ok(false),
            _ => Err(Refusal::WrongKey),
        }
    }

    /// The name, with a number where somebody is called so already.
    fn distinct(&self, given: &str) -> String {
        let taken = |name: &str| self.people.values().any(|person| person.name == name);
        let numbered = (2..).map(|number| format!("{given} {number}"));
        let mut names = std::iter::once(given.to_owned()).chain(numbered);
        names
            .find(|name| !taken(name))
            .expect("there are more numbers than people")
    }

    fn arrive(&mut self, line: LineId, id: u32, now: f64) {
        let Some(person) = self.people.get_mut(&id) else {
            return;
        };
        let before = person.line.replace(line);
        let entered = HostMessage::Entered {
            club: self.name.clone(),
            id,
            name: person.name.clone(),
            token: person.token.text(),
            host: person.host,
        };
        let at = person.at;
        self.name_line(line, Some(id));
        if let Some(before) = before.filter(|before| *before != line) {
            self.name_line(before, None);
            let elsewhere = HostMessage::Refused {
                refusal: Refusal::Elsewhere,
            };
            self.tell_line(before, &elsewhere, true);
        }
        self.tell_line(line, &entered, false);
        self.changed = true;
        self.wake(id, now);
        match at.filter(|at| self.tables.contains_key(at)) {
            Some(_) => self.show_where(id, now),
            None => self.put(id, None, now),
        }
    }

    fn name_line(&mut self, line: LineId, person: Option<u32>) {
        if let Some(line) = self.lines.get_mut(&line) {
            line.person = person;
        }
    }

    /// Where both players are back after the host was, the clock goes on.
    fn wake(&mut self, person: u32, now: f64) {
        let here = |id: Option<u32>| {
            let person = id.and_then(|id| self.people.get(&id));
            person.is_some_and(|person| person.line.is_some())
        };
        for table in self.tables.values_mut() {
            let both = here(table.person_at(SideView::White)) && here(table.person_at(SideView::Black));
            if table.suspended && both && table.side_of(person).is_some() {
                table.suspended = false;
                if let Some(game) = &mut table.game {
                    game.resume_clock(now);
                }
            }
        }
    }

    /// Forgets who was away too long, and tables where nothing goes on any more.
    fn forget(&mut self, now: f64) {
        let away = |people: &BTreeMap<u32, Person>, seat: &Option<Seat>| {
            let person = seat.as_ref().and_then(|seat| people.get(&seat.person));
            person.map_or(f64::INFINITY, |person| person.away(now))
        };
        let people = &self.people;
        let before = self.tables.len();
        self.tables.retain(|id, table| {
            let looked_at = people
                .values()
                .any(|person| person.at == Some(*id) && person.line.is_some());
            let nearest = table
                .seats
                .iter()
                .flatten()
                .map(|seat| away(people, &Some(seat.clone())));
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            match (&table.game, table.is_going()) {
                (_, true) => nearest < STALE,
                (None, _) => nearest < PATIENCE,
                _ => looked_at || now - table.touched < PATIENCE,
            }
        });
        let tables = &self.tables;
        let known = self.people.len();
        self.people.retain(|id, person| {
            let plays = tables
                .values()
                .any(|table| table.is_going() && table.side_of(*id).is_some());
            plays || person.away(now) < PATIENCE
        });
        if (self.tables.len(), self.people.len()) != (before, known) {
            self.changed = true;
        }
    }

    // --- what is said at the tables

    fn said(&mut self, person: u32, message: GuestMessage, now: f64) -> Result<(), Refusal> {
        match message {
            GuestMessage::Enter { .. } | GuestMessage::Resume { .. } => Err(Refusal::AskedAlready),
            GuestMessage::OpenTable { terms } => self.open_table(person, terms, now),
            GuestMessage::CloseTable { table } => self.close_table(person, table, now),
            GuestMessage::Sit { table } => self.sit(person, table, now),
            GuestMessage::Watch { table } | GuestMessage::Return { table } => {
                self.table(table)?;
                self.put(person, Some(table), now);
                Ok(())
            }
            GuestMessage::Leave {} => {
                self.put(person, None, now);
                Ok(())
            }
            GuestMessage::Play { table, ply, path } => self.play(person, table, ply, &path, now),
            GuestMessage::OfferDraw { table } => self.ask(person, table, now, |table| &mut table.draw),
            GuestMessage::AskTakeBack { table } => self.ask_take_back(person, table, now),
            GuestMessage::AnswerDraw { table, accept } => self.answer_draw(person, table, accept, now),
            GuestMessage::AnswerTakeBack { table, accept } => {
                self.answer_take_back(person, table, accept, now)
            }
            GuestMessage::Resign { table } => self.change(person, table, now, |game, store, side| {
                game.resign(store, side, now)
            }),
            GuestMessage::Claim { table } => self.claim(person, table, now),
            GuestMessage::Again { table } => self.again(person, table, now),
            GuestMessage::LookAt { table, ply } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let position = game.at(ply).ok_or(Refusal::NoMove)?;
                self.tell(person, &HostMessage::Position { table, ply, position });
                Ok(())
            }
            GuestMessage::AskWhy {
                table,
                origin,
                target,
            } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let refusal = game.why_not(origin, target).map_err(|error| refusal_of(&error))?;
                self.tell(person, &HostMessage::Why { table, refusal });
                Ok(())
            }
            GuestMessage::PairAll { terms } => self.pair_all(person, &terms, now),
            GuestMessage::PlayAll { terms } => self.play_all(person, &terms, now),
            GuestMessage::NextBoard {} => self.next_board(person, now),
            GuestMessage::LookAround {} => {
                self.expect_host(person)?;
                if let Some(one) = self.people.get_mut(&person) {
                    one.at = None;
                    one.looks_around = true;
                }
                self.show_boards(person, now);
                Ok(())
            }
            GuestMessage::TakeHome { table } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let text = game.pdn(&self.store).map_err(|error| refusal_of(&error))?;
                let name = format!("damier-{}.pdn", game.id());
                self.tell(person, &HostMessage::Home { table, name, text });
                Ok(())
            }
        }
    }

    fn table(&self, id: u32) -> Result<&Table, Refusal> {
        self.tables.get(&id).ok_or(Refusal::NoSuchTable)
    }

    /// One game at a time, but for the host, who may play several at once.
    fn expect_free(&self, person: u32) -> Result<(), Refusal> {
        let host = self.people.get(&person).is_some_and(|one| one.host);
        let busy = |table: &Table| (table.is_open() || table.is_going()) && table.side_of(person).is_some();
        if !host && self.tables.values().any(busy) {
            return Err(Refusal::PlaysAlready);
        }
        Ok(())
    }

    fn seat(&self, person: u32) -> Seat {
        Seat {
            person,
            name: self
                .people
                .get(&person)
                .map(|one| one.name.clone())
                .unwrap_or_default(),
        }
    }

    /// What a game at this table begins with.
    fn start(&self, terms: &TableTerms, players: [String; 2]) -> Result<SharedStart, Refusal> {
        Ok(SharedStart {
            profile: self.profile,
            variant: terms.variant.clone(),
            players,
            handicap: terms.handicap,
            terms: for_core(terms)?,
            event: self.name.clone(),
        })
    }

    fn open_table(&mut self, person: u32, terms: TableTerms, now: f64) -> Result<(), Refusal> {
        self.expect_free(person)?;
        if self.tables.len() >= self.limits.tables {
            return Err(Refusal::Full);
        }
        let start = self.start(&terms, Default::default())?;
        start.check().map_err(|_| Refusal::BadTerms)?;
        self.last_table += 1;
        let id = self.last_table;
        let table = Table::open(id, terms, self.seat(person), now);
        self.tables.insert(id, table);
        self.changed = true;
        self.put(person, Some(id), now);
        Ok(())
    }

    fn close_table(&mut self, person: u32, id: u32, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        table.side_of(person).ok_or(Refusal::NotYours)?;
        if table.is_going() {
            return Err(Refusal::GoesOn);
        }
        self.tables.remove(&id);
        self.changed = true;
        let there: Vec<u32> = self
            .people
            .values()
            .filter(|one| one.at == Some(id))
            .map(|one| one.id)
            .collect();
        there.into_iter().for_each(|one| self.put(one, None, now));
        Ok(())
    }

    fn sit(&mut self, person: u32, id: u32, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        if !table.is_open() {
            return Err(Refusal::Taken);
        }
        if table.side_of(person).is_some() {
            return Err(Refusal::NotYours);
        }
        self.expect_free(person)?;
        let mut seats = table.seats.clone();
        let free = seats
            .iter_mut()
            .find(|seat| seat.is_none())
            .ok_or(Refusal::Taken)?;
        *free = Some(self.seat(person));
        if table.terms.opener == Opener::Lot && drawn_below(2) == 1 {
            seats.swap(0, 1);
        }
        self.begin_game(id, seats, now)
    }

    /// Begins a game at a table, and leads both players to it.
    fn begin_game(&mut self, id: u32, seats: [Option<Seat>; 2], now: f64) -> Result<(), Refusal> {
        let names = seats
            .each_ref()
            .map(|seat| seat.as_ref().map(|seat| seat.name.clone()).unwrap_or_default());
        let start = self.start(&self.table(id)?.terms, names)?;
        let game = SharedGame::begin(&mut self.store, &start, now).map_err(|error| refusal_of(&error))?;
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let players: Vec<u32> = seats.iter().flatten().map(|seat| seat.person).collect();
        table.seats = seats;
        table.game = Some(game);
        table.again = None;
        table.forget_questions();
        table.touched = now;
        self.changed = true;
        for player in players {
            // Who plays several games is not pulled from one to the next.
            let stays = |one: &Person| one.host && one.at.is_some_and(|at| at != id);
            if let Some(one) = self.people.get_mut(&player).filter(|one| !stays(one)) {
                one.at = Some(id);
            }
        }
        self.show_table(id, now);
        self.keep().map_err(|_| Refusal::NotKept)
    }

    /// Does something to the game of a player, and shows what came of it.
    fn change(
        &mut self,
        person: u32,
        id: u32,
        now: f64,
        change: impl FnOnce(&mut SharedGame, &Store, SideView) -> Result<(), ApiError>,
    ) -> Result<(), Refusal> {
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let game = table.game.as_mut().ok_or(Refusal::NoSuchTable)?;
        if std::mem::take(&mut table.suspended) {
            game.resume_clock(now);
        }
        change(game, &self.store, side).map_err(|error| refusal_of(&error))?;
        let over = game.is_over();
        table.forget_questions();
        table.touched = now;
        if over {
            self.ended(id, now);
        } else {
            self.show_table(id, now);
        }
        Ok(())
    }

    /// A game has ended: it is told, and nothing need be kept of it but the game.
    fn ended(&mut self, id: u32, now: f64) {
        self.changed = true;
        self.show_table(id, now);
        // What cannot be written now is left out when it is next read: the game is over.
        drop(self.keep());
    }

    fn play(&mut self, person: u32, id: u32, ply: u32, path: &[u8], now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let game = table.game.as_ref().ok_or(Refusal::NoSuchTable)?;
        if game.ply() == ply && !game.is_over() && game.turn() != side {
            return Err(Refusal::NotYours);
        }
        self.change(person, id, now, |game, store, _| game.play(store, ply, path, now))
    }

    /// Asks the other side something that it may answer.
    fn ask(
        &mut self,
        person: u32,
        id: u32,
        now: f64,
        question: impl FnOnce(&mut Table) -> &mut Option<SideView>,
    ) -> Result<(), Refusal> {
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        if !table.is_going() {
            return Err(Refusal::GameOver);
        }
        let asked = question(table);
        if asked.is_some() {
            return Err(Refusal::AskedAlready);
        }
        *asked = Some(side);
        self.show_table(id, now);
        Ok(())
    }

    fn ask_take_back(&mut self, person: u32, id: u32, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        if table.terms.serious {
            return Err(Refusal::Serious);
        }
        if !table.game.as_ref().is_some_and(|game| game.has_moved(side)) {
            return Err(Refusal::NoMove);
        }
        self.ask(person, id, now, |table| &mut table.take_back)
    }

    /// The side that asked, where the other one answers.
    fn asker(table: &Table, person: u32, asked: Option<SideView>) -> Result<SideView, Refusal> {
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        asked
            .filter(|asker| *asker == other(side))
            .ok_or(Refusal::NothingAsked)
    }

    fn answer_draw(&mut self, person: u32, id: u32, accept: bool, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        Self::asker(table, person, table.draw)?;
        if accept {
            return self.change(person, id, now, |game, store, _| game.agree_draw(store, now));
        }
        self.decline(id, now, |table| table.draw = None)
    }

    fn answer_take_back(&mut self, person: u32, id: u32, accept: bool, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let asker = Self::asker(table, person, table.take_back)?;
        if accept {
            return self.change(person, id, now, |game, store, _| {
                game.take_back(store, asker, now).map(drop)
            });
        }
        self.decline(id, now, |table| table.take_back = None)
    }

    fn decline(&mut self, id: u32, now: f64, forget: impl FnOnce(&mut Table)) -> Result<(), Refusal> {
        forget(self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?);
        self.show_table(id, now);
        Ok(())
    }

    fn claim(&mut self, person: u32, id: u32, now: f64) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let opponent = table.person_at(other(side)).and_then(|id| self.people.get(&id));
        if opponent.is_some_and(|one| one.away(now) < PATIENCE) {
            return Err(Refusal::NotAway);
        }
        self.change(person, id, now, |game, store, side| {
            game.forfeit(store, other(side), now)
        })
    }

    fn again(&mut self, person: u32, id: u32, now: f64) -> Result<(), Refusal> {
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        if table.game.as_ref().is_none_or(|game| !game.is_over()) {
            return Err(Refusal::GoesOn);
        }
        if table.again != Some(other(side)) {
            table.again = Some(side);
            self.show_table(id, now);
            return Ok(());
        }
        let [white, black] = table.seats.clone();
        self.begin_game(id, [black, white], now)
    }

    // --- what only the host does

    fn expect_host(&self, person: u32) -> Result<(), Refusal> {
        let host = self.people.get(&person).is_some_and(|one| one.host);
        host.then_some(()).ok_or(Refusal::HostOnly)
    }

    /// Guests who are here and play nowhere, in an order drawn by lot.
    fn free(&self) -> Vec<u32> {
        let free = self.people.values().filter(|one| !one.host && one.line.is_some());
        let mut free: Vec<u32> = free
            .map(|one| one.id)
            .filter(|id| self.expect_free(*id).is_ok())
            .collect();
        for last in (1..free.len()).rev() {
            free.swap(last, drawn_below(last + 1));
        }
        free
    }

    /// A new table at which these two play at once.
    fn seat_two(&mut self, seats: [u32; 2], terms: &TableTerms, now: f64) -> Result<(), Refusal> {
        if self.tables.len() >= self.limits.tables {
            return Err(Refusal::Full);
        }
        self.last_table += 1;
        let id = self.last_table;
        let seats = seats.map(|person| self.seat(person));
        self.tables
            .insert(id, Table::open(id, terms.clone(), seats[0].clone(), now));
        let begun = self.begin_game(id, seats.map(Some), now);
        if begun.is_err() && self.table(id).is_ok_and(Table::is_open) {
            self.tables.remove(&id);
        }
        begun
    }

    fn pair_all(&mut self, person: u32, terms: &TableTerms, now: f64) -> Result<(), Refusal> {
        self.expect_host(person)?;
        self.start(terms, Default::default())?
            .check()
            .map_err(|_| Refusal::BadTerms)?;
        let free = self.free();
        if free.len() < 2 {
            return Err(Refusal::NobodyFree);
        }
        for pair in free.chunks_exact(2) {
            self.seat_two([pair[0], pair[1]], terms, now)?;
        }
        Ok(())
    }

    fn play_all(&mut self, person: u32, terms: &TableTerms, now: f64) -> Result<(), Refusal> {
        self.expect_host(person)?;
        self.start(terms, Default::default())?
            .check()
            .map_err(|_| Refusal::BadTerms)?;
        let free = self.free();
        if free.is_empty() {
            return Err(Refusal::NobodyFree);
        }
        for guest in free.into_iter().take(BOARDS) {
            let white = match terms.opener {
                Opener::White => true,
                Opener::Black => false,
                Opener::Lot => drawn_below(2) == 0,
            };
            let seats = if white { [person, guest] } else { [guest, person] };
            self.seat_two(seats, terms, now)?;
        }
        // Told again now that all boards are there.
        let at = self.people.get(&person).and_then(|one| one.at);
        self.put(person, at, now);
        Ok(())
    }

    /// The boards that wait for a move of this person, from the one after `at` on and round again.
    fn waiting_boards(&self, person: u32, at: Option<u32>) -> Vec<u32> {
        let waits = |table: &&Table| {
            let turn = table.game.as_ref().map(SharedGame::turn);
            table.is_going()
                && table.side_of(person).is_some()
                && table.side_of(person) == turn
                && Some(table.id) != at
        };
        let mut waiting: Vec<u32> = self.tables.values().filter(waits).map(|table| table.id).collect();
        waiting.sort_by_key(|id| (Some(*id) <= at, *id));
        waiting
    }

    fn next_board(&mut self, person: u32, now: f64) -> Result<(), Refusal> {
        let at = self.people.get(&person).and_then(|one| one.at);
        let next = self.waiting_boards(person, at).first().copied();
        self.put(person, Some(next.ok_or(Refusal::NoBoard)?), now);
        Ok(())
    }

    fn show_boards(&mut self, person: u32, now: f64) {
        let waiting = self.waiting_boards(person, None);
        let small = |table: &Table| {
            let game = table.game.as_ref()?;
            let mut view = game.view(now);
            view.position.legal = Vec::new();
            let name = |side: SideView| table.seats[index(side)].as_ref().map(|seat| seat.name.clone());
            Some(SmallBoard {
                table: table.id,
                board: view.board,
                position: view.position,
                white: name(SideView::White).unwrap_or_default(),
                black: name(SideView::Black).unwrap_or_default(),
                result: game.result(),
                waits: waiting.contains(&table.id),
            })
        };
        let boards = self.tables.values().filter_map(small).collect();
        self.tell(person, &HostMessage::Boards { boards });
    }

    // --- telling

    /// Leads somebody to a table, or to the lobby.
    fn put(&mut self, person: u32, at: Option<u32>, now: f64) {
        let Some(one) = self.people.get_mut(&person) else {
            return;
        };
        one.at = at;
        one.looks_around = false;
        // The others at the table see nothing of it: whoever comes and goes all the time is no trouble to them.
        match at.and_then(|at| self.tables.get(&at)) {
            Some(table) => {
                let table = Box::new(self.view(table, person, now));
                self.tell(person, &HostMessage::Table { table });
            }
            None => self.show_lobby(person),
        }
    }

    /// Shows the table again at which somebody sits: who is here has changed, or where somebody looks.
    fn show_where(&mut self, person: u32, now: f64) {
        let mut tables: Vec<u32> = self
            .tables
            .values()
            .filter(|table| table.side_of(person).is_some())
            .map(|table| table.id)
            .collect();
        tables.extend(self.people.get(&person).and_then(|one| one.at));
        tables.sort_unstable();
        tables.dedup();
        tables.into_iter().for_each(|table| self.show_table(table, now));
    }

    fn show_table(&mut self, id: u32, now: f64) {
        self.moved = true;
        let Some(table) = self.tables.get(&id) else {
            return;
        };
        let there = self
            .people
            .values()
            .filter(|one| one.at == Some(id) && one.line.is_some());
        let views: Vec<(u32, Box<TableView>)> = there
            .map(|one| (one.id, Box::new(self.view(table, one.id, now))))
            .collect();
        for (person, table) in views {
            self.tell(person, &HostMessage::Table { table });
        }
    }

    fn view(&self, table: &Table, person: u32, now: f64) -> TableView {
        let seat = |side: SideView| {
            let seat = table.seats[index(side)].as_ref()?;
            let person = self.people.get(&seat.person);
            Some(SeatView {
                name: seat.name.clone(),
                here: person.is_some_and(|person| person.line.is_some()),
                away: person.map_or(PATIENCE, |person| person.away(now)),
            })
        };
        TableView {
            id: table.id,
            terms: table.terms.clone(),
            white: seat(SideView::White),
            black: seat(SideView::Black),
            you: table.side_of(person),
            game: table.game.as_ref().map(|game| game.view(now)),
            draw: table.draw,
            take_back: table.take_back,
            again: table.again,
            waiting: u32::try_from(self.waiting_boards(person, Some(table.id)).len()).unwrap_or(u32::MAX),
        }
    }

    fn show_lobby(&mut self, person: u32) {
        let line = |table: &Table| {
            let name = |side: SideView| table.seats[index(side)].as_ref().map(|seat| seat.name.clone());
            TableLine {
                id: table.id,
                terms: table.terms.clone(),
                white: name(SideView::White),
                black: name(SideView::Black),
                ply: table.game.as_ref().map(SharedGame::ply),
                result: table.game.as_ref().and_then(SharedGame::result),
                yours: table.side_of(person).is_some(),
            }
        };
        let lobby = LobbyView {
            people: self.people.values().map(Person::view).collect(),
            tables: self.tables.values().map(line).collect(),
        };
        self.tell(person, &HostMessage::Lobby { lobby });
    }

    fn tell(&mut self, person: u32, message: &HostMessage) {
        if let Some(line) = self.people.get(&person).and_then(|person| person.line) {
            self.tell_line(line, message, false);
        }
    }

    fn tell_line(&mut self, to: LineId, message: &HostMessage, last: bool) {
        let text = serde_json::to_string(message).expect("what is told has text keys and numbers only");
        self.out.push(Outgoing {
            to,
            text: text.into(),
            last,
        });
    }

    /// Keeps who sits at the games that go on.
    fn keep(&self) -> Result<(), ApiError> {
        let going: Vec<&Table> = self.tables.values().filter(|table| table.is_going()).collect();
        let tables = going.iter().filter_map(|table| {
            Some(KeptTable {
                id: table.id,
                game: table.game.as_ref()?.id(),
                terms: table.terms.clone(),
                white: table.person_at(SideView::White)?,
                black: table.person_at(SideView::Black)?,
            })
        });
        let people = self
            .people
            .values()
            .filter(|person| going.iter().any(|table| table.side_of(person.id).is_some()))
            .map(|person| KeptPerson {
                id: person.id,
                name: person.name.clone(),
                token: person.token.text(),
                host: person.host,
            });
        let kept = Kept {
            key: self.key.text(),
            host_key: self.host_key.text(),
            people: people.collect(),
            tables: tables.collect(),
        };
        let text = serde_json::to_string(&kept)
            .map_err(|error| ApiError::new(ErrorKind::Internal, error.to_string()))?;
        Ok(self.store.keep_host(self.profile, &text)?)
    }
}

/// What the core refuses, as a guest is told.
fn refusal_of(error: &ApiError) -> Refusal {
    match error.kind {
        ErrorKind::Stale => Refusal::Stale,
        ErrorKind::GameOver => Refusal::GameOver,
        ErrorKind::IllegalMove | ErrorKind::BadParams => Refusal::IllegalMove,
        ErrorKind::UnknownVariant => Refusal::BadTerms,
        _ => Refusal::NotKept,
    }
}

/// A number below this one, by lot; of few numbers each comes about as often.
fn drawn_below(bound: usize) -> usize {
    let mut bytes = [0; 8];
    // Without random numbers of the system everybody keeps the order of coming.
    if getrandom::fill(&mut bytes).is_err() {
        return bound - 1;
    }
    (u64::from_le_bytes(bytes) % bound as u64) as usize
}
