//! Calls for lessons that a teacher composes: written as a lesson file, proved and kept; opened again; handed on as a file.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::learn::own_lessons::{FaultView, proved};
use crate::learn::params::{GoalView, LessonSummary};
use crate::views::view;
use draughts_lessons::{Draft, DraftFault, DraftStep, DraftTask, DraftTurn, Fault, Goal, PlayOut};

/// Steps of a lesson, at most.
const MOST_STEPS: usize = 60;
/// Moves of the learner in a line, at most.
const LONGEST_LINE: usize = 40;

view! {
    /// A lesson as a teacher composes it, in one language.
    pub struct LessonDraft {
        /// The lesson that it takes the place of; null makes a new one.
        pub id: Option<String>,
        pub variant: String,
        /// The language of its texts, by two letters.
        pub language: String,
        pub title: String,
        pub intro: String,
        pub outro: String,
        /// What is said between the moves of a line.
        pub go: String,
        pub steps: Vec<DraftStepView>,
    }
}
view! {
    /// What is asked in a step of a composed lesson.
    pub enum DraftKind {
        /// Read, and look at the position.
        Explain,
        /// Play `turns`.
        Moves,
        /// Play against the computer until `goal` is reached.
        PlayOut,
    }
}
view! {
    /// A step of a composed lesson. The learner may play either side.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftStep"))]
    pub struct DraftStepView {
        pub kind: DraftKind,
        /// With the learner to move.
        pub fen: String,
        pub text: String,
        /// What is said once it is solved.
        pub right: String,
        pub hint: String,
        /// What is said to another legal move; empty: what the engine or the rules say of it.
        pub wrong: String,
        pub turns: Vec<DraftTurnView>,
        /// For `playOut`.
        pub goal: Option<GoalView>,
        /// For the goal `gain`: how many men, a king counting three.
        pub by: u8,
        /// For `playOut`: the most moves that the learner may need, 40 at most.
        pub moves: u8,
        /// For `playOut`: the key of the computer's level.
        pub level: String,
    }
}
view! {
    /// A move of the learner, and the reply; the last turn has none.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftTurn"))]
    pub struct DraftTurnView {
        /// The right moves, as written: "32-28".
        pub accept: Vec<String>,
        pub reply: Option<String>,
    }
}
view! {
    /// What a composed lesson lacks.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftFaultKind"))]
    pub enum DraftFaultKind {
        NoTitle,
        NothingToDo,
        NoText,
        /// Longer than 200 letters, or more than two sentences.
        LongText,
        /// A word that is not the game's: "queen".
        Word,
        /// The position cannot be, or nobody can move in it.
        Position,
        NoMove,
        Illegal,
        /// After a right move the line does not go on.
        NoReply,
        /// No such level, or too many moves.
        Game,
        /// The computer with more time does not reach the goal.
        Goal,
        /// What `what` says.
        Other,
    }
}
view! {
    /// Something that a composed lesson lacks.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftFault"))]
    pub struct DraftFaultView {
        /// The step, 0 the first; null where the lesson as a whole is meant.
        pub step: Option<u8>,
        pub kind: DraftFaultKind,
        /// What the checker of lesson files says, in English; empty where the kind says all.
        pub what: String,
    }
}
view! {
    /// `composeLesson {draft}` → `ComposedLesson`: written, proved and kept as a lesson of one's own; or what it lacks, and nothing is
    /// kept. A game against the computer is played through: it may take a second.
    pub struct ComposeLesson { pub draft: LessonDraft }
}
view! {
    /// The lesson that was kept, or what it lacks.
    pub struct ComposedLesson { pub lesson: Option<LessonSummary>, pub faults: Vec<DraftFaultView> }
}
view! {
    /// `lessonDraft {lesson, language}` → `LessonDraft`, or null where the lesson has steps that are not composed here.
    pub struct OpenDraft { pub lesson: String, pub language: String }
}
view! {
    /// `lessonFile {lesson}` → `LessonFile`: a lesson of one's own, as `importLesson` reads it.
    pub struct SaveLessonFile { pub lesson: String }
}
view! {
    /// A lesson file.
    pub struct LessonFile {
        /// "my-lesson.toml".
        pub name: String,
        pub source: String,
    }
}

impl Call for ComposeLesson {
    type Reply = ComposedLesson;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let (id, language) = (self.draft.id.clone(), self.draft.language.clone());
        app.assets.need_texts(&language)?;
        let draft = self.draft.read()?;
        let id = match id {
            Some(id) => id,
            None => free_id(app, &draft.title)?,
        };
        let refused = |faults| Ok(ComposedLesson { lesson: None, faults });
        let source = match draft.write(&id) {
            Ok(source) => source,
            Err(faults) => return refused(faults.into_iter().map(DraftFaultView::of).collect()),
        };
        if source.len() > crate::learn::own_lessons::LARGEST {
            return Err(crate::files::too_large(crate::learn::own_lessons::LARGEST));
        }
        let school = match proved(&id, &source, &app.assets)? {
            Ok((school, _)) => school,
            Err(faults) => return refused(faults.iter().map(DraftFaultView::proved).collect()),
        };
        app.store.keep_lesson(&id, &source, app.now())?;
        app.forget_school();
        let outline = crate::learn::lessons::find(&school, &id)?;
        let summary = crate::learn::lessons::summary(app, &school, outline, &language)?;
        Ok(ComposedLesson {
            lesson: Some(summary),
            faults: Vec::new(),
        })
    }
}

impl Call for OpenDraft {
    type Reply = Option<LessonDraft>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        own_source(app, &self.lesson)?;
        let school = app.school()?;
        let draft = school
            .lesson(&self.lesson)
            .and_then(|lesson| Draft::of(lesson, &self.language));
        Ok(draft.map(|draft| LessonDraft::of(self.lesson, draft)))
    }
}

impl Call for SaveLessonFile {
    type Reply = LessonFile;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let source = own_source(app, &self.lesson)?;
        Ok(LessonFile {
            name: format!("{}.toml", self.lesson),
            source,
        })
    }
}

fn own_source(app: &App, lesson: &str) -> Result<String, ApiError> {
    let own = app.store.own_lessons()?.into_iter();
    let found = own.into_iter().find(|(id, _)| id == lesson);
    found.map(|(_, source)| source).ok_or_else(|| {
        let message = format!("no lesson of your own is called {lesson:?}");
        ApiError::new(ErrorKind::NotFound, message)
    })
}

/// An id that no lesson has yet, made of a title: "my-lesson".
fn free_id(app: &mut App, title: &str) -> Result<String, ApiError> {
    let mut words = String::from("own");
    for word in title.split(|letter: char| !letter.is_ascii_alphanumeric()) {
        if !word.is_empty() && words.len() + word.len() < 40 {
            words.push('-');
            words.push_str(&word.to_ascii_lowercase());
        }
    }
    let school = app.school()?;
    let taken = |id: &str| school.outline(id).is_some();
    let numbered = (2..).map(|number| format!("{words}-{number}"));
    let mut ids = std::iter::once(words.clone()).chain(numbered);
    Ok(ids.find(|id| !taken(id)).unwrap_or(words))
}

impl LessonDraft {
    pub(crate) fn read(self) -> Result<Draft, ApiError> {
        if self.steps.len() > MOST_STEPS {
            return Err(bad_params("a composed lesson has at most 60 steps"));
        }
        if !draughts_lessons::LANGUAGES.contains(&self.language.as_str()) {
            return Err(bad_params("a composed lesson is told in en, fr, nl or de"));
        }
        let steps = self.steps.into_iter().map(|step| {
            let task = match (step.kind, step.goal) {
                (DraftKind::Explain, _) => DraftTask::Explain,
                (DraftKind::Moves, _) if step.turns.len() > LONGEST_LINE => {
                    return Err(bad_params("a line has at most 40 moves of the learner"));
                }
                (DraftKind::Moves, _) => DraftTask::Moves(step.turns.into_iter().map(turn).collect()),
                (DraftKind::PlayOut, None) => return Err(bad_params("a game has a goal")),
                (DraftKind::PlayOut, Some(goal)) => DraftTask::PlayOut(PlayOut {
                    goal: match goal {
                        GoalView::Win => Goal::Win,
                        GoalView::Draw => Goal::Draw,
                        GoalView::King => Goal::King,
                        GoalView::Gain => Goal::Gain(step.by),
                    },
                    moves: step.moves,
                    level: step.level,
                }),
            };
            let DraftStepView {
                fen,
                text,
                right,
                hint,
                wrong,
                ..
            } = step;
            Ok(DraftStep {
                fen,
                task,
                text,
                right,
                hint,
                wrong,
            })
        });
        Ok(Draft {
            variant: convert::variant(&self.variant)?,
            steps: steps.collect::<Result<_, _>>()?,
            language: self.language,
            title: self.title,
            intro: self.intro,
            outro: self.outro,
            go: self.go,
        })
    }

    fn of(id: String, draft: Draft) -> LessonDraft {
        let steps = draft.steps.into_iter().map(|step| {
            let DraftStep {
                fen,
                task,
                text,
                right,
                hint,
                wrong,
            } = step;
            let mut view = DraftStepView {
                kind: DraftKind::Explain,
                turns: Vec::new(),
                goal: None,
                by: 0,
                moves: 0,
                level: String::new(),
                fen,
                text,
                right,
                hint,
                wrong,
            };
            match task {
                DraftTask::Explain => {}
                DraftTask::Moves(turns) => {
                    let turn = |DraftTurn { accept, reply }| DraftTurnView { accept, reply };
                    (view.kind, view.turns) = (DraftKind::Moves, turns.into_iter().map(turn).collect());
                }
                DraftTask::PlayOut(PlayOut { goal, moves, level }) => {
                    let (goal, by) = match goal {
                        Goal::Win => (GoalView::Win, 0),
                        Goal::Draw => (GoalView::Draw, 0),
                        Goal::King => (GoalView::King, 0),
                        Goal::Gain(by) => (GoalView::Gain, by),
                    };
                    view = DraftStepView {
                        kind: DraftKind::PlayOut,
                        goal: Some(goal),
                        by,
                        moves,
                        level,
                        ..view
                    };
                }
            }
            view
        });
        LessonDraft {
            id: Some(id),
            variant: draft.variant.key().to_owned(),
            steps: steps.collect(),
            language: draft.language,
            title: draft.title,
            intro: draft.intro,
            outro: draft.outro,
            go: draft.go,
        }
    }
}

fn turn(DraftTurnView { accept, reply }: DraftTurnView) -> DraftTurn {
    DraftTurn { accept, reply }
}

impl DraftFaultView {
    fn of((step, fault): (Option<usize>, DraftFault)) -> Self {
        let kind = match fault {
            DraftFault::NoTitle => DraftFaultKind::NoTitle,
            DraftFault::NothingToDo => DraftFaultKind::NothingToDo,
            DraftFault::NoText => DraftFaultKind::NoText,
            DraftFault::LongText => DraftFaultKind::LongText,
            DraftFault::Word => DraftFaultKind::Word,
            DraftFault::Position => DraftFaultKind::Position,
            DraftFault::NoMove => DraftFaultKind::NoMove,
            DraftFault::Illegal => DraftFaultKind::Illegal,
            DraftFault::NoReply => DraftFaultKind::NoReply,
            DraftFault::Game => DraftFaultKind::Game,
        };
        Self {
            step: step.map(|step| step as u8),
            kind,
            what: String::new(),
        }
    }

    /// A fault that the checker of lesson files found.
    fn proved(fault: &Fault) -> Self {
        let FaultView { place, what, .. } = FaultView::of(fault);
        let number = place
            .split('.')
            .find_map(|part| part.strip_prefix("step-")?.parse::<u8>().ok());
        let is_goal = what.starts_with("the goal is not reached") || what.starts_with("the game is over");
        Self {
            step: number.map(|number| number.saturating_sub(1)),
            kind: if is_goal {
                DraftFaultKind::Goal
            } else {
                DraftFaultKind::Other
            },
            what,
        }
    }
}
