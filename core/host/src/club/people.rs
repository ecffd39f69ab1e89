//! The host's word on who is who: renaming, handing a seat to another device, showing out.
use super::Club;
use crate::key::Key;
use crate::name::name;
use damier_core::together::{HostMessage, Moment, Refusal};

impl Club {
    pub(super) fn rename(&mut self, person: u32, given: &str, now: Moment) -> Result<(), Refusal> {
        let given = name(given).ok_or(Refusal::NoName)?;
        if !self.people.contains_key(&person) {
            return Err(Refusal::NoSuchPerson);
        }
        if self.is_taken(&given, Some(person)) {
            return Err(Refusal::NameTaken);
        }
        if let Some(tournament) = &mut self.tournament
            && let Some(place) = tournament.place_of(person)
        {
            tournament.rename(place, &given);
        }
        self.set_name(person, &given, now);
        self.save().map_err(|_| Refusal::NotKept)
    }

    /// Sets the name of a person, also at the tables, and tells the device.
    pub(super) fn set_name(&mut self, person: u32, name: &str, now: Moment) {
        let Some(one) = self.people.get_mut(&person).filter(|one| one.name != name) else {
            return;
        };
        name.clone_into(&mut one.name);
        let seats = self
            .tables
            .values_mut()
            .flat_map(|table| table.seats.iter_mut().flatten());
        for seat in seats.filter(|seat| seat.person == person) {
            name.clone_into(&mut seat.name);
        }
        self.changed = true;
        self.tell_who(person);
        self.show_tables_of(person, now);
    }

    /// Gives a person's name, seats and place in the tournament to the device of a newcomer. The former device is out.
    pub(super) fn hand_over(&mut self, person: u32, to: u32, now: Moment) -> Result<(), Refusal> {
        let guest = |id: u32| {
            self.people
                .get(&id)
                .filter(|one| !one.host)
                .ok_or(Refusal::NoSuchPerson)
        };
        guest(person)?;
        let connection = guest(to)?.connection.ok_or(Refusal::NotBothHere)?;
        if person == to {
            return Err(Refusal::NoSuchPerson);
        }
        self.expect_idle(to)?;
        if self.is_entrant(to) {
            return Err(Refusal::PlaysAlready);
        }
        // The former device's token must not open the seat again.
        let token = Key::draw().map_err(|_| Refusal::NotKept)?;
        self.people.remove(&to);
        if let Some(one) = self.people.get_mut(&person) {
            one.token = token;
        }
        self.arrive(connection, person, now);
        self.save().map_err(|_| Refusal::NotKept)
    }

    /// Shows a guest out. The opponent of a game may claim it.
    pub(super) fn show_out(&mut self, person: u32, now: Moment) -> Result<(), Refusal> {
        let guest = self.people.get(&person).filter(|one| !one.host);
        let connection = guest.ok_or(Refusal::NoSuchPerson)?.connection;
        if let Some(connection) = connection {
            self.set_person(connection, None);
            let removed = HostMessage::Refused {
                refusal: Refusal::Removed,
            };
            self.send_to(connection, &removed, true);
        }
        self.people.remove(&person);
        if let Some(tournament) = &mut self.tournament {
            tournament.keep_people(|one| one != person);
        }
        // A table that waits with this person alone is closed.
        let waits = self
            .tables
            .values()
            .filter(|table| table.is_open() && table.side_of(person).is_some());
        let waits: Vec<u32> = waits.map(|table| table.id).collect();
        waits.into_iter().for_each(|table| self.remove_table(table, now));
        self.changed = true;
        self.show_tables_of(person, now);
        self.save().map_err(|_| Refusal::NotKept)
    }
}
