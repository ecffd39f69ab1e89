//! The engine that plays for our side, a millisecond at a time. Knows no line.
use super::seat::Act;
use crate::clock;
use draughts::Game;
use draughts_engine::{EngineAssets, Level, Limits, Search, Task, TranspositionTable};
use std::hash::{BuildHasher, RandomState};

/// Milliseconds searched between two looks for a message.
const SLICE: f64 = 1.0;

/// How it thinks where not by the clock of the game.
#[derive(Clone, Debug)]
pub enum Thought {
    /// As a level.
    Level(Level),
    /// At full strength within these limits.
    Within(Limits),
}

/// An engine that plays for our side.
pub struct Thinker {
    assets: EngineAssets,
    thought: Option<Thought>,
    mebibytes: usize,
    memory: Option<TranspositionTable>,
    search: Option<Search>,
    /// Of what a level leaves to chance: another in each game.
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
    /// An engine with a table of so many MiB; without a thought it plays by the clock.
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

    /// Another game begins.
    pub fn new_game(&mut self) {
        self.rest();
        self.seed = draw_seed();
    }

    /// Begins to think of a position; `limits` are those of the clock.
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

    /// Thinks on for a millisecond; its move once it has one.
    pub fn slice(&mut self) -> Option<Act> {
        let search = self.search.as_mut()?;
        if !search.slice(SLICE) {
            return None;
        }
        let result = search.result();
        self.rest();
        result.best.map(|best| Act::Play(best, Some(result.info.score)))
    }

    /// Thinks no more.
    pub fn rest(&mut self) {
        if let Some(search) = self.search.take() {
            self.memory = Some(search.into_table());
        }
    }

    /// It thinks.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.search.is_some()
    }
}

fn draw_seed() -> u64 {
    RandomState::new().hash_one(())
}
