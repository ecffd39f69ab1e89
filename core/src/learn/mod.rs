//! The school: lessons, rules, words, drills, endings, and lessons of one's own.
pub(crate) mod album;
mod compare;
pub(crate) mod compose;
pub(crate) mod diplomas;
mod drills;
pub(crate) mod lessons;
pub(crate) mod own_lessons;
pub(crate) mod params;
pub(crate) mod reviews;
pub(crate) mod school;

pub use album::{Album, FindPlayedShots, PlayedShotView, PlayedShots, ShotView};
pub use compare::{
    CompareGames, CornerView, GameFactsView, GameGoalView, KingView, ManTakesView, PrecedenceView,
    PromotionView,
};
pub use compose::{
    ComposeLesson, ComposedLesson, DraftFaultKind, DraftFaultView, DraftKind, DraftStepView, DraftTurnView,
    LessonDraft, LessonFile, OpenDraft, SaveLessonFile,
};
pub use diplomas::{
    DiplomaView, Diplomas, EndExam, ExamMove, ExamMoveView, ExamReason, ExamReasonView, ExamResultView,
    ExamView, OpenExam, SubjectResult, SubjectView,
};
pub use drills::{
    AskCapture, AskEnding, AskSquare, CaptureDrillView, CaptureTry, CaptureTryView, EndingDrillView,
    EndingHint, EndingHintView, EndingKindView, EndingMove, EndingReply, Endings, ResultView,
    SquareDrillView, TruthView,
};
pub use own_lessons::{FaultView, ImportLesson, ImportLessonView, OwnLessons, RemoveLesson};
pub use params::{
    ForgetLesson, GoalView, HintView, LessonHint, LessonStep, LessonSummary, LessonView, ListLessons,
    NextLesson, OpenLesson, OptionView, Overlay, StepAnswer, StepKind, StepReply, StepView, VerdictView,
};
pub use school::{
    ArticleView, Glossary, LessonsOfArticle, PointView, RuleTextView, RuleTexts, RulesPage, RulesPageView,
    TermNameView, TermView, TrackView, Tracks,
};
