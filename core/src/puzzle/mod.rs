//! Puzzles: certified positions, their solution trees, and the judging of a solver's moves.
//!
//! Knows nothing of screens, stores or ratings; asks no clock. What it says about a puzzle it has proved by search.
mod certify;
mod grid;
mod judge;
mod line;
mod proof;
mod rating;
mod solution;
mod stock;
mod themes;

pub use certify::{Certificate, Terms, Unproven, certify};
pub use judge::{Hint, JudgeError, Judgement, Verdict, hint, judge};
pub use line::Line;
pub(crate) use proof::Proof as ProofSearch;
pub use proof::{Spent, WIN};
pub use rating::{Rating, Score, rate};
pub use solution::{Choice, SolutionError, main_line, read_solution, write_solution};
pub use stock::{Puzzle, Stock, StockError, find, stock};
pub use themes::{Theme, detect};
