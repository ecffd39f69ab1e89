//! Help after a lost game: a lesson about the losing theme, and the number of losses in a row.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::ApiError;
use crate::learn::{LessonSummary, summary};
use crate::views::view;

view! {
    /// `afterLoss {variant, themes, language}` → `AfterLossView`: help after a loss against the computer. `themes`
    /// are those of the losing shot, as found by `miningStep`, if any.
    pub struct AfterLoss { pub variant: String, pub themes: Vec<String>, pub language: String }
}
view! {
    /// Help after a loss.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LossHelp"))]
    pub struct AfterLossView {
        /// A lesson about one of the themes, preferably an unfinished one.
        pub lesson: Option<LessonSummary>,
        /// Theme of the lesson.
        pub theme: Option<String>,
        /// Number of consecutive losses against the computer in this variant.
        pub losses: u32,
    }
}

/// Number of recent games considered.
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
