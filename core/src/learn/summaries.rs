//! Summaries of lessons for lists and cards.
use crate::app::App;
use crate::error::ApiError;
use crate::learn::params::LessonSummary;
use crate::learn::progress::{progress, stars_of};
use crate::learn::reviews::due;
use crate::school::find;
use crate::views::PositionView;
use draughts::Variant;
use draughts_lessons::{Outline, School, Words};
use std::collections::BTreeSet;

/// Title of a track.
pub(crate) fn track_title(school: &School, track: &str, language: &str) -> String {
    school
        .texts
        .say(language, &Words::of(format!("track.{track}.title")))
}

/// Summaries of several lessons; reads the placement once.
pub(crate) fn summaries<'a>(
    app: &App,
    school: &School,
    lessons: impl IntoIterator<Item = &'a Outline>,
    language: &str,
) -> Result<Vec<LessonSummary>, ApiError> {
    let known = known(app, school)?;
    let lessons = lessons.into_iter();
    lessons
        .map(|lesson| listed(app, school, lesson, &known, language))
        .collect()
}

/// Summary of a lesson.
pub(crate) fn summary(
    app: &App,
    school: &School,
    lesson: &Outline,
    language: &str,
) -> Result<LessonSummary, ApiError> {
    listed(app, school, lesson, &known(app, school)?, language)
}

fn listed(
    app: &App,
    school: &School,
    lesson: &Outline,
    known: &BTreeSet<String>,
    language: &str,
) -> Result<LessonSummary, ApiError> {
    let text = |words: Words| school.texts.say(language, &words);
    let done = progress(app, &lesson.id)?;
    let is_done = |step: &&String| done.iter().any(|row| row.step == **step);
    Ok(LessonSummary {
        id: lesson.id.clone(),
        title: text(Words::of(lesson.key("title"))),
        // An own lesson is in no track.
        track: match lesson.own {
            true => String::new(),
            false => track_title(school, &lesson.track, language),
        },
        language: school
            .texts
            .language_of(language, &lesson.key("title"))
            .to_owned(),
        due: due(app, lesson, &done)?.is_some(),
        known: known.contains(&lesson.id),
        level: lesson.level,
        articles: lesson.articles.clone(),
        next_step: lesson.steps.iter().position(|step| !is_done(&step)).unwrap_or(0) as u8,
        steps: lesson.steps.len() as u8,
        done: lesson.steps.iter().filter(is_done).count() as u8,
        stars: stars_of(lesson, &done).unwrap_or(0),
        position: PositionView::of(&lesson.position),
    })
}

/// Number of placement questions answered, and of those right at the first try; 0 if the placement is for another
/// variant.
pub(crate) fn questions(app: &App, variant: Variant) -> Result<(usize, usize), ApiError> {
    let school = &app.assets.school;
    let Some(placement) = school.placement() else {
        return Ok((0, 0));
    };
    if find(school, &placement.lesson)?.variant != variant {
        return Ok((0, 0));
    }
    let answered = progress(app, &placement.lesson)?.len();
    Ok((answered, placed(app, school)?.len()))
}

/// Placement questions that the person answered right at the first try.
fn placed(app: &App, school: &School) -> Result<Vec<String>, ApiError> {
    let Some(placement) = school.placement() else {
        return Ok(Vec::new());
    };
    let steps = progress(app, &placement.lesson)?;
    let right = steps
        .into_iter()
        .filter(|step| step.mistakes == 0 && step.hints == 0);
    Ok(right.map(|step| step.step).collect())
}

/// Lessons that the placement showed to be known.
pub(crate) fn known(app: &App, school: &School) -> Result<BTreeSet<String>, ApiError> {
    let Some(placement) = school.placement() else {
        return Ok(BTreeSet::new());
    };
    Ok(placement.known(&placed(app, school)?))
}
