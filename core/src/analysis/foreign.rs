//! Converts the output of an external engine to search views. Knows no engine.
use crate::search::{SearchInfo, SearchResult};
use crate::views::MoveView;
use draughts::notation::movetext;
use draughts::{Move, Position};
use draughts_engine::Score;

/// Evaluation of a position by an external engine.
#[derive(Clone, Debug)]
pub struct ForeignWord {
    /// Plies.
    pub depth: u8,
    /// Centipawns for the side to move.
    pub score: i32,
    /// Number of positions visited.
    pub nodes: f64,
    /// Milliseconds.
    pub millis: f64,
    /// Best line, legal from the position.
    pub line: Vec<Move>,
}

impl ForeignWord {
    /// Converts it to search progress.
    #[must_use]
    pub fn info(&self, position: &Position) -> SearchInfo {
        SearchInfo {
            depth: self.depth,
            score: self.score,
            expected: draughts_engine::expected(position.variant(), Score::cp(self.score)),
            nodes: self.nodes,
            millis: self.millis,
            pv: movetext::write_line(position, &self.line),
            lines: Vec::new(),
        }
    }

    /// Converts it to a search result with a legal best move: without a draw offer or a pause.
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
