//! What another program's engine says of a position, as the pages are shown a search of ours. Knows no program.
use super::search::{SearchInfo, SearchResult, written};
use crate::views::MoveView;
use draughts::{Move, Position};
use draughts_engine::Score;

/// Another engine's word on a position.
#[derive(Clone, Debug)]
pub struct ForeignWord {
    /// Plies.
    pub depth: u8,
    /// Centipawns for the side to move.
    pub score: i32,
    /// Positions entered.
    pub nodes: f64,
    /// Milliseconds.
    pub millis: f64,
    /// The best line, legal from the position on.
    pub line: Vec<Move>,
}

impl ForeignWord {
    /// As the news of a search.
    #[must_use]
    pub fn info(&self, position: &Position) -> SearchInfo {
        SearchInfo {
            depth: self.depth,
            score: self.score,
            expected: draughts_engine::expected(position.variant(), Score::cp(self.score)),
            nodes: self.nodes,
            millis: self.millis,
            pv: written(position, &self.line),
            lines: Vec::new(),
        }
    }

    /// As a result: this move, which is legal. It offers no draw, and is shown as soon as it is there.
    #[must_use]
    pub fn result(&self, position: &Position, best: &Move) -> SearchResult {
        SearchResult {
            best: Some(MoveView::of(position, best)),
            info: self.info(position),
            pause: 0,
            offers_draw: false,
        }
    }
}
