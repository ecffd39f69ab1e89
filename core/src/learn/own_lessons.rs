//! Calls for lesson files of one's own: read, checked whole, and kept without the steps in which something is wrong.
use crate::app::App;
use crate::assets::Assets;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind};
use crate::files::kind::FileKind;
use crate::files::{Wanted, may_be, too_large, wrong};
use crate::learn::lessons::{summaries, summary};
use crate::learn::params::LessonSummary;
use crate::views::view;
use damier_store::{RestoredLesson, Store};
use draughts_lessons::{Fault, School, SearchPending, check, lines_before, without_faulty};
use std::collections::VecDeque;

/// A larger file is no lesson.
pub(crate) const LARGEST: usize = 200_000;

view! {
    /// `importLesson {name, source, language}` → `ImportLessonView`: the text of a lesson file, with its texts in it.
    /// Every answer of every step is tried: it may take a second.
    pub struct ImportLesson { pub name: String, pub source: String, pub language: String }
}
view! {
    /// The lesson, and what is wrong with its file: steps with a fault are left out. No lesson where nothing is left to do in
    /// it, or the fault lies elsewhere.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ImportedLesson"))]
    pub struct ImportLessonView {
        pub lesson: Option<LessonSummary>,
        pub faults: Vec<FaultView>,
    }
}
view! {
    /// Something wrong in a lesson file.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LessonFault"))]
    pub struct FaultView {
        /// The line, 1 the first, where it is known.
        pub line: Option<u32>,
        /// "board.corner", the key of a text, or nothing where the whole file is meant.
        pub place: String,
        /// In a sentence, in English: the file's author reads the page on the format too.
        pub what: String,
    }
}
view! {
    /// `ownLessons {language}` → `LessonSummary[]`: those imported, oldest first.
    pub struct OwnLessons { pub language: String }
}
view! {
    /// `removeLesson {lesson}` → `{}`: an imported lesson and its progress.
    pub struct RemoveLesson { pub lesson: String }
}

impl Call for ImportLesson {
    type Reply = ImportLessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let kind = FileKind::of(self.source.as_bytes());
        if !may_be(Wanted::Lesson, kind) {
            return Err(wrong(Wanted::Lesson, kind));
        }
        if self.source.len() > LARGEST {
            return Err(too_large(LARGEST));
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

/// A lesson file that was taken: in which every step that is not left out is right.
struct Taken {
    /// With the steps that are left out named in it.
    source: String,
    id: String,
    school: School,
    /// Why steps were left out.
    faults: Vec<Fault>,
}

/// What is right of a lesson file of one's own, or what is wrong where nothing can be taught.
///
/// # Errors
/// A search has to be done first.
fn taken(name: &str, source: &str, assets: &Assets) -> Result<Result<Taken, Vec<Fault>>, SearchPending> {
    let mut source = source.to_owned();
    let mut told = Vec::new();
    // Each turn leaves a step out that was still there.
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
            // What the file as a whole lacks is told of its first line, whatever stands before it.
            line: fault.line.map(|line| line.saturating_sub(before).max(1)),
            ..fault
        }));
        match less {
            Some(less) => source = less,
            None => return Ok(Err(told)),
        }
    }
}

/// A lesson file of one's own, read and checked whole: its id and the school that it stands in, or what is wrong.
///
/// # Errors
/// A search has to be done first.
pub(crate) fn proved(
    name: &str,
    source: &str,
    assets: &Assets,
) -> Result<Result<(School, String), Vec<Fault>>, SearchPending> {
    let (school, faults) = assets.school.with_own([(name, source)]);
    // The one with its texts in it.
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

/// Keeps the lesson files that a restore has read, as far as the checker passes them, and counts those that it does not.
///
/// # Errors
/// A search has to be done first: the files not yet looked at stay with the restore. Or the store fails.
pub(crate) fn keep_restored(
    lessons: &mut VecDeque<RestoredLesson>,
    store: &Store,
    assets: &Assets,
    refused: &mut u32,
) -> Result<(), ApiError> {
    while let Some(lesson) = lessons.front() {
        let taken = match lesson.source.len() > LARGEST {
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
            let message = format!("no lesson of your own is called {:?}", self.lesson);
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
