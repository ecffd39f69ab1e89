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

/// Lessons and drills. Texts come in the language asked for, "fr", "en", "nl" or "de", and in English where they are not translated.
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
    /// The lessons of a game, in teaching order.
    lessons(variant: VariantKey, language: String) -> ListLessons { variant: variant.into(), language }

    /// Where learning goes on: the lesson begun last, else the first unfinished one on the person's path.
    next_lesson(variant: VariantKey, language: String) -> NextLesson { variant: variant.into(), language }

    /// A lesson with its steps.
    lesson(id: String, language: String) -> OpenLesson { id, language }

    /// Judges what the learner did in a step; progress is kept when the step is done. `mistakes` and `hints` so far decide
    /// the stars.
    #[uniffi::method(default(variation = None))]
    lesson_step(
        lesson: String, step: u8, answer: StepAnswer, mistakes: u8, hints: u8, language: String, variation: Option<u8>
    ) -> LessonStep { lesson, step, variation, answer, mistakes, hints, language }

    /// A hint for a step, of strength 1 (where) to 3 (the move).
    #[uniffi::method(default(variation = None))]
    lesson_hint(lesson: String, step: u8, answer: StepAnswer, strength: u8, language: String, variation: Option<u8>)
        -> LessonHint { lesson, step, variation, answer, strength, language }

    /// Clears the progress of a lesson, to learn it again.
    forget_lesson(lesson: String) -> ForgetLesson { lesson }

    /// Takes in a lesson file, with its texts in it. Every answer of every step is tried: it may take a second.
    import_lesson(name: String, source: String, language: String) -> ImportLesson { name, source, language }

    /// Writes, proves and keeps a composed lesson, or says what it lacks. A game against the computer is played through.
    compose_lesson(draft: LessonDraft) -> ComposeLesson { draft }

    /// A lesson of one's own as it was composed; none where it has other steps.
    lesson_draft(lesson: String, language: String) -> OpenDraft { lesson, language }

    /// A lesson of one's own as a file.
    lesson_file(lesson: String) -> SaveLessonFile { lesson }

    /// The lessons that were taken in, oldest first.
    own_lessons(language: String) -> OwnLessons { language }

    /// Removes a lesson that was taken in, with its progress.
    remove_lesson(lesson: String) -> RemoveLesson { lesson }

    /// Lessons that belong together, in teaching order.
    tracks(variant: VariantKey, language: String) -> Tracks { variant: variant.into(), language }

    /// What clubs examine at each level, the lessons that teach it, and the best try at the trial exam.
    diplomas(language: String) -> Diplomas { language }

    /// The trial exam of a level: each task once, without hints.
    exam(level: u8, language: String) -> OpenExam { level, language }

    /// What the moves made so far in a task lead to; whether they are right is not told.
    exam_move(level: u8, task: u8, paths: Vec<Squares>) -> ExamMove { level, task, paths }

    /// Marks an exam: the answer to each task, none where there is none. The best try is kept.
    end_exam(level: u8, answers: Vec<Option<StepAnswer>>, language: String) -> EndExam { level, answers, language }

    /// Why an answer to a task is wrong, and what is right.
    exam_reason(level: u8, task: u8, answer: Option<StepAnswer>, language: String)
        -> ExamReason { level, task, answer, language }

    /// The album of named shots: how each works, how many puzzles have it, and the lesson that teaches it.
    album(language: String) -> Album { language }

    /// The shots of the album that the person made against the computer, some games at a time: `after` is 0, then `next`.
    played_shots(after: i64) -> FindPlayedShots { after }

    /// The lessons that teach an article of the rules, "4.13".
    lessons_of_article(variant: VariantKey, article: String, language: String)
        -> LessonsOfArticle { variant: variant.into(), article, language }

    /// Where each article of each text of rules is found.
    rule_texts(language: String) -> RuleTexts { language }

    /// The rules of a game, on a page.
    rules_page(variant: VariantKey, language: String) -> RulesPage { variant: variant.into(), language }

    /// The terms of the game.
    glossary(language: String) -> Glossary { language }

    /// Find a square by its number, or name it. Any seed is good; the next one is the seed plus one.
    square_drill(variant: VariantKey, seed: u32) -> AskSquare { variant: variant.into(), seed }

    /// Read the longest capture, of `least` pieces or more.
    capture_drill(variant: VariantKey, seed: u32, least: u8) -> AskCapture { variant: variant.into(), seed, least }

    /// Judges an answer to `capture_drill`: the capture ends on `square`, and takes `number`.
    #[uniffi::method(default(square = None, number = None))]
    capture_try(variant: VariantKey, seed: u32, least: u8, square: Option<u8>, number: Option<u8>)
        -> CaptureTry { variant: variant.into(), seed, least, square, number }

    /// The endings that can be trained; none in a game without tables.
    endings(variant: VariantKey) -> Endings { variant: variant.into() }

    /// An ending of a kind.
    ending(variant: VariantKey, kind: String, seed: u32) -> AskEnding { variant: variant.into(), kind, seed }

    /// Plays on in an ending: `paths` are the `kept` of the last answer, and the newest behind them.
    ending_move(variant: VariantKey, kind: String, seed: u32, paths: Vec<Squares>)
        -> EndingMove { variant: variant.into(), kind, seed, paths }

    /// A good move in an ending.
    ending_hint(variant: VariantKey, kind: String, seed: u32, paths: Vec<Squares>)
        -> EndingHint { variant: variant.into(), kind, seed, paths }
} }
