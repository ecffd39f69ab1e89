//! The public interface of a search: it starts on a game, runs in slices, can be stopped at any moment and always has
//! a result. Knows no board; one trait hides the search of the right board.
use super::assets::EngineAssets;
use super::easy_move::Iterations;
use super::level::Level;
use super::limits::{Clock, Limits, StopFlag};
use super::pool::Pool;
use super::score::Score;
use super::state::{RootPosition, SearchState};
use super::tt::TranspositionTable;
use draughts::raw::{BitMove, Geometry, MoveList, Pos, generate, with_pos};
use draughts::{Game, Move, RuleOption};

/// Maximum number of nodes between two checks of the clock and the stop flag: a few milliseconds on a slow phone.
const CHUNK: u64 = 1000;
/// The first chunk, before the speed is known.
const FIRST_CHUNK: u64 = 32;
/// Milliseconds after which a check is due. In positions where kings have thousands of captures, a thousand nodes
/// take a second.
const MAX_CHECK_MILLIS: f64 = 4.0;

/// The request to a search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Task {
    /// The limits at which it ends by itself.
    pub limits: Limits,
    /// A level to play as, with a seed. The same seed and game give the same move.
    pub level: Option<(Level, u64)>,
    /// MultiPV: number of best moves with an exact score and a line; 0 means 1.
    pub lines: u8,
    /// Number of threads; 0 means 1. With more than one the result depends on chance. A level has one, and so has a
    /// WebAssembly module without shared memory.
    pub threads: u8,
    /// Maximum number of pieces for which endgame tables are probed; `None` for all tables. With 0 the result does
    /// not depend on installed tables.
    pub table_pieces: Option<u8>,
}

impl Task {
    /// The best play within these limits.
    #[must_use]
    pub fn within(limits: Limits) -> Task {
        Task {
            limits,
            ..Task::default()
        }
    }

    /// The move of a level.
    #[must_use]
    pub fn level(level: Level, seed: u64) -> Task {
        Task {
            limits: level.limits(),
            level: Some((level, seed)),
            ..Task::default()
        }
    }

    /// Sets the number of lines.
    #[must_use]
    pub fn with_lines(self, lines: u8) -> Task {
        Task { lines, ..self }
    }
}

/// A principal variation: one of the best moves and its continuation.
#[derive(Clone, Debug, PartialEq)]
pub struct PvLine {
    /// Score for the side to move at the root.
    pub score: Score,
    /// Depth of its search, in plies; a line that has dropped out keeps its last one.
    pub depth: u8,
    /// Moves from the root; never empty.
    pub moves: Vec<Move>,
}

/// The progress of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchInfo {
    /// Completed depth, in plies.
    pub depth: u8,
    /// Score for the side to move.
    pub score: Score,
    /// Number of nodes entered.
    pub nodes: u64,
    /// Time in milliseconds by the caller's clock.
    pub millis: f64,
    /// The best line.
    pub line: Vec<Move>,
    /// The best lines found so far, best first, as many as the task asked for; the first is `line`.
    pub lines: Vec<PvLine>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The move to play; `None` only without a legal move.
    pub best: Option<Move>,
    /// The expected reply, if there is one.
    pub ponder: Option<Move>,
    /// The progress when it ended.
    pub info: SearchInfo,
}

/// A search on any board.
pub(super) trait AnySearch: Send {
    fn step(&mut self, nodes: u64);
    fn done(&self) -> bool;
    fn updates(&self) -> u32;
    fn nodes(&self) -> u64;
    fn depth(&self) -> u8;
    fn score(&self) -> Score;
    fn line(&self) -> Vec<Move>;
    fn lines(&self) -> Vec<PvLine>;
    fn restrict(&mut self, limits: Limits);
    fn stride(&mut self, plies: i32);
    fn choice(&self) -> Option<Move>;
    fn into_table(self: Box<Self>) -> TranspositionTable;
}

impl<G: Geometry> AnySearch for SearchState<G> {
    fn step(&mut self, nodes: u64) {
        SearchState::step(self, nodes);
    }
    fn done(&self) -> bool {
        self.done
    }
    fn updates(&self) -> u32 {
        self.updates
    }
    fn nodes(&self) -> u64 {
        self.nodes
    }
    fn depth(&self) -> u8 {
        self.completed_depth as u8
    }
    fn score(&self) -> Score {
        self.reported_score()
    }
    fn line(&self) -> Vec<Move> {
        let line = self.with_tablebase_moves(&self.best_line);
        line.iter().map(|mv| mv.to_move(self.rules.board)).collect()
    }
    fn lines(&self) -> Vec<PvLine> {
        let moves = |line: &[BitMove<G>]| {
            let line = self.with_tablebase_moves(line);
            line.iter().map(|mv| mv.to_move(self.rules.board)).collect()
        };
        SearchState::lines(self)
            .map(|root| PvLine {
                score: root.reported_score(),
                depth: root.depth as u8,
                moves: moves(&root.line),
            })
            .collect()
    }
    fn restrict(&mut self, limits: Limits) {
        SearchState::restrict(self, limits);
    }
    fn stride(&mut self, plies: i32) {
        self.stride = plies;
    }
    fn choice(&self) -> Option<Move> {
        SearchState::choice(self).map(|mv| mv.to_move(self.rules.board))
    }
    fn into_table(self: Box<Self>) -> TranspositionTable {
        self.table
    }
}

/// A search that can pause at any node and resume with the same result.
pub struct Search {
    state: Box<dyn AnySearch>,
    clock: Clock,
    started: f64,
    limits: Limits,
    iterations: Iterations,
    stopped: bool,
    reported: u32,
    /// Nodes to search before the next check.
    chunk: u64,
    helpers: Pool,
}

impl std::fmt::Debug for Search {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Search")
            .field("nodes", &self.nodes())
            .field("done", &self.is_done())
            .finish()
    }
}

impl Search {
    /// Prepares a search from the current position of a game. The table may contain earlier searches. A level clears
    /// it, so that its move depends only on game and seed.
    #[must_use]
    pub fn new(
        game: &Game,
        task: Task,
        assets: &EngineAssets,
        mut table: TranspositionTable,
        clock: Clock,
    ) -> Search {
        if task.level.is_some() {
            table.clear();
        }
        let task = Task {
            level: task.level.map(|(level, seed)| (level.at(game), seed)),
            ..task
        };
        let rules = game.variant().rules();
        let draws = *game.clock();
        let earlier = &game.positions()[..game.positions().len() - 1];
        let path = earlier[earlier.len() - usize::from(draws.reach).min(earlier.len())..].iter();
        let path: Vec<u64> = path.map(|earlier| with_pos!(earlier, pos => pos.key())).collect();
        fn boxed<G: Geometry>(
            root: RootPosition<G>,
            task: Task,
            table: TranspositionTable,
        ) -> Box<dyn AnySearch> {
            Box::new(SearchState::new(root, task, table))
        }
        fn moves_of<G: Geometry>(game: &Game, pos: &Pos<G>) -> MoveList<G> {
            if game.options().has(RuleOption::TurkishContinue) {
                let duties = game.position().duties_under(game.options());
                let bits = |mv: &Move| BitMove::from_move(mv, game.variant().rules().board);
                return duties.iter().map(bits).collect();
            }
            let mut moves = MoveList::new();
            generate(pos, game.variant().rules(), &mut moves);
            moves
        }
        let options = game.options();
        // A level plays the same on every machine, whatever tables the user has built.
        let tables = if task.level.is_some() {
            assets.bundled_tables(game.variant())
        } else {
            assets.tables(game.variant())
        };
        let tables = tables.filter(|_| task.table_pieces != Some(0));
        let weights = assets.weights(game.variant());
        let new_state = |task: Task, table: TranspositionTable| {
            with_pos!(game.position(), pos => boxed(
                RootPosition {
                    rules,
                    options,
                    weights: weights.clone(),
                    tables: tables.clone(),
                    pos: *pos,
                    moves: moves_of(game, pos),
                    path: path.clone(),
                    draws,
                },
                task,
                table,
            ))
        };
        let mut helpers = Pool::default();
        let wanted = if task.level.is_none() { task.threads } else { 1 };
        for helper in 1..wanted {
            let mut helping = new_state(Task::within(Limits::infinite()), table.shared());
            helping.stride(1 + i32::from(helper % 2));
            helpers.add(move |nodes| {
                (!helping.done()).then(|| {
                    let before = helping.nodes();
                    helping.step(nodes);
                    helping.nodes() - before
                })
            });
        }
        let state = new_state(task, table);
        Search {
            state,
            clock,
            started: clock(),
            limits: task.limits,
            iterations: Iterations::default(),
            stopped: false,
            reported: 0,
            chunk: FIRST_CHUNK,
            helpers,
        }
    }

    /// Searches about this many more nodes; returns `true` when the search is over.
    pub fn step(&mut self, nodes: u64) -> bool {
        if !self.is_done() {
            let depth = self.state.depth();
            self.state.step(nodes);
            let spent = self.millis();
            self.stopped |= self.limits.millis.is_some_and(|limit| spent >= limit);
            if let Some(soft) = self.limits.soft_millis
                && self.state.depth() > depth
            {
                self.iterations.add(self.state.choice(), self.state.score());
                self.stopped |= spent >= (soft * self.iterations.share()).max(self.limits.free_millis);
            }
        }
        if self.is_done() {
            self.helpers.stop();
        }
        self.is_done()
    }

    /// Searches for this many milliseconds; returns `true` when the search is over.
    pub fn slice(&mut self, millis: f64) -> bool {
        let end = (self.clock)() + millis;
        while !self.step_chunk() {
            if (self.clock)() >= end {
                return false;
            }
        }
        true
    }

    /// Searches until a check of the clock and the stop flag is due; returns `true` when the search is over.
    fn step_chunk(&mut self) -> bool {
        let before = (self.clock)();
        let over = self.step(self.chunk);
        let spent = (self.clock)() - before;
        let chunk = if spent > MAX_CHECK_MILLIS {
            self.chunk / 2
        } else {
            self.chunk * 2
        };
        self.chunk = chunk.clamp(1, CHUNK);
        over
    }

    /// Ends the search; its result is what it has found so far.
    pub fn stop(&mut self) {
        self.stopped = true;
        self.helpers.stop();
    }

    /// Returns the nodes entered by all threads.
    fn nodes(&self) -> u64 {
        self.state.nodes() + self.helpers.nodes()
    }

    /// Gives a running search new limits; its time counts from now.
    pub fn restrict(&mut self, limits: Limits) {
        self.limits = limits;
        self.started = (self.clock)();
        self.state.restrict(limits);
    }

    /// Returns `true` if the search is over.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.stopped || self.state.done()
    }

    /// Returns the progress if it has changed since the last call.
    pub fn new_info(&mut self) -> Option<SearchInfo> {
        let updates = self.state.updates();
        if updates == self.reported {
            return None;
        }
        self.reported = updates;
        Some(self.info())
    }

    /// Returns the progress.
    #[must_use]
    pub fn info(&self) -> SearchInfo {
        SearchInfo {
            depth: self.state.depth(),
            score: self.state.score(),
            nodes: self.nodes(),
            millis: self.millis(),
            line: self.state.line(),
            lines: self.state.lines(),
        }
    }

    /// Returns the result so far.
    #[must_use]
    pub fn result(&self) -> SearchResult {
        let info = self.info();
        let best = self.state.choice();
        let ponder = info
            .line
            .get(1)
            .copied()
            .filter(|_| info.line.first().copied() == best);
        SearchResult { best, ponder, info }
    }

    /// Returns the table, for the next search.
    #[must_use]
    pub fn into_table(self) -> TranspositionTable {
        self.state.into_table()
    }

    fn millis(&self) -> f64 {
        (self.clock)() - self.started
    }
}

/// Runs a search to its end or until the flag is set, and reports every better line to `sink`.
pub fn analyse(search: &mut Search, stop: &StopFlag, mut sink: impl FnMut(&SearchInfo)) -> SearchResult {
    while !search.step_chunk() {
        if let Some(info) = search.new_info() {
            sink(&info);
        }
        if stop.is_stopped() {
            search.stop();
        }
    }
    if let Some(info) = search.new_info() {
        sink(&info);
    }
    search.result()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::no_clock;
    use draughts::Variant;
    use std::sync::atomic::{AtomicU32, Ordering};

    /// A clock on which every reading takes ten milliseconds.
    fn fast_clock() -> f64 {
        static ELAPSED: AtomicU32 = AtomicU32::new(0);
        f64::from(ELAPSED.fetch_add(10, Ordering::Relaxed))
    }

    #[test]
    fn slow_positions_check_the_clock_more_often() {
        let (game, assets) = (Game::new(Variant::International), EngineAssets::bundled());
        let after_twenty_checks = |clock: Clock| {
            let task = Task::within(Limits::infinite());
            let mut search = Search::new(&game, task, &assets, TranspositionTable::new(1), clock);
            for _ in 0..20 {
                assert!(!search.slice(0.0));
            }
            search.nodes()
        };
        let (slow, fast) = (after_twenty_checks(fast_clock), after_twenty_checks(no_clock));
        assert!(slow < fast / 4, "{slow} {fast}");
    }
}
