//! Entering, returning and leaving.
use super::{Club, ConnectionId, MAX_AGE};
use crate::key::Key;
use crate::name::name;
use crate::person::{PATIENCE, Page, Person};
use crate::table::Seat;
use damier_core::together::{HostMessage, Refusal};
use damier_core::views::SideView;
use std::collections::BTreeMap;

impl Club {
    pub(super) fn enter(
        &mut self,
        connection: ConnectionId,
        key: &str,
        given: &str,
        now: f64,
    ) -> Result<(), Refusal> {
        let host = self.check_key(key)?;
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
            language: String::new(),
            connection: None,
            left: now,
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
        now: f64,
    ) -> Result<(), Refusal> {
        self.check_key(key)?;
        let token = Key::read(token).ok_or(Refusal::UnknownToken)?;
        let found = self.people.values().find(|person| person.token.is(&token));
        let id = found.ok_or(Refusal::UnknownToken)?.id;
        self.arrive(connection, id, now);
        Ok(())
    }

    /// Checks a key. Returns true for the host's.
    pub(super) fn check_key(&self, key: &str) -> Result<bool, Refusal> {
        let key = Key::read(key).ok_or(Refusal::WrongKey)?;
        match (key.is(&self.key), key.is(&self.host_key)) {
            (_, true) => Ok(true),
            (true, _) => Ok(false),
            _ => Err(Refusal::WrongKey),
        }
    }

    /// Returns the name, with a number added if it is taken.
    pub(super) fn distinct(&self, given: &str) -> String {
        let taken = |name: &str| self.people.values().any(|person| person.name == name);
        let numbered = (2..).map(|number| format!("{given} {number}"));
        let mut names = std::iter::once(given.to_owned()).chain(numbered);
        names
            .find(|name| !taken(name))
            .expect("there are more numbers than people")
    }

    pub(super) fn arrive(&mut self, connection: ConnectionId, id: u32, now: f64) {
        let Some(person) = self.people.get_mut(&id) else {
            return;
        };
        let before = person.connection.replace(connection);
        let entered = HostMessage::Entered {
            club: self.name.clone(),
            id,
            name: person.name.clone(),
            token: person.token.text(),
            host: person.host,
        };
        let at = person.at;
        self.set_person(connection, Some(id));
        if let Some(before) = before.filter(|before| *before != connection) {
            self.set_person(before, None);
            let elsewhere = HostMessage::Refused {
                refusal: Refusal::Elsewhere,
            };
            self.send_to(before, &elsewhere, true);
        }
        self.send_to(connection, &entered, false);
        self.changed = true;
        self.resume_games(id, now);
        match at.filter(|at| self.tables.contains_key(at)) {
            Some(_) => self.show_tables_of(id, now),
            None => self.show_page(id, now),
        }
    }

    pub(super) fn set_person(&mut self, connection: ConnectionId, person: Option<u32>) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.person = person;
        }
    }

    /// Restarts the clocks of suspended games whose players are both back.
    pub(super) fn resume_games(&mut self, person: u32, now: f64) {
        let here = |id: Option<u32>| {
            let person = id.and_then(|id| self.people.get(&id));
            person.is_some_and(|person| person.connection.is_some())
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

    /// Forgets people who were away too long, and abandoned tables.
    pub(super) fn forget(&mut self, now: f64) {
        let away = |people: &BTreeMap<u32, Person>, seat: &Option<Seat>| {
            let person = seat.as_ref().and_then(|seat| people.get(&seat.person));
            person.map_or(f64::INFINITY, |person| person.away(now))
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
}
