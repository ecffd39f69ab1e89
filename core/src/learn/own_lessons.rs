//! Calls for own lesson files: checked on import, and stored without their faulty steps.
use crate::app::App;
use crate::assets::Assets;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind};
use crate::files::{FileKind, LARGEST_LESSON, Wanted, may_be, too_large, wrong};
use crate::learn::params::LessonSummary;
use crate::learn::summaries::{summaries, summary};
use crate::views::view;
use damier_store::{RestoredLesson, Store};
use draughts_lessons::{Fault, School, SearchPending, check, lines_before, without_faulty};
use std::collections::VecDeque;

view! {
    /// `importLesson {name, source, language}` → `ImportLessonView`: imports the text of a lesson file. The checker
    /// tries every answer of every step, which may take a second.
    pub struct ImportLesson { pub name: String, pub source: String, pub language: String }
}
view! {
    /// The imported lesson without its faulty steps, and the faults. No lesson if no task is left, or a fault lies
    /// outside the steps.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ImportedLesson"))]
    pub struct ImportLessonView {
        pub lesson: Option<LessonSummary>,
        pub faults: Vec<FaultView>,
    }
}
view! {
    /// A fault in a lesson file.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LessonFault"))]
    pub struct FaultView {
        /// Line number from 1, if known.
        pub line: Option<u32>,
        /// Step ("board.corner"), key of a text, or empty for the whole file.
        pub place: String,
        /// English sentence for the author of the file.
        pub what: String,
    }
}
view! {
    /// `ownLessons {language}` → `LessonSummary[]`: imported lessons, oldest first.
    pub struct OwnLessons { pub language: String }
}
view! {
    /// `removeLesson {lesson}` → `{}`: deletes an imported lesson and its progress.
    pub struct RemoveLesson { pub lesson: String }
}

impl Call for ImportLesson {
    type Reply = ImportLessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let kind = FileKind::of(self.source.as_bytes());
        if !may_be(Wanted::Lesson, kind) {
            return Err(wrong(Wanted::Lesson, kind));
        }
        if self.source.len() > LARGEST_LESSON {
            return Err(too_large(LARGEST_LESSON));
        }
        app.assets.need_texts(&self.language)?;
        let view = |faults: &[Fault]| faults.iter().map(FaultView::of).collect();
        let taken = match taken(&self.name, &self.source, &app.assets)? {
            Ok(taken) => taken,
            Err(faults) => {
                return Ok(ImportLessonView {
                    lesson: None,
                    faults: view(&faults),
                });
            }
        };
        app.store.keep_lesson(&taken.id, &taken.source, app.now())?;
        app.forget_school();
        let lesson = taken.school.outline(&taken.id);
        Ok(ImportLessonView {
            lesson: lesson
                .map(|lesson| summary(app, &taken.school, lesson, &self.language))
                .transpose()?,
            faults: view(&taken.faults),
        })
    }
}

/// A lesson file without its faulty steps.
struct Taken {
    /// Source, which names the omitted steps.
    source: String,
    id: String,
    school: School,
    /// Faults of the omitted steps.
    faults: Vec<Fault>,
}

/// Checks an own lesson file and drops its faulty steps; returns the faults if no task is left.
///
/// # Errors
/// If a search is pending.
fn taken(name: &str, source: &str, assets: &Assets) -> Result<Result<Taken, Vec<Fault>>, SearchPending> {
    let mut source = source.to_owned();
    let mut told = Vec::new();
    // Each round omits a step, so that the loop ends.
    loop {
        let faults = match proved(name, &source, assets)? {
            Ok((school, id)) => {
                return Ok(Ok(Taken {
                    source,
                    id,
                    school,
                    faults: told,
                }));
            }
            Err(faults) => faults,
        };
        let before = lines_before(&source);
        let less = without_faulty(&source, &faults);
        told.extend(faults.into_iter().map(|fault| Fault {
            // A fault of the whole file points to its first line.
            line: fault.line.map(|line| line.saturating_sub(before).max(1)),
            ..fault
        }));
        match less {
            Some(less) => source = less,
            None => return Ok(Err(told)),
        }
    }
}

/// Checks a complete own lesson file. Returns its id and the school with it, or its faults.
///
/// # Errors
/// If a search is pending.
pub(crate) fn proved(
    name: &str,
    source: &str,
    assets: &Assets,
) -> Result<Result<(School, String), Vec<Fault>>, SearchPending> {
    let (school, faults) = assets.school.with_own([(name, source)]);
    // The parsed own lesson.
    let own = school.outlines().iter().find(|lesson| lesson.own);
    let Some(id) = own.map(|lesson| lesson.id.clone()) else {
        return Ok(Err(faults));
    };
    let report = check(&school, &|lesson| lesson == id, &*assets.search, &assets.engine)?;
    Ok(match report.faults.is_empty() {
        true => Ok((school, id)),
        false => Err(report.faults),
    })
}

/// Stores the lesson files of a restore that pass the checker, and counts the others.
///
/// # Errors
/// If a search is pending (unchecked files stay in the queue), or if the store fails.
pub(crate) fn keep_restored(
    lessons: &mut VecDeque<RestoredLesson>,
    store: &Store,
    assets: &Assets,
    refused: &mut u32,
) -> Result<(), ApiError> {
    while let Some(lesson) = lessons.front() {
        let taken = match lesson.source.len() > LARGEST_LESSON {
            true => Err(Vec::new()),
            false => taken("", &lesson.source, assets)?,
        };
        match taken {
            Ok(Taken { id, source, .. }) => {
                let added = lesson.added;
                store.add_lesson(&id, &RestoredLesson { source, added })?;
            }
            Err(_) => *refused += 1,
        }
        lessons.pop_front();
    }
    Ok(())
}

impl Call for OwnLessons {
    type Reply = Vec<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let school = app.school()?;
        let lessons = school.outlines().iter().filter(|lesson| lesson.own);
        summaries(app, &school, lessons, &self.language)
    }
}

impl Call for RemoveLesson {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        if !app.store.drop_lesson(&self.lesson)? {
            let message = format!("there is no own lesson {:?}", self.lesson);
            return Err(ApiError::new(ErrorKind::NotFound, message));
        }
        app.store.forget_lesson(app.profile.id, &self.lesson)?;
        app.forget_school();
        Ok(Done {})
    }
}

impl FaultView {
    pub(crate) fn of(fault: &Fault) -> Self {
        Self {
            line: fault.line.and_then(|line| line.try_into().ok()),
            place: fault.place.clone(),
            what: fault.what.clone(),
        }
    }
}
