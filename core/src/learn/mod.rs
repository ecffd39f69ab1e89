//! The school: lessons as data, judged and checked. Knows neither the store nor who is learning; it schedules no screen.
mod check;
mod claim;
mod hint;
mod judge;
mod lesson;
mod proof;
mod read;
mod school;
mod text;

pub use check::{Fault, Report, check, check_only};
pub use claim::Claim;
pub use hint::{Hint, hint};
pub use judge::{Answer, Judgement, Verdict, WrongAnswer, judge};
pub use lesson::{Accept, Lesson, Mark, Mistake, Standing, Step, Task, Turn};
pub use proof::{Proof, fill_proofs};
pub use read::LessonError;
pub use school::{School, Track};
pub use text::{TextError, Texts, Words};
