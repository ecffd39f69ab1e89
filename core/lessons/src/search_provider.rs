//! Searches needed by the judge: question, answer and provider.
use draughts::{Game, Move};
use draughts_engine::{EngineAssets, Level, Limits, Search, Task, TranspositionTable, no_clock};

/// Size of the transposition table in MiB: enough for short searches.
const TABLE: usize = 1;

/// A search request. It is limited by nodes and not by time, so that the answer is the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuestion {
    /// The node limit.
    pub nodes: u64,
    /// Level and seed of a computer's move; `None` for the best move.
    pub level: Option<(String, u64)>,
}

impl SearchQuestion {
    /// Asks for the best move.
    pub(super) const fn best(nodes: u64) -> SearchQuestion {
        SearchQuestion { nodes, level: None }
    }

    /// Returns the search that answers it, not yet started; `None` if the game has no such level.
    pub fn search(&self, game: &Game, assets: &EngineAssets) -> Option<Search> {
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
        // A browser may not have downloaded the tables yet.
        task.table_pieces = Some(0);
        Some(Search::new(
            game,
            task,
            assets,
            TranspositionTable::new(TABLE),
            no_clock,
        ))
    }
}

/// The answer of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchAnswer {
    /// The move to play; `None` only without legal moves.
    pub best: Option<Move>,
    /// Score in centipawns for the side to move.
    pub worth: i32,
    /// The best line.
    pub line: Vec<Move>,
}

/// Another part of the program does the search. The call is repeated once its answer is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a search must be done first")]
pub struct SearchPending;

/// Provides the searches of lessons and endings.
pub trait SearchProvider: Send + Sync + std::fmt::Debug {
    /// Returns the answer for the side to move.
    ///
    /// # Errors
    /// [`SearchPending`] if it is not known yet.
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending>;
}

/// A provider that finds nothing, for judging without a search.
#[derive(Clone, Copy, Debug)]
pub struct Unsearched;

impl SearchProvider for Unsearched {
    fn answer(&self, _: &Game, _: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        Ok(SearchAnswer::default())
    }
}

/// A provider that searches synchronously.
#[derive(Clone, Debug)]
pub struct LocalSearch(pub EngineAssets);

impl SearchProvider for LocalSearch {
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        let Some(mut search) = question.search(game, &self.0) else {
            return Ok(SearchAnswer::default());
        };
        while !search.step(question.nodes) {}
        let found = search.result();
        Ok(SearchAnswer {
            best: found.best,
            worth: found.info.score.centipawns(),
            line: found.info.line,
        })
    }
}
