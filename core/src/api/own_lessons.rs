//! Calls for lesson files of one's own: read, checked whole, kept only where nothing is wrong.
use super::app::App;
use super::calls::{Call, Done};
use super::error::{ApiError, ErrorKind};
use super::learn::LessonSummary;
use super::lessons::summary;
use super::views::view;
use crate::learn::{Fault, Lesson, School, check_only};

/// A larger file is no lesson.
const LARGEST: usize = 200_000;

view! {
    /// `importLesson {name, source, language}` → `ImportLessonView`: the text of a lesson file, with its texts in it.
    /// Every answer of every step is tried: it may take a second.
    pub struct ImportLesson { pub name: String, pub source: String, pub language: String }
}
view! {
    /// The lesson, where nothing is wrong with its file; else what is.
    pub struct ImportLessonView {
        pub lesson: Option<LessonSummary>,
        pub faults: Vec<FaultView>,
    }
}
view! {
    /// Something wrong in a lesson file.
    pub struct FaultView {
        /// The line, 1 the first, where it is known.
        pub line: Option<u32>,
        /// "board.corner", the key of a text, or nothing.
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
        let refused = |faults: &[Fault]| ImportLessonView {
            lesson: None,
            faults: faults.iter().map(FaultView::of).collect(),
        };
        if self.source.len() > LARGEST {
            let message = format!("a lesson file has at most {LARGEST} bytes");
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        if let Ok(lesson) = Lesson::read(&self.source)
            && School::embedded().lesson(&lesson.id).is_some()
        {
            let what = format!("the program has a lesson {:?}: give yours another id", lesson.id);
            return Ok(refused(&[Fault {
                what,
                ..Fault::default()
            }]));
        }
        // A name of its own, so that no file of the program is meant.
        let name = format!("own/{}", self.name);
        let (school, faults) = School::with_own([(name.as_str(), self.source.as_str())]);
        if !faults.is_empty() {
            return Ok(refused(&faults));
        }
        let lesson = school
            .lessons()
            .iter()
            .find(|lesson| school.file_of(&lesson.id) == Some(&name));
        let Some(lesson) = lesson else {
            return Err(ApiError::new(
                ErrorKind::Internal,
                "a lesson was read and is not there",
            ));
        };
        if lesson.texts.is_empty() {
            let what = "it brings no texts: write [text.en] or another language into the file".to_owned();
            return Ok(refused(&[Fault {
                what,
                ..Fault::default()
            }]));
        }
        let report = check_only(&school, &|id| id == lesson.id, &*app.thinker())?;
        if !report.faults.is_empty() {
            return Ok(refused(&report.faults));
        }
        app.store.keep_lesson(&lesson.id, &self.source, app.now())?;
        app.forget_school();
        Ok(ImportLessonView {
            lesson: Some(summary(app, &school, lesson, &self.language)?),
            faults: Vec::new(),
        })
    }
}

impl Call for OwnLessons {
    type Reply = Vec<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let school = app.school()?;
        let own = |lesson: &&Lesson| !lesson.texts.is_empty();
        let lessons = school.lessons().iter().filter(own);
        lessons
            .map(|lesson| summary(app, &school, lesson, &self.language))
            .collect()
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
    fn of(fault: &Fault) -> Self {
        Self {
            line: fault.line.and_then(|line| line.try_into().ok()),
            place: fault.place.clone(),
            what: fault.what.clone(),
        }
    }
}
