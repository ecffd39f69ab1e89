//! Correspondence games: each move travels as a line that holds the whole game, over any messenger. `letter` is the
//! line, `kept` the state beside the moves, `arrival` takes lines in.
mod arrival;
mod calendar;
mod handlers;
mod kept;
mod letter;
mod params;

pub(crate) use handlers::waiting;
pub use letter::{Letter, LetterError, Start, Word};
pub use params::{
    BeginCorrespondence, Correspond, CorrespondenceSummary, CorrespondenceView, Correspondences, LetterAct,
    LetterWord, LineAnswer, LineOffer, LineRefusal, LineReminder, OpenCorrespondence, PlanReplies,
    ReceiveLine, ReminderView,
};
