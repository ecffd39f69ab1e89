//! Lessons, reference texts, drills, endings, diplomas and own lessons.
mod album;
mod compare;
mod compose;
mod diplomas;
mod drills;
mod lessons;
mod own_lessons;
mod params;
mod progress;
mod reference;
mod reviews;
mod summaries;

pub(crate) use album::card_of;
pub use album::{Album, FindPlayedShots, PlayedShotView, PlayedShots, ShotView};
pub use compare::{
    CompareGames, ComparePositions, ComparedView, ComparisonView, CornerView, GameFactsView, GameGoalView,
    KingView, ManTakesView, PrecedenceView, PromotionView,
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
pub(crate) use lessons::{lessons_due, next_lesson};
pub(crate) use own_lessons::keep_restored;
pub use own_lessons::{FaultView, ImportLesson, ImportLessonView, OwnLessons, RemoveLesson};
pub use params::{
    ForgetLesson, GoalView, LessonHint, LessonStep, LessonSummary, LessonView, ListLessons, NextLesson,
    OpenLesson, OptionView, StepAnswer, StepKind, StepReply, StepView,
};
pub use reference::{
    ArticleView, ChapterView, FigureView, Glossary, LessonsOfArticle, PointArticle, PointView, RuleTextView,
    RuleTexts, RulesPage, RulesPageView, TermNameView, TermView, TrackView, Tracks,
};
pub(crate) use summaries::{questions, summary};
