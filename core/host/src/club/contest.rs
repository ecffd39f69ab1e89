//! Connects the tournament to the people and tables of the club. An entrant plays on the device that the host has
//! confirmed: at the opening those of the people here, later by the host's word.
use super::{Club, random_below};
use crate::name::{alike, name};
use crate::person::{Page, Person};
use crate::table::draw_opening;
use crate::tournament::Tournament;
use damier_core::together::{
    EntrantView, GameScore, GuestMessage, HostMessage, Moment, OwnPairing, PairingView, Refusal, SharedGame,
    TournamentLine, TournamentView,
};
use damier_core::views::SideView;

impl Club {
    pub(super) fn handle_tournament(
        &mut self,
        person: u32,
        message: GuestMessage,
        now: Moment,
    ) -> Result<(), Refusal> {
        if matches!(message, GuestMessage::LookAtTournament {}) {
            self.show_new_page(person, Page::Tournament, now);
            return Ok(());
        }
        self.expect_host(person)?;
        match message {
            GuestMessage::BeginTournament {
                system,
                rounds,
                terms,
                host_plays,
            } => {
                if self.tournament.is_some() {
                    return Err(Refusal::TournamentAlready);
                }
                let mut terms = terms;
                draw_opening(&mut terms, random_below)?;
                let start = self.start(&terms, Default::default())?;
                start.check().map_err(|_| Refusal::BadTerms)?;
                let mut tournament = Tournament::open(system, rounds, terms)?;
                let mut free = self.free(host_plays);
                free.sort_unstable();
                for one in free.iter().filter_map(|id| self.people.get(id)) {
                    // Further guests only watch.
                    if tournament.enter(&one.name).is_err() {
                        continue;
                    }
                    let place = tournament.entrants().len() - 1;
                    tournament.set_person(place, Some(one.id))?;
                }
                self.tournament = Some(tournament);
                self.show_new_page(person, Page::Tournament, now);
            }
            GuestMessage::AddPlayer { name: given, person } => {
                let given = match person {
                    Some(id) => self.people.get(&id).ok_or(Refusal::NoSuchPerson)?.name.clone(),
                    None => name(&given).ok_or(Refusal::NoName)?,
                };
                let tournament = self.contest()?;
                tournament.enter(&given)?;
                let place = tournament.entrants().len() - 1;
                tournament.set_person(place, person)?;
            }
            GuestMessage::SetPlaying { number, plays } => {
                let place = place_of(number)?;
                self.contest()?.set_playing(place, plays)?;
            }
            GuestMessage::NextRound {} => {
                self.contest()?.pair_round(random_below)?;
                self.contest()?.draw_opening(random_below)?;
                let boards = self.contest()?.rounds().last().map_or(0, Vec::len);
                for board in 0..boards {
                    match self.seat_pairing(board, now) {
                        // The game begins later, or is played at a wooden board.
                        Err(Refusal::NotBothHere | Refusal::NoSuchPairing) => {}
                        seated => seated?,
                    }
                }
                self.call_to_wooden_boards(now);
            }
            GuestMessage::SeatPairing { board } => self.seat_pairing(board as usize, now)?,
            GuestMessage::SetScore { round, board, score } => {
                self.contest()?.set_score(round as usize, board as usize, score)?;
            }
            GuestMessage::ConfirmPlayer { number, person } => {
                self.confirm(place_of(number)?, person, now)?;
            }
            GuestMessage::ConfirmPlayers {} => {
                let tournament = self.tournament.as_ref().ok_or(Refusal::NoTournament)?;
                let asking: Vec<(usize, u32)> = (0..tournament.entrants().len())
                    .filter_map(|place| Some((place, self.asking(tournament, place)?)))
                    .collect();
                for (place, person) in asking {
                    self.confirm(place, person, now)?;
                }
            }
            GuestMessage::EndTournament {} => {
                self.contest()?;
                self.tournament = None;
            }
            _ => return Err(Refusal::Unreadable),
        }
        self.changed = true;
        self.show_page_of_host(person, now);
        self.save().map_err(|_| Refusal::NotKept)
    }

    /// Shows the tournament at once instead of at the next tick: the host is working there.
    fn show_page_of_host(&mut self, person: u32, now: Moment) {
        if self.people.get(&person).is_some_and(|one| one.at.is_none()) {
            self.show_page(person, now);
        }
    }

    fn contest(&mut self) -> Result<&mut Tournament, Refusal> {
        self.tournament.as_mut().ok_or(Refusal::NoTournament)
    }

    /// True if the person plays in the tournament.
    pub(super) fn is_entrant(&self, person: u32) -> bool {
        let tournament = self.tournament.as_ref();
        tournament.is_some_and(|tournament| tournament.place_of(person).is_some())
    }

    /// True if the name belongs to a player, or looks like a player's. A player without a device may still come.
    pub(super) fn is_name_of_player(&self, name: &str, except: Option<u32>) -> bool {
        let mut entrants = self.tournament.iter().flat_map(Tournament::entrants);
        entrants.any(|one| {
            let own = one.person.is_some() && one.person == except;
            let awaited = one.person.is_none() && one.name == name;
            !own && !awaited && alike(&one.name, name)
        })
    }

    /// Forgets on whose devices the entrants play: the people of the evening are gone.
    pub(super) fn forget_devices(&mut self) {
        if let Some(tournament) = &mut self.tournament {
            tournament.keep_people(|_| false);
        }
    }

    /// The person here who has the name of an entrant without a device.
    fn asking(&self, tournament: &Tournament, place: usize) -> Option<u32> {
        let entrant = tournament
            .entrants()
            .get(place)
            .filter(|one| one.person.is_none())?;
        let asks = |one: &&Person| {
            let here = one.connection.is_some() && !one.host;
            here && one.name == entrant.name && tournament.place_of(one.id).is_none()
        };
        self.people.values().find(asks).map(|one| one.id)
    }

    /// Lets an entrant play on the device of a person, who gets the entrant's name.
    fn confirm(&mut self, place: usize, person: u32, now: Moment) -> Result<(), Refusal> {
        let known = self.people.get(&person).is_some_and(|one| !one.host);
        if !known {
            return Err(Refusal::NoSuchPerson);
        }
        let tournament = self.contest()?;
        tournament.set_person(place, Some(person))?;
        let name = tournament.entrants()[place].name.clone();
        // Others who came under this name get a number.
        let others = self
            .people
            .values()
            .filter(|one| one.id != person && one.name == name);
        for other in others.map(|one| one.id).collect::<Vec<u32>>() {
            let distinct = self.distinct(&name);
            self.set_name(other, &distinct, now);
        }
        self.set_name(person, &name, now);
        Ok(())
    }

    /// Takes those who play the round at a wooden board from a finished table to the lobby, which tells them.
    fn call_to_wooden_boards(&mut self, now: Moment) {
        let over = |one: &&Person| {
            let table = one.at.and_then(|at| self.tables.get(&at));
            table.is_some_and(|table| !table.is_going()) && self.own_pairing(one.id).is_some()
        };
        let called: Vec<u32> = self.people.values().filter(over).map(|one| one.id).collect();
        called.into_iter().for_each(|one| self.move_to(one, None, now));
    }

    /// The pairing of a person in this round, until it has a result. A person who is not confirmed yet is told too.
    pub(super) fn own_pairing(&self, person: u32) -> Option<OwnPairing> {
        let tournament = self.tournament.as_ref()?;
        let name = &self.people.get(&person)?.name;
        let named = || {
            let mut entrants = tournament.entrants().iter();
            entrants.position(|one| one.person.is_none() && one.name == *name)
        };
        let place = tournament.place_of(person).or_else(named)?;
        let (round, board) = tournament.awaited(place)?;
        let pairing = tournament.pairing(round, board)?;
        let other = if pairing.white == place {
            pairing.black
        } else {
            Some(pairing.white)
        };
        Some(OwnPairing {
            round: number(round + 1),
            board: number(board + 1),
            side: if pairing.white == place {
                SideView::White
            } else {
                SideView::Black
            },
            opponent: other.map(|other| tournament.entrants()[other].name.clone()),
        })
    }

    /// Begins the game of a pairing of the latest round.
    fn seat_pairing(&mut self, board: usize, now: Moment) -> Result<(), Refusal> {
        let tournament = self.tournament.as_ref().ok_or(Refusal::NoTournament)?;
        let round = tournament
            .rounds()
            .len()
            .checked_sub(1)
            .ok_or(Refusal::NoSuchPairing)?;
        let pair = self.pair_to_seat(tournament, round, board)?;
        let terms = tournament.terms().clone();
        let number = u32::try_from(round + 1).ok();
        let table = self.seat_two(pair, &terms, number, now)?;
        let game = self.table(table)?.game.as_ref().map(SharedGame::id);
        if let (Some(game), Some(tournament)) = (game, &mut self.tournament) {
            tournament.begun(round, board, game, table);
        }
        Ok(())
    }

    /// Returns the two people of a pairing whose game can begin: it has no result and no game, and both are here and
    /// free.
    fn pair_to_seat(&self, tournament: &Tournament, round: usize, board: usize) -> Result<[u32; 2], Refusal> {
        let pairing = tournament.pairing(round, board);
        let pairing = pairing.filter(|one| one.score.is_none() && one.game.is_none());
        let pairing = pairing.ok_or(Refusal::NoSuchPairing)?;
        let black = pairing.black.ok_or(Refusal::NoSuchPairing)?;
        let person = |place: usize| {
            let found = tournament.entrants()[place].person;
            found.filter(|id| self.is_free(*id)).ok_or(Refusal::NotBothHere)
        };
        Ok([person(pairing.white)?, person(black)?])
    }

    /// Enters the result of a finished game if it belongs to the tournament.
    pub(super) fn settle(&mut self, table: u32) {
        let game = self.tables.get(&table).and_then(|table| table.game.as_ref());
        if let (Some(game), Some(tournament)) = (game, &mut self.tournament) {
            tournament.ended(game.id(), score_of(game));
        }
    }

    /// Enters results of games that ended before a crash and were not yet recorded.
    pub(super) fn settle_ended(&mut self) {
        let Some(tournament) = &mut self.tournament else {
            return;
        };
        for id in tournament.going().collect::<Vec<i64>>() {
            // If a game cannot be read, the organiser enters its result.
            let read = SharedGame::read(&self.store, id, false);
            if let Some(game) = read.ok().filter(SharedGame::is_over) {
                tournament.ended(id, score_of(&game));
            }
        }
    }

    pub(super) fn tournament_line(&self) -> Option<TournamentLine> {
        let tournament = self.tournament.as_ref()?;
        Some(TournamentLine {
            system: tournament.system(),
            round: number(tournament.rounds().len()),
            rounds: tournament.length(),
        })
    }

    pub(super) fn show_tournament(&mut self, person: u32, now: Moment) {
        match &self.tournament {
            Some(tournament) => {
                let tournament = Box::new(self.tournament_view(tournament));
                self.send(person, &HostMessage::Tournament { tournament });
            }
            None => self.move_to(person, None, now),
        }
    }

    fn tournament_view(&self, tournament: &Tournament) -> TournamentView {
        let mut players: Vec<EntrantView> = tournament
            .standings()
            .into_iter()
            .map(|standing| {
                let entrant = &tournament.entrants()[standing.place];
                let person = entrant.person.and_then(|id| self.people.get(&id));
                EntrantView {
                    number: number(standing.place + 1),
                    name: entrant.name.clone(),
                    here: person.is_some_and(|one| one.connection.is_some()),
                    asks: self.asking(tournament, standing.place),
                    plays: entrant.plays,
                    struck: standing.struck,
                    rank: standing.rank,
                    games: standing.games,
                    points: standing.points,
                    first_tie_break: f64::from(standing.first) / 2.0,
                    second_tie_break: f64::from(standing.second) / 2.0,
                }
            })
            .collect();
        players.sort_by_key(|player| player.number);
        let last = tournament.rounds().len().saturating_sub(1);
        let pairings = tournament.rounds().iter().enumerate().map(|(round, pairings)| {
            let view = |(board, pairing): (usize, &crate::tournament::Pairing)| PairingView {
                white: number(pairing.white + 1),
                black: pairing.black.map(|black| number(black + 1)),
                score: pairing.score,
                table: pairing.table.filter(|id| {
                    let there = self.tables.get(id).and_then(|table| table.game.as_ref());
                    there.is_some_and(|game| Some(game.id()) == pairing.game)
                }),
                can_begin: round == last && self.pair_to_seat(tournament, round, board).is_ok(),
            };
            pairings.iter().enumerate().map(view).collect()
        });
        TournamentView {
            system: tournament.system(),
            terms: tournament.terms().clone(),
            rounds: tournament.length(),
            ready: tournament.is_settled() && number(tournament.rounds().len()) < tournament.length(),
            pairings: pairings.collect(),
            players,
        }
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Converts a displayed number, from 1, to an index.
fn place_of(number: u32) -> Result<usize, Refusal> {
    number
        .checked_sub(1)
        .map(|place| place as usize)
        .ok_or(Refusal::NoSuchPairing)
}

fn score_of(game: &SharedGame) -> GameScore {
    match game.winner() {
        None => GameScore::Draw,
        Some(SideView::White) => GameScore::WhiteWins,
        Some(SideView::Black) => GameScore::BlackWins,
    }
}
