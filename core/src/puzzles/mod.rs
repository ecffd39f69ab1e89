//! Puzzles: solved, trained, put into sets, mined out of games.
mod afterwards;
mod found;
pub(crate) mod mining;
mod results;
mod runs;
pub(crate) mod sets;
pub(crate) mod solving;
mod training;

pub use afterwards::{AfterPuzzle, AfterPuzzleView, RefutationView, RefutePuzzleMove, SolutionMove};
pub use found::{PuzzlesFound, PuzzlesWith};
pub use mining::{BeginMining, MinedShot, MiningStep, MiningView};
pub use results::{ExportResults, ResultsFile};
pub use runs::{EndRun, RunKind, RunView};
pub use sets::{
    AddToSet, DeleteSet, ExportSet, OpenPuzzleSet, PuzzleInSet, PuzzleSetPage, PuzzleSetView, PuzzleSets,
    PuzzleSheet, PuzzleSheetView, RenameSet, SetFile, SheetPuzzle, TakeFromSet,
};
pub use solving::{
    ListPuzzles, OpenPuzzle, PuzzleHint, PuzzleReply, PuzzleSolution, PuzzleSummary, PuzzleView, ReturnView,
    SolutionView, TryPuzzleMove,
};
pub use training::{
    DailyPreview, DailyPuzzle, DayCount, LengthCount, NextPuzzle, PuzzleDifficulty, PuzzleMode, RatingPoint,
    ShowDailyPuzzle, StrengthView, ThemeStrength, Training, TrainingView,
};
