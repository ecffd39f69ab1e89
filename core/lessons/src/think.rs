//! The searches that judging needs: request, result, and provider. Knows no lesson.
use draughts::{Game, Move};
use draughts_engine::{Level, Limits, Search, Task, TranspositionTable, no_clock};

/// The size of the transposition table in MiB: enough for short searches.
const TABLE: usize = 1;

/// A search request. It is limited by nodes and not by time, so that the result is the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The node limit.
    pub nodes: u64,
    /// A move as this level plays it with this seed; else the best.
    pub level: Option<(String, u64)>,
}

impl Question {
    /// The best move.
    pub(super) const fn best(nodes: u64) -> Question {
        Question { nodes, level: None }
    }

    /// The search that answers it, not begun yet; `None` where no level of the game has this name.
    pub fn search(&self, game: &Game) -> Option<Search> {
        let mut task = Task::within(Limits::nodes(self.nodes));
        if let Some((key, seed)) = &self.level {
            let limits = Level::by_key(game.variant(), key)?;
            task = Task::level(limits, *seed);
            task.limits.nodes = Some(
                task.limits
                    .nodes
                    .map_or(self.nodes, |nodes| nodes.min(self.nodes)),
            );
        }
        // The browser may not have them yet.
        task.table_pieces = Some(0);
        Some(Search::new(game, task, TranspositionTable::new(TABLE), no_clock))
    }
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thought {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// Centipawns for the side to move.
    pub worth: i32,
    /// The best line.
    pub line: Vec<Move>,
}

/// Nobody here can search: who asked has to come back with the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer to a search is wanted")]
pub struct Unthought;

/// Who answers such questions.
pub trait Thinker: Send + Sync + std::fmt::Debug {
    /// The answer, for the side to move.
    ///
    /// # Errors
    /// [`Unthought`] where it is not known yet.
    fn think(&self, game: &Game, question: &Question) -> Result<Thought, Unthought>;
}

/// The engine of this program, at once.
#[derive(Clone, Copy, Debug, Default)]
pub struct Engine;

impl Thinker for Engine {
    fn think(&self, game: &Game, question: &Question) -> Result<Thought, Unthought> {
        let Some(mut search) = question.search(game) else {
            return Ok(Thought::default());
        };
        while !search.step(question.nodes) {}
        let found = search.result();
        Ok(Thought {
            best: found.best,
            worth: found.info.score.centipawns(),
            line: found.info.line,
        })
    }
}
