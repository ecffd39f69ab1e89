//! The search job: self-contained parameters, a stream of `SearchInfo`, one `SearchResult`. Translates between
//! people's JSON and the engine; has no thread and no clock of its own.
use super::error::{ApiError, ErrorKind};
use super::show;
use super::views::{MoveView, view};
use crate::engine::{self, Clock, Level, Limits, Search, StopFlag, Task, TranspositionTable};
use crate::notation::movetext;
use crate::{Game, Move, Position};
use serde::{Deserialize, Serialize};

/// When a search ends by itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(export, export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum LimitsView {
    /// Play as this level would; the same seed and position give the same move.
    Level { level: String, seed: u32 },
    /// Milliseconds.
    Time { millis: u32 },
    /// Plies.
    Depth { depth: u8 },
    /// Positions entered.
    Nodes { nodes: u32 },
    /// Until stopped.
    Infinite,
}
view! {
    /// A search: the start, the moves since (they show the repetitions), and when to stop.
    pub struct SearchParams {
        pub variant: String,
        pub fen: String,
        /// Moves as written (`MoveView.notation`), from `fen` on.
        pub moves: Vec<String>,
        pub limits: LimitsView,
    }
}
view! {
    /// How far the search is.
    pub struct SearchInfo {
        pub depth: u8,
        /// Centipawns (1/100 man) for the side to move.
        pub score: i32,
        pub nodes: f64,
        pub millis: f64,
        /// The best line, as written.
        pub pv: Vec<String>,
    }
}
view! {
    /// What the search found. `best` is absent where there is no legal move.
    pub struct SearchResult {
        pub best: Option<MoveView>,
        pub info: SearchInfo,
        /// Milliseconds a computer opponent waits before it shows this move (a reply at once feels like a slap).
        pub pause: u32,
    }
}

/// Size of the table for an analysis, in MiB; a level's own few positions fit in less.
const TABLE: usize = 16;
const TABLE_OF_LEVEL: usize = 4;

/// A running search: `step` it, hear its `news`, `stop` it, take its `result`.
#[derive(Debug)]
pub struct SearchJob {
    search: Search,
    position: Position,
    pause: u32,
}

impl SearchJob {
    /// The parameters from their JSON.
    ///
    /// # Errors
    /// `BadParams` where it is not of that form.
    pub fn read(json: &str) -> Result<SearchParams, ApiError> {
        serde_json::from_str(json).map_err(|e| ApiError::new(ErrorKind::BadParams, format!("search: {e}")))
    }

    /// Begins a search; `clock` gives milliseconds since any fixed moment.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadPosition`, `IllegalMove` (a move that cannot be played, or one after the end of the
    /// game) and `NotFound` (no such level).
    pub fn new(params: &SearchParams, clock: Clock) -> Result<SearchJob, ApiError> {
        let variant = show::variant(&params.variant)?;
        let start = show::position(variant, &params.fen)?;
        let mut game = Game::from_position(start);
        for text in &params.moves {
            let illegal = |e: String| ApiError::new(ErrorKind::IllegalMove, format!("{text}: {e}"));
            let mv = movetext::read(game.position(), text).map_err(|e| illegal(e.to_string()))?;
            game.play(&mv).map_err(|e| illegal(e.to_string()))?;
        }
        let task = match &params.limits {
            LimitsView::Level { level, seed } => {
                let level = Level::by_key(variant, level).ok_or_else(|| {
                    ApiError::new(ErrorKind::NotFound, format!("no level is named {level:?}"))
                })?;
                Task::level(level, u64::from(*seed))
            }
            LimitsView::Time { millis } => Task::within(Limits::millis(f64::from(*millis))),
            LimitsView::Depth { depth } => Task::within(Limits::depth(*depth)),
            LimitsView::Nodes { nodes } => Task::within(Limits::nodes(u64::from(*nodes))),
            LimitsView::Infinite => Task::within(Limits::infinite()),
        };
        let pause = task
            .level
            .map_or(0, |(level, seed)| level.pause(seed ^ game.position().hash()));
        let size = if task.level.is_some() {
            TABLE_OF_LEVEL
        } else {
            TABLE
        };
        let position = *game.position();
        let search = Search::new(&game, task, TranspositionTable::new(size), clock);
        Ok(SearchJob {
            search,
            position,
            pause,
        })
    }

    /// Searches for about this many milliseconds; true when the search is over.
    pub fn step(&mut self, millis: f64) -> bool {
        self.search.slice(millis)
    }

    /// How far it is, when there is anything new since the last time.
    pub fn news(&mut self) -> Option<SearchInfo> {
        self.search.news().map(|info| self.info(&info))
    }

    /// Ends the search: what it has found so far is its result.
    pub fn stop(&mut self) {
        self.search.stop();
    }

    /// What it found, once it is over.
    #[must_use]
    pub fn result(&self) -> Option<SearchResult> {
        if !self.search.is_done() {
            return None;
        }
        let found = self.search.result();
        Some(SearchResult {
            best: found.best.map(|mv| MoveView::of(&self.position, &mv)),
            info: self.info(&found.info),
            pause: self.pause,
        })
    }

    fn info(&self, info: &engine::SearchInfo) -> SearchInfo {
        SearchInfo {
            depth: info.depth,
            score: info.score.centipawns(),
            nodes: info.nodes as f64,
            millis: info.millis,
            pv: written(&self.position, &info.line),
        }
    }
}

/// Runs a search to its end, or until the flag is raised: its result comes within a few milliseconds either way.
///
/// # Errors
/// Those of [`SearchJob::new`].
pub fn run(
    params: &SearchParams,
    clock: Clock,
    stop: &StopFlag,
    on_info: &mut dyn FnMut(SearchInfo),
) -> Result<SearchResult, ApiError> {
    /// Often enough for a stop to be heard, seldom enough not to flood a page.
    const SLICE: f64 = 10.0;
    let mut job = SearchJob::new(params, clock)?;
    loop {
        let done = job.step(SLICE);
        if let Some(info) = job.news() {
            on_info(info);
        }
        if stop.is_stopped() {
            job.stop();
        }
        if done || stop.is_stopped() {
            return job
                .result()
                .ok_or_else(|| ApiError::new(ErrorKind::Internal, "the search gave no result"));
        }
    }
}

/// A line of moves as written, from a position on.
fn written(position: &Position, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    line.iter()
        .map(|mv| {
            let text = movetext::write(&position, mv);
            position.play_unchecked(mv);
            text
        })
        .collect()
}
