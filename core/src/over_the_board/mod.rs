//! A game on a real board: its arbiter and its clock.
mod board;
mod clock;
pub(crate) mod played;
pub(crate) mod words;

pub use board::{
    ActionKind, ActionView, IrregularityView, OtbGameView, OtbNoteKind, OtbNoteView, OtbPieceView,
    OtbRefusalView, ShowOtbGame,
};
pub use clock::{ArbiterClock, ArbiterClockAction, ArbiterClockView};
