//! Repetition of failed puzzles, and calls for puzzles that are no longer repeated. `draughts-puzzles` schedules.
use crate::call::Done;
use crate::convert::variant;
use crate::practice::{memory_of, review_of};
use crate::puzzles::solving::{PuzzleSummary, known, summary};
use crate::views::{BoardView, PositionView, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::Variant;
use draughts_puzzles::{Memory, Rest};

view! {
    /// Reason why a puzzle is no longer repeated.
    pub enum RestView {
        /// Mastered: it is remembered for months.
        Retired,
        /// Failed too often.
        Parked,
    }
}
view! {
    /// `restingPuzzles {variant}` → `RestingView`: puzzles that are no longer repeated.
    pub struct RestingPuzzles { pub variant: String }
}
view! {
    /// Puzzles that are no longer repeated, the latest attempt first.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzlesAtRest"))]
    pub struct RestingView {
        pub board: BoardView,
        /// Mastered puzzles.
        pub retired: Vec<RestingPuzzle>,
        /// Puzzles that were failed too often.
        pub parked: Vec<RestingPuzzle>,
    }
}
view! {
    /// A puzzle that is no longer repeated, with its history.
    pub struct RestingPuzzle {
        pub summary: PuzzleSummary,
        /// Time of the last attempt, in milliseconds since 1970.
        pub last: f64,
        /// Number of attempts, and of failures.
        pub tries: u32,
        pub missed: u32,
    }
}
view! {
    /// `bringBack {puzzle}` → `{}`: schedules the puzzle again. `notFound` if it is not resting.
    pub struct BringBack { pub puzzle: String }
}

impl From<Rest> for RestView {
    fn from(rest: Rest) -> Self {
        match rest {
            Rest::Retired => RestView::Retired,
            Rest::Parked => RestView::Parked,
        }
    }
}

/// Memories of the failed puzzles of a variant, the longest overdue first.
fn memories(app: &App, of: Variant) -> Result<Vec<(String, Memory)>, ApiError> {
    let reviews = app.store.puzzle_reviews(app.profile.id, of.key())?.into_iter();
    Ok(reviews.map(|(id, review)| (id, memory_of(review))).collect())
}

/// Puzzles of a variant due for repetition, the longest overdue first.
pub(crate) fn due(app: &App, of: Variant) -> Result<Vec<String>, ApiError> {
    let all = memories(app, of)?.into_iter();
    Ok(all
        .filter(|(_, memory)| memory.due <= app.now() && memory.rest().is_none())
        .map(|(id, _)| id)
        .collect())
}

/// Number of mastered puzzles of a variant, and of those failed too often.
pub(super) fn resting(app: &App, of: Variant) -> Result<(u32, u32), ApiError> {
    let all = memories(app, of)?;
    let count = |rest| {
        all.iter()
            .filter(|(_, memory)| memory.rest() == Some(rest))
            .count() as u32
    };
    Ok((count(Rest::Retired), count(Rest::Parked)))
}

impl Call for RestingPuzzles {
    type Reply = RestingView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let of = variant(&self.variant)?;
        app.assets.need_puzzles(of)?;
        let mut view = RestingView {
            board: BoardView::of(of),
            retired: Vec::new(),
            parked: Vec::new(),
        };
        let mut all = memories(app, of)?;
        all.sort_by(|(_, one), (_, other)| other.last.total_cmp(&one.last));
        for (id, memory) in all {
            let list = match memory.rest() {
                Some(Rest::Retired) => &mut view.retired,
                Some(Rest::Parked) => &mut view.parked,
                None => continue,
            };
            // A puzzle that was removed from its last set is unknown.
            let Ok(puzzle) = known(app, &id) else {
                continue;
            };
            list.push(RestingPuzzle {
                summary: summary(app, &puzzle, PositionView::still(&puzzle.position))?,
                last: memory.last,
                tries: memory.times,
                // The first failure started the memory and is not a lapse.
                missed: memory.lapses + 1,
            });
        }
        Ok(view)
    }
}

impl Call for BringBack {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let profile = app.profile.id;
        let memory = app.store.puzzle_review(profile, &self.puzzle)?.map(memory_of);
        let memory = memory.filter(|memory| memory.rest().is_some()).ok_or_else(|| {
            ApiError::new(
                ErrorKind::NotFound,
                format!("puzzle {} is not resting", self.puzzle),
            )
        })?;
        let back = review_of(memory.brought_back(app.now()));
        app.store.set_puzzle_review(profile, &self.puzzle, &back)?;
        Ok(Done {})
    }
}
