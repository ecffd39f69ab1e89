//! The placement: questions of the school and puzzles that whoever knows the game may do, and where they lead to begin.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::learn::{LessonSummary, next_lesson, questions, summary};
use crate::play::level_for;
use crate::puzzles::strength;
use crate::school::find;
use crate::views::view;

/// Puzzles after which a rating says enough.
const PUZZLES: usize = 8;

view! {
    /// `placement {variant, language}` → `PlacementView`.
    pub struct ShowPlacement { pub variant: String, pub language: String }
}
view! {
    /// How far somebody has come in the placement, and where that leads.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Placement"))]
    pub struct PlacementView {
        /// The lesson of questions; null where the game has none.
        pub questions: Option<LessonSummary>,
        /// Its questions answered so far, and those that were right at once.
        pub answered: u8,
        pub right: u8,
        /// Rated puzzles tried so far, those that count at most, and how many are wanted.
        pub puzzles: u8,
        pub puzzles_wanted: u8,
        /// The rating at the puzzles: as measured, or as the answer at the first run and the questions say.
        pub rating: u16,
        /// The key of the level that fits it.
        pub level: String,
        /// Where learning goes on.
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
