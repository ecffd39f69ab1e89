//! Sends the state of the club to its people.
use super::{Club, ConnectionId, Outgoing};
use crate::person::{PATIENCE, Page, Person};
use crate::table::{Table, index};
use damier_core::together::{HostMessage, LobbyView, Moment, SeatView, SharedGame, TableLine, TableView};
use damier_core::views::SideView;

/// Maximum length of a language code.
const LONGEST_LANGUAGE: usize = 8;

impl Club {
    /// Takes a person to a table, or to the lobby.
    pub(super) fn move_to(&mut self, person: u32, at: Option<u32>, now: Moment) {
        let Some(one) = self.people.get_mut(&person) else {
            return;
        };
        one.at = at;
        one.page = Page::Lobby;
        // The others at the table are not notified: frequent switching costs them nothing.
        match at.and_then(|at| self.tables.get(&at)) {
            Some(table) => {
                let table = Box::new(self.view(table, person, now));
                self.send(person, &HostMessage::Table { table });
            }
            None => self.show_lobby(person),
        }
    }

    /// Takes a person away from the tables, to this page.
    pub(super) fn show_new_page(&mut self, person: u32, page: Page, now: Moment) {
        if let Some(one) = self.people.get_mut(&person) {
            (one.at, one.page) = (None, page);
        }
        self.show_page(person, now);
    }

    /// Sends the page of a person who is at no table.
    pub(super) fn show_page(&mut self, person: u32, now: Moment) {
        match self.people.get(&person).map(|one| one.page) {
            Some(Page::Lobby) => self.show_lobby(person),
            Some(Page::Boards) => self.show_boards(person, now),
            Some(Page::Tournament) => self.show_tournament(person, now),
            Some(Page::Shot) => self.show_shot(person, None),
            None => {}
        }
    }

    /// Sends all tables that concern a person: those with the person's seat, and the one in view.
    pub(super) fn show_tables_of(&mut self, person: u32, now: Moment) {
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

    pub(super) fn show_table(&mut self, id: u32, now: Moment) {
        self.moved = true;
        let Some(table) = self.tables.get(&id) else {
            return;
        };
        let there = self
            .people
            .values()
            .filter(|one| one.at == Some(id) && one.connection.is_some());
        let views: Vec<(u32, Box<TableView>)> = there
            .map(|one| (one.id, Box::new(self.view(table, one.id, now))))
            .collect();
        for (person, table) in views {
            self.send(person, &HostMessage::Table { table });
        }
    }

    pub(super) fn view(&self, table: &Table, person: u32, now: Moment) -> TableView {
        let seat = |side: SideView| {
            let seat = table.seats[index(side)].as_ref()?;
            let person = self.people.get(&seat.person);
            Some(SeatView {
                name: seat.name.clone(),
                here: person.is_some_and(|person| person.connection.is_some()),
                away: person.map_or(PATIENCE, |person| person.away(now.clock)),
            })
        };
        TableView {
            id: table.id,
            terms: table.terms.clone(),
            white: seat(SideView::White),
            black: seat(SideView::Black),
            you: table.side_of(person),
            game: table.game.as_ref().map(|game| game.view(now.clock)),
            board: table
                .game
                .as_ref()
                .and_then(|game| game.board(self.language_of(person))),
            draw: table.draw,
            take_back: table.take_back,
            again: table.again,
            tournament: table.round.is_some(),
            waiting: u32::try_from(self.waiting_boards(person, Some(table.id)).len()).unwrap_or(u32::MAX),
        }
    }

    /// Sets a person's language and sends the table again in it.
    pub(super) fn set_language(&mut self, person: u32, language: &str, now: Moment) {
        let Some(one) = self.people.get_mut(&person) else {
            return;
        };
        one.language = language.chars().take(LONGEST_LANGUAGE).collect();
        if let Some(at) = one.at {
            self.move_to(person, Some(at), now);
        }
    }

    fn language_of(&self, person: u32) -> &str {
        self.people.get(&person).map_or("", |one| &one.language)
    }

    pub(super) fn show_lobby(&mut self, person: u32) {
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
            tournament: self.tournament_line(),
            shot: self.shot.is_some(),
            pairing: self.own_pairing(person),
        };
        self.send(person, &HostMessage::Lobby { lobby });
    }

    pub(super) fn send(&mut self, person: u32, message: &HostMessage) {
        if let Some(connection) = self.people.get(&person).and_then(|person| person.connection) {
            self.send_to(connection, message, false);
        }
    }

    pub(super) fn send_to(&mut self, to: ConnectionId, message: &HostMessage, last: bool) {
        let text = serde_json::to_string(message).expect("what is told has text keys and numbers only");
        self.out.push(Outgoing {
            to,
            text: text.into(),
            last,
        });
    }
}
