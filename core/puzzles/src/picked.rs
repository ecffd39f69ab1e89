//! The hand-picked puzzles, read once from their file. Judges and proves nothing.
use super::puzzle::{Origin, Puzzle, estimate};
use super::solution::{SolutionError, read_solution};
use super::themes::Theme;
use draughts::Variant;
use draughts::notation::fen::{self, FenError};
use serde::Deserialize;
use std::sync::OnceLock;

/// The reason why a file of hand-picked puzzles cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StockError {
    /// The file is not TOML, or has wrong fields.
    #[error("puzzle file: {0}")]
    Form(#[from] toml::de::Error),
    /// The position of a puzzle is not a FEN.
    #[error("puzzle {id}: {source}")]
    Position {
        /// The puzzle.
        id: String,
        /// The error in its FEN.
        source: FenError,
    },
    /// The solution of a puzzle cannot be read.
    #[error("puzzle {id}: {source}")]
    Solution {
        /// The puzzle.
        id: String,
        /// The error in its solution.
        source: SolutionError,
    },
    /// A puzzle has an unknown theme.
    #[error("puzzle {id}: unknown theme {theme}")]
    Theme {
        /// The puzzle.
        id: String,
        /// The unknown theme.
        theme: String,
    },
    /// Two puzzles have the same id.
    #[error("duplicate puzzle id {0}")]
    Twice(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    puzzle: Vec<Record>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Record {
    id: String,
    fen: String,
    margin: i32,
    depth: u8,
    solution: String,
    themes: Vec<String>,
}

/// Reads a file of hand-picked puzzles and sorts them by rating, easiest first.
///
/// # Errors
/// `StockError` names the puzzle and what is wrong with it.
pub fn read_picked(variant: Variant, text: &str) -> Result<Vec<Puzzle>, StockError> {
    let file: File = toml::from_str(text)?;
    let mut puzzles: Vec<Puzzle> = Vec::new();
    for record in file.puzzle {
        if puzzles.iter().any(|puzzle| puzzle.id == record.id) {
            return Err(StockError::Twice(record.id));
        }
        puzzles.push(record.read(variant)?);
    }
    puzzles.sort_by_key(|puzzle| puzzle.rating);
    Ok(puzzles)
}

impl Record {
    fn read(self, variant: Variant) -> Result<Puzzle, StockError> {
        let id = self.id;
        let position = fen::read(variant, &self.fen).map_err(|source| StockError::Position {
            id: id.clone(),
            source,
        })?;
        let solution = read_solution(&position, &self.solution).map_err(|source| StockError::Solution {
            id: id.clone(),
            source,
        })?;
        let mut themes = Vec::new();
        for word in self.themes {
            let theme = Theme::ALL.iter().find(|theme| theme.key() == word);
            themes.push(*theme.ok_or_else(|| StockError::Theme {
                id: id.clone(),
                theme: word.clone(),
            })?);
        }
        let (rating, deviation) = estimate(&position, &solution);
        Ok(Puzzle {
            id,
            position,
            rating,
            deviation,
            origin: Origin::Picked,
            margin: self.margin,
            depth: self.depth,
            solution,
            themes,
        })
    }
}

/// Returns the hand-picked puzzles of a variant; none for most.
pub fn picked(variant: Variant) -> &'static [Puzzle] {
    static INTERNATIONAL: OnceLock<Vec<Puzzle>> = OnceLock::new();
    match variant {
        Variant::International => INTERNATIONAL.get_or_init(|| {
            let text = include_str!("../../data/puzzles/international.toml");
            read_picked(variant, text).expect("a test reads the bundled file")
        }),
        _ => &[],
    }
}
