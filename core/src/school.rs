//! Lessons and exams of the running app, and the language of their texts.
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use draughts_lessons::{Diploma, Lesson, Outline, School};
use std::sync::Arc;

impl App {
    /// Returns the bundled lessons and the person's own.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn school(&mut self) -> Result<Arc<School>, ApiError> {
        if let Some(school) = &self.school {
            return Ok(Arc::clone(school));
        }
        let own = self.store.own_lessons()?;
        let bundled = &self.assets.school;
        let school = if own.is_empty() {
            Arc::clone(bundled)
        } else {
            let files = own.iter().map(|(id, source)| (id.as_str(), source.as_str()));
            // Own lessons that this version cannot read are left out; they stay in the store.
            Arc::new(bundled.with_own(files).0)
        };
        Ok(Arc::clone(self.school.insert(school)))
    }

    /// Returns the school with a lesson fully loaded, and the language of its texts: the wanted one if the lesson is
    /// translated, else another for all of it.
    ///
    /// # Errors
    /// `notFound` if there is no such lesson, `missing` if the browser has not fetched it, or if the store fails.
    pub(crate) fn school_with(
        &mut self,
        lesson: &str,
        wanted: &str,
    ) -> Result<(Arc<School>, String), ApiError> {
        let school = self.school()?;
        let outline = find(&school, lesson)?;
        let language = self.text_language(&school, outline, wanted)?;
        Ok((school, language))
    }

    /// Returns the same for the exam of a diploma.
    ///
    /// # Errors
    /// As for a lesson.
    pub(crate) fn school_with_exam(
        &mut self,
        level: u8,
        wanted: &str,
    ) -> Result<(Arc<School>, String), ApiError> {
        let school = self.school()?;
        let (_, outline) = diploma(&school, level)?;
        let language = self.text_language(&school, outline, wanted)?;
        Ok((school, language))
    }

    /// Language of a lesson's texts; checks that the lesson and its texts are loaded.
    fn text_language(&self, school: &School, outline: &Outline, wanted: &str) -> Result<String, ApiError> {
        let language = school.texts.language_of(wanted, &outline.key("title")).to_owned();
        self.assets.need_texts(&language)?;
        if !outline.own {
            self.assets.need_lesson(outline, &language)?;
        }
        Ok(language)
    }

    /// Drops the lessons after a change; the next use reads them again.
    pub(crate) fn forget_school(&mut self) {
        self.school = None;
    }
}

/// Finds the outline of a lesson.
pub(crate) fn find<'a>(school: &'a School, id: &str) -> Result<&'a Outline, ApiError> {
    school.outline(id).ok_or_else(|| not_called(id))
}

pub(crate) fn whole<'a>(school: &'a School, id: &str) -> Result<&'a Lesson, ApiError> {
    school.lesson(id).ok_or_else(|| not_called(id))
}

fn not_called(id: &str) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("there is no lesson {id:?}"))
}

pub(crate) fn no_level(level: u8) -> ApiError {
    ApiError::new(
        ErrorKind::NotFound,
        format!("there is no diploma of level {level}"),
    )
}

/// Finds the diploma of a level and the outline of its exam.
pub(crate) fn diploma(school: &School, level: u8) -> Result<(&Diploma, &Outline), ApiError> {
    let wanted = school.diplomas().iter().find(|diploma| diploma.level == level);
    let found = wanted.and_then(|diploma| Some((diploma, school.exam_of(diploma)?)));
    found.ok_or_else(|| no_level(level))
}
