//! Puzzles: certified positions, their solution trees, the mining of new ones, the judging of a solver's moves, and
//! the effect of an attempt on rating and memory.
//!
//! Knows no screen, no store and no clock. A search proves every claim about a puzzle.
mod blunder;
mod certify;
mod compose;
mod defence;
mod difficulty;
mod game_scanner;
mod grid;
mod idea_memory;
mod judge;
mod line;
mod material;
mod mine;
mod narrow;
mod pack;
mod pattern;
mod picked;
mod played;
mod proof;
mod puzzle;
mod quiet_twin;
mod rating;
mod record;
mod repeat;
mod screen;
mod shot_core;
mod solution;
mod solve;
mod soundness;
mod spacing;
mod stock;
mod stocks;
mod themes;
mod thinning;
mod vary;

pub use blunder::{Blunder, BlunderJob, BlunderStep};
pub use certify::{Certificate, Terms, Unproven, certify};
pub use compose::compose;
pub use defence::{DefenceJob, DefenceStep, after_defence};
pub use difficulty::{Demands, HIGHEST, LOWEST};
pub use game_scanner::{GamePuzzle, GameScanner, ScanOutcome, ScanTally, can_mine};
pub use idea_memory::{IdeaAttempt, IdeaMemories, IdeaMemory};
pub use judge::{
    Hint, JudgeError, Judgement, Verdict, gaining_line, hint, hint_at, judge, judge_nothing, refute,
};
pub use line::PuzzleLine;
pub use mine::{
    MAN, MinedPuzzle, MiningJob, WORK, decisive, mine, mine_lead, mine_quiet_key, prove, screen, terms,
};
pub use narrow::narrow_effort;
pub use pattern::pattern;
pub use picked::{StockError, picked, read_picked};
pub use played::{LineShot, PlayedShot, lead, played_shots, shot_in};
pub use proof::{ProofSearch, Spent, WIN, material};
pub use puzzle::{Origin, Puzzle};
pub use quiet_twin::{QuietTwin, quiet_twin};
pub use rating::{Rating, Score, rate};
pub use record::{Card, RecordError, mined_id, read_record, write_record};
pub use repeat::{Memory, remember};
pub use shot_core::CoreJob;
pub use solution::{Choice, SolutionError, main_line, read_solution, signature, write_solution};
pub use solve::{MinorDual, solve};
pub use soundness::{Dual, Fault, Key, Soundness, SoundnessCheck, SoundnessStage};
pub use spacing::Spacing;
pub use stock::Stock;
pub use stocks::Stocks;
pub use themes::{Theme, detect};
pub use vary::{Walk, WalkStep, vary};
