//! A game on a real board: its arbiter and its clock.
mod board;
mod clock;

pub use board::{
    DeedKind, DeedView, IrregularityView, ShowTable, TableNoteKind, TableNoteView, TablePieceView,
    TableRefusalView, TableView,
};
pub use clock::{TableClock, TableClockDeed, TableClockView};
