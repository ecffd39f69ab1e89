//! Terms of a game: how the store and game files hold them, and their clocks. Judges no move.
use crate::error::{ApiError, ErrorKind};
use crate::views::{
    self, AidsView, ClockTerms, ClockView, HouseRuleView, SideClockView, TermsView, TimeControlView,
};
use draughts::clock::{GameClock, Period, TimeControl};
use draughts::notation::pdn::HOUSE_RULE;
use draughts::{RuleOption, RuleOptions, Side, Variant};

/// Tag with the number of the drawn opening.
pub(crate) const BALLOT: &str = "Ballot";

/// Text for the store; `None` for the default terms.
pub(crate) fn kept(terms: &TermsView) -> Result<Option<String>, ApiError> {
    if *terms == TermsView::default() {
        return Ok(None);
    }
    let text = serde_json::to_string(terms);
    Ok(Some(text.map_err(|e| {
        ApiError::new(ErrorKind::Internal, e.to_string())
    })?))
}

/// Parses a stored text; the default terms if this version cannot read it.
pub(crate) fn read(text: Option<&str>) -> TermsView {
    text.and_then(|text| serde_json::from_str(text).ok())
        .unwrap_or_default()
}

/// Tags for a game file.
pub(crate) fn tags(terms: &TermsView) -> Vec<(String, String)> {
    let mut tags = Vec::new();
    if let Some(clock) = &terms.clock {
        let (white, black) = (
            control(&clock.white).to_string(),
            control(&clock.black).to_string(),
        );
        if white == black {
            tags.push(("TimeControl".into(), white));
        } else {
            tags.push(("WhiteTimeControl".into(), white));
            tags.push(("BlackTimeControl".into(), black));
        }
    }
    if terms.serious {
        tags.push(("Mode".into(), "serious".into()));
    }
    if let Some(rule) = terms.house_rule {
        let rule = RuleOption::from(rule);
        tags.push((HOUSE_RULE.into(), rule.key().into()));
    }
    if let Some(win) = terms.win_by {
        let side = Side::from(win.side);
        tags.push(("Handicap".into(), format!("{side:?} wins by {}", win.pieces)));
    }
    if let Some(ballot) = &terms.ballot {
        tags.push((BALLOT.into(), ballot.number.clone()));
    }
    tags
}

/// Returns the rule options of a variant with a house rule, if any.
pub(crate) fn options(variant: Variant, rule: Option<HouseRuleView>) -> RuleOptions {
    let usual = RuleOptions::default_of(variant);
    rule.map_or(usual, |rule| usual.with(rule.into()))
}

impl TermsView {
    /// Rule options of a game under these terms.
    pub(crate) fn options(&self, variant: Variant) -> RuleOptions {
        options(variant, self.house_rule)
    }

    /// Help that a side gets.
    pub(crate) fn aids(&self, side: Side) -> AidsView {
        match side {
            _ if self.serious => AidsView::None,
            Side::White => self.white_aids,
            Side::Black => self.black_aids,
        }
    }
}

fn control(view: &TimeControlView) -> TimeControl {
    let period = |period: &views::PeriodView| Period {
        moves: period.moves,
        seconds: period.seconds,
    };
    TimeControl {
        periods: view.periods.iter().map(period).collect(),
        increment: view.increment,
        delay: view.delay,
    }
}

/// Creates stopped clocks.
///
/// # Errors
/// `BadParams` if a time control is invalid.
pub(crate) fn timer(terms: &ClockTerms) -> Result<GameClock, ApiError> {
    GameClock::new([control(&terms.white), control(&terms.black)])
        .map_err(|e| ApiError::new(ErrorKind::BadParams, e.to_string()))
}

impl ClockView {
    /// Clocks at this moment.
    pub(crate) fn of(timer: &GameClock, now: f64) -> Self {
        let side = |side: Side| SideClockView {
            left: timer.remaining(side, now),
            moves_to_go: timer.moves_to_go(side),
        };
        Self {
            white: side(Side::White),
            black: side(Side::Black),
            running: timer.running().map(Into::into),
            paused: timer.is_paused(),
        }
    }
}
