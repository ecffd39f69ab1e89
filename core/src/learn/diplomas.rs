//! Calls for the diplomas: subjects, trial exams and their results. An exam reveals nothing before its end.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::learn::lessons::step_view;
use crate::learn::params::{LessonSummary, StepAnswer, StepView};
use crate::learn::progress::progress;
use crate::learn::summaries::summaries;
use crate::school::{diploma, no_level};
use crate::views::{BoardView, MoveView, PositionView, Squares, view};
use damier_store::StepDone;
use draughts::RefusalRule;
use draughts_lessons::{
    Answer, Diploma, Judgement, Lesson, School, Step, Subject, Task, Unsearched, Verdict, Words, WrongAnswer,
    judge,
};

/// Step name under which the best try at an exam is stored; its mistakes are the wrong answers.
const TRIED: &str = "tried";

view! {
    /// `diplomas {language}` → `DiplomaView[]`, lowest level first.
    pub struct Diplomas { pub language: String }
}
view! {
    /// The exam of a level, and the person's best result.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Diploma"))]
    pub struct DiplomaView {
        /// Level, from 1.
        pub level: u8,
        /// Title of the trial exam.
        pub title: String,
        /// Language of the texts, an ISO 639-1 code.
        pub language: String,
        /// Number of tasks, and of right answers needed to pass.
        pub tasks: u8,
        pub pass: u8,
        pub subjects: Vec<SubjectView>,
        /// Right answers of the best try; null before the first.
        pub best: Option<u8>,
        /// Time of the best try, in milliseconds since 1970.
        pub at: Option<f64>,
    }
}
view! {
    /// A subject of the exam, and the lessons that teach it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DiplomaSubject"))]
    pub struct SubjectView { pub id: String, pub title: String, pub lessons: Vec<LessonSummary> }
}
view! {
    /// `exam {level, language}` → `ExamView`: the trial exam of a level.
    pub struct OpenExam { pub level: u8, pub language: String }
}
view! {
    /// A trial exam: each task once, without hints.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Exam"))]
    pub struct ExamView {
        pub level: u8,
        pub title: String,
        pub intro: String,
        /// Language of the texts, an ISO 639-1 code.
        pub language: String,
        pub board: BoardView,
        pub tasks: Vec<StepView>,
        /// Number of right answers needed to pass.
        pub pass: u8,
    }
}
view! {
    /// `examMove {level, task, paths}` → `ExamMoveView`: the moves made in a task, the newest last. Does not say
    /// whether they are right, and writes nothing.
    pub struct ExamMove { pub level: u8, pub task: u8, pub paths: Vec<Squares> }
}
view! {
    /// Effect of a move in an exam.
    pub struct ExamMoveView {
        /// `true` if the task is answered.
        pub over: bool,
        /// `true` for a slip of the hand: an illegal move that breaks no examined rule does not count.
        pub slip: bool,
        /// The move and the opponent's reply.
        pub played: Vec<MoveView>,
        pub position: PositionView,
    }
}
view! {
    /// `endExam {level, answers, language}` → `ExamResultView`: grades the answers, null for a task without one, and
    /// stores the best try.
    pub struct EndExam { pub level: u8, pub answers: Vec<Option<StepAnswer>>, pub language: String }
}
view! {
    /// Result of an exam.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExamResult"))]
    pub struct ExamResultView {
        pub right: u8,
        pub passed: bool,
        /// For each task, whether the answer was right.
        pub tasks: Vec<bool>,
        pub subjects: Vec<SubjectResult>,
    }
}
view! {
    /// Result in a subject.
    pub struct SubjectResult {
        pub id: String,
        pub title: String,
        pub right: u8,
        pub of: u8,
        /// Indices of its tasks.
        pub tasks: Vec<u32>,
        /// A lesson that teaches the subject, preferably an unfinished one.
        pub lesson: Option<LessonSummary>,
    }
}
view! {
    /// `examReason {level, task, answer, language}` → `ExamReasonView`: explains a wrong answer and the right one.
    pub struct ExamReason { pub level: u8, pub task: u8, pub answer: Option<StepAnswer>, pub language: String }
}
view! {
    /// Explanation of a wrong answer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExamReasonText"))]
    pub struct ExamReasonView {
        /// Fault of the answer: the rule that forbids it, or the loss it causes. Empty if there is no particular one.
        pub wrong: String,
        /// The right answer and its reason.
        pub right: String,
        /// Position of the wrong move; `played` holds the move and its refutation.
        pub position: PositionView,
        pub played: Vec<MoveView>,
        /// The right line from the task's position. Empty if the task has no moves.
        pub solution: Vec<MoveView>,
    }
}

/// Finds a diploma and its exam, which must be loaded.
fn exam(school: &School, level: u8) -> Result<(&Diploma, &Lesson), ApiError> {
    let (diploma, outline) = diploma(school, level)?;
    let lesson = school.lesson(&outline.id).ok_or_else(|| no_level(level))?;
    Ok((diploma, lesson))
}

fn task(school: &School, level: u8, task: u8) -> Result<(&Lesson, &Step), ApiError> {
    let (_, lesson) = exam(school, level)?;
    let step = lesson.steps.get(usize::from(task));
    let none = || ApiError::new(ErrorKind::NotFound, format!("the exam has no task {task}"));
    Ok((lesson, step.ok_or_else(none)?))
}

fn wrong_answer(level: u8, error: WrongAnswer) -> ApiError {
    match error {
        WrongAnswer::SearchPending(pending) => pending.into(),
        other => ApiError::new(ErrorKind::BadParams, format!("exam {level}: {other}")),
    }
}

fn subject_title(school: &School, subject: &Subject, language: &str) -> String {
    school.texts.say(language, &Words::of(subject.key()))
}

impl Call for Diplomas {
    type Reply = Vec<DiplomaView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let school = app.school()?;
        let mut diplomas = Vec::new();
        for one in school.diplomas() {
            let (_, outline) = diploma(&school, one.level)?;
            let mut subjects = Vec::new();
            for subject in &one.subjects {
                let lessons = subject.lessons.iter().filter_map(|id| school.outline(id));
                subjects.push(SubjectView {
                    id: subject.id.clone(),
                    title: subject_title(&school, subject, &self.language),
                    lessons: summaries(app, &school, lessons, &self.language)?,
                });
            }
            let tasks = outline.steps.len() as u8;
            let tried = progress(app, &outline.id)?;
            let best = tried.iter().find(|row| row.step == TRIED);
            let title = outline.key("title");
            diplomas.push(DiplomaView {
                level: one.level,
                title: school.texts.say(&self.language, &Words::of(title.as_str())),
                language: school.texts.language_of(&self.language, &title).to_owned(),
                tasks,
                pass: one.pass,
                subjects,
                best: best.map(|row| tasks.saturating_sub(row.mistakes)),
                at: app.store.lesson_worked_on(app.profile.id, &outline.id)?,
            });
        }
        Ok(diplomas)
    }
}

impl Call for OpenExam {
    type Reply = ExamView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with_exam(self.level, &self.language)?;
        let (diploma, lesson) = exam(&school, self.level)?;
        let say = |last: &str| school.texts.say(&language, &Words::of(lesson.key(last)));
        let tasks = lesson.steps.iter();
        Ok(ExamView {
            level: self.level,
            title: say("title"),
            intro: say("intro"),
            board: BoardView::of(lesson.variant),
            tasks: tasks
                .map(|step| step_view(&school, lesson, step, false, &language))
                .collect(),
            pass: diploma.pass,
            language,
        })
    }
}

/// Returns `true` if a refused move breaks an examined rule and is not a slip of the hand.
fn is_answer(rule: RefusalRule) -> bool {
    use RefusalRule::{Backward, CapturesForward, MustTake, MustTakeMore};
    matches!(rule, MustTake | MustTakeMore | Backward | CapturesForward)
}

impl Call for ExamMove {
    type Reply = ExamMoveView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        // No text is shown, so that any language will do.
        let (school, _) = app.school_with_exam(self.level, "en")?;
        let (lesson, step) = task(&school, self.level, self.task)?;
        let touched = self.paths.last().is_some_and(|path| path.len() < 2);
        let answer = Answer::Moves(Squares::paths(self.paths));
        let judged = judge(lesson, step, &answer, &Unsearched).map_err(|e| wrong_answer(self.level, e))?;
        let slip = judged.refused.is_some_and(|rule| touched || !is_answer(rule));
        let wrong = judged.verdict == Verdict::Wrong;
        // The refutation would reveal that the move is wrong.
        let played = &judged.played[..if wrong {
            judged.played.len().min(1)
        } else {
            judged.played.len()
        }];
        let mut position = judged.before;
        played.iter().for_each(|mv| position.play_unchecked(mv));
        Ok(ExamMoveView {
            over: !slip && judged.verdict != Verdict::GoOn,
            slip,
            played: MoveView::line(&judged.before, played),
            position: PositionView::of(&position),
        })
    }
}

/// Returns `true` if an answer is right and complete.
fn is_right(lesson: &Lesson, step: &Step, answer: &Answer) -> Result<bool, WrongAnswer> {
    let judged = judge(lesson, step, answer, &Unsearched)?;
    // The judge checks only the last of several squares.
    let all = match answer {
        Answer::Taps(taps) => taps.len() == judged.found.len(),
        _ => true,
    };
    Ok(judged.verdict == Verdict::Done && all)
}

impl Call for EndExam {
    type Reply = ExamResultView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with_exam(self.level, &self.language)?;
        let (diploma, lesson) = exam(&school, self.level)?;
        if self.answers.len() != lesson.steps.len() {
            let wanted = lesson.steps.len();
            return Err(ApiError::new(
                ErrorKind::BadParams,
                format!("the exam has {wanted} tasks, each with an answer or null"),
            ));
        }
        let mut tasks = Vec::new();
        for (step, answer) in lesson.steps.iter().zip(self.answers) {
            let answer = answer.map(Answer::from);
            let right = answer.map(|answer| is_right(lesson, step, &answer));
            tasks.push(
                right
                    .transpose()
                    .map_err(|e| wrong_answer(self.level, e))?
                    .unwrap_or(false),
            );
        }
        let right = tasks.iter().filter(|right| **right).count() as u8;
        let tried = StepDone {
            step: TRIED.to_owned(),
            mistakes: tasks.len() as u8 - right,
            hints: 0,
        };
        app.store
            .step_done(app.profile.id, &lesson.id, &tried, app.now())?;
        let mut subjects = Vec::new();
        for subject in &diploma.subjects {
            let steps = lesson.steps.iter().enumerate();
            let own: Vec<usize> = steps
                .filter(|(_, step)| subject.tasks.contains(&step.id))
                .map(|(at, _)| at)
                .collect();
            let lessons = subject.lessons.iter().filter_map(|id| school.outline(id));
            let lessons = summaries(app, &school, lessons, &language)?;
            let open = lessons.iter().find(|lesson| lesson.stars == 0);
            subjects.push(SubjectResult {
                id: subject.id.clone(),
                title: subject_title(&school, subject, &language),
                right: own.iter().filter(|at| tasks[**at]).count() as u8,
                of: own.len() as u8,
                tasks: own.iter().map(|at| *at as u32).collect(),
                lesson: open.or(lessons.first()).cloned(),
            });
        }
        Ok(ExamResultView {
            right,
            passed: right >= diploma.pass,
            tasks,
            subjects,
        })
    }
}

/// Moves the wrong part of an answer to the end, where it is judged.
fn wrong_last(step: &Step, answer: Answer) -> Answer {
    let (Task::TapSquares { squares } | Task::TapPieces { squares }, Answer::Taps(taps)) =
        (&step.task, &answer)
    else {
        return answer;
    };
    let is_wanted = |tap: &u8| squares.iter().any(|square| square.number() == *tap);
    let (mut right, wrong): (Vec<u8>, Vec<u8>) = taps.iter().partition(|tap| is_wanted(tap));
    right.extend(wrong.first());
    Answer::Taps(right)
}

impl Call for ExamReason {
    type Reply = ExamReasonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with_exam(self.level, &self.language)?;
        let (lesson, step) = task(&school, self.level, self.task)?;
        let say = |words: &Words| school.texts.say(&language, words);
        let judged = match self.answer.map(Answer::from) {
            Some(Answer::Taps(taps)) if taps.is_empty() => None,
            Some(answer) => {
                let judged = judge(lesson, step, &wrong_last(step, answer), &*app.assets.search);
                Some(judged.map_err(|e| wrong_answer(self.level, e))?)
            }
            None => None,
        };
        // The general text for wrong answers explains nothing here.
        let special =
            |judged: &&Judgement| judged.verdict == Verdict::Wrong && judged.words.key != "common.not-this";
        Ok(ExamReasonView {
            wrong: judged
                .as_ref()
                .filter(special)
                .map_or_else(String::new, |judged| say(&judged.words)),
            right: say(&Words::of(lesson.step_key(step, "right"))),
            position: PositionView::still(&judged.as_ref().map_or(step.position, |judged| judged.before)),
            played: judged
                .as_ref()
                .map_or_else(Vec::new, |judged| MoveView::line(&judged.before, &judged.played)),
            solution: MoveView::line(&step.position, &step.solution()),
        })
    }
}
