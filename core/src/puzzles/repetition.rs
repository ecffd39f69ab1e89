//! What is to be repeated of the puzzles that were missed, and the calls for those that are not any more: mastered, or given up for
//! now. When that is, `draughts-puzzles` knows.
use crate::call::Done;
use crate::convert::variant;
use crate::practice::{memory_of, review_of};
use crate::puzzles::solving::{PuzzleSummary, known, summary};
use crate::views::{BoardView, PositionView, view};
use crate::{ApiError, App, Call, ErrorKind};
use draughts::Variant;
use draughts_puzzles::{Memory, Rest};

view! {
    /// Why a puzzle is not repeated any more.
    pub enum RestView {
        /// Mastered: it is remembered for months.
        Retired,
        /// Missed again and again.
        Parked,
    }
}
view! {
    /// `restingPuzzles {variant}` → `RestingView`: the puzzles that are not repeated any more.
    pub struct RestingPuzzles { pub variant: String }
}
view! {
    /// The puzzles that are not repeated any more, those tried last first.
    #[cfg_attr(feature = "uniffi", uniffi(name = "PuzzlesAtRest"))]
    pub struct RestingView {
        pub board: BoardView,
        /// Mastered.
        pub retired: Vec<RestingPuzzle>,
        /// Missed again and again.
        pub parked: Vec<RestingPuzzle>,
    }
}
view! {
    /// A puzzle that is not repeated any more, and what is remembered of it.
    pub struct RestingPuzzle {
        pub summary: PuzzleSummary,
        /// When it was last tried, in milliseconds since 1970.
        pub last: f64,
        /// How often it was tried, and how often it was missed.
        pub tries: u32,
        pub missed: u32,
    }
}
view! {
    /// `bringBack {puzzle}` → `{}`: the puzzle is repeated again, from now on. `notFound` where it does not rest.
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

/// What is remembered of the puzzles of a game that were missed, the longest due first.
fn memories(app: &App, of: Variant) -> Result<Vec<(String, Memory)>, ApiError> {
    let reviews = app.store.puzzle_reviews(app.profile.id, of.key())?.into_iter();
    Ok(reviews.map(|(id, review)| (id, memory_of(review))).collect())
}

/// The puzzles of a game that are to be repeated now, the longest due first.
pub(crate) fn due(app: &App, of: Variant) -> Result<Vec<String>, ApiError> {
    let all = memories(app, of)?.into_iter();
    Ok(all
        .filter(|(_, memory)| memory.due <= app.now() && memory.rest().is_none())
        .map(|(id, _)| id)
        .collect())
}

/// How many puzzles of a game are mastered, and how many given up for now.
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
            // One that was taken out of the last set it was in is known no more.
            let Ok(puzzle) = known(app, &id) else {
                continue;
            };
            list.push(RestingPuzzle {
                summary: summary(app, &puzzle, PositionView::still(&puzzle.position))?,
                last: memory.last,
                tries: memory.times,
                // The first miss began the memory; it is no lapse.
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
                format!("puzzle {} does not rest", self.puzzle),
            )
        })?;
        let back = review_of(memory.brought_back(app.now()));
        app.store.set_puzzle_review(profile, &self.puzzle, &back)?;
        Ok(Done {})
    }
}
