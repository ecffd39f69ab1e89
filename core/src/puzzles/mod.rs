//! Puzzles: solved, trained, put into sets, mined out of games.
pub(crate) mod mining;
mod results;
pub(crate) mod sets;
pub(crate) mod solving;
mod training;

pub use mining::{BeginMining, MinedShot, MiningStep, MiningView};
pub use results::{ExportResults, ResultsFile};
pub use sets::{
    AddToSet, DeleteSet, ExportSet, OpenPuzzleSet, PuzzleInSet, PuzzleSetPage, PuzzleSetView, PuzzleSets,
    PuzzleSheet, PuzzleSheetView, RenameSet, SetFile, SheetPuzzle, TakeFromSet,
};
pub use solving::{
    ListPuzzles, OpenPuzzle, PuzzleHint, PuzzleReply, PuzzleSolution, PuzzleSummary, PuzzleView,
    SolutionView, TryPuzzleMove,
};
pub use training::{
    DailyPreview, DailyPuzzle, DayCount, LengthCount, NextPuzzle, PuzzleMode, RatingPoint, ShowDailyPuzzle,
    StrengthView, ThemeStrength, Training, TrainingView,
};
