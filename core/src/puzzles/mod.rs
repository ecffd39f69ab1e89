//! Puzzles: solving, training, sets, mining and composing.
mod afterwards;
mod attempts;
mod bench;
mod defence;
mod found;
mod fresh;
mod ideas;
mod loss_lesson;
mod mining;
mod mixed;
mod own;
mod quiet;
mod results;
mod runs;
mod sets;
mod solving;
mod training;

pub use afterwards::{AfterPuzzle, AfterPuzzleView, RefutationView, RefutePuzzleMove, SolutionMove};
pub use bench::{
    BeginSoundness, BenchStage, MinorDualKind, ProblemDual, ProblemFault, ProblemKey, SaveProblem,
    SavedProblem, SetPlayLine, SoundnessStep, SoundnessView,
};
pub use defence::{BeginDefence, DefenceQuestion, DefenceReply, DefenceStepOn, DefenceView, TryDefence};
pub use found::{PuzzlesFound, PuzzlesWith};
pub use fresh::{BeginFreshPuzzle, FreshPuzzleStep, FreshPuzzleView};
pub(crate) use ideas::due;
pub use ideas::{IdeaMemoryView, IdeaView, IdeasView, ListIdeas};
pub use loss_lesson::{
    BeginLossLesson, LossLessonStep, LossLessonView, LossMoment, LossMomentKind, LossStep, LossStepKind,
};
pub use mining::{BeginMining, MinedShot, MiningOutcome, MiningReason, MiningStep, MiningView, OtherGames};
pub use mixed::MixedSet;
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
pub(crate) use solving::{line, rating_kind, strength, themes};
pub use training::{
    DailyPreview, DailyPuzzle, DayCount, LengthCount, NextPuzzle, PuzzleDifficulty, PuzzleMode, RatingPoint,
    ShowDailyPuzzle, StrengthView, ThemeStrength, Training, TrainingView,
};
