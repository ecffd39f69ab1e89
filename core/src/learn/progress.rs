//! Progress of the person in a lesson.
use crate::app::App;
use crate::error::ApiError;
use damier_store::StepDone;
use draughts_lessons::Outline;

pub(crate) fn progress(app: &App, lesson: &str) -> Result<Vec<StepDone>, ApiError> {
    Ok(app.store.steps_done(app.profile.id, lesson)?)
}

/// Stars of the weakest step; `None` if a step is not done.
pub(crate) fn stars_of(lesson: &Outline, done: &[StepDone]) -> Option<u8> {
    let stars = |step: &String| {
        let row = done.iter().find(|row| row.step == *step)?;
        Some(match (row.hints, row.mistakes) {
            (0, 0) => 3,
            (0, _) => 2,
            _ => 1,
        })
    };
    lesson.steps.iter().map(stars).min().flatten()
}
