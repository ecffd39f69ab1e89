//! Games on a real board: their referee and their clock.
mod board;
mod clock;
mod game;
mod kept;
mod played;
mod words;

pub use board::{
    ActionKind, ActionView, IrregularityView, OtbGameView, OtbNoteKind, OtbNoteView, OtbPieceView,
    OtbRefusalView,
};
pub use clock::{ArbiterClock, ArbiterClockAction, ArbiterClockView};
pub use game::ShowOtbGame;
pub(crate) use kept::KEPT;
pub use kept::{
    KeepOtbGame, KeptOtbGame, LeaveOtbGame, OtbComment, OtbJournal, ShowUnfinishedOtbGame, UnfinishedOtbGame,
};
pub(crate) use played::Played;
pub(crate) use words::Says;
