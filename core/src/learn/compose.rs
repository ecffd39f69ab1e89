//! Calls for lessons that a teacher composes: written as a lesson file, checked, stored, reopened and exported.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::learn::own_lessons::{FaultView, proved};
use crate::learn::params::{GoalView, LessonSummary};
use crate::learn::summaries::summary;
use crate::school::find;
use crate::views::view;
use draughts_lessons::{Draft, DraftFault, DraftStep, DraftTask, DraftTurn, Fault, Goal, LANGUAGES, PlayOut};

/// Maximum number of steps.
const MOST_STEPS: usize = 60;
/// Maximum number of the learner's moves in a line.
const LONGEST_LINE: usize = 40;

view! {
    /// A composed lesson in one language.
    pub struct LessonDraft {
        /// Lesson to replace; null for a new one.
        pub id: Option<String>,
        pub variant: String,
        /// Language of the texts, an ISO 639-1 code.
        pub language: String,
        pub title: String,
        pub intro: String,
        pub outro: String,
        /// Text between the moves of a line.
        pub go: String,
        pub steps: Vec<DraftStepView>,
    }
}
view! {
    /// Kind of a composed step.
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
        /// Position with the learner to move.
        pub fen: String,
        pub text: String,
        /// Text after the solution.
        pub right: String,
        pub hint: String,
        /// Reply to other legal moves; if empty, the engine or the rules explain them.
        pub wrong: String,
        pub turns: Vec<DraftTurnView>,
        /// For `playOut`.
        pub goal: Option<GoalView>,
        /// For the goal `gain`: number of men, a king counting three.
        pub by: u8,
        /// For `playOut`: maximum number of the learner's moves, up to 40.
        pub moves: u8,
        /// For `playOut`: key of the computer's level.
        pub level: String,
    }
}
view! {
    /// A move of the learner and the reply; the last turn has no reply.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftTurn"))]
    pub struct DraftTurnView {
        /// Accepted moves: "32-28".
        pub accept: Vec<String>,
        pub reply: Option<String>,
    }
}
view! {
    /// Kind of fault in a composed lesson.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftFaultKind"))]
    pub enum DraftFaultKind {
        NoTitle,
        NothingToDo,
        NoText,
        /// Longer than 200 characters, or more than two sentences.
        LongText,
        /// A wrong term: "queen".
        Word,
        /// The position is impossible, or has no legal move.
        Position,
        NoMove,
        Illegal,
        /// The line has no reply to an accepted move.
        NoReply,
        /// No such level, or too many moves.
        Game,
        /// The computer does not reach the goal, even with more time.
        Goal,
        /// Another fault, explained by `what`.
        Other,
    }
}
view! {
    /// A fault in a composed lesson.
    #[cfg_attr(feature = "uniffi", uniffi(name = "DraftFault"))]
    pub struct DraftFaultView {
        /// Index of the step; null for the lesson as a whole.
        pub step: Option<u8>,
        pub kind: DraftFaultKind,
        /// Message of the lesson checker, in English; empty if the kind is enough.
        pub what: String,
    }
}
view! {
    /// `composeLesson {draft}` → `ComposedLesson`: writes, checks and stores an own lesson. A lesson with faults is
    /// not stored. Games against the computer are played through, which may take a second.
    pub struct ComposeLesson { pub draft: LessonDraft }
}
view! {
    /// The stored lesson, or its faults.
    pub struct ComposedLesson { pub lesson: Option<LessonSummary>, pub faults: Vec<DraftFaultView> }
}
view! {
    /// `lessonDraft {lesson, language}` → `LessonDraft`, or null if the lesson has steps that cannot be composed
    /// here.
    pub struct OpenDraft { pub lesson: String, pub language: String }
}
view! {
    /// `lessonFile {lesson}` → `LessonFile`: exports an own lesson in the format of `importLesson`.
    pub struct SaveLessonFile { pub lesson: String }
}
view! {
    /// A lesson file.
    pub struct LessonFile {
        /// File name: "my-lesson.toml".
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
        if source.len() > crate::files::LARGEST_LESSON {
            return Err(crate::files::too_large(crate::files::LARGEST_LESSON));
        }
        let school = match proved(&id, &source, &app.assets)? {
            Ok((school, _)) => school,
            Err(faults) => return refused(faults.iter().map(DraftFaultView::proved).collect()),
        };
        app.store.keep_lesson(&id, &source, app.now())?;
        app.forget_school();
        let outline = find(&school, &id)?;
        let summary = summary(app, &school, outline, &language)?;
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
        let message = format!("there is no own lesson {lesson:?}");
        ApiError::new(ErrorKind::NotFound, message)
    })
}

/// Makes an unused id from a title: "my-lesson".
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
        if !LANGUAGES.contains(&self.language.as_str()) {
            let known = LANGUAGES.join(", ");
            return Err(bad_params(format!(
                "the language of a composed lesson is one of {known}"
            )));
        }
        let steps = self.steps.into_iter().map(|step| {
            let task = match (step.kind, step.goal) {
                (DraftKind::Explain, _) => DraftTask::Explain,
                (DraftKind::Moves, _) if step.turns.len() > LONGEST_LINE => {
                    return Err(bad_params("a line has at most 40 moves by the learner"));
                }
                (DraftKind::Moves, _) => DraftTask::Moves(step.turns.into_iter().map(turn).collect()),
                (DraftKind::PlayOut, None) => return Err(bad_params("a game needs a goal")),
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

    /// Converts a fault of the lesson checker.
    fn proved(fault: &Fault) -> Self {
        let FaultView { place, what, .. } = FaultView::of(fault);
        let number = place
            .split('.')
            .find_map(|part| part.strip_prefix("step-")?.parse::<u8>().ok());
        Self {
            step: number.map(|number| number.saturating_sub(1)),
            kind: if fault.misses_goal {
                DraftFaultKind::Goal
            } else {
                DraftFaultKind::Other
            },
            what,
        }
    }
}
