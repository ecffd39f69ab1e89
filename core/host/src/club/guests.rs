//! Entering, returning and leaving.
use super::{Club, ConnectionId, MAX_AGE};
use crate::key::Key;
use crate::limits::Limits;
use crate::name::{alike, name};
use crate::person::{IDLE_PATIENCE, PATIENCE, Page, Person};
use crate::table::{Seat, Table};
use damier_core::together::{HostMessage, Moment, Refusal};
use damier_core::views::SideView;
use std::collections::BTreeMap;
use std::net::IpAddr;

impl Club {
    pub(super) fn enter(
        &mut self,
        connection: ConnectionId,
        key: &str,
        given: &str,
        now: Moment,
    ) -> Result<(), Refusal> {
        let host = self.check_key(connection, key)?;
        let given = name(given).ok_or(Refusal::NoName)?;
        let address = self.address_of(connection);
        self.make_room(host, address)?;
        let token = Key::draw().map_err(|_| Refusal::NotKept)?;
        self.last_person += 1;
        let id = self.last_person;
        let person = Person {
            id,
            name: self.distinct(&given),
            token,
            host,
            language: String::new(),
            address,
            took_part: false,
            connection: None,
            left: now.clock,
            at: None,
            // While a position is shared with all, newcomers get it too.
            page: if self.shot.is_some() {
                Page::Shot
            } else {
                Page::Lobby
            },
        };
        self.people.insert(id, person);
        // If the write fails, the person has to enter anew after a crash.
        drop(self.save());
        self.arrive(connection, id, now);
        Ok(())
    }

    pub(super) fn resume(
        &mut self,
        connection: ConnectionId,
        key: &str,
        token: &str,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.check_key(connection, key)?;
        let token = Key::read(token).ok_or(Refusal::UnknownToken)?;
        let found = self.people.values().find(|person| person.token.is(&token));
        let found = found.ok_or(Refusal::UnknownToken)?;
        if found.host && !self.may_host(connection) {
            return Err(Refusal::HostHereOnly);
        }
        let id = found.id;
        self.arrive(connection, id, now);
        Ok(())
    }

    fn address_of(&self, connection: ConnectionId) -> Option<IpAddr> {
        self.connections.get(&connection).map(|one| one.from)
    }

    /// True if the host may enter on this connection.
    fn may_host(&self, connection: ConnectionId) -> bool {
        let here = self.address_of(connection).is_some_and(|from| from.is_loopback());
        here || !self.limits.host_here_only
    }

    /// Makes room for one more person: whoever left and takes no part gives way.
    ///
    /// # Errors
    /// `Full` if everybody known is here, plays or is in the tournament. Some places are kept for the host.
    fn make_room(&mut self, host: bool, address: Option<IpAddr>) -> Result<(), Refusal> {
        let most = if host {
            self.limits.people
        } else {
            self.limits.people - Limits::kept_for_host(self.limits.people)
        };
        let of_one = self.people.values().filter(|one| one.address == address).count();
        let gives_way = if !host && of_one >= self.limits.people_of_one {
            self.most_dispensable(|one| one.address == address)
        } else if self.people.len() >= most {
            self.most_dispensable(|_| true)
        } else {
            return Ok(());
        };
        self.people.remove(&gives_way.ok_or(Refusal::Full)?);
        self.changed = true;
        Ok(())
    }

    /// The person who gives way first: away, at no table, in no tournament; first those who never took part.
    fn most_dispensable(&self, among: impl Fn(&Person) -> bool) -> Option<u32> {
        let away = self.people.values().filter(|one| one.connection.is_none());
        let idle = away.filter(|one| among(one) && !self.is_expected(one.id));
        let first = idle.min_by(|one, other| {
            (one.took_part, one.left)
                .partial_cmp(&(other.took_part, other.left))
                .unwrap_or(std::cmp::Ordering::Equal)
        });
        first.map(|one| one.id)
    }

    /// True if a table or the tournament waits for this person.
    fn is_expected(&self, person: u32) -> bool {
        let sits = |table: &Table| (table.is_open() || table.is_going()) && table.side_of(person).is_some();
        self.tables.values().any(sits) || self.is_entrant(person)
    }

    /// Checks a key. Returns true for the host's.
    pub(super) fn check_key(&self, connection: ConnectionId, key: &str) -> Result<bool, Refusal> {
        let key = Key::read(key).ok_or(Refusal::WrongKey)?;
        match (key.is(&self.key), key.is(&self.host_key)) {
            (_, true) if !self.may_host(connection) => Err(Refusal::HostHereOnly),
            (_, true) => Ok(true),
            (true, _) => Ok(false),
            _ => Err(Refusal::WrongKey),
        }
    }

    /// Returns the name, with a number added if it is taken.
    pub(super) fn distinct(&self, given: &str) -> String {
        let taken = |name: &str| self.is_taken(name, None);
        let numbered = (2..).map(|number| format!("{given} {number}"));
        let mut names = std::iter::once(given.to_owned()).chain(numbered);
        names
            .find(|name| !taken(name))
            .expect("there are more numbers than people")
    }

    /// True if another person has this name or one that looks like it, or a player of the tournament has. A player
    /// without a device may come under the exact name; the host then confirms it.
    pub(super) fn is_taken(&self, name: &str, except: Option<u32>) -> bool {
        let mut people = self.people.values().filter(|one| Some(one.id) != except);
        people.any(|one| alike(&one.name, name)) || self.is_name_of_player(name, except)
    }

    pub(super) fn arrive(&mut self, connection: ConnectionId, id: u32, now: Moment) {
        let address = self.address_of(connection);
        let Some(person) = self.people.get_mut(&id) else {
            return;
        };
        person.address = address;
        let before = person.connection.replace(connection);
        let at = person.at;
        self.set_person(connection, Some(id));
        if let Some(before) = before.filter(|before| *before != connection) {
            self.set_person(before, None);
            let elsewhere = HostMessage::Refused {
                refusal: Refusal::Elsewhere,
            };
            self.send_to(before, &elsewhere, true);
        }
        self.tell_who(id);
        self.changed = true;
        // Their tables are shown below.
        drop(self.resume_games(id, now));
        match at.filter(|at| self.tables.contains_key(at)) {
            Some(_) => self.show_tables_of(id, now),
            None => self.show_page(id, now),
        }
    }

    /// Tells a device which person it is.
    pub(super) fn tell_who(&mut self, id: u32) {
        let Some(person) = self.people.get(&id) else {
            return;
        };
        let entered = HostMessage::Entered {
            club: self.name.clone(),
            id,
            name: person.name.clone(),
            token: person.token.text(),
            host: person.host,
        };
        self.send(id, &entered);
    }

    pub(super) fn set_person(&mut self, connection: ConnectionId, person: Option<u32>) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.person = person;
        }
    }

    /// Restarts the clocks of suspended games of this person whose players are both back. Returns their tables.
    pub(super) fn resume_games(&mut self, person: u32, now: Moment) -> Vec<u32> {
        let here = |id: Option<u32>| {
            let person = id.and_then(|id| self.people.get(&id));
            let line = person.and_then(|person| self.connections.get(&person.connection?));
            line.is_some_and(|line| line.heard)
        };
        let mut resumed = Vec::new();
        for table in self.tables.values_mut() {
            let both = here(table.person_at(SideView::White)) && here(table.person_at(SideView::Black));
            if table.suspended && both && table.side_of(person).is_some() {
                table.suspended = false;
                resumed.push(table.id);
                if let Some(game) = &mut table.game {
                    game.resume_clock(now.clock);
                }
            }
        }
        resumed
    }

    /// Forgets people who were away too long, and abandoned tables.
    pub(super) fn forget(&mut self, now: Moment) {
        let away = |people: &BTreeMap<u32, Person>, seat: &Option<Seat>| {
            let person = seat.as_ref().and_then(|seat| people.get(&seat.person));
            person.map_or(f64::INFINITY, |person| person.away(now.clock))
        };
        let people = &self.people;
        let before = self.tables.len();
        self.tables.retain(|id, table| {
            let looked_at = people
                .values()
                .any(|person| person.at == Some(*id) && person.connection.is_some());
            let nearest = table
                .seats
                .iter()
                .flatten()
                .map(|seat| away(people, &Some(seat.clone())));
            let nearest = nearest.fold(f64::INFINITY, f64::min);
            match (&table.game, table.is_going()) {
                (_, true) => nearest < MAX_AGE,
                (None, _) => nearest < PATIENCE,
                _ => looked_at || now.clock - table.touched < PATIENCE,
            }
        });
        let known = self.people.len();
        let gone = |person: &&Person| {
            let expected = self.is_expected(person.id);
            let patience = if expected || person.took_part || person.host {
                PATIENCE
            } else {
                IDLE_PATIENCE
            };
            let plays = |table: &Table| table.is_going() && table.side_of(person.id).is_some();
            let stays = self.is_entrant(person.id) || self.tables.values().any(plays);
            person.away(now.clock) >= patience && !stays
        };
        let gone: Vec<u32> = self.people.values().filter(gone).map(|one| one.id).collect();
        gone.iter().for_each(|id| drop(self.people.remove(id)));
        if (self.tables.len(), self.people.len()) != (before, known) {
            self.changed = true;
        }
    }
}
