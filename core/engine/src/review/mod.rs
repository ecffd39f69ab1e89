//! Game review: how good the moves of a game were, whether to offer or accept a draw, what the endgame tables prove about a
//! position. Interprets searches for people; searches nothing itself and knows no store.
mod draw;
mod facts;
mod game;
mod phase;
mod quality;
mod story;

pub use draw::{accepts_draw, offers_draw};
pub use facts::{Fact, fact};
pub use game::{Judged, Played, Review, SearchedPosition, review};
pub use phase::Phase;
pub use quality::{Quality, chance, move_accuracy};
pub use story::{Decided, Result, Swing, SwingKind};
