//! Calls for the lessons. Converts and stores progress; the lessons crate judges.
use crate::app::App;
use crate::call::{Call, Done};
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::album::card_of;
use crate::learn::params::{
    ForgetLesson, GoalView, LessonHint, LessonStep, LessonSummary, LessonView, ListLessons, NextLesson,
    OpenLesson, OptionView, StepAnswer, StepKind, StepReply, StepView, TrackEndView,
};
use crate::learn::progress::{progress, stars_of};
use crate::learn::reviews::{due, hardest, memory, repeated};
use crate::learn::summaries::{known, summaries, summary, track_title};
use crate::school::{find, whole};
use crate::views::{BoardView, HintView, MoveView, Overlay, PieceView, PositionView, Squares, VerdictView};
use damier_store::{Experience, StepDone};
use draughts::Variant;
use draughts_lessons::{
    Answer, Goal, Lesson, Outline, School, Step, Task, Verdict, Words, WrongAnswer, hint, judge,
};

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
            next: school
                .after(lesson)
                .map(|next| summary(app, &school, next, &language))
                .transpose()?,
            ends: school.ended_by(lesson).map(|track| TrackEndView {
                title: track_title(&school, &track.id, &language),
                match_fen: track.match_fen.clone(),
            }),
            first_game: school.prepares_game(lesson)
                && app.store.ended_games(app.profile.id, 0, 1)?.is_empty(),
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
        Ok(StepReply {
            verdict: judgement.verdict.into(),
            text: school.texts.say(&language, &judgement.words),
            played: MoveView::line(&judgement.before, &judgement.played),
            position: match (&step.task, judgement.verdict) {
                // The position to build is the solution.
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

/// The lesson to continue with: the unfinished one begun last, else the first unfinished one on the path of the first-run
/// answer. Skips lessons that the placement showed to be known.
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
        // An own lesson is on no path.
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

/// Finished lessons that are due for repetition, in teaching order.
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

/// Finds a step of a lesson, or one of its variations, which is a step of its own.
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

/// Index of the next line of a sequence: the first unplayed one, then in turn with each repetition.
fn variation(step: &Step, done: &[StepDone], times: u32) -> u8 {
    let is_new = |line: &Step| done.iter().all(|row| row.step != line.id);
    let lines = step.variations.len() as u32 + 1;
    let next = step.lines().position(is_new);
    next.map_or((times % lines) as u8, |next| next as u8)
}

/// Themes of the steps, the most frequent first.
fn shown_most(lesson: &Outline) -> Vec<&str> {
    let mut themes: Vec<(&str, usize)> = lesson
        .themes
        .iter()
        .map(|(theme, steps)| (theme.as_str(), *steps))
        .collect();
    themes.sort_by_key(|(_, steps)| std::cmp::Reverse(*steps));
    themes.into_iter().map(|(theme, _)| theme).collect()
}

/// Position that a step shows.
fn shown(step: &Step) -> PositionView {
    if let Task::BuildPosition { given } = &step.task {
        let mut setup = step.position.to_setup();
        setup.pieces.retain(|(square, _)| given.contains(*square));
        // A legal position with fewer pieces is legal.
        if let Ok(shown) = draughts::Position::from_setup(step.position.variant(), &setup) {
            return PositionView::still(&shown);
        }
    }
    // Legal moves would reveal the answer of a step in which nothing is played.
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
        Task::Explain { line: moves } => line = MoveView::line(&step.position, moves),
        Task::WriteMove { line: moves } => {
            line = MoveView::line(&step.position, moves);
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

impl From<StepAnswer> for Answer {
    fn from(answer: StepAnswer) -> Self {
        match answer {
            StepAnswer::Seen => Self::Seen,
            StepAnswer::Taps { squares } => Self::Taps(squares.into()),
            // No capture takes 255 pieces.
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
