//! Lessons, drills and reference. One method a call.
use crate::error::DraughtsError;
use crate::shared_app::{SharedApp, calls};
use damier_core::Call;
use damier_core::learn::{
    Album, AskCapture, AskEnding, AskSquare, CaptureTry, ComposeLesson, Diplomas, EndExam, EndingHint,
    EndingMove, Endings, ExamMove, ExamReason, FindPlayedShots, ForgetLesson, Glossary, ImportLesson,
    LessonDraft, LessonHint, LessonStep, LessonsOfArticle, ListLessons, NextLesson, OpenDraft, OpenExam,
    OpenLesson, OwnLessons, RemoveLesson, RuleTexts, RulesPage, SaveLessonFile, StepAnswer, Tracks,
};
use damier_core::views::{Squares, VariantKey};
use std::sync::Arc;

/// Lessons and drills. Texts are in the language asked for, by its ISO 639-1 code ("fr"); untranslated ones are in
/// English.
#[derive(Debug, uniffi::Object)]
pub struct Lessons {
    app: Arc<SharedApp>,
}

impl Lessons {
    pub(crate) fn at(app: &Arc<SharedApp>) -> Self {
        Self { app: Arc::clone(app) }
    }
}

calls! { Lessons {
    /// Lists the lessons of a variant, in teaching order.
    lessons(variant: VariantKey, language: String) -> ListLessons { variant: variant.into(), language }

    /// Returns the lesson to continue with: the last one begun, otherwise the first unfinished one on the person's
    /// path.
    next_lesson(variant: VariantKey, language: String) -> NextLesson { variant: variant.into(), language }

    /// Returns a lesson with its steps.
    lesson(id: String, language: String) -> OpenLesson { id, language }

    /// Judges the learner's answer to a step and saves the progress once the step is done. `mistakes` and `hints` so
    /// far decide the stars.
    #[uniffi::method(default(variation = None))]
    lesson_step(
        lesson: String, step: u8, answer: StepAnswer, mistakes: u8, hints: u8, language: String, variation: Option<u8>
    ) -> LessonStep { lesson, step, variation, answer, mistakes, hints, language }

    /// Returns a hint for a step, of strength 1 (a square) to 3 (the move).
    #[uniffi::method(default(variation = None))]
    lesson_hint(lesson: String, step: u8, answer: StepAnswer, strength: u8, language: String, variation: Option<u8>)
        -> LessonHint { lesson, step, variation, answer, strength, language }

    /// Clears the progress of a lesson.
    forget_lesson(lesson: String) -> ForgetLesson { lesson }

    /// Imports a lesson file that contains its texts. Tries every answer of every step, which may take a second.
    import_lesson(name: String, source: String, language: String) -> ImportLesson { name, source, language }

    /// Writes, checks and saves a composed lesson, or returns its problems. Plays a game against the computer
    /// through.
    compose_lesson(draft: LessonDraft) -> ComposeLesson { draft }

    /// Returns a lesson of one's own as it was composed; nothing if its steps are of other kinds.
    lesson_draft(lesson: String, language: String) -> OpenDraft { lesson, language }

    /// Returns a lesson of one's own as a file.
    lesson_file(lesson: String) -> SaveLessonFile { lesson }

    /// Lists the imported lessons, oldest first.
    own_lessons(language: String) -> OwnLessons { language }

    /// Deletes an imported lesson and its progress.
    remove_lesson(lesson: String) -> RemoveLesson { lesson }

    /// Lists groups of lessons, in teaching order.
    tracks(variant: VariantKey, language: String) -> Tracks { variant: variant.into(), language }

    /// Lists the exam subjects of each level, the lessons that teach them, and the best result of the trial exam.
    diplomas(language: String) -> Diplomas { language }

    /// Returns the trial exam of a level: each task once, without hints.
    exam(level: u8, language: String) -> OpenExam { level, language }

    /// Plays the moves so far in a task, without judging them.
    exam_move(level: u8, task: u8, paths: Vec<Squares>) -> ExamMove { level, task, paths }

    /// Marks an exam, given an answer to each task or nothing for an unanswered one. Saves the best result.
    end_exam(level: u8, answers: Vec<Option<StepAnswer>>, language: String) -> EndExam { level, answers, language }

    /// Explains the right answer to a task, and the error in a wrong one.
    exam_reason(level: u8, task: u8, answer: Option<StepAnswer>, language: String)
        -> ExamReason { level, task, answer, language }

    /// Returns the album of named shots, each with an explanation, its number of puzzles, and its lesson.
    album(language: String) -> Album { language }

    /// Finds shots of the album that the person played against the computer, some games at a time. `after` is 0, then
    /// `next`.
    played_shots(after: i64) -> FindPlayedShots { after }

    /// Lists the lessons that teach an article of the rules, such as "4.13".
    lessons_of_article(variant: VariantKey, article: String, language: String)
        -> LessonsOfArticle { variant: variant.into(), article, language }

    /// Lists the places of all articles in all texts of rules.
    rule_texts(language: String) -> RuleTexts { language }

    /// Returns the rules of a variant on one page.
    rules_page(variant: VariantKey, language: String) -> RulesPage { variant: variant.into(), language }

    /// Returns the glossary.
    glossary(language: String) -> Glossary { language }

    /// Asks for a square's place or number. Any seed works; add one for the next question.
    square_drill(variant: VariantKey, seed: u32) -> AskSquare { variant: variant.into(), seed }

    /// Asks for the longest capture, of at least `least` pieces.
    capture_drill(variant: VariantKey, seed: u32, least: u8) -> AskCapture { variant: variant.into(), seed, least }

    /// Judges an answer to `capture_drill`: the capture ends on `square` and takes `number` pieces.
    #[uniffi::method(default(square = None, number = None))]
    capture_try(variant: VariantKey, seed: u32, least: u8, square: Option<u8>, number: Option<u8>)
        -> CaptureTry { variant: variant.into(), seed, least, square, number }

    /// Lists the endings to train; empty for a variant without tables.
    endings(variant: VariantKey) -> Endings { variant: variant.into() }

    /// Returns an ending of a kind.
    ending(variant: VariantKey, kind: String, seed: u32) -> AskEnding { variant: variant.into(), kind, seed }

    /// Plays on in an ending: `paths` are the `kept` of the last answer plus the new move.
    ending_move(variant: VariantKey, kind: String, seed: u32, paths: Vec<Squares>)
        -> EndingMove { variant: variant.into(), kind, seed, paths }

    /// Returns a good move in an ending.
    ending_hint(variant: VariantKey, kind: String, seed: u32, paths: Vec<Squares>)
        -> EndingHint { variant: variant.into(), kind, seed, paths }
} }
