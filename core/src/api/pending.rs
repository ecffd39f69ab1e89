//! Calls whose domain side has not landed: this file shrinks to nothing as `impl Call`s replace its lines.
use super::learn::*;
use super::play::*;
use super::puzzles::*;
use super::views::*;
use super::{ApiError, App, Call, Done, ErrorKind};

macro_rules! pending {
    ($($params:ty => $reply:ty,)*) => { $(
        impl Call for $params {
            type Reply = $reply;
            fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
                Err(ApiError::new(ErrorKind::Internal, concat!(stringify!($params), " has not landed")))
            }
        }
    )* };
}

pending! {
    Home => HomeView,
    SetProfile => ProfileView,
    SetSetting => Done,
    Levels => Vec<LevelView>,
    StartPosition => StartView,
    NewGame => GameView,
    OpenGame => GameView,
    GameAt => PositionView,
    PlayMove => GameView,
    TakeBack => GameView,
    Resign => GameView,
    OfferDraw => DrawAnswer,
    CountHint => Done,
    WhyNot => Option<RefusalView>,
    ExportGames => ExportView,
    Lessons => Vec<LessonSummary>,
    OpenLesson => LessonView,
    LessonStep => StepReply,
    LessonHint => HintView,
    ForgetLesson => Done,
    Puzzles => Vec<PuzzleSummary>,
    OpenPuzzle => PuzzleView,
    TryPuzzleMove => PuzzleReply,
    PuzzleHint => HintView,
    PuzzleSolution => SolutionView,
}
