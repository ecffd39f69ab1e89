//! The searches that judging needs: request, result, and provider. Knows no lesson.
use draughts::{Game, Move};
use draughts_engine::{EngineAssets, Level, Limits, Search, Task, TranspositionTable, no_clock};

/// The size of the transposition table in MiB: enough for short searches.
const TABLE: usize = 1;

/// A search request. It is limited by nodes and not by time, so that the result is the same on every machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchQuestion {
    /// The node limit.
    pub nodes: u64,
    /// A move as this level plays it with this seed; else the best.
    pub level: Option<(String, u64)>,
}

impl SearchQuestion {
    /// The best move.
    pub(super) const fn best(nodes: u64) -> SearchQuestion {
        SearchQuestion { nodes, level: None }
    }

    /// The search that answers it, not begun yet; `None` where no level of the game has this name.
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
        // The browser may not have them yet.
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

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SearchAnswer {
    /// The move to play; `None` only where there is no legal move.
    pub best: Option<Move>,
    /// Centipawns for the side to move.
    pub worth: i32,
    /// The best line.
    pub line: Vec<Move>,
}

/// The search is done by another part of the program: the call is made again once its answer is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the answer to a search is wanted")]
pub struct SearchPending;

/// Does the searches of lessons and endings.
pub trait SearchProvider: Send + Sync + std::fmt::Debug {
    /// The answer, for the side to move.
    ///
    /// # Errors
    /// [`SearchPending`] where it is not known yet.
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending>;
}

/// Finds nothing: for what is judged without a search.
#[derive(Clone, Copy, Debug)]
pub struct Unsearched;

impl SearchProvider for Unsearched {
    fn answer(&self, _: &Game, _: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        Ok(SearchAnswer::default())
    }
}

/// Searches at once, where it is asked.
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
