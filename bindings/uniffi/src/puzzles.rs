//! Puzzles. One method a call.
use crate::error::DraughtsError;
use crate::shared_app::{SharedApp, calls};
use damier_core::Call;
use damier_core::puzzles::{
    AddToSet, AfterPuzzle, BeginDefence, BeginFreshPuzzle, BeginLossLesson, BeginMining, BeginSoundness,
    DefenceStepOn, DeleteSet, EndRun, ExportResults, ExportSet, FreshPuzzleStep, ListIdeas, ListPuzzles,
    LossLessonStep, MiningStep, MixedSet, NextPuzzle, OpenPuzzle, OpenPuzzleSet, PuzzleDifficulty,
    PuzzleHint, PuzzleMode, PuzzleSets, PuzzleSheet, PuzzleSolution, PuzzlesWith, RefutePuzzleMove,
    RenameSet, RunKind, SaveProblem, ShowDailyPuzzle, SoundnessStep, TakeFromSet, Training, TryDefence,
    TryPuzzleMove,
};
use damier_core::views::{SideView, Squares, VariantKey};
use std::sync::Arc;

/// Puzzles with solutions, chosen by the person's strength.
#[derive(Debug, uniffi::Object)]
pub struct Puzzles {
    app: Arc<SharedApp>,
}

impl Puzzles {
    pub(crate) fn at(app: &Arc<SharedApp>) -> Self {
        Self { app: Arc::clone(app) }
    }
}

calls! { Puzzles {
    /// Lists the hand-picked puzzles, easiest first.
    puzzles(variant: VariantKey) -> ListPuzzles { variant: variant.into() }

    /// Returns a puzzle by its id; without an id the next hand-picked one that the person has not solved.
    #[uniffi::method(default(id = None))]
    puzzle(variant: VariantKey, id: Option<String>) -> OpenPuzzle { id, variant: variant.into() }

    /// Judges the solver's moves so far, each a path, the new one last. With `nothing` the solver says instead that nothing
    /// works; then `moves` is empty. With `casual` nothing is saved.
    #[uniffi::method(default(nothing = None, casual = None))]
    try_puzzle_move(
        puzzle: String, moves: Vec<Squares>, hints: u8, nothing: Option<bool>, casual: Option<bool>
    ) -> TryPuzzleMove { puzzle, moves, hints, nothing, casual }

    /// Returns a hint of strength 1 (a square) to 3 (the move).
    puzzle_hint(puzzle: String, moves: Vec<Squares>, strength: u8) -> PuzzleHint { puzzle, moves, strength }

    /// Returns the solution; the puzzle then counts as not solved.
    puzzle_solution(puzzle: String) -> PuzzleSolution { puzzle }

    /// Returns the follow-up of a finished puzzle: its solution as a tree, the lesson of its shot, the time of its
    /// repetition.
    after_puzzle(puzzle: String, language: String) -> AfterPuzzle { puzzle, language }

    /// Judges a move, the last of a line from the position of a finished puzzle.
    refute_puzzle_move(puzzle: String, line: Vec<Squares>) -> RefutePuzzleMove { puzzle, line }

    /// Finds puzzles that contain a position, a step at a time: `from` is 0, then the answer's value.
    puzzles_with(variant: VariantKey, fen: String, from: u32) -> PuzzlesWith { variant: variant.into(), fen, from }

    /// Ends a storm or a climb after this many solved puzzles; saves the best result.
    end_run(variant: VariantKey, run: RunKind, solved: u32) -> EndRun { variant: variant.into(), run, solved }

    /// Returns the state of training. `zone`: offset of local time from UTC in minutes.
    training(variant: VariantKey, zone: i32) -> Training { variant: variant.into(), zone }

    /// Returns the puzzle of the day; nothing if the variant has no puzzles.
    daily_puzzle(variant: VariantKey, zone: i32) -> ShowDailyPuzzle { variant: variant.into(), zone }

    /// Returns the next puzzle to train on; nothing if there is none of the kind.
    #[uniffi::method(default(
        theme = None, moves = None, streak = None, set = None, difficulty = None, seen = None, themes = None, from = None, to = None
    ))]
    next_puzzle(
        variant: VariantKey, mode: PuzzleMode, zone: i32, theme: Option<String>, moves: Option<u8>, streak: Option<u32>, set: Option<i64>,
        difficulty: Option<PuzzleDifficulty>, seen: Option<Vec<String>>, themes: Option<Vec<String>>, from: Option<u16>, to: Option<u16>
    ) -> NextPuzzle { variant: variant.into(), mode, zone, theme, moves, streak, set, difficulty, seen, themes, from, to }

    /// Lists the person's sets of puzzles: first the one from their own games, then the newest.
    puzzle_sets(variant: VariantKey) -> PuzzleSets { variant: variant.into() }

    /// Returns a set with its puzzles.
    puzzle_set(set: i64) -> OpenPuzzleSet { set }

    /// Returns a set for printing: positions and solutions.
    puzzle_sheet(set: i64) -> PuzzleSheet { set }

    /// Fills a new set with puzzles that have one of the themes (any without themes), their ratings spread over the range.
    mixed_set(variant: VariantKey, themes: Vec<String>, from: u16, to: u16, count: u16, name: String)
        -> MixedSet { variant: variant.into(), themes, from, to, count, name }

    /// Adds a puzzle to an existing set, or to one with this name.
    #[uniffi::method(default(set = None, name = None))]
    add_to_set(puzzle: String, set: Option<i64>, name: Option<String>) -> AddToSet { puzzle, set, name }

    /// Removes a puzzle from a set.
    take_from_set(set: i64, puzzle: String) -> TakeFromSet { set, puzzle }

    /// Renames a set.
    rename_set(set: i64, name: String) -> RenameSet { set, name }

    /// Deletes a set; results of its puzzles are kept.
    delete_set(set: i64) -> DeleteSet { set }

    /// Exports a set as PDN, each puzzle as a game with its whole solution.
    export_set(set: i64) -> ExportSet { set }

    /// Exports the first attempts at the built-in puzzles of a variant as a table, without names and times.
    export_results(variant: VariantKey) -> ExportResults { variant: variant.into() }

    /// Begins to look for a position in which only one move stops a shot; continue with `defence_step` until done.
    /// `seen`: puzzles whose shots were asked before.
    begin_defence(variant: VariantKey, seen: Vec<String>) -> BeginDefence { variant: variant.into(), seen }

    /// Continues for some milliseconds. Raises `NotFound` if another search was begun since.
    defence_step(defence: u32) -> DefenceStepOn { defence }

    /// Judges a move in the position found.
    try_defence(defence: u32, path: Squares) -> TryDefence { defence, path }

    /// Lists the ideas of a variant with the person's memory of each: how likely it is recalled now and in a week, and when
    /// it is due.
    ideas(variant: VariantKey) -> ListIdeas { variant: variant.into() }

    /// Begins to make a lesson for the side that lost a game, or played it badly; continue with `loss_lesson_step` until done.
    /// Its puzzles can be solved as others are, until the store is closed or another lesson is made.
    begin_loss_lesson(game: i64, side: SideView) -> BeginLossLesson { game, side }

    /// Continues for some milliseconds. Raises `NotFound` if another lesson was begun since.
    loss_lesson_step(job: u32) -> LossLessonStep { job }

    /// Begins to compose a fresh position of the idea that `ideas` names as `wanting`; continue with `fresh_puzzle_step`
    /// until done. It goes into the set with this name.
    begin_fresh_puzzle(variant: VariantKey, difficulty: Option<PuzzleDifficulty>, name: String) -> BeginFreshPuzzle {
        variant: variant.into(), difficulty, name
    }

    /// Continues for some milliseconds. Raises `NotFound` if another composer was begun since.
    fresh_puzzle_step(job: u32) -> FreshPuzzleStep { job }

    /// Begins to look for shots in stored games (by ids or a search), in a PDN text, or else in all games that the
    /// person has played; continue with `mining_step` until done. Finds go at once into the set with this name;
    /// without a name into that of the person's own games.
    #[uniffi::method(default(games = None, search = None, text = None, name = None))]
    begin_mining(
        variant: VariantKey, games: Option<Vec<i64>>, search: Option<u32>, text: Option<String>, name: Option<String>
    ) -> BeginMining { variant: variant.into(), games, search, text, name }

    /// Continues for some milliseconds. Raises `NotFound` if another search was begun since.
    mining_step(mining: u32) -> MiningStep { mining }

    /// Begins to check if a position is a sound problem; continue with `soundness_step` until done.
    begin_soundness(variant: VariantKey, fen: String) -> BeginSoundness { variant: variant.into(), fen }

    /// Continues for some milliseconds. Raises `NotFound` if another check was begun since.
    soundness_step(check: u32) -> SoundnessStep { check }

    /// Adds a checked problem to an existing set, or to one with this name.
    #[uniffi::method(default(set = None, name = None))]
    save_problem(check: u32, set: Option<i64>, name: Option<String>) -> SaveProblem { check, set, name }
} }
