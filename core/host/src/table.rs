//! A table: two seats, what is played there, and what one side has asked the other. Knows no line.
use damier_core::together::SharedGame;
use damier_core::together::{Opener, Refusal, TableTerms};
use damier_core::views::{ClockTerms, PeriodView, SideView, TermsView, TimeControlView};

#[derive(Debug)]
pub(crate) struct Table {
    pub(crate) id: u32,
    pub(crate) terms: TableTerms,
    /// Who sits on White's side and on Black's. Whoever opened the table sits, even before the colour is drawn.
    pub(crate) seats: [Option<Seat>; 2],
    pub(crate) game: Option<SharedGame>,
    /// The round of the tournament that is played here, from 1.
    pub(crate) round: Option<u32>,
    /// What one side has asked and the other not answered.
    pub(crate) draw: Option<SideView>,
    pub(crate) take_back: Option<SideView>,
    pub(crate) again: Option<SideView>,
    /// The host was away: the clock stands until both are back.
    pub(crate) suspended: bool,
    /// When something was last done here.
    pub(crate) touched: f64,
}

/// Who sits there; the name stays when the person has gone home.
#[derive(Clone, Debug)]
pub(crate) struct Seat {
    pub(crate) person: u32,
    pub(crate) name: String,
}

/// The place of a side in a pair.
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
    /// A table that waits for a second person.
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
            round: None,
            draw: None,
            take_back: None,
            again: None,
            suspended: false,
            touched: now,
        }
    }

    /// The side that a person has; that of the first where one person has both.
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

    /// A game goes on here.
    pub(crate) fn is_going(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_over())
    }

    /// Somebody waits here for an opponent.
    pub(crate) fn is_open(&self) -> bool {
        self.game.is_none()
    }

    /// Whatever was asked is no longer.
    pub(crate) fn forget_questions(&mut self) {
        self.draw = None;
        self.take_back = None;
    }
}

/// The longest game and the longest increment that are offered.
const MINUTES: u16 = 600;
const INCREMENT: u16 = 180;

/// What the core plays these terms as.
///
/// # Errors
/// `BadTerms` where no game is played so.
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
        clock,
        ..TermsView::default()
    })
}
