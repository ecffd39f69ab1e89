//! A tournament: entrants, pairings and results. Pure: no connections, tables or clock.
//!
//! *Round robin*: all play all once, by the Berger tables. With an odd number one player has a bye each round. A late
//! entrant takes the bye if there is one; missed games stand as unplayed and can be made up. A player who leaves
//! before half of the games is struck from the table; one who leaves later loses the remaining games.
//!
//! *Monrad*: players with equal points meet, from the top of the table down, and no two meet twice while that can be
//! avoided. A bye counts as a win; no one has two while that can be avoided.
mod berger;
mod monrad;
mod standings;

pub use standings::Standing;

use crate::name::alike;
use crate::table::draw_opening;
use damier_core::together::{GameScore, Refusal, TableTerms, TournamentSystem};
use serde::{Deserialize, Serialize};

/// Maximum number of entrants: in a round robin, and in the Monrad system.
const ROUND_ROBIN: usize = 24;
const MONRAD: usize = 64;
/// Maximum number of rounds of the Monrad system.
const ROUNDS: u32 = 20;

/// An entrant, identified by name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Entrant {
    /// Unique name.
    pub name: String,
    /// False once the entrant has left.
    pub plays: bool,
    /// The person on whose device the entrant plays, once the host has confirmed it.
    #[serde(default)]
    pub person: Option<u32>,
}

/// A pairing, by indices of entrants, or a bye.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pairing {
    /// White, or the player with the bye.
    pub white: usize,
    /// Black; `None` for a bye.
    pub black: Option<usize>,
    /// The result, if there is one.
    pub score: Option<GameScore>,
    /// The game's id in the library, once it has begun.
    pub game: Option<i64>,
    /// The table of the game.
    pub table: Option<u32>,
}

impl Pairing {
    fn of(white: usize, black: Option<usize>) -> Self {
        Self {
            white,
            black,
            score: None,
            game: None,
            table: None,
        }
    }
}

/// A tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    system: TournamentSystem,
    planned: u32,
    terms: TableTerms,
    entrants: Vec<Entrant>,
    rounds: Vec<Vec<Pairing>>,
}

impl Tournament {
    /// Opens a tournament. `rounds` counts for the Monrad system; a round robin has as many as its field needs.
    ///
    /// # Errors
    /// `BadTerms` if the Monrad system would have no rounds, or too many.
    pub fn open(system: TournamentSystem, rounds: u32, terms: TableTerms) -> Result<Self, Refusal> {
        if system == TournamentSystem::Monrad && !(1..=ROUNDS).contains(&rounds) {
            return Err(Refusal::BadTerms);
        }
        Ok(Self {
            system,
            planned: rounds,
            terms,
            entrants: Vec::new(),
            rounds: Vec::new(),
        })
    }

    /// The pairing system.
    #[must_use]
    pub fn system(&self) -> TournamentSystem {
        self.system
    }

    /// Draws the opening of the latest round, the same at each board.
    ///
    /// # Errors
    /// As [`draw_opening`].
    pub(crate) fn draw_opening(&mut self, below: fn(usize) -> usize) -> Result<(), Refusal> {
        draw_opening(&mut self.terms, below)
    }

    /// Terms of its games.
    #[must_use]
    pub fn terms(&self) -> &TableTerms {
        &self.terms
    }

    /// The entrants, in the order of their numbers.
    #[must_use]
    pub fn entrants(&self) -> &[Entrant] {
        &self.entrants
    }

    /// The paired rounds.
    #[must_use]
    pub fn rounds(&self) -> &[Vec<Pairing>] {
        &self.rounds
    }

    /// Total number of rounds; 0 while a round robin has no entrants.
    #[must_use]
    pub fn length(&self) -> u32 {
        match self.system {
            TournamentSystem::Monrad => self.planned,
            TournamentSystem::RoundRobin => u32::try_from(berger::rounds(self.entrants.len())).unwrap_or(0),
        }
    }

    /// Adds an entrant. During a round the entrant meets the player who has the bye.
    ///
    /// # Errors
    /// `NameTaken`, `Full`, `NoFreePlace`.
    pub fn enter(&mut self, name: &str) -> Result<(), Refusal> {
        if self.entrants.iter().any(|one| alike(&one.name, name)) {
            return Err(Refusal::NameTaken);
        }
        let most = match self.system {
            TournamentSystem::RoundRobin => ROUND_ROBIN,
            TournamentSystem::Monrad => MONRAD,
        };
        if self.entrants.len() >= most {
            return Err(Refusal::Full);
        }
        let place = self.entrants.len();
        let robin = self.system == TournamentSystem::RoundRobin && !self.rounds.is_empty();
        if robin && place.is_multiple_of(2) {
            return Err(Refusal::NoFreePlace);
        }
        self.entrants.push(Entrant {
            name: name.to_owned(),
            plays: true,
            person: None,
        });
        let last = self.rounds.len().checked_sub(1);
        for at in 0..self.rounds.len() {
            let Some(free) = self.rounds[at].iter().position(|pairing| pairing.black.is_none()) else {
                continue;
            };
            let other = self.rounds[at][free].white;
            let now = Some(at) == last && self.entrants[other].plays;
            if robin {
                let (white, black) = berger::colours(self.entrants.len(), other, place);
                self.rounds[at][free] = Pairing {
                    // Missed games can be made up.
                    score: (!now).then_some(GameScore::Unplayed),
                    ..Pairing::of(white, Some(black))
                };
            } else if now {
                let players = self.players();
                let (white, black) = monrad::colours(&players[other], &players[place], 0);
                self.rounds[at][free] = Pairing::of(white, Some(black));
            }
        }
        Ok(())
    }

    /// Marks an entrant as playing or as having left. Before the first round, leaving removes the entrant.
    ///
    /// # Errors
    /// `NoSuchPairing` if there is no such entrant.
    pub fn set_playing(&mut self, place: usize, plays: bool) -> Result<(), Refusal> {
        let entrant = self.entrants.get_mut(place).ok_or(Refusal::NoSuchPairing)?;
        if self.rounds.is_empty() && !plays {
            self.entrants.remove(place);
            return Ok(());
        }
        entrant.plays = plays;
        Ok(())
    }

    /// The entrant who plays on the device of this person.
    #[must_use]
    pub fn place_of(&self, person: u32) -> Option<usize> {
        self.entrants.iter().position(|one| one.person == Some(person))
    }

    /// Sets on whose device an entrant plays; a person is one entrant at most.
    ///
    /// # Errors
    /// `NoSuchPairing` if there is no such entrant.
    pub fn set_person(&mut self, place: usize, person: Option<u32>) -> Result<(), Refusal> {
        if place >= self.entrants.len() {
            return Err(Refusal::NoSuchPairing);
        }
        for one in self.entrants.iter_mut().filter(|one| one.person == person) {
            one.person = None;
        }
        self.entrants[place].person = person;
        Ok(())
    }

    /// Keeps only the devices of these people.
    pub fn keep_people(&mut self, keep: impl Fn(u32) -> bool) {
        for one in &mut self.entrants {
            one.person = one.person.filter(|person| keep(*person));
        }
    }

    /// Renames an entrant.
    pub fn rename(&mut self, place: usize, name: &str) {
        if let Some(one) = self.entrants.get_mut(place) {
            name.clone_into(&mut one.name);
        }
    }

    /// The latest pairing of an entrant that has no result: round and board from 0.
    #[must_use]
    pub fn awaited(&self, place: usize) -> Option<(usize, usize)> {
        let round = self.rounds.len().checked_sub(1)?;
        let plays = |one: &Pairing| one.white == place || one.black == Some(place);
        let open = |one: &Pairing| one.score.is_none() || one.black.is_none();
        let board = self.rounds[round]
            .iter()
            .position(|one| plays(one) && open(one))?;
        Some((round, board))
    }

    /// True if every pairing has a result.
    #[must_use]
    pub fn is_settled(&self) -> bool {
        self.rounds
            .iter()
            .flatten()
            .all(|pairing| pairing.score.is_some())
    }

    /// Pairs the next round. `draw` returns a random number below its argument; it shuffles the entrants before the
    /// first round.
    ///
    /// # Errors
    /// `RoundGoesOn`, `NoMoreRounds`, `TooFewPlayers`.
    pub fn pair_round(&mut self, mut draw: impl FnMut(usize) -> usize) -> Result<(), Refusal> {
        if self.entrants.iter().filter(|one| one.plays).count() < 2 {
            return Err(Refusal::TooFewPlayers);
        }
        if !self.is_settled() {
            return Err(Refusal::RoundGoesOn);
        }
        if self.rounds.len() >= self.length() as usize {
            return Err(Refusal::NoMoreRounds);
        }
        if self.rounds.is_empty() {
            for last in (1..self.entrants.len()).rev() {
                self.entrants.swap(last, draw(last + 1));
            }
        }
        let round = match self.system {
            TournamentSystem::RoundRobin => self.robin_round(),
            TournamentSystem::Monrad => self.monrad_round(),
        };
        self.rounds.push(round);
        Ok(())
    }

    fn robin_round(&self) -> Vec<Pairing> {
        let plays = |place: usize| self.entrants[place].plays;
        let pairs = berger::round(self.entrants.len(), self.rounds.len());
        let pairing = |(white, black): (usize, Option<usize>)| Pairing {
            score: match black {
                None => Some(GameScore::Unplayed),
                Some(black) => match (plays(white), plays(black)) {
                    (true, true) => None,
                    (true, false) => Some(GameScore::WhiteUnplayed),
                    (false, true) => Some(GameScore::BlackUnplayed),
                    (false, false) => Some(GameScore::Unplayed),
                },
            },
            ..Pairing::of(white, black)
        };
        pairs.into_iter().map(pairing).collect()
    }

    fn monrad_round(&self) -> Vec<Pairing> {
        let players = self.players();
        let ranked = self.standings().into_iter().map(|standing| standing.place);
        let here: Vec<&monrad::Player> = ranked
            .filter(|place| self.entrants[*place].plays)
            .map(|place| &players[place])
            .collect();
        let (pairs, free) = monrad::pair(&here);
        let mut round: Vec<Pairing> = pairs
            .into_iter()
            .map(|(white, black)| Pairing::of(white, Some(black)))
            .collect();
        round.extend(free.map(|free| Pairing {
            score: Some(GameScore::WhiteUnplayed),
            ..Pairing::of(free, None)
        }));
        round
    }

    /// The history of each entrant for the Monrad pairing.
    fn players(&self) -> Vec<monrad::Player> {
        let mut players: Vec<monrad::Player> = (0..self.entrants.len()).map(monrad::Player::new).collect();
        for pairing in self.rounds.iter().flatten() {
            match pairing.black {
                None => players[pairing.white].was_free = true,
                Some(black) => {
                    players[pairing.white].meets(black, true);
                    players[black].meets(pairing.white, false);
                }
            }
        }
        players
    }

    /// The standings, best first.
    #[must_use]
    pub fn standings(&self) -> Vec<Standing> {
        standings::of(self.system, &self.entrants, &self.rounds)
    }

    /// A pairing, by round and board from 0.
    #[must_use]
    pub fn pairing(&self, round: usize, board: usize) -> Option<&Pairing> {
        self.rounds.get(round)?.get(board)
    }

    /// Enters, corrects or (with `None`) removes a result.
    ///
    /// # Errors
    /// `NoSuchPairing`, also for a bye.
    pub fn set_score(&mut self, round: usize, board: usize, score: Option<GameScore>) -> Result<(), Refusal> {
        let pairing = self.rounds.get_mut(round).and_then(|round| round.get_mut(board));
        let pairing = pairing.filter(|pairing| pairing.black.is_some());
        pairing.ok_or(Refusal::NoSuchPairing)?.score = score;
        Ok(())
    }

    /// Records that the game of a pairing has begun at a table.
    pub fn begun(&mut self, round: usize, board: usize, game: i64, table: u32) {
        let pairing = self.rounds.get_mut(round).and_then(|round| round.get_mut(board));
        if let Some(pairing) = pairing {
            (pairing.game, pairing.table) = (Some(game), Some(table));
        }
    }

    /// Records the result of a game. Returns true if the game belongs to this tournament and had no result.
    pub fn ended(&mut self, game: i64, score: GameScore) -> bool {
        let mut pairings = self.rounds.iter_mut().flatten();
        let Some(pairing) = pairings.find(|one| one.game == Some(game) && one.score.is_none()) else {
            return false;
        };
        pairing.score = Some(score);
        true
    }

    /// Games that have begun and have no result.
    pub fn going(&self) -> impl Iterator<Item = i64> {
        let going = self
            .rounds
            .iter()
            .flatten()
            .filter(|pairing| pairing.score.is_none());
        going.filter_map(|pairing| pairing.game)
    }
}
