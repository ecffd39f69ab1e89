//! Actions of the host: pairing by hand or at random, simultaneous exhibitions, the overview of boards.
use super::{Club, MAX_BOARDS, random_below};
use crate::table::{Table, draw_opening, index};
use damier_core::together::{HostMessage, Moment, Opener, Refusal, SharedGame, SmallBoard, TableTerms};
use damier_core::views::SideView;

impl Club {
    pub(super) fn expect_host(&self, person: u32) -> Result<(), Refusal> {
        let host = self.people.get(&person).is_some_and(|one| one.host);
        host.then_some(()).ok_or(Refusal::HostOnly)
    }

    /// People who are here and not playing, shuffled; the host only if asked for.
    pub(super) fn free(&self, with_host: bool) -> Vec<u32> {
        let free = self
            .people
            .values()
            .filter(|one| (with_host || !one.host) && one.connection.is_some());
        let mut free: Vec<u32> = free
            .map(|one| one.id)
            .filter(|id| self.expect_idle(*id).is_ok())
            .collect();
        for last in (1..free.len()).rev() {
            free.swap(last, random_below(last + 1));
        }
        free
    }

    /// Seats two people at a new table, begins their game, and returns the table's id.
    pub(super) fn seat_two(
        &mut self,
        seats: [u32; 2],
        terms: &TableTerms,
        round: Option<u32>,
        now: Moment,
    ) -> Result<u32, Refusal> {
        self.make_table_room(now)?;
        self.last_table += 1;
        let id = self.last_table;
        let seats = seats.map(|person| self.seat(person));
        let table = Table {
            round,
            ..Table::open(id, terms.clone(), seats[0].clone(), now.clock)
        };
        self.tables.insert(id, table);
        let begun = self.begin_game(id, seats.map(Some), now);
        if begun.is_err() && self.table(id).is_ok_and(Table::is_open) {
            self.tables.remove(&id);
        }
        begun.map(|()| id)
    }

    /// Returns these terms with the opening that is drawn for all games that begin together.
    fn drawn(&self, terms: &TableTerms) -> Result<TableTerms, Refusal> {
        let mut terms = terms.clone();
        draw_opening(&mut terms, random_below)?;
        let start = self.start(&terms, Default::default())?;
        start.check().map_err(|_| Refusal::BadTerms)?;
        Ok(terms)
    }

    pub(super) fn pair_two(
        &mut self,
        person: u32,
        pair: [u32; 2],
        terms: &TableTerms,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.expect_host(person)?;
        let terms = &self.drawn(terms)?;
        if pair[0] == pair[1] || !pair.iter().all(|one| self.is_free(*one)) {
            return Err(Refusal::NotBothHere);
        }
        self.seat_two(pair, terms, None, now).map(drop)
    }

    /// True if the person is here and may begin a game.
    pub(super) fn is_free(&self, person: u32) -> bool {
        let here = self
            .people
            .get(&person)
            .is_some_and(|one| one.connection.is_some());
        here && self.expect_idle(person).is_ok()
    }

    pub(super) fn pair_all(
        &mut self,
        person: u32,
        terms: &TableTerms,
        host_plays: bool,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.expect_host(person)?;
        let terms = &self.drawn(terms)?;
        let free = self.free(host_plays);
        if free.len() < 2 {
            return Err(Refusal::NobodyFree);
        }
        for pair in free.chunks_exact(2) {
            self.seat_two([pair[0], pair[1]], terms, None, now)?;
        }
        Ok(())
    }

    pub(super) fn play_all(&mut self, person: u32, terms: &TableTerms, now: Moment) -> Result<(), Refusal> {
        self.expect_host(person)?;
        let terms = &self.drawn(terms)?;
        let free = self.free(false);
        if free.is_empty() {
            return Err(Refusal::NobodyFree);
        }
        for guest in free.into_iter().take(MAX_BOARDS) {
            let white = match terms.opener {
                Opener::White => true,
                Opener::Black => false,
                Opener::Lot => random_below(2) == 0,
            };
            let seats = if white { [person, guest] } else { [guest, person] };
            self.seat_two(seats, terms, None, now)?;
        }
        // Sent again now that all boards exist.
        let at = self.people.get(&person).and_then(|one| one.at);
        self.move_to(person, at, now);
        Ok(())
    }

    /// Boards that wait for a move of this person, in cyclic order after `at`.
    pub(super) fn waiting_boards(&self, person: u32, at: Option<u32>) -> Vec<u32> {
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

    pub(super) fn next_board(&mut self, person: u32, now: Moment) -> Result<(), Refusal> {
        let at = self.people.get(&person).and_then(|one| one.at);
        let next = self.waiting_boards(person, at).first().copied();
        self.move_to(person, Some(next.ok_or(Refusal::NoBoard)?), now);
        Ok(())
    }

    pub(super) fn show_boards(&mut self, person: u32, now: Moment) {
        let waiting = self.waiting_boards(person, None);
        let small = |table: &Table| {
            let game = table.game.as_ref()?;
            let mut view = game.view(now.clock);
            view.position.legal = Vec::new();
            let name = |side: SideView| table.seats[index(side)].as_ref().map(|seat| seat.name.clone());
            Some(SmallBoard {
                table: table.id,
                board: view.board,
                position: view.position,
                clock: view.clock,
                white: name(SideView::White).unwrap_or_default(),
                black: name(SideView::Black).unwrap_or_default(),
                result: game.result(),
                waits: waiting.contains(&table.id),
            })
        };
        let boards = self.tables.values().filter_map(small).collect();
        self.send(person, &HostMessage::Boards { boards });
    }
}
