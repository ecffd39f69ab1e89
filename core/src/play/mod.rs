//! A game against the computer or between two people: its terms, its clock, its moves, its end.
pub(crate) mod conditions;
pub(crate) mod game;
mod handicap;
mod handlers;
mod open;
pub(crate) mod params;
pub(crate) mod terms;

pub use conditions::{
    AidsView, ClockTerms, ClockView, HouseRuleView, PeriodView, SideClockView, TermsView, TimeControlView,
    WinByView,
};
pub use handicap::{HandicapProposal, HandicapReason, MeasuredView, ProposeHandicap};
pub use params::{
    ClockDeed, CountHint, DrawAnswer, GameAt, Handicap, Huff, LevelView, Levels, MissedWin, MissedWinView,
    NewGame, OfferDraw, OpenGame, PlayMove, PlayOn, Resign, SetClock, SetLevel, StartPosition, StartView,
    TakeBack, WhyNot,
};
