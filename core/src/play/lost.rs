//! What helps after a lost game: a lesson of what lost it, and how often it went so. Judges no move.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::learn::{LessonSummary, summary};
use crate::views::view;

view! {
    /// `afterLoss {variant, themes, language}` → `AfterLossView`: what helps a person who has just lost a game of this variant
    /// against the computer. `themes` are those of the shot that lost it, as `miningStep` found them; there may be none.
    pub struct AfterLoss { pub variant: String, pub themes: Vec<String>, pub language: String }
}
view! {
    /// What helps after a loss.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LossHelp"))]
    pub struct AfterLossView {
        /// The lesson that teaches one of the themes, an unfinished one first.
        pub lesson: Option<LessonSummary>,
        /// The theme that it teaches.
        pub theme: Option<String>,
        /// Games of this variant against the computer that the person lost one after the other, up to the last.
        pub losses: u32,
    }
}

/// Games looked at.
const LAST: u32 = 20;

impl Call for AfterLoss {
    type Reply = AfterLossView;

    fn run(self, app: &mut App) -> Result<AfterLossView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let results = app
            .store
            .results_against_computer(app.profile.id, variant.key(), LAST)?;
        let losses = results.iter().take_while(|game| game.is_lost()).count();
        let school = app.school()?;
        let mut found: Option<(LessonSummary, String)> = None;
        for theme in self.themes {
            let Some(lesson) = school.teaching(variant, &theme) else {
                continue;
            };
            let lesson = summary(app, &school, lesson, &self.language)?;
            let open = lesson.stars == 0;
            if found.is_none() || open {
                found = Some((lesson, theme));
            }
            if open {
                break;
            }
        }
        let (lesson, theme) = found.unzip();
        Ok(AfterLossView {
            lesson,
            theme,
            losses: losses as u32,
        })
    }
}
