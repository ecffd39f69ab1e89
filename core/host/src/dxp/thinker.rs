//! The engine that plays our side, a millisecond at a time.
use super::seat::Act;
use crate::clock;
use draughts::Game;
use draughts_engine::{EngineAssets, Level, Limits, Search, Task, TranspositionTable};
use std::hash::{BuildHasher, RandomState};

/// Milliseconds searched between two checks for a message.
const SLICE: f64 = 1.0;

/// How the engine thinks, if not by the clock of the game.
#[derive(Clone, Debug)]
pub enum Thought {
    /// As a level.
    Level(Level),
    /// At full strength within these limits.
    Within(Limits),
}

/// An engine that plays our side.
pub struct Thinker {
    assets: EngineAssets,
    thought: Option<Thought>,
    mebibytes: usize,
    memory: Option<TranspositionTable>,
    search: Option<Search>,
    /// Seed of a level's random choices; new for each game.
    seed: u64,
}

impl std::fmt::Debug for Thinker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Thinker")
            .field("thought", &self.thought)
            .finish_non_exhaustive()
    }
}

impl Thinker {
    /// Creates an engine with a table of this many MiB. Without a `thought` it plays by the clock.
    #[must_use]
    pub fn new(assets: EngineAssets, thought: Option<Thought>, mebibytes: usize) -> Self {
        Self {
            assets,
            thought,
            mebibytes,
            memory: None,
            search: None,
            seed: draw_seed(),
        }
    }

    /// Prepares for another game.
    pub fn new_game(&mut self) {
        self.rest();
        self.seed = draw_seed();
    }

    /// Begins a search; `limits` are the clock's.
    pub fn begin(&mut self, game: &Game, limits: Limits) {
        self.rest();
        let within = |limits| {
            Task::within(Limits {
                at_once_if_forced: true,
                ..limits
            })
        };
        let task = match &self.thought {
            Some(Thought::Level(level)) => Task::level(*level, self.seed),
            Some(Thought::Within(limits)) => within(*limits),
            None => within(limits),
        };
        let memory = self.memory.take();
        let memory = memory.unwrap_or_else(|| TranspositionTable::new(self.mebibytes));
        self.search = Some(Search::new(game, task, &self.assets, memory, clock::ticks));
    }

    /// Searches for a millisecond. Returns the move once it is found.
    pub fn slice(&mut self) -> Option<Act> {
        let search = self.search.as_mut()?;
        if !search.slice(SLICE) {
            return None;
        }
        let result = search.result();
        self.rest();
        result.best.map(|best| Act::Play(best, Some(result.info.score)))
    }

    /// Stops the search.
    pub fn rest(&mut self) {
        if let Some(search) = self.search.take() {
            self.memory = Some(search.into_table());
        }
    }

    /// True during a search.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.search.is_some()
    }
}

fn draw_seed() -> u64 {
    RandomState::new().hash_one(())
}
