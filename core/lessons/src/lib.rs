//! The school: lessons as data, their judge and their checker. Independent of the store and of the learner.
mod check;
mod claim;
mod compose;
mod diploma;
mod drill;
mod ending;
mod hint;
mod judge;
mod lesson;
mod outline;
mod partial;
mod proof;
mod prove;
mod read;
mod reference;
mod report;
mod rules_page;
mod school;
mod search_provider;
mod source;
mod spelling;
mod text;

pub use check::{check, forbidden_words};
pub use claim::Claim;
pub use compose::{Draft, DraftFault, DraftStep, DraftTask, DraftTurn};
pub use diploma::{Diploma, Subject};
pub use drill::{CaptureDrill, SquareDrill, capture_drill, square_drill};
pub use ending::{
    EndingCounts, EndingError, EndingJudgement, EndingKind, EndingVerdict, Truth, ending, ending_hint,
    ending_kinds, judge_ending, truth,
};
pub use hint::{Hint, hint};
pub use judge::{Answer, Judgement, Verdict, WrongAnswer, judge};
pub use lesson::{
    Accept, Goal, Lesson, Mark, Mistake, Options, PlayOut, Shared, Slip, Standing, Step, Task, Turn,
};
pub use outline::Outline;
pub use partial::{lines_before, without_faulty};
pub use proof::{Proof, Worth};
pub use prove::fill_proofs;
pub use read::LessonError;
pub use reference::{Article, Reference, ReferenceError, RuleText, SHOTS, Shot, Term};
pub use report::{Fault, Report};
pub use rules_page::{Chapter, Comparison, Figure, Page, Picture, Point, StepId};
pub use school::{BundleError, School, Track};
pub use search_provider::{
    LocalSearch, SearchAnswer, SearchPending, SearchProvider, SearchQuestion, Unsearched,
};
pub use source::SourceError;
pub use text::{LANGUAGES, TextError, Texts, Words};
