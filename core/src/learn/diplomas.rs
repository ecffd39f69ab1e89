//! Calls for the diplomas: what is examined and taught, the trial exam, what it came to. An exam tells nothing until its end.
use crate::app::App;
use crate::call::Call;
use crate::error::{ApiError, ErrorKind};
use crate::learn::lessons::{progress, step_view, summaries};
use crate::learn::params::{LessonSummary, StepAnswer, StepView};
use crate::views::{BoardView, MoveView, PositionView, Squares, view};
use damier_store::StepDone;
use draughts::{Move, Position, RefusalRule};
use draughts_lessons::{
    Answer, Diploma, Judgement, Lesson, Outline, School, Step, Subject, Task, Unsearched, Verdict, Words,
    WrongAnswer, judge,
};

/// Under this word the best try at an exam stands among the steps of its lesson: its mistakes are the wrong answers.
const TRIED: &str = "tried";

view! {
    /// `diplomas {language}` → `DiplomaView[]`, the first level first.
    pub struct Diplomas { pub language: String }
}
view! {
    /// What clubs examine at a level, for the person of this profile.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Diploma"))]
    pub struct DiplomaView {
        /// 1 is the first.
        pub level: u8,
        /// Of the trial exam.
        pub title: String,
        /// The language in which it is told, by its two letters.
        pub language: String,
        /// Tasks of the exam, and how many must be right.
        pub tasks: u8,
        pub pass: u8,
        pub subjects: Vec<SubjectView>,
        /// Right answers of the best try so far; null before the first.
        pub best: Option<u8>,
        /// When that was, in milliseconds since 1970.
        pub at: Option<f64>,
    }
}
view! {
    /// Something that is examined, and the lessons that teach it.
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
        /// The language in which it is told, by its two letters.
        pub language: String,
        pub board: BoardView,
        pub tasks: Vec<StepView>,
        /// Right answers that are needed.
        pub pass: u8,
    }
}
view! {
    /// `examMove {level, task, paths}` → `ExamMoveView`: the moves made so far in a task, the newest last. Whether they are
    /// right is not told, and nothing is written.
    pub struct ExamMove { pub level: u8, pub task: u8, pub paths: Vec<Squares> }
}
view! {
    /// What a move in an exam leads to.
    pub struct ExamMoveView {
        /// The task is answered.
        pub over: bool,
        /// The hand slipped: no rule was mistaken, and the move does not count.
        pub slip: bool,
        /// The move, and the other side's answer.
        pub played: Vec<MoveView>,
        pub position: PositionView,
    }
}
view! {
    /// `endExam {level, answers, language}` → `ExamResultView`: the answer to each task, null where there is none. The best try
    /// is kept.
    pub struct EndExam { pub level: u8, pub answers: Vec<Option<StepAnswer>>, pub language: String }
}
view! {
    /// What an exam came to.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExamResult"))]
    pub struct ExamResultView {
        pub right: u8,
        pub passed: bool,
        /// By task, whether it was right.
        pub tasks: Vec<bool>,
        pub subjects: Vec<SubjectResult>,
    }
}
view! {
    /// What an exam came to in a subject.
    pub struct SubjectResult {
        pub id: String,
        pub title: String,
        pub right: u8,
        pub of: u8,
        /// Its tasks, 0 the first of the exam.
        pub tasks: Vec<u32>,
        /// A lesson to learn it by, one that is not finished first.
        pub lesson: Option<LessonSummary>,
    }
}
view! {
    /// `examReason {level, task, answer, language}` → `ExamReasonView`: why an answer to a task is wrong, and what is right.
    pub struct ExamReason { pub level: u8, pub task: u8, pub answer: Option<StepAnswer>, pub language: String }
}
view! {
    /// Why an answer is wrong.
    #[cfg_attr(feature = "uniffi", uniffi(name = "ExamReasonText"))]
    pub struct ExamReasonView {
        /// What is wrong with it: the rule that forbids it, or what it loses; empty where there is nothing special to say.
        pub wrong: String,
        /// What is right, and why.
        pub right: String,
        /// Where the wrong move was made; then the move, and what refutes it.
        pub position: PositionView,
        pub played: Vec<MoveView>,
        /// From the position of the task: the right line. Empty where nothing is played.
        pub solution: Vec<MoveView>,
    }
}

fn no_level(level: u8) -> ApiError {
    ApiError::new(
        ErrorKind::NotFound,
        format!("there is no diploma of level {level}"),
    )
}

/// The diploma of a level, and what is listed of its exam.
pub(crate) fn diploma(school: &School, level: u8) -> Result<(&Diploma, &Outline), ApiError> {
    let wanted = school.diplomas().iter().find(|diploma| diploma.level == level);
    let found = wanted.and_then(|diploma| Some((diploma, school.exam_of(diploma)?)));
    found.ok_or_else(|| no_level(level))
}

/// The exam of a diploma; the school has it whole.
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

fn shown(before: &Position, moves: &[Move]) -> Vec<MoveView> {
    let mut here = *before;
    let show = |mv: &Move| {
        let view = MoveView::of(&here, mv);
        here.play_unchecked(mv);
        view
    };
    moves.iter().map(show).collect()
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

/// Whether a refused move breaks a rule that is examined, and is no slip of the hand.
fn is_answer(rule: RefusalRule) -> bool {
    use RefusalRule::{Backward, CapturesForward, MustTake, MustTakeMore};
    matches!(rule, MustTake | MustTakeMore | Backward | CapturesForward)
}

impl Call for ExamMove {
    type Reply = ExamMoveView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        // Nothing is said: any language will do.
        let (school, _) = app.school_with_exam(self.level, "en")?;
        let (lesson, step) = task(&school, self.level, self.task)?;
        let touched = self.paths.last().is_some_and(|path| path.len() < 2);
        let answer = Answer::Moves(Squares::paths(self.paths));
        let judged = judge(lesson, step, &answer, &Unsearched).map_err(|e| wrong_answer(self.level, e))?;
        let slip = judged.refused.is_some_and(|rule| touched || !is_answer(rule));
        let wrong = judged.verdict == Verdict::Wrong;
        // What refutes a move would tell that it is wrong.
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
            played: shown(&judged.before, played),
            position: PositionView::of(&position),
        })
    }
}

/// Whether an answer is right, and all of it.
fn is_right(lesson: &Lesson, step: &Step, answer: &Answer) -> Result<bool, WrongAnswer> {
    let judged = judge(lesson, step, answer, &Unsearched)?;
    // Of several squares the last one only is judged.
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

/// The right line of a task: the first of those that are right.
fn solution(step: &Step) -> Vec<Move> {
    let mut here = step.position;
    let mut line = Vec::new();
    let play = |here: &mut Position, line: &mut Vec<Move>, mv: Move| {
        here.play_unchecked(&mv);
        line.push(mv);
    };
    for turn in step.turns() {
        let Some(mv) = turn.accepted(&here).first().copied() else {
            break;
        };
        play(&mut here, &mut line, mv);
        if let Some(reply) = turn.reply_in(&here) {
            play(&mut here, &mut line, reply);
        }
    }
    match &step.task {
        Task::CountCapture { .. } => line.extend(step.position.legal_moves().first()),
        Task::WriteMove { line: shown } => line.clone_from(shown),
        _ => {}
    }
    line
}

/// The part of an answer that is wrong, put last: there it is judged.
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
        // What is said of any wrong answer says nothing of this one.
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
                .map_or_else(Vec::new, |judged| shown(&judged.before, &judged.played)),
            solution: shown(&step.position, &solution(step)),
        })
    }
}
