//! Calls whose domain side has not landed: this file shrinks to nothing as `impl Call`s replace its lines.
use super::learn::HintView;
use super::puzzles::*;
use super::{ApiError, App, Call, ErrorKind};

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
    Puzzles => Vec<PuzzleSummary>,
    OpenPuzzle => PuzzleView,
    TryPuzzleMove => PuzzleReply,
    PuzzleHint => HintView,
    PuzzleSolution => SolutionView,
}
