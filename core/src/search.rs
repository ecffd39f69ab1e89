//! A search job: self-contained parameters, a stream of `SearchInfo`, one `SearchResult`. Converts between JSON and
//! the engine; has no thread and no clock.
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::resource::Resource;
use crate::views::{MoveView, view};
use draughts::notation::{fen, movetext};
use draughts::{Game, Position, Side};
use draughts_engine::review::offers_draw;
use draughts_engine::{
    Clock, EngineAssets, Level, Limits, Search, StopFlag, Task, TimeLeft, TranspositionTable,
};
use draughts_lessons::SearchQuestion;
use serde::{Deserialize, Serialize};

/// Limit of a search.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
#[cfg_attr(feature = "uniffi", uniffi(name = "Limits"))]
pub enum LimitsView {
    /// Plays at a level. The same seed and position give the same move.
    Level { level: String, seed: u32 },
    /// Plays at full strength for this time, or by the clock if there is one. The opening varies with the seed.
    Strongest {
        millis: u32,
        clock: Option<TimeLeftView>,
        seed: u32,
    },
    /// Time in milliseconds.
    Time { millis: u32 },
    /// Depth in plies.
    Depth { depth: u8 },
    /// Number of positions visited.
    Nodes { nodes: u32 },
    /// Until it is stopped.
    Infinite,
    /// A lesson's search: a number of positions, for the best move or a level's.
    School {
        nodes: u32,
        level: Option<String>,
        seed: u32,
    },
}
view! {
    /// The clock of the side to move, in milliseconds.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TimeLeft"))]
    #[derive(Eq)]
    pub struct TimeLeftView {
        pub left: u32,
        /// Increment after each move.
        pub increment: u32,
        /// Free time for each move.
        pub delay: u32,
        /// Moves to the next time control; null without one.
        pub moves: Option<u32>,
    }
}
view! {
    /// A search: the start, the moves since (needed for repetitions), and the limit.
    #[cfg_attr(test, ts(export))]
    pub struct SearchParams {
        /// Key of the variant.
        pub variant: String,
        pub fen: String,
        /// Moves in notation (`MoveView.notation`) from `fen`.
        pub moves: Vec<String>,
        pub limits: LimitsView,
        /// Searches for the other side, to show its threat. Not possible if the side to move must capture.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<bool>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = false))]
        pub passed: bool,
        /// Number of best lines to report; 0 means 1.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
        pub lines: u8,
        /// Number of threads; 0 means 1. A level has one, and so has a browser whose pages are not isolated.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u8>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
        pub threads: u8,
        /// Size of the transposition table in MiB; 0 means 16.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<u16>"))]
        #[cfg_attr(feature = "uniffi", uniffi(default = 0))]
        pub table: u16,
    }
}
view! {
    /// One of the best lines.
    pub struct BestLine {
        /// Centipawns for the side to move.
        pub score: i32,
        pub depth: u8,
        /// Line from the position.
        pub pv: Vec<String>,
    }
}
view! {
    /// Progress of a search.
    pub struct SearchInfo {
        pub depth: u8,
        /// Centipawns (1/100 man) for the side to move.
        pub score: i32,
        /// Expected result, 0 (lost) to 1 (won), for the side to move.
        pub expected: f64,
        pub nodes: f64,
        pub millis: f64,
        /// Best line.
        pub pv: Vec<String>,
        /// Best lines in order, if more than one was requested.
        pub lines: Vec<BestLine>,
    }
}
view! {
    /// Result of a search. `best` is absent if there is no legal move.
    #[cfg_attr(test, ts(export))]
    pub struct SearchResult {
        pub best: Option<MoveView>,
        pub info: SearchInfo,
        /// Milliseconds that a computer opponent waits before it plays; an instant reply feels rude.
        pub pause: u32,
        /// `true` if the computer offers a draw with this move because neither side can make progress.
        pub offers_draw: bool,
    }
}

impl SearchParams {
    /// Parameters for the current position of a game.
    pub fn of(game: &Game, limits: LimitsView) -> Self {
        Self {
            variant: game.variant().key().to_owned(),
            fen: fen::write(game.start()),
            moves: movetext::write_line(game.start(), game.moves()),
            limits,
            passed: false,
            lines: 0,
            threads: 0,
            table: 0,
        }
    }

    /// Replays the game.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadPosition`; `IllegalMove` for an illegal move or one after the end of the game.
    pub fn game(&self) -> Result<Game, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let start = convert::position(variant, &self.fen)?;
        let mut game = Game::from_position(start);
        for text in &self.moves {
            let illegal = |e: String| ApiError::new(ErrorKind::IllegalMove, format!("{text}: {e}"));
            let mv = movetext::read(game.position(), text).map_err(|e| illegal(e.to_string()))?;
            game.play(&mv).map_err(|e| illegal(e.to_string()))?;
        }
        Ok(game)
    }
}

/// Size of the transposition table for an analysis, in MiB. A level visits few positions and needs less.
const TABLE: usize = 16;
const TABLE_OF_LEVEL: usize = 4;
const LARGEST_TABLE: usize = 1024;
/// Number of pieces from which a search soon reaches positions in the endgame tables.
const FEW_PIECES: u8 = 9;
/// Nodes of an endless search between two looks at its stop flag, some milliseconds.
const SLICE: u64 = 2_000;

/// A running search. Call `step` until it is over, read `news`, then take `result`.
#[derive(Debug)]
pub struct SearchJob {
    search: Search,
    game: Game,
    assets: EngineAssets,
    level: bool,
    /// `true` if it may use tables that arrive at any moment: its result depends on time anyway.
    by_time: bool,
    /// How to begin again: an endless search does so when tables arrive.
    endless: Option<(Task, Clock)>,
    /// The tables it searches without.
    missing: Option<Resource>,
    pause: u32,
}

impl SearchJob {
    /// Parses parameters from JSON.
    ///
    /// # Errors
    /// `BadParams`.
    pub fn read(json: &str) -> Result<SearchParams, ApiError> {
        serde_json::from_str(json).map_err(|e| ApiError::new(ErrorKind::BadParams, format!("search: {e}")))
    }

    /// Starts a search. `clock` returns milliseconds since any fixed moment.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadPosition`, `IllegalMove` (an illegal move or one after the end of the game), and
    /// `NotFound` (no such level).
    pub fn new(params: &SearchParams, assets: &EngineAssets, clock: Clock) -> Result<SearchJob, ApiError> {
        let mut game = params.game()?;
        if let LimitsView::School { nodes, level, seed } = &params.limits {
            let level = level.clone().map(|level| (level, u64::from(*seed)));
            let question = SearchQuestion {
                nodes: u64::from(*nodes),
                level,
            };
            let search = question.search(&game, assets);
            return Ok(SearchJob {
                search: search
                    .ok_or_else(|| ApiError::new(ErrorKind::NotFound, "there is no level with this key"))?,
                game,
                assets: assets.clone(),
                level: false,
                by_time: false,
                endless: None,
                missing: None,
                pause: 0,
            });
        }
        if params.passed {
            game = passed(&game)?;
        }
        let task = task_of(&game, &params.limits)?;
        let task = Task {
            threads: params.threads,
            ..task.with_lines(params.lines)
        };
        let pause = task
            .level
            .map_or(0, |(level, seed)| level.pause(seed ^ game.position().hash()));
        let size = if task.level.is_some() {
            TABLE_OF_LEVEL
        } else {
            match params.table {
                0 => TABLE,
                wanted => usize::from(wanted).min(LARGEST_TABLE),
            }
        };
        let level = task.level.is_some() || matches!(params.limits, LimitsView::Strongest { .. });
        let by_time = matches!(
            params.limits,
            LimitsView::Strongest { .. } | LimitsView::Time { .. } | LimitsView::Infinite
        );
        #[cfg(not(target_arch = "wasm32"))]
        if by_time && pieces_of(&game) <= FEW_PIECES {
            assets.load_five(game.variant());
        }
        let search = Search::new(&game, task, assets, TranspositionTable::new(size), clock);
        let mut job = SearchJob {
            search,
            game,
            assets: assets.clone(),
            level,
            by_time,
            endless: matches!(params.limits, LimitsView::Infinite).then_some((task, clock)),
            missing: None,
            pause,
        };
        job.missing = job.missing_tables();
        Ok(job)
    }

    /// Searches for about this many milliseconds. Returns `true` when the search is over. An endless search begins
    /// again when tables have arrived.
    pub fn step(&mut self, millis: f64) -> bool {
        self.use_new_tables();
        self.search.slice(millis)
    }

    fn use_new_tables(&mut self) {
        let missing = self.missing_tables();
        if let Some((task, clock)) = self.endless
            && missing != self.missing
            && !self.search.is_done()
        {
            self.missing = missing;
            let begin = |table| Search::new(&self.game, task, &self.assets, table, clock);
            let mut table =
                std::mem::replace(&mut self.search, begin(TranspositionTable::new(1))).into_table();
            table.clear();
            self.search = begin(table);
        }
    }

    /// Endgame tables that would soon help and are not loaded. A later search uses them once they are installed.
    #[must_use]
    pub fn missing_tables(&self) -> Option<Resource> {
        let variant = self.game.variant();
        if pieces_of(&self.game) > FEW_PIECES {
            None
        } else if self.assets.lacks_tables(variant) {
            Some(Resource::Tables(variant))
        } else {
            (self.by_time && self.assets.lacks_five(variant)).then_some(Resource::FiveTables(variant))
        }
    }

    /// Returns the progress if it has changed since the last call.
    pub fn news(&mut self) -> Option<SearchInfo> {
        self.search
            .new_info()
            .map(|info| told(self.game.position(), &info))
    }

    /// Stops the search; its best move so far is the result.
    pub fn stop(&mut self) {
        self.search.stop();
    }

    /// Returns the result once the search is over.
    #[must_use]
    pub fn result(&self) -> Option<SearchResult> {
        if !self.search.is_done() {
            return None;
        }
        let found = self.search.result();
        Some(SearchResult {
            best: found.best.map(|mv| MoveView::of(self.game.position(), &mv)),
            info: told(self.game.position(), &found.info),
            pause: self.pause,
            offers_draw: self.level && offers_draw(&self.game, found.info.score, &self.assets),
        })
    }
}

/// Runs a search until it ends or the flag is raised, which stops it within a few milliseconds.
///
/// # Errors
/// Same as [`SearchJob::new`].
pub fn run(
    params: &SearchParams,
    assets: &EngineAssets,
    clock: Clock,
    stop: &StopFlag,
    on_info: &mut dyn FnMut(SearchInfo),
) -> Result<SearchResult, ApiError> {
    let mut job = SearchJob::new(params, assets, clock)?;
    if job.endless.is_some() {
        while !stop.is_stopped() && !job.search.step(SLICE) {
            job.news().into_iter().for_each(&mut *on_info);
            job.use_new_tables();
        }
        job.stop();
        job.news().into_iter().for_each(&mut *on_info);
    } else {
        let tell = |info: &draughts_engine::SearchInfo| on_info(told(job.game.position(), info));
        draughts_engine::analyse(&mut job.search, stop, tell);
    }
    job.result()
        .ok_or_else(|| ApiError::new(ErrorKind::Internal, "the search gave no result"))
}

/// Returns the task of a search of this game.
///
/// # Errors
/// `NotFound` if there is no such level.
fn task_of(game: &Game, limits: &LimitsView) -> Result<Task, ApiError> {
    let variant = game.variant();
    Ok(match limits {
        LimitsView::Level { level, seed } => {
            let level = Level::by_key(variant, level)
                .ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("there is no level {level:?}")))?;
            Task::level(level, u64::from(*seed))
        }
        LimitsView::Strongest { millis, clock, seed } => {
            let strongest = Level::all(variant).last().expect("every game has levels");
            let limits = match clock {
                Some(clock) => Limits::on_clock(&TimeLeft::from(clock)),
                None => Limits::millis(f64::from(*millis)),
            };
            // In the opening it plays as the strongest level does, so that games differ.
            match Level::varies(game) {
                true => Task::level(*strongest, u64::from(*seed)),
                false => Task::within(Limits {
                    at_once_if_forced: true,
                    ..limits
                }),
            }
        }
        LimitsView::Time { millis } => Task::within(Limits::millis(f64::from(*millis))),
        LimitsView::Depth { depth } => Task::within(Limits::depth(*depth)),
        LimitsView::Nodes { nodes } => Task::within(Limits::nodes(u64::from(*nodes))),
        LimitsView::Infinite | LimitsView::School { .. } => Task::within(Limits::infinite()),
    })
}

impl From<&TimeLeftView> for TimeLeft {
    fn from(view: &TimeLeftView) -> Self {
        Self {
            left: view.left.into(),
            moves: view.moves,
            increment: view.increment.into(),
            delay: view.delay.into(),
        }
    }
}

fn pieces_of(game: &Game) -> u8 {
    let count = |side| {
        let (men, kings) = game.position().count(side);
        men + kings
    };
    count(Side::White) + count(Side::Black)
}

/// Position with the other side to move.
fn passed(game: &Game) -> Result<Game, ApiError> {
    let here = game.position();
    if here.must_capture() {
        return Err(ApiError::new(
            ErrorKind::BadParams,
            "the side to move must capture and cannot pass",
        ));
    }
    Ok(Game::from_position(here.with_turn(here.turn().other())))
}

/// Converts the progress of a search.
fn told(position: &Position, info: &draughts_engine::SearchInfo) -> SearchInfo {
    let best = |line: &draughts_engine::PvLine| BestLine {
        score: line.score.centipawns(),
        depth: line.depth,
        pv: movetext::write_line(position, &line.moves),
    };
    SearchInfo {
        depth: info.depth,
        score: info.score.centipawns(),
        expected: draughts_engine::expected(position.variant(), info.score),
        nodes: info.nodes as f64,
        millis: info.millis,
        pv: movetext::write_line(position, &info.line),
        lines: if info.lines.len() > 1 {
            info.lines.iter().map(best).collect()
        } else {
            Vec::new()
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts_engine::no_clock;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    fn params(fen: &str, moves: &[&str], limits: LimitsView) -> SearchParams {
        SearchParams {
            variant: "international".into(),
            fen: fen.into(),
            moves: moves.iter().map(|text| (*text).into()).collect(),
            limits,
            passed: false,
            lines: 0,
            threads: 0,
            table: 0,
        }
    }

    const START: &str = "W:W31-50:B1-20";

    #[test]
    fn full_strength_thinks_for_its_time_or_by_its_clock_and_varies_the_opening() {
        let strongest = |clock| LimitsView::Strongest {
            millis: 5000,
            clock,
            seed: 3,
        };
        let clock = TimeLeftView {
            left: 60_000,
            increment: 0,
            delay: 0,
            moves: None,
        };
        let limits = |fen: &str, clock| {
            let asked = params(fen, &[], strongest(clock));
            let task = task_of(&asked.game().unwrap(), &asked.limits).unwrap();
            (task.limits, task.level.is_some())
        };
        let later = "W:W31,32,37:B1,7,18";
        assert_eq!(limits(later, None).0.millis, Some(5000.0));
        let soft = limits(later, Some(clock)).0.soft_millis.unwrap();
        assert!((1000.0..=5000.0).contains(&soft), "{soft}");
        assert!(!limits(later, None).1);
        assert!(limits(START, None).1);
    }

    #[test]
    fn each_wrong_parameter_has_its_error() {
        let depth = || LimitsView::Depth { depth: 2 };
        let refused = |params: &SearchParams| {
            SearchJob::new(params, &EngineAssets::bundled(), no_clock)
                .unwrap_err()
                .kind
        };
        let mut chess = params(START, &[], depth());
        chess.variant = "chess".into();
        assert_eq!(refused(&chess), ErrorKind::UnknownVariant);
        assert_eq!(refused(&params("W:W99:B1", &[], depth())), ErrorKind::BadPosition);
        assert_eq!(
            refused(&params(START, &["32-28", "32-28"], depth())),
            ErrorKind::IllegalMove
        );
        assert_eq!(
            refused(&params("W:W23:B28", &["23x32", "1-6"], depth())),
            ErrorKind::IllegalMove
        );
        let nobody = LimitsView::Level {
            level: "99".into(),
            seed: 1,
        };
        assert_eq!(refused(&params(START, &[], nobody)), ErrorKind::NotFound);
        assert_eq!(
            SearchJob::read("{\"variant\": 7}").unwrap_err().kind,
            ErrorKind::BadParams
        );
    }

    #[test]
    fn a_job_streams_its_lines_and_ends_with_its_move() {
        let json = r#"{"variant":"international","fen":"W:W31-50:B1-20","moves":["32-28","19-23"],
            "limits":{"kind":"depth","depth":4}}"#;
        let mut job = SearchJob::new(
            &SearchJob::read(json).unwrap(),
            &EngineAssets::bundled(),
            no_clock,
        )
        .unwrap();
        assert!(job.result().is_none());
        let mut infos = 0;
        while !job.step(0.0) {
            infos += usize::from(job.news().is_some());
        }
        let result = job.result().unwrap();
        let best = result.best.unwrap();
        // 28x19 is the only capture, and captures are obligatory.
        assert_eq!((best.notation.as_str(), &*best.captured), ("28x19", &[23][..]));
        assert_eq!(
            (result.info.depth, result.info.pv[0].as_str(), result.pause),
            (4, "28x19", 0)
        );
        assert!(infos > 0 || job.news().is_some());
    }

    #[test]
    fn a_stopped_job_and_a_flagged_run_have_a_result() {
        let params = params(START, &[], LimitsView::Infinite);
        let mut job = SearchJob::new(&params, &EngineAssets::bundled(), no_clock).unwrap();
        job.stop();
        assert!(job.step(20.0) && job.result().unwrap().best.is_some());
        let stop = StopFlag::new();
        stop.stop();
        assert!(
            run(&params, &EngineAssets::bundled(), no_clock, &stop, &mut |_| {})
                .unwrap()
                .best
                .is_some()
        );
    }

    #[test]
    fn an_endless_search_uses_tables_that_arrive() {
        // Two kings against two, and a man that will be a king: won, but not within a few plies.
        let mut params = params("W:WK15,K18,22:BK1,K5", &[], LimitsView::Infinite);
        params.variant = "english".into();
        // A clock that goes on by a millisecond at each look.
        static LOOKS: AtomicU32 = AtomicU32::new(0);
        let clock = || f64::from(LOOKS.fetch_add(1, Relaxed));
        let mut job = SearchJob::new(&params, &EngineAssets::bundled(), clock).unwrap();
        assert_eq!(
            job.missing_tables(),
            Some(Resource::FiveTables(draughts::Variant::English))
        );
        while job.missing_tables().is_some() {
            job.step(1.0);
        }
        job.news();
        let score = loop {
            job.step(1.0);
            if let Some(info) = job.news() {
                break info.score;
            }
        };
        assert!(score > 5_000, "{score}");
    }

    #[test]
    fn a_level_waits_before_it_answers() {
        let pause = |limits| {
            SearchJob::new(&params(START, &[], limits), &EngineAssets::bundled(), no_clock)
                .unwrap()
                .pause
        };
        let level = Level::all(draughts::Variant::International)[0].key.into();
        assert!(pause(LimitsView::Level { level, seed: 1 }) >= 400);
        assert_eq!(pause(LimitsView::Depth { depth: 1 }), 0);
    }

    #[test]
    fn a_threat_is_what_the_other_side_would_play() {
        // White is to move; the search is for Black.
        let mut threat = params("W:W32,37:B23,18", &[], LimitsView::Depth { depth: 5 });
        threat.passed = true;
        let found = run(
            &threat,
            &EngineAssets::bundled(),
            no_clock,
            &StopFlag::new(),
            &mut |_| {},
        )
        .unwrap();
        assert!(
            found
                .best
                .is_some_and(|best| best.origin == 18 || best.origin == 23)
        );
        let mut must = params("W:W23:B28", &[], LimitsView::Depth { depth: 2 });
        must.passed = true;
        assert_eq!(
            SearchJob::new(&must, &EngineAssets::bundled(), no_clock)
                .unwrap_err()
                .kind,
            ErrorKind::BadParams
        );
    }

    #[test]
    fn where_there_is_no_move_there_is_none() {
        let params = params("W:W:B1-20", &[], LimitsView::Infinite);
        let result = run(
            &params,
            &EngineAssets::bundled(),
            no_clock,
            &StopFlag::new(),
            &mut |_| {},
        )
        .unwrap();
        assert!(result.best.is_none() && result.info.pv.is_empty());
    }
}
