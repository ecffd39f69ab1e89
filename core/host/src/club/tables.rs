//! Actions at the tables: opening, sitting down, playing, offering and answering.
use super::{Club, random_below};
use crate::person::{PATIENCE, Page, Person};
use crate::table::{Seat, Table, draw_opening, for_core, other};
use damier_core::over_the_board::ActionView;
use damier_core::together::{
    GuestMessage, HostMessage, Moment, Opener, Refusal, SharedGame, SharedStart, TableTerms,
};
use damier_core::views::SideView;
use damier_core::{ApiError, ErrorKind};
use damier_store::Store;

impl Club {
    pub(super) fn handle(&mut self, person: u32, message: GuestMessage, now: Moment) -> Result<(), Refusal> {
        match message {
            GuestMessage::Enter { .. } | GuestMessage::Resume { .. } => Err(Refusal::AskedAlready),
            GuestMessage::OpenTable { terms } => self.open_table(person, terms, now),
            GuestMessage::CloseTable { table } => self.close_table(person, table, now),
            GuestMessage::Sit { table } => self.sit(person, table, now),
            GuestMessage::Watch { table } | GuestMessage::Return { table } => {
                self.table(table)?;
                if let Some(one) = self.people.get_mut(&person) {
                    one.took_part = true;
                }
                self.move_to(person, Some(table), now);
                Ok(())
            }
            GuestMessage::Leave {} => {
                self.move_to(person, None, now);
                Ok(())
            }
            GuestMessage::Play { table, ply, path } => self.play(person, table, ply, &path, now),
            GuestMessage::Huff { table, ply, square } => {
                self.expect_turn(person, table, ply)?;
                self.change(person, table, now, |game, store, _| {
                    game.huff(store, ply, square, now)
                })
            }
            GuestMessage::Act {
                table,
                done,
                what,
                places,
            } => self.change(person, table, now, |game, store, side| {
                game.act(store, side, done, &ActionView { what, places }, now)
            }),
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
                self.send(person, &HostMessage::Position { table, ply, position });
                Ok(())
            }
            GuestMessage::AskWhy {
                table,
                origin,
                target,
            } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let refusal = game
                    .why_not(origin, target)
                    .map_err(|error| refusal_from(&error))?;
                self.send(person, &HostMessage::Why { table, refusal });
                Ok(())
            }
            GuestMessage::AskRule { table, ply } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let rule = Box::new(game.by_the_rule(ply).map_err(|_| Refusal::NoMove)?);
                self.send(person, &HostMessage::Rule { table, rule });
                Ok(())
            }
            GuestMessage::Speak { language } => {
                self.set_language(person, &language, now);
                Ok(())
            }
            GuestMessage::PairAll { terms, host_plays } => self.pair_all(person, &terms, host_plays, now),
            GuestMessage::PairTwo { white, black, terms } => {
                self.pair_two(person, [white, black], &terms, now)
            }
            GuestMessage::PlayAll { terms } => self.play_all(person, &terms, now),
            GuestMessage::NextBoard {} => self.next_board(person, now),
            GuestMessage::LookAround {} => {
                self.expect_host(person)?;
                self.show_new_page(person, Page::Boards, now);
                Ok(())
            }
            GuestMessage::LookAtTournament {}
            | GuestMessage::BeginTournament { .. }
            | GuestMessage::AddPlayer { .. }
            | GuestMessage::SetPlaying { .. }
            | GuestMessage::NextRound {}
            | GuestMessage::SeatPairing { .. }
            | GuestMessage::SetScore { .. }
            | GuestMessage::ConfirmPlayer { .. }
            | GuestMessage::ConfirmPlayers {}
            | GuestMessage::EndTournament {} => self.handle_tournament(person, message, now),
            GuestMessage::Rename { person: whom, name } => {
                self.expect_host(person)?;
                self.rename(whom, &name, now)
            }
            GuestMessage::HandOver { person: whom, to } => {
                self.expect_host(person)?;
                self.hand_over(whom, to, now)
            }
            GuestMessage::Remove { person: whom } => {
                self.expect_host(person)?;
                self.show_out(whom, now)
            }
            GuestMessage::SendShot { .. }
            | GuestMessage::TryShot { .. }
            | GuestMessage::LookAtShot {}
            | GuestMessage::ShowSolution {}
            | GuestMessage::EndShot {} => self.handle_shot(person, message, now),
            GuestMessage::TakeHome { table } => {
                let game = self.table(table)?.game.as_ref().ok_or(Refusal::NoSuchTable)?;
                let text = game.pdn(&self.store).map_err(|error| refusal_from(&error))?;
                let name = format!("damier-{}.pdn", game.id());
                self.send(person, &HostMessage::Home { table, name, text });
                Ok(())
            }
        }
    }

    pub(super) fn table(&self, id: u32) -> Result<&Table, Refusal> {
        self.tables.get(&id).ok_or(Refusal::NoSuchTable)
    }

    /// Refuses a second game, except for the host.
    pub(super) fn expect_idle(&self, person: u32) -> Result<(), Refusal> {
        let host = self.people.get(&person).is_some_and(|one| one.host);
        let busy = |table: &Table| (table.is_open() || table.is_going()) && table.side_of(person).is_some();
        if !host && self.tables.values().any(busy) {
            return Err(Refusal::PlaysAlready);
        }
        Ok(())
    }

    pub(super) fn seat(&self, person: u32) -> Seat {
        Seat {
            person,
            name: self
                .people
                .get(&person)
                .map(|one| one.name.clone())
                .unwrap_or_default(),
        }
    }

    /// Start of a game on these terms.
    pub(super) fn start(&self, terms: &TableTerms, players: [String; 2]) -> Result<SharedStart, Refusal> {
        Ok(SharedStart {
            profile: self.profile,
            variant: terms.variant.clone(),
            players,
            handicap: terms.handicap,
            terms: for_core(terms)?,
            event: self.name.clone(),
            round: None,
            real_board: terms.real_board,
        })
    }

    pub(super) fn open_table(
        &mut self,
        person: u32,
        mut terms: TableTerms,
        now: Moment,
    ) -> Result<(), Refusal> {
        self.expect_idle(person)?;
        self.expect_share(person)?;
        draw_opening(&mut terms, random_below)?;
        let start = self.start(&terms, Default::default())?;
        start.check().map_err(|_| Refusal::BadTerms)?;
        self.make_table_room(now)?;
        self.last_table += 1;
        let id = self.last_table;
        let table = Table::open(id, terms, self.seat(person), now.clock);
        self.tables.insert(id, table);
        self.changed = true;
        self.move_to(person, Some(id), now);
        Ok(())
    }

    pub(super) fn close_table(&mut self, person: u32, id: u32, now: Moment) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let host = self.people.get(&person).is_some_and(|one| one.host);
        if !host && table.side_of(person).is_none() {
            return Err(Refusal::NotYours);
        }
        // The host may close a game that both players have left; the library keeps it unfinished.
        if table.is_going() && !(host && self.is_left(table)) {
            return Err(Refusal::GoesOn);
        }
        self.remove_table(id, now);
        Ok(())
    }

    /// True if nobody who sits there is here.
    fn is_left(&self, table: &Table) -> bool {
        let here = |seat: &Seat| {
            self.people
                .get(&seat.person)
                .is_some_and(|one| one.connection.is_some())
        };
        !table.seats.iter().flatten().any(here)
    }

    /// Refuses a guest whose address has its share of the tables.
    fn expect_share(&self, person: u32) -> Result<(), Refusal> {
        let Some(one) = self.people.get(&person).filter(|one| !one.host) else {
            return Ok(());
        };
        let same = |seat: &Seat| {
            self.people
                .get(&seat.person)
                .is_some_and(|other| other.address == one.address)
        };
        let theirs =
            |table: &&Table| (table.is_open() || table.is_going()) && table.seats.iter().flatten().any(same);
        if self.tables.values().filter(theirs).count() >= self.limits.tables_of_one {
            return Err(Refusal::Full);
        }
        Ok(())
    }

    /// Makes room for one more table: the finished one untouched for longest gives way, first one that nobody looks at.
    ///
    /// # Errors
    /// `Full` if all tables wait or play.
    pub(super) fn make_table_room(&mut self, now: Moment) -> Result<(), Refusal> {
        if self.tables.len() < self.limits.tables {
            return Ok(());
        }
        let looked_at = |id: u32| {
            let mut people = self.people.values();
            people.any(|one| one.at == Some(id) && one.connection.is_some())
        };
        let over = self
            .tables
            .values()
            .filter(|table| !table.is_open() && !table.is_going());
        let over = over.map(|table| (looked_at(table.id), table.touched, table.id));
        let oldest = over.min_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
        let (_, _, id) = oldest.ok_or(Refusal::Full)?;
        self.remove_table(id, now);
        Ok(())
    }

    pub(super) fn remove_table(&mut self, id: u32, now: Moment) {
        self.tables.remove(&id);
        self.changed = true;
        let there: Vec<u32> = self
            .people
            .values()
            .filter(|one| one.at == Some(id))
            .map(|one| one.id)
            .collect();
        there.into_iter().for_each(|one| self.move_to(one, None, now));
    }

    pub(super) fn sit(&mut self, person: u32, id: u32, now: Moment) -> Result<(), Refusal> {
        let table = self.table(id)?;
        if !table.is_open() {
            return Err(Refusal::Taken);
        }
        if table.side_of(person).is_some() {
            return Err(Refusal::NotYours);
        }
        self.expect_idle(person)?;
        let mut seats = table.seats.clone();
        let free = seats
            .iter_mut()
            .find(|seat| seat.is_none())
            .ok_or(Refusal::Taken)?;
        *free = Some(self.seat(person));
        if table.terms.opener == Opener::Lot && random_below(2) == 1 {
            seats.swap(0, 1);
        }
        self.begin_game(id, seats, now)
    }

    /// Begins a game at a table, and takes both players there.
    pub(super) fn begin_game(
        &mut self,
        id: u32,
        seats: [Option<Seat>; 2],
        now: Moment,
    ) -> Result<(), Refusal> {
        self.store.expect_file().map_err(|_| Refusal::NotKept)?;
        let names = seats
            .each_ref()
            .map(|seat| seat.as_ref().map(|seat| seat.name.clone()).unwrap_or_default());
        let table = self.table(id)?;
        let start = SharedStart {
            round: table.round,
            ..self.start(&table.terms, names)?
        };
        let game =
            SharedGame::begin(&mut self.store, &start, now.calendar).map_err(|error| refusal_from(&error))?;
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let players: Vec<u32> = seats.iter().flatten().map(|seat| seat.person).collect();
        table.seats = seats;
        table.game = Some(game);
        table.games += 1;
        table.again = None;
        table.forget_questions();
        table.touched = now.clock;
        self.changed = true;
        for player in players {
            // A host who plays several games stays at the present board.
            let stays = |one: &Person| one.host && one.at.is_some_and(|at| at != id);
            if let Some(one) = self.people.get_mut(&player) {
                one.took_part = true;
                if !stays(one) {
                    one.at = Some(id);
                }
            }
        }
        self.show_table(id, now);
        self.save().map_err(|_| Refusal::NotKept)
    }

    /// Changes the game of a player and sends the result.
    pub(super) fn change(
        &mut self,
        person: u32,
        id: u32,
        now: Moment,
        change: impl FnOnce(&mut SharedGame, &Store, SideView) -> Result<(), ApiError>,
    ) -> Result<(), Refusal> {
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let game = table.game.as_mut().ok_or(Refusal::NoSuchTable)?;
        self.store.expect_file().map_err(|_| Refusal::NotKept)?;
        let changed = change(game, &self.store, side);
        // A clock that stands goes on standing: it begins again only once both players are back.
        match &changed {
            _ if !table.suspended => {}
            Ok(()) => game.pause_clock(now.clock),
            Err(_) => game.suspend_clock(now.clock),
        }
        changed.map_err(|error| refusal_from(&error))?;
        let over = game.is_over();
        table.forget_questions();
        table.touched = now.clock;
        if over {
            self.ended(id, now);
        } else {
            self.show_table(id, now);
        }
        Ok(())
    }

    /// Handles the end of a game.
    pub(super) fn ended(&mut self, id: u32, now: Moment) {
        self.changed = true;
        self.settle(id);
        self.show_table(id, now);
        // A failed write does no harm: the next read skips a game that is over.
        drop(self.save());
    }

    pub(super) fn play(
        &mut self,
        person: u32,
        id: u32,
        ply: u32,
        path: &[u8],
        now: Moment,
    ) -> Result<(), Refusal> {
        self.expect_turn(person, id, ply)?;
        self.change(person, id, now, |game, store, _| game.play(store, ply, path, now))
    }

    /// Refuses a person who is not to move at this ply. The game itself refuses a stale ply.
    fn expect_turn(&self, person: u32, id: u32, ply: u32) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let game = table.game.as_ref().ok_or(Refusal::NoSuchTable)?;
        if game.ply() == ply && !game.is_over() && game.turn() != side {
            return Err(Refusal::NotYours);
        }
        Ok(())
    }

    /// Puts an offer to the other side.
    pub(super) fn ask(
        &mut self,
        person: u32,
        id: u32,
        now: Moment,
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

    pub(super) fn ask_take_back(&mut self, person: u32, id: u32, now: Moment) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        if table.terms.serious {
            return Err(Refusal::Serious);
        }
        // At a real board the move is taken back by hand, and the opponent rules on it.
        if table.terms.real_board {
            return Err(Refusal::NoMove);
        }
        if !table.game.as_ref().is_some_and(|game| game.has_moved(side)) {
            return Err(Refusal::NoMove);
        }
        self.ask(person, id, now, |table| &mut table.take_back)
    }

    /// Returns the side whose offer this person may answer.
    pub(super) fn asker(table: &Table, person: u32, asked: Option<SideView>) -> Result<SideView, Refusal> {
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        asked
            .filter(|asker| *asker == other(side))
            .ok_or(Refusal::NothingAsked)
    }

    pub(super) fn answer_draw(
        &mut self,
        person: u32,
        id: u32,
        accept: bool,
        now: Moment,
    ) -> Result<(), Refusal> {
        let table = self.table(id)?;
        Self::asker(table, person, table.draw)?;
        if accept {
            return self.change(person, id, now, |game, store, _| game.agree_draw(store, now));
        }
        self.decline(id, now, |table| table.draw = None)
    }

    pub(super) fn answer_take_back(
        &mut self,
        person: u32,
        id: u32,
        accept: bool,
        now: Moment,
    ) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let asker = Self::asker(table, person, table.take_back)?;
        if accept {
            return self.change(person, id, now, |game, store, _| {
                game.take_back(store, asker, now).map(drop)
            });
        }
        self.decline(id, now, |table| table.take_back = None)
    }

    pub(super) fn decline(
        &mut self,
        id: u32,
        now: Moment,
        forget: impl FnOnce(&mut Table),
    ) -> Result<(), Refusal> {
        forget(self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?);
        self.show_table(id, now);
        Ok(())
    }

    pub(super) fn claim(&mut self, person: u32, id: u32, now: Moment) -> Result<(), Refusal> {
        let table = self.table(id)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        let opponent = table.person_at(other(side)).and_then(|id| self.people.get(&id));
        if opponent.is_some_and(|one| one.away(now.clock) < PATIENCE) {
            return Err(Refusal::NotAway);
        }
        self.change(person, id, now, |game, store, side| {
            game.forfeit(store, other(side), now)
        })
    }

    pub(super) fn again(&mut self, person: u32, id: u32, now: Moment) -> Result<(), Refusal> {
        let table = self.tables.get_mut(&id).ok_or(Refusal::NoSuchTable)?;
        let side = table.side_of(person).ok_or(Refusal::NotYours)?;
        if table.game.as_ref().is_none_or(|game| !game.is_over()) {
            return Err(Refusal::GoesOn);
        }
        if table.round.is_some() {
            return Err(Refusal::TournamentGame);
        }
        if table.again != Some(other(side)) {
            table.again = Some(side);
            self.show_table(id, now);
            return Ok(());
        }
        // Both games of a pair have the same opening.
        if table.games > 1 {
            draw_opening(&mut table.terms, random_below)?;
            table.games = 0;
        }
        let [white, black] = table.seats.clone();
        self.begin_game(id, [black, white], now)
    }
}

/// Converts an error of the core to a refusal.
pub(super) fn refusal_from(error: &ApiError) -> Refusal {
    match error.kind {
        ErrorKind::Stale => Refusal::Stale,
        ErrorKind::GameOver => Refusal::GameOver,
        ErrorKind::IllegalMove | ErrorKind::BadParams => Refusal::IllegalMove,
        ErrorKind::UnknownVariant => Refusal::BadTerms,
        _ => Refusal::NotKept,
    }
}
