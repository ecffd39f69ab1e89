//! What a search means to a person: what can be expected of a position, how good the moves of a game were, when a
//! draw is due, what the endgame tables prove. Above the engine; searches nothing itself and knows no store.
mod draw;
mod facts;
mod game;
mod quality;

pub use draw::{accepts_draw, offers_draw};
pub use facts::{Fact, fact};
pub use game::{Judged, Review, SearchedPosition, review};
pub use quality::{Quality, chance, move_accuracy};
