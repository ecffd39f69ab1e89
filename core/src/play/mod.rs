//! A game against the computer or between two people: its terms, its clock, its moves, its end.
pub(crate) mod conditions;
#[cfg(feature = "store")]
pub(crate) mod game;
#[cfg(feature = "store")]
mod handicap;
#[cfg(feature = "store")]
pub(crate) mod handlers;
#[cfg(feature = "store")]
mod lost;
#[cfg(feature = "store")]
mod open;
#[cfg(feature = "store")]
pub(crate) mod params;
#[cfg(feature = "store")]
pub(crate) mod terms;

pub use conditions::{
    AidsView, ClockTerms, ClockView, HouseRuleView, PeriodView, SideClockView, TermsView, TimeControlView,
    WinByView,
};
#[cfg(feature = "store")]
pub use handicap::{HandicapProposal, HandicapReason, MeasuredView, ProposeHandicap};
#[cfg(feature = "store")]
pub use lost::{AfterLoss, AfterLossView};
#[cfg(feature = "store")]
pub use params::{
    ClockAction, CountHint, DrawAnswer, GameAt, Handicap, Huff, LevelView, Levels, MissedWin, MissedWinView,
    NewGame, OfferDraw, OpenGame, PlayMove, PlayOn, RealRule, RealRuleView, Resign, SetClock, SetLevel,
    StartPosition, StartView, TakeBack, WhyNot,
};
