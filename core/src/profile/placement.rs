//! The placement: questions and puzzles for people who know the game, which choose the first lesson and level.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::learn::{LessonSummary, next_lesson, questions, summary};
use crate::play::level_for;
use crate::puzzles::strength;
use crate::school::find;
use crate::views::view;

/// Number of puzzles after which the rating is reliable enough.
const PUZZLES: usize = 8;

view! {
    /// `placement {variant, language}` → `PlacementView`.
    pub struct ShowPlacement { pub variant: String, pub language: String }
}
view! {
    /// Progress and result of the placement.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Placement"))]
    pub struct PlacementView {
        /// Lesson with the questions; null if the variant has none.
        pub questions: Option<LessonSummary>,
        /// Number of questions answered, and of those right at the first try.
        pub answered: u8,
        pub right: u8,
        /// Number of rated puzzles tried, up to the number wanted, and that number.
        pub puzzles: u8,
        pub puzzles_wanted: u8,
        /// Puzzle rating: measured, or estimated from the first-run answer and the questions.
        pub rating: u16,
        /// Key of the matching level.
        pub level: String,
        /// Lesson to continue with.
        pub lesson: Option<LessonSummary>,
    }
}

impl Call for ShowPlacement {
    type Reply = PlacementView;

    fn run(self, app: &mut App) -> Result<PlacementView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        app.assets.need_puzzles(variant)?;
        let school = app.school()?;
        let asked = school.placement().map(|placement| &placement.lesson);
        let asked = asked.map(|id| find(&school, id)).transpose()?;
        let asked = asked.filter(|lesson| lesson.variant == variant);
        let (answered, right) = questions(app, variant)?;
        let stock = app.assets.puzzles.of(variant);
        let rated = app.store.puzzle_attempts(app.profile.id)?;
        let rated = rated
            .iter()
            .filter(|attempt| attempt.rating.is_some() && stock.place(&attempt.puzzle).is_some());
        let puzzles = rated.count().min(PUZZLES);
        let rating = strength(app, variant)?.rating;
        Ok(PlacementView {
            questions: asked
                .map(|lesson| summary(app, &school, lesson, &self.language))
                .transpose()?,
            answered: answered as u8,
            right: right as u8,
            puzzles: puzzles as u8,
            puzzles_wanted: PUZZLES as u8,
            rating: rating.round().clamp(0.0, 9999.0) as u16,
            level: level_for(variant, rating).key.into(),
            lesson: next_lesson(app, variant, &self.language)?,
        })
    }
}
