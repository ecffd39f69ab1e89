//! What the calls for the lessons do: translate, and keep the progress. Judges nothing itself.
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::album::card_of;
use crate::learn::params::{
    ForgetLesson, GoalView, HintView, LessonHint, LessonStep, LessonSummary, LessonView, ListLessons,
    NextLesson, OpenLesson, OptionView, Overlay, StepAnswer, StepKind, StepReply, StepView, TrackEndView,
    VerdictView,
};
use crate::learn::reviews::{due, hardest, memory, repeated};
use crate::views::{BoardView, MoveView, PieceView, PositionView, Squares};
use damier_store::{Experience, StepDone};
use draughts::Variant;
use draughts_lessons::{
    Answer, Goal, Lesson, Mark, Outline, School, Step, Task, Verdict, Words, WrongAnswer, hint, judge,
};
use std::collections::BTreeSet;

impl Call for ListLessons {
    type Reply = Vec<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let school = app.school()?;
        let lessons = school.of(variant).filter(|lesson| !lesson.own);
        summaries(app, &school, lessons, &self.language)
    }
}

impl Call for OpenLesson {
    type Reply = LessonView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with(&self.id, &self.language)?;
        let lesson = whole(&school, &self.id)?;
        let outline = find(&school, &self.id)?;
        let done = progress(app, &lesson.id)?;
        let say = |last: &str| school.texts.say(&language, &Words::of(lesson.key(last)));
        let repeated = app.store.lesson_review(app.profile.id, &lesson.id)?;
        let times = repeated.map_or(0, |review| review.times);
        let steps = lesson.steps.iter().map(|step| {
            let is_done = done.iter().any(|row| row.step == step.id);
            StepView {
                variation: variation(step, &done, times),
                ..step_view(&school, lesson, step, is_done, &language)
            }
        });
        Ok(LessonView {
            summary: summary(app, &school, outline, &language)?,
            intro: say("intro"),
            outro: say("outro"),
            board: BoardView::of(lesson.variant),
            steps: steps.collect(),
            review: due(app, outline, &done)?.map(|_| hardest(lesson, &done)),
            next: school.after(lesson).map(|next| next.id.clone()),
            ends: school.ended_by(lesson).map(|track| TrackEndView {
                title: track_title(&school, &track.id, &language),
                match_fen: track.match_fen.clone(),
            }),
            theme: shown_most(outline).first().map(|theme| (*theme).to_owned()),
            shot: card_of(outline.variant, &shown_most(outline)),
        })
    }
}

impl Call for LessonStep {
    type Reply = StepReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with(&self.lesson, &self.language)?;
        let (lesson, step) = find_step(&school, &self.lesson, self.step, self.variation)?;
        let judgement =
            judge(lesson, step, &self.answer.into(), &*app.assets.search).map_err(|e| match e {
                WrongAnswer::SearchPending(unthought) => unthought.into(),
                e => ApiError::new(ErrorKind::BadParams, format!("lesson {}: {e}", self.lesson)),
            })?;
        let (mut stars, mut returns) = (None, None);
        if judgement.verdict == Verdict::Done {
            let done = StepDone {
                step: step.id.clone(),
                mistakes: self.mistakes,
                hints: self.hints,
            };
            let outline = find(&school, &lesson.id)?;
            let before = progress(app, &lesson.id)?;
            if hardest(lesson, &before) == self.step
                && let Some(memory) = due(app, outline, &before)?
            {
                repeated(app, outline, memory, self.mistakes, self.hints)?;
            }
            app.store
                .step_done(app.profile.id, &lesson.id, &done, app.now())?;
            let after = progress(app, &lesson.id)?;
            stars = stars_of(outline, &after);
            returns = memory(app, outline, &after)?.map(|memory| memory.due);
        }
        let mut position = judgement.before;
        let played = judgement.played.iter().map(|mv| {
            let view = MoveView::of(&position, mv);
            position.play_unchecked(mv);
            view
        });
        Ok(StepReply {
            verdict: judgement.verdict.into(),
            text: school.texts.say(&language, &judgement.words),
            played: played.collect(),
            position: match (&step.task, judgement.verdict) {
                // The position to build is the answer.
                (Task::BuildPosition { .. }, Verdict::Wrong) => shown(step),
                _ => PositionView::of(&judgement.position),
            },
            overlays: judgement.marks.iter().map(Overlay::of).collect(),
            found: convert::numbers(judgement.found),
            kept: judgement.kept.into_iter().map(Into::into).collect(),
            stars,
            returns,
        })
    }
}

impl Call for LessonHint {
    type Reply = HintView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (school, language) = app.school_with(&self.lesson, &self.language)?;
        let (lesson, step) = find_step(&school, &self.lesson, self.step, self.variation)?;
        let hint = hint(
            lesson,
            step,
            &self.answer.into(),
            self.strength,
            &*app.assets.search,
        )?;
        Ok(HintView {
            text: hint.words.map(|words| school.texts.say(&language, &words)),
            overlays: hint.marks.iter().map(Overlay::of).collect(),
        })
    }
}

impl Call for ForgetLesson {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let school = app.school()?;
        let lesson = find(&school, &self.lesson)?;
        app.store.forget_lesson(app.profile.id, &lesson.id)?;
        Ok(Done {})
    }
}

impl Call for NextLesson {
    type Reply = Option<LessonSummary>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        next_lesson(app, variant, &self.language)
    }
}

/// Where this person's learning of a game goes on: the lesson begun last and not finished, else the first unfinished one on
/// the path of the answer given at the first run. Lessons that the placement showed to be known are passed over.
pub(crate) fn next_lesson(
    app: &mut App,
    variant: Variant,
    language: &str,
) -> Result<Option<LessonSummary>, ApiError> {
    let school = app.school()?;
    let path = app.profile.experience.unwrap_or(Experience::NotYet).key();
    let (mut begun, mut first) = (None, None);
    let known = known(app, &school)?;
    for lesson in school.path(variant, path) {
        // A lesson of one's own stands on no path.
        if lesson.own || stars_of(lesson, &progress(app, &lesson.id)?).is_some() {
            continue;
        }
        match app.store.lesson_worked_on(app.profile.id, &lesson.id)? {
            Some(last) if begun.is_none_or(|(before, _)| last > before) => begun = Some((last, lesson)),
            _ if !known.contains(&lesson.id) => first = first.or(Some(lesson)),
            _ => {}
        }
    }
    let next = begun.map(|(_, lesson)| lesson).or(first);
    next.map(|lesson| summary(app, &school, lesson, language))
        .transpose()
}

/// The questions of the placement that this person answered right at once.
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

/// The questions of the placement that were answered, where it is of this game, and those of them right at once.
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

/// The lessons that the placement showed to be known.
fn known(app: &App, school: &School) -> Result<BTreeSet<String>, ApiError> {
    let Some(placement) = school.placement() else {
        return Ok(BTreeSet::new());
    };
    Ok(placement.known(&placed(app, school)?))
}

/// The finished lessons that are to be gone through again, in teaching order.
pub(crate) fn lessons_due(app: &mut App, language: &str) -> Result<Vec<LessonSummary>, ApiError> {
    let school = app.school()?;
    let mut again = Vec::new();
    for lesson in school.outlines() {
        if !lesson.own && due(app, lesson, &progress(app, &lesson.id)?)?.is_some() {
            again.push(lesson);
        }
    }
    summaries(app, &school, again, language)
}

/// What is listed of a lesson.
pub(crate) fn find<'a>(school: &'a School, id: &str) -> Result<&'a Outline, ApiError> {
    school.outline(id).ok_or_else(|| not_called(id))
}

fn whole<'a>(school: &'a School, id: &str) -> Result<&'a Lesson, ApiError> {
    school.lesson(id).ok_or_else(|| not_called(id))
}

fn not_called(id: &str) -> ApiError {
    ApiError::new(ErrorKind::NotFound, format!("no lesson is called {id:?}"))
}

/// A step of a lesson, or one of its variations: that is a step of its own.
fn find_step<'a>(
    school: &'a School,
    id: &str,
    step: u8,
    variation: Option<u8>,
) -> Result<(&'a Lesson, &'a Step), ApiError> {
    let lesson = whole(school, id)?;
    let found = lesson.steps.get(usize::from(step));
    let found = found.and_then(|step| step.varied(variation.unwrap_or(0)));
    let step = found.ok_or_else(|| {
        let of = variation.map_or_else(String::new, |variation| {
            format!(" with the variation {variation}")
        });
        ApiError::new(ErrorKind::NotFound, format!("lesson {id} has no step {step}{of}"))
    })?;
    Ok((lesson, step))
}

/// Which line of a sequence comes next: the first that was not played yet, then each in its turn with the repetitions.
fn variation(step: &Step, done: &[StepDone], times: u32) -> u8 {
    let is_new = |line: &Step| done.iter().all(|row| row.step != line.id);
    let lines = step.variations.len() as u32 + 1;
    let next = step.lines().position(is_new);
    next.map_or((times % lines) as u8, |next| next as u8)
}

pub(crate) fn progress(app: &App, lesson: &str) -> Result<Vec<StepDone>, ApiError> {
    Ok(app.store.steps_done(app.profile.id, lesson)?)
}

/// The stars of a lesson: those of its weakest step; `None` while a step is not done.
pub(crate) fn stars_of(lesson: &Outline, done: &[StepDone]) -> Option<u8> {
    let stars = |step: &String| {
        let row = done.iter().find(|row| row.step == *step)?;
        Some(match (row.hints, row.mistakes) {
            (0, 0) => 3,
            (0, _) => 2,
            _ => 1,
        })
    };
    lesson.steps.iter().map(stars).min().flatten()
}

/// The themes that its steps show, those of most steps first.
fn shown_most(lesson: &Outline) -> Vec<&str> {
    let mut themes: Vec<(&str, usize)> = lesson
        .themes
        .iter()
        .map(|(theme, steps)| (theme.as_str(), *steps))
        .collect();
    themes.sort_by_key(|(_, steps)| std::cmp::Reverse(*steps));
    themes.into_iter().map(|(theme, _)| theme).collect()
}

/// The title of a track.
pub(crate) fn track_title(school: &School, track: &str, language: &str) -> String {
    school
        .texts
        .say(language, &Words::of(format!("track.{track}.title")))
}

/// What is listed of several lessons: what the placement showed is read once for all.
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

/// What is listed of one lesson.
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
        // A lesson of one's own stands in no track.
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

/// The position as a step shows it.
fn shown(step: &Step) -> PositionView {
    if let Task::BuildPosition { given } = &step.task {
        let mut setup = step.position.to_setup();
        setup.pieces.retain(|(square, _)| given.contains(*square));
        // Fewer pieces of a good position make a good one.
        if let Ok(shown) = draughts::Position::from_setup(step.position.variant(), &setup) {
            return PositionView::still(&shown);
        }
    }
    // Where nothing is played the legal moves would only give the answer away.
    match step.plays() {
        true => PositionView::of(&step.position),
        false => PositionView::still(&step.position),
    }
}

pub(crate) fn step_view(
    school: &School,
    lesson: &Lesson,
    step: &Step,
    done: bool,
    language: &str,
) -> StepView {
    let (mut choices, mut moves, mut goal) = (Vec::new(), 0, None);
    let mut line = Vec::new();
    let mut after = Vec::new();
    match &step.task {
        Task::Explain { line: moves } => line = shown_line(step, moves),
        Task::WriteMove { line: moves } => {
            line = shown_line(step, moves);
            line.iter_mut().for_each(|mv| mv.notation.clear());
        }
        Task::CountCapture { choices: numbers } => choices = numbers.iter().copied().map(u32::from).collect(),
        Task::PlayOut(out) => {
            moves = out.moves;
            goal = Some(match out.goal {
                Goal::Win => GoalView::Win,
                Goal::Draw => GoalView::Draw,
                Goal::King => GoalView::King,
                Goal::Gain(_) => GoalView::Gain,
            });
        }
        Task::SpotIrregularity { after: pieces, .. } => {
            after = pieces.iter().copied().map(PieceView::of).collect();
        }
        _ => {}
    }
    let options = step.options().map_or(&[][..], |options| &options.all);
    let option = |option: &String| OptionView {
        key: option.clone(),
        text: school
            .texts
            .say(language, &Words::of(lesson.option_key(step, option))),
    };
    StepView {
        kind: kind(&step.task),
        text: school
            .texts
            .say(language, &Words::of(lesson.step_key(step, "text"))),
        position: shown(step),
        overlays: step.marks.iter().map(Overlay::of).collect(),
        line,
        wanted: step.wanted() as u8,
        choices,
        options: options.iter().map(option).collect(),
        after,
        goal,
        moves,
        variations: step.variations.len() as u8,
        variation: 0,
        done,
    }
}

fn shown_line(step: &Step, line: &[draughts::Move]) -> Vec<MoveView> {
    let mut position = step.position;
    let show = |mv: &draughts::Move| {
        let view = MoveView::of(&position, mv);
        position.play_unchecked(mv);
        view
    };
    line.iter().map(show).collect()
}

fn kind(task: &Task) -> StepKind {
    match task {
        Task::Explain { .. } => StepKind::Explain,
        Task::TapSquares { .. } => StepKind::TapSquares,
        Task::TapPieces { .. } => StepKind::TapPieces,
        Task::CountCapture { .. } => StepKind::CountCapture,
        Task::PlayMove(_) => StepKind::PlayMove,
        Task::PlayAllCaptures => StepKind::PlayAllCaptures,
        Task::Sequence(_) => StepKind::Sequence,
        Task::ChooseRoute { .. } => StepKind::ChooseRoute,
        Task::PlayOut(_) => StepKind::PlayOut,
        Task::BuildPosition { .. } => StepKind::BuildPosition,
        Task::TrueFalse { .. } => StepKind::TrueFalse,
        Task::Choose(_) => StepKind::Choose,
        Task::WriteMove { .. } => StepKind::WriteMove,
        Task::SpotIrregularity { .. } => StepKind::SpotIrregularity,
    }
}

impl Overlay {
    pub(crate) fn of(mark: &Mark) -> Self {
        let numbers = |squares: &[draughts::Square]| convert::numbers(squares.iter().copied());
        match mark {
            Mark::Ring(squares) => Self::Ring {
                squares: numbers(squares),
            },
            Mark::Cross(squares) => Self::Cross {
                squares: numbers(squares),
            },
            Mark::Arrow(from, to) => Self::Arrow {
                origin: from.number(),
                target: to.number(),
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
            StepAnswer::Taps { squares } => Self::Taps(squares.into()),
            // No capture takes so many.
            StepAnswer::Count { number } => Self::Count(u8::try_from(number).unwrap_or(u8::MAX)),
            StepAnswer::Moves { paths } => Self::Moves(Squares::paths(paths)),
            StepAnswer::Pieces { pieces } => {
                Self::Pieces(pieces.iter().map(|piece| (piece.square, piece.piece())).collect())
            }
            StepAnswer::Truth { value } => Self::Truth(value),
            StepAnswer::Pick { option } => Self::Option(option),
            StepAnswer::Text { text } => Self::Text(text),
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
