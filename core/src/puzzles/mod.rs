//! Puzzles: solved, trained, put into sets, mined out of games.
mod afterwards;
mod bench;
mod defence;
mod found;
pub(crate) mod mining;
pub(crate) mod repetition;
mod results;
mod runs;
pub(crate) mod sets;
pub(crate) mod solving;
mod training;

pub use afterwards::{AfterPuzzle, AfterPuzzleView, RefutationView, RefutePuzzleMove, SolutionMove};
pub use bench::{
    BeginSoundness, BenchStage, MinorDualKind, ProblemDual, ProblemFault, ProblemKey, SaveProblem,
    SavedProblem, SetPlayLine, SoundnessStep, SoundnessView,
};
pub use defence::{BeginDefence, DefenceQuestion, DefenceReply, DefenceStepOn, DefenceView, TryDefence};
pub use found::{PuzzlesFound, PuzzlesWith};
pub use mining::{BeginMining, MinedShot, MiningOutcome, MiningReason, MiningStep, MiningView};
pub use repetition::{BringBack, RestView, RestingPuzzle, RestingPuzzles, RestingView};
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
