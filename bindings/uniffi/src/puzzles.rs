//! Puzzles. One method a call.
use crate::error::DraughtsError;
use crate::shared_app::{SharedApp, calls};
use damier_core::Call;
use damier_core::puzzles::{
    AddToSet, AfterPuzzle, BeginDefence, BeginMining, BeginSoundness, BringBack, DefenceStepOn, DeleteSet,
    EndRun, ExportResults, ExportSet, ListPuzzles, MiningStep, NextPuzzle, OpenPuzzle, OpenPuzzleSet,
    PuzzleDifficulty, PuzzleHint, PuzzleMode, PuzzleSets, PuzzleSheet, PuzzleSolution, PuzzlesWith,
    RefutePuzzleMove, RenameSet, RestingPuzzles, RunKind, SaveProblem, ShowDailyPuzzle, SoundnessStep,
    TakeFromSet, Training, TryDefence, TryPuzzleMove,
};
use damier_core::views::{Squares, VariantKey};
use std::sync::Arc;

/// Puzzles with their solutions, chosen by the person's strength.
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
    /// The puzzles picked by hand, easiest first.
    puzzles(variant: VariantKey) -> ListPuzzles { variant: variant.into() }

    /// A puzzle by its id; without one the next of those picked by hand that the person has not solved.
    #[uniffi::method(default(id = None))]
    puzzle(variant: VariantKey, id: Option<String>) -> OpenPuzzle { id, variant: variant.into() }

    /// Judges the solver's moves so far, the new one last, each a path.
    /// `casual`: nothing is written.
    #[uniffi::method(default(casual = None))]
    try_puzzle_move(
        puzzle: String, moves: Vec<Squares>, hints: u8, casual: Option<bool>
    ) -> TryPuzzleMove { puzzle, moves, hints, casual }

    /// A hint of strength 1 (where) to 3 (the move).
    puzzle_hint(puzzle: String, moves: Vec<Squares>, strength: u8) -> PuzzleHint { puzzle, moves, strength }

    /// The solution; the puzzle then counts as not solved.
    puzzle_solution(puzzle: String) -> PuzzleSolution { puzzle }

    /// A puzzle that is over: its solution as a tree, the lesson of its shot, when it comes back.
    after_puzzle(puzzle: String, language: String) -> AfterPuzzle { puzzle, language }

    /// What a move is worth, the last of a line from the position of a puzzle that is over.
    refute_puzzle_move(puzzle: String, line: Vec<Squares>) -> RefutePuzzleMove { puzzle, line }

    /// Puzzles in which a position stands, a step at a time: from 0, then from where the answer says.
    puzzles_with(variant: VariantKey, fen: String, from: u32) -> PuzzlesWith { variant: variant.into(), fen, from }

    /// Ends a storm or a climb after so many puzzles solved; the best is kept.
    end_run(variant: VariantKey, run: RunKind, solved: u32) -> EndRun { variant: variant.into(), run, solved }

    /// How training goes. `zone`: minutes by which local time is ahead of universal time.
    training(variant: VariantKey, zone: i32) -> Training { variant: variant.into(), zone }

    /// The puzzle of the day, or nothing where the game has no puzzles.
    daily_puzzle(variant: VariantKey, zone: i32) -> ShowDailyPuzzle { variant: variant.into(), zone }

    /// The next puzzle to train on, or nothing where there is none of the kind.
    #[uniffi::method(default(
        theme = None, moves = None, streak = None, set = None, difficulty = None, seen = None, themes = None, from = None, to = None
    ))]
    next_puzzle(
        variant: VariantKey, mode: PuzzleMode, zone: i32, theme: Option<String>, moves: Option<u8>, streak: Option<u32>, set: Option<i64>,
        difficulty: Option<PuzzleDifficulty>, seen: Option<Vec<String>>, themes: Option<Vec<String>>, from: Option<u16>, to: Option<u16>
    ) -> NextPuzzle { variant: variant.into(), mode, zone, theme, moves, streak, set, difficulty, seen, themes, from, to }

    /// The person's sets of puzzles of a game: the one that their own games fill first, then the newest.
    puzzle_sets(variant: VariantKey) -> PuzzleSets { variant: variant.into() }

    /// A set with its puzzles.
    puzzle_set(set: i64) -> OpenPuzzleSet { set }

    /// A set as it is printed: positions and solutions.
    puzzle_sheet(set: i64) -> PuzzleSheet { set }

    /// Puts a puzzle into a set: one that there is, or the one of a name.
    #[uniffi::method(default(set = None, name = None))]
    add_to_set(puzzle: String, set: Option<i64>, name: Option<String>) -> AddToSet { puzzle, set, name }

    /// Takes a puzzle out of a set.
    take_from_set(set: i64, puzzle: String) -> TakeFromSet { set, puzzle }

    /// Gives a set another name.
    rename_set(set: i64, name: String) -> RenameSet { set, name }

    /// Deletes a set; what was done with its puzzles stays known.
    delete_set(set: i64) -> DeleteSet { set }

    /// A set as PDN, each puzzle a game with its whole solution.
    export_set(set: i64) -> ExportSet { set }

    /// The first attempts at the puzzles of a game that come with the program, without names and times, as a table.
    export_results(variant: VariantKey) -> ExportResults { variant: variant.into() }

    /// Begins to look for a position in which one move alone stops a shot; then `defence_step` until it is done. `seen`: puzzles
    /// whose shots were asked before.
    begin_defence(variant: VariantKey, seen: Vec<String>) -> BeginDefence { variant: variant.into(), seen }

    /// Looks on for some milliseconds. `NotFound` where another was begun since.
    defence_step(defence: u32) -> DefenceStepOn { defence }

    /// What a move is worth in the position that was found.
    try_defence(defence: u32, path: Squares) -> TryDefence { defence, path }

    /// The puzzles that were missed and are not repeated any more: mastered, or missed again and again.
    resting_puzzles(variant: VariantKey) -> RestingPuzzles { variant: variant.into() }

    /// A puzzle that rests is repeated again.
    bring_back(puzzle: String) -> BringBack { puzzle }

    /// Begins to look for shots in stored games, by their ids or a search, or in the PDN of a text, else in all that the person has
    /// played; then `mining_step` until it is done. What is found goes into the set of this name at once, without a name into that of the person's own games.
    #[uniffi::method(default(games = None, search = None, text = None, name = None))]
    begin_mining(
        variant: VariantKey, games: Option<Vec<i64>>, search: Option<u32>, text: Option<String>, name: Option<String>
    ) -> BeginMining { variant: variant.into(), games, search, text, name }

    /// Looks on for some milliseconds. `NotFound` where another was begun since.
    mining_step(mining: u32) -> MiningStep { mining }

    /// Begins to check whether a position is a sound problem; then `soundness_step` until it is done.
    begin_soundness(variant: VariantKey, fen: String) -> BeginSoundness { variant: variant.into(), fen }

    /// Checks on for some milliseconds. `NotFound` where another was begun since.
    soundness_step(check: u32) -> SoundnessStep { check }

    /// Puts a problem that was checked into a set: one that there is, or the one of a name.
    #[uniffi::method(default(set = None, name = None))]
    save_problem(check: u32, set: Option<i64>, name: Option<String>) -> SaveProblem { check, set, name }
} }
