//! Game review: the quality of moves, draw offers, and facts that the endgame tables prove. Interprets searches for
//! people; searches nothing itself and knows no store.
mod draw;
mod facts;
mod game;
mod phase;
mod quality;
mod story;

pub use draw::{accepts_draw, offers_draw};
pub use facts::{Fact, fact};
pub use game::{
    CONFIRMING_NODES, FIRST_NODES, Judged, NeededSearch, PhasePlay, Review, SearchedPosition, review,
};
pub use phase::Phase;
pub use quality::{Quality, chance, move_accuracy};
pub use story::{Decided, GameResult, Swing, SwingKind};
