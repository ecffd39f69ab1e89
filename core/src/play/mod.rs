//! Games against the computer or between two people.
mod ballots;
mod coach;
mod game;
mod handicap;
mod handlers;
mod lost;
mod open;
mod params;
mod scores;

pub use ballots::{BallotView, DrawBallot, drawn};
pub(crate) use ballots::{ballot, number_of as ballot_number};
pub use coach::{ClaimKind, ClaimView, CoachMove};
pub(crate) use game::{LoadedGame, by_the_rule, summary};
pub use handicap::{HandicapProposal, HandicapReason, MeasuredView, PairView, ProposeHandicap, SeriesGame};
pub(crate) use handlers::{level_for, start};
pub use lost::{AfterLoss, AfterLossView};
pub use params::{
    ClockAction, CountHint, DrawAnswer, GameAt, Handicap, Huff, LevelView, Levels, MissedWin, MissedWinView,
    NewGame, OfferDraw, OpenGame, PlayMove, PlayOn, RealRule, RealRuleView, Resign, SetClock, SetLevel,
    StartPosition, StartView, TakeBack, WhyNot,
};
pub use scores::{FirstsView, LevelScoreView, LevelScores, ShowFirsts};
