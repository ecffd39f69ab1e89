//! A table: two seats, the game, and open offers.
use damier_core::play::drawn;
use damier_core::together::SharedGame;
use damier_core::together::{Opener, Refusal, TableTerms};
use damier_core::views::{BallotChoice, ClockTerms, PeriodView, SideView, TermsView, TimeControlView};

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: u32,
    pub(crate) terms: TableTerms,
    /// Seats of White and Black. The opener has a seat even before the colours are drawn.
    pub(crate) seats: [Option<Seat>; 2],
    pub(crate) game: Option<SharedGame>,
    /// Games begun here since the opening was drawn.
    pub(crate) games: u8,
    /// Round of the tournament that is played here, from 1.
    pub(crate) round: Option<u32>,
    /// Sides that offered a draw, asked for a take-back, or asked for another game.
    pub(crate) draw: Option<SideView>,
    pub(crate) take_back: Option<SideView>,
    pub(crate) again: Option<SideView>,
    /// True after a restart of the host: the clock stands until both players are back.
    pub(crate) suspended: bool,
    /// Time of the last action here.
    pub(crate) touched: f64,
}

/// A player; the name stays after the person has left.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) person: u32,
    pub(crate) name: String,
}

/// Index of a side in a pair.
pub(crate) fn index(side: SideView) -> usize {
    match side {
        SideView::White => 0,
        SideView::Black => 1,
    }
}

pub(crate) fn other(side: SideView) -> SideView {
    match side {
        SideView::White => SideView::Black,
        SideView::Black => SideView::White,
    }
}

impl Table {
    /// Opens a table that waits for a second person.
    pub(crate) fn open(id: u32, terms: TableTerms, opener: Seat, now: f64) -> Self {
        let seats = match terms.opener {
            Opener::Black => [None, Some(opener)],
            Opener::White | Opener::Lot => [Some(opener), None],
        };
        Self {
            id,
            terms,
            seats,
            game: None,
            games: 0,
            round: None,
            draw: None,
            take_back: None,
            again: None,
            suspended: false,
            touched: now,
        }
    }

    /// Side of a person; White's if the person has both.
    pub(crate) fn side_of(&self, person: u32) -> Option<SideView> {
        let sits = |side: &SideView| {
            let seat = &self.seats[index(*side)];
            seat.as_ref().is_some_and(|seat| seat.person == person)
        };
        [SideView::White, SideView::Black].into_iter().find(sits)
    }

    pub(crate) fn person_at(&self, side: SideView) -> Option<u32> {
        self.seats[index(side)].as_ref().map(|seat| seat.person)
    }

    /// True while a game is in progress.
    pub(crate) fn is_going(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_over())
    }

    /// True if the table waits for an opponent.
    pub(crate) fn is_open(&self) -> bool {
        self.game.is_none()
    }

    /// Withdraws open offers.
    pub(crate) fn forget_questions(&mut self) {
        self.draw = None;
        self.take_back = None;
    }
}

/// Longest game in minutes, and longest increment in seconds.
const MINUTES: u16 = 600;
const INCREMENT: u16 = 180;

/// Draws the opening of the games on these terms, if they begin with a drawn one.
///
/// # Errors
/// `BadTerms` if the game draws no opening from this list.
pub(crate) fn draw_opening(terms: &mut TableTerms, below: fn(usize) -> usize) -> Result<(), Refusal> {
    terms.drawn = match terms.ballot {
        None => None,
        Some(list) => {
            let random = u32::try_from(below(u32::MAX as usize)).unwrap_or_default();
            let choice = drawn(&terms.variant, list, random);
            Some(choice.map_err(|_| Refusal::BadTerms)?.number)
        }
    };
    Ok(())
}

/// Converts terms for the core.
///
/// # Errors
/// `BadTerms` if the clock is out of range.
pub(crate) fn for_core(terms: &TableTerms) -> Result<TermsView, Refusal> {
    let clock = match terms.clock {
        None => None,
        Some(clock) if (1..=MINUTES).contains(&clock.minutes) && clock.increment <= INCREMENT => {
            let one = TimeControlView {
                periods: vec![PeriodView {
                    moves: None,
                    seconds: u32::from(clock.minutes) * 60,
                }],
                increment: clock.increment.into(),
                delay: 0,
            };
            Some(ClockTerms {
                white: one.clone(),
                black: one,
            })
        }
        Some(_) => return Err(Refusal::BadTerms),
    };
    Ok(TermsView {
        serious: terms.serious,
        house_rule: terms.house_rule,
        ballot: terms
            .ballot
            .zip(terms.drawn.clone())
            .map(|(list, number)| BallotChoice { list, number }),
        clock,
        ..TermsView::default()
    })
}
