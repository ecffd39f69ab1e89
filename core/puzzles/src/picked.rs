//! The puzzles picked by hand: read once from their file. Judges nothing, proves nothing.
use super::solution::{SolutionError, read_solution};
use super::stock::{Origin, Puzzle, middle};
use super::themes::Theme;
use draughts::Variant;
use draughts::notation::fen::{self, FenError};
use serde::Deserialize;
use std::sync::OnceLock;

/// Why a file of puzzles cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum StockError {
    /// Not TOML, or not of the form.
    #[error("the file of puzzles: {0}")]
    Form(#[from] toml::de::Error),
    /// A position that cannot be read.
    #[error("puzzle {id}: {source}")]
    Position {
        /// Which puzzle.
        id: String,
        /// What is wrong with its FEN.
        source: FenError,
    },
    /// A solution that cannot be played.
    #[error("puzzle {id}: {source}")]
    Solution {
        /// Which puzzle.
        id: String,
        /// What is wrong with its solution.
        source: SolutionError,
    },
    /// A theme that does not exist.
    #[error("puzzle {id}: there is no theme {theme}")]
    Theme {
        /// Which puzzle.
        id: String,
        /// The word that is no theme.
        theme: String,
    },
    /// Two puzzles of one name.
    #[error("two puzzles are called {0}")]
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
    difficulty: u8,
    margin: i32,
    depth: u8,
    solution: String,
    themes: Vec<String>,
}

/// Reads a file of puzzles, easiest first; those equally hard keep the order of the file.
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
        Ok(Puzzle {
            id,
            position,
            rating: middle(self.difficulty),
            // Judged by eye, until enough solvers have measured it.
            deviation: 200,
            origin: Origin::Picked,
            margin: self.margin,
            depth: self.depth,
            solution,
            themes,
        })
    }
}

/// The puzzles of a variant picked by hand; empty where there are none.
pub fn picked(variant: Variant) -> &'static [Puzzle] {
    static INTERNATIONAL: OnceLock<Vec<Puzzle>> = OnceLock::new();
    match variant {
        Variant::International => INTERNATIONAL.get_or_init(|| {
            let text = include_str!("../../data/puzzles/international.toml");
            read_picked(variant, text).expect("a test reads the file of the puzzles")
        }),
        _ => &[],
    }
}
