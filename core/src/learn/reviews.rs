//! Schedules repetitions of finished lessons, each by its hardest step, with the puzzles' scheduler.
use crate::app::App;
use crate::error::ApiError;
use crate::learn::progress::stars_of;
use crate::practice::{memory_of, review_of};
use damier_store::StepDone;
use draughts_lessons::{Lesson, Outline, Step, Task};
use draughts_puzzles::{Memory, Score, remember};

/// Memory of a lesson; `None` while it is unfinished. Before the first repetition, finishing it counts as the first
/// try.
pub(crate) fn memory(app: &App, lesson: &Outline, done: &[StepDone]) -> Result<Option<Memory>, ApiError> {
    let Some(stars) = stars_of(lesson, done) else {
        return Ok(None);
    };
    if let Some(review) = app.store.lesson_review(app.profile.id, &lesson.id)? {
        return Ok(Some(memory_of(review)));
    }
    let score = match stars {
        3 => Score::Clean,
        2 => Score::Helped,
        _ => Score::Failed,
    };
    let finished = app.store.lesson_worked_on(app.profile.id, &lesson.id)?;
    Ok(finished.map(|at| remember(None, score, at)))
}

/// Memory of a finished lesson that is due, else `None`.
pub(crate) fn due(app: &App, lesson: &Outline, done: &[StepDone]) -> Result<Option<Memory>, ApiError> {
    Ok(memory(app, lesson, done)?.filter(|memory| memory.due <= app.now()))
}

/// Index of the step to repeat: most hints and mistakes, then most moves, then the last.
pub(crate) fn hardest(lesson: &Lesson, done: &[StepDone]) -> u8 {
    let trouble = |step: &Step| {
        let row = done.iter().find(|row| row.step == step.id);
        row.map_or((0, 0), |row| (row.hints, row.mistakes))
    };
    let steps = lesson.steps.iter().enumerate();
    let asked = steps.filter(|(_, step)| !matches!(step.task, Task::Explain { .. }));
    let hardest = asked.max_by_key(|(_, step)| (trouble(step), moves(step)));
    hardest.map_or(0, |(index, _)| index as u8)
}

/// Number of the learner's moves in a step.
fn moves(step: &Step) -> usize {
    match &step.task {
        Task::PlayOut(out) => out.moves.into(),
        Task::Sequence(turns) => turns.len(),
        Task::PlayMove(_) | Task::ChooseRoute { .. } | Task::PlayAllCaptures => 1,
        _ => 0,
    }
}

/// Records a repetition with its mistakes and hints.
pub(crate) fn repeated(
    app: &App,
    lesson: &Outline,
    before: Memory,
    mistakes: u8,
    hints: u8,
) -> Result<(), ApiError> {
    let score = match (hints, mistakes) {
        (0, 0) => Score::Clean,
        (_, 0) => Score::Helped,
        _ => Score::Failed,
    };
    let after = review_of(remember(Some(before), score, app.now()));
    Ok(app.store.keep_lesson_review(app.profile.id, &lesson.id, &after)?)
}
