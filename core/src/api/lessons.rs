//! What the calls for the lessons do: translate, and keep the progress. Judges nothing itself.
use super::app::App;
use super::calls::{Call, Done};
use super::error::{ApiError, ErrorKind};
use super::learn::{
    ForgetLesson, HintView, LessonHint, LessonStep, LessonSummary, LessonView, Lessons, OpenLesson, Overlay,
    StepAnswer, StepKind, StepReply, StepView, VerdictView,
};
use super::play::DoorView;
use super::show;
use super::views::{BoardView, MoveView, PositionView};
use crate::Variant;
use crate::learn::{Answer, Lesson, Mark, School, Step, Task, Verdict, Words, hint, judge};
use crate::store::StepDone;

impl Call for Lessons {
    type Reply = Vec<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = show::variant(&self.variant)?;
        let lessons = School::embedded().of(variant);
        lessons
            .map(|lesson| summary(app, lesson, &self.language))
            .collect()
    }
}

impl Call for OpenLesson {
    type Reply = LessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let school = School::embedded();
        let lesson = find(&self.id)?;
        let done = progress(app, lesson)?;
        let say = |last: &str| text(&self.language, &Words::of(lesson.key(last)));
        let steps = lesson.steps.iter().map(|step| {
            let is_done = done.iter().any(|row| row.step == step.id);
            step_view(lesson, step, is_done, &self.language)
        });
        Ok(LessonView {
            summary: summary(app, lesson, &self.language)?,
            intro: say("intro"),
            outro: say("outro"),
            board: BoardView::of(lesson.variant),
            steps: steps.collect(),
            next: school.after(lesson).map(|next| next.id.clone()),
        })
    }
}

impl Call for LessonStep {
    type Reply = StepReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (lesson, step) = find_step(&self.lesson, self.step)?;
        let judgement = judge(lesson, step, &self.answer.into())
            .map_err(|e| ApiError::new(ErrorKind::BadParams, format!("lesson {}: {e}", self.lesson)))?;
        let mut stars = None;
        if judgement.verdict == Verdict::Done {
            let done = StepDone {
                step: step.id.clone(),
                mistakes: self.mistakes,
                hints: self.hints,
            };
            app.store
                .step_done(app.profile.id, &lesson.id, &done, app.now())?;
            stars = stars_of(lesson, &progress(app, lesson)?);
        }
        let mut position = judgement.before;
        let played = judgement.played.iter().map(|mv| {
            let view = MoveView::of(&position, mv);
            position.play_unchecked(mv);
            view
        });
        Ok(StepReply {
            verdict: judgement.verdict.into(),
            text: text(&self.language, &judgement.words),
            played: played.collect(),
            position: PositionView::of(&judgement.position),
            overlays: judgement.marks.iter().map(Overlay::of).collect(),
            found: show::numbers(judgement.found),
            stars,
        })
    }
}

impl Call for LessonHint {
    type Reply = HintView;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let (lesson, step) = find_step(&self.lesson, self.step)?;
        let hint = hint(lesson, step, &self.answer.into(), self.strength);
        Ok(HintView {
            text: hint.words.map(|words| text(&self.language, &words)),
            overlays: hint.marks.iter().map(Overlay::of).collect(),
        })
    }
}

impl Call for ForgetLesson {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let lesson = find(&self.lesson)?;
        app.store.forget_lesson(app.profile.id, &lesson.id)?;
        Ok(Done {})
    }
}

/// Where this person's learning goes on: the first lesson that is not finished.
pub(crate) fn next_lesson(app: &App, variant: Variant) -> Result<Option<DoorView>, ApiError> {
    for lesson in School::embedded().of(variant) {
        if stars_of(lesson, &progress(app, lesson)?).is_none() {
            let position = PositionView::of(&lesson.steps[0].position);
            return Ok(Some(DoorView {
                id: lesson.id.clone(),
                position,
            }));
        }
    }
    Ok(None)
}

fn find(id: &str) -> Result<&'static Lesson, ApiError> {
    let lesson = School::embedded().lesson(id);
    lesson.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no lesson is called {id:?}")))
}

fn find_step(id: &str, step: u8) -> Result<(&'static Lesson, &'static Step), ApiError> {
    let lesson = find(id)?;
    let step = lesson
        .steps
        .get(usize::from(step))
        .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("lesson {id} has no step {step}")))?;
    Ok((lesson, step))
}

fn progress(app: &App, lesson: &Lesson) -> Result<Vec<StepDone>, ApiError> {
    Ok(app.store.steps_done(app.profile.id, &lesson.id)?)
}

/// The stars of a lesson: those of its weakest step; `None` while a step is not done.
fn stars_of(lesson: &Lesson, done: &[StepDone]) -> Option<u8> {
    let stars = |step: &Step| {
        let row = done.iter().find(|row| row.step == step.id)?;
        Some(match (row.hints, row.mistakes) {
            (0, 0) => 3,
            (0, _) => 2,
            _ => 1,
        })
    };
    lesson.steps.iter().map(stars).min().flatten()
}

fn text(language: &str, words: &Words) -> String {
    School::embedded().texts.say(language, words)
}

fn summary(app: &App, lesson: &Lesson, language: &str) -> Result<LessonSummary, ApiError> {
    let done = progress(app, lesson)?;
    let is_done = |step: &&Step| done.iter().any(|row| row.step == step.id);
    Ok(LessonSummary {
        id: lesson.id.clone(),
        title: text(language, &Words::of(lesson.key("title"))),
        track: text(language, &Words::of(format!("track.{}.title", lesson.track))),
        steps: lesson.steps.len() as u8,
        done: lesson.steps.iter().filter(is_done).count() as u8,
        stars: stars_of(lesson, &done).unwrap_or(0),
        position: PositionView::of(&lesson.steps[0].position),
    })
}

fn step_view(lesson: &Lesson, step: &Step, done: bool, language: &str) -> StepView {
    let (mut line, mut choices) = (Vec::new(), Vec::new());
    let kind = match &step.task {
        Task::Explain { line: moves } => {
            let mut position = step.position;
            for mv in moves {
                line.push(MoveView::of(&position, mv));
                position.play_unchecked(mv);
            }
            StepKind::Explain
        }
        Task::TapSquares { .. } => StepKind::TapSquares,
        Task::TapPieces { .. } => StepKind::TapPieces,
        Task::CountCapture { choices: numbers } => {
            choices.clone_from(numbers);
            StepKind::CountCapture
        }
        Task::PlayMove(_) => StepKind::PlayMove,
        Task::PlayAllCaptures => StepKind::PlayAllCaptures,
        Task::Sequence(_) => StepKind::Sequence,
    };
    // Where nothing is played the legal moves would only give the answer away.
    let plays = !step.turns().is_empty() || matches!(step.task, Task::PlayAllCaptures);
    StepView {
        kind,
        text: text(language, &Words::of(lesson.step_key(step, "text"))),
        position: if plays {
            PositionView::of(&step.position)
        } else {
            PositionView::still(&step.position)
        },
        overlays: step.marks.iter().map(Overlay::of).collect(),
        line,
        wanted: step.wanted() as u8,
        choices,
        done,
    }
}

impl Overlay {
    fn of(mark: &Mark) -> Self {
        let numbers = |squares: &[crate::Square]| show::numbers(squares.iter().copied());
        match mark {
            Mark::Ring(squares) => Self::Ring {
                squares: numbers(squares),
            },
            Mark::Cross(squares) => Self::Cross {
                squares: numbers(squares),
            },
            Mark::Route(path, taken) => Self::Route {
                path: numbers(path),
                label: taken.map(|taken| taken.to_string()),
            },
        }
    }
}

impl From<StepAnswer> for Answer {
    fn from(answer: StepAnswer) -> Self {
        match answer {
            StepAnswer::Seen => Self::Seen,
            StepAnswer::Taps { squares } => Self::Taps(squares),
            StepAnswer::Count { number } => Self::Count(number),
            StepAnswer::Moves { paths } => Self::Moves(paths),
        }
    }
}

impl From<Verdict> for VerdictView {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::GoOn => Self::GoOn,
            Verdict::Done => Self::Done,
            Verdict::Wrong => Self::Wrong,
        }
    }
}
