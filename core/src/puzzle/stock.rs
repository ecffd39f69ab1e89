//! The puzzles that come with the program: read once from their file. Judges nothing, proves nothing.
use super::solution::{Choice, SolutionError, main_line, read_solution};
use super::themes::Theme;
use crate::notation::fen::{self, FenError};
use crate::{Position, Variant};
use serde::Deserialize;
use std::sync::OnceLock;

/// A position with one winning idea, and all of it.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A word, for ever the same.
    pub id: String,
    /// Where it begins; the side to move is the solver.
    pub position: Position,
    /// 1 (a beginner's) to 5.
    pub difficulty: u8,
    /// Centipawns by which the solver leads in the end, unless the win itself is seen; every other first move
    /// leads by at least a man less.
    pub margin: i32,
    /// Quiet moves deep that were searched to prove it.
    pub depth: u8,
    /// The key, every defence, every winning order.
    pub solution: Vec<Choice>,
    /// The mechanisms of the main line.
    pub themes: Vec<Theme>,
}

impl Puzzle {
    /// How many moves the solver makes in the main line.
    pub fn moves(&self) -> usize {
        main_line(&self.solution).len().div_ceil(2)
    }
}

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

/// The puzzles of one variant, easiest first.
#[derive(Debug)]
pub struct Stock {
    puzzles: Vec<Puzzle>,
}

impl Stock {
    /// Reads a file of puzzles; within one difficulty they keep the order of the file.
    ///
    /// # Errors
    /// `StockError` names the puzzle and what is wrong with it.
    pub fn read(variant: Variant, text: &str) -> Result<Self, StockError> {
        let file: File = toml::from_str(text)?;
        let mut puzzles: Vec<Puzzle> = Vec::new();
        for record in file.puzzle {
            if puzzles.iter().any(|puzzle| puzzle.id == record.id) {
                return Err(StockError::Twice(record.id));
            }
            puzzles.push(record.read(variant)?);
        }
        puzzles.sort_by_key(|puzzle| puzzle.difficulty);
        Ok(Self { puzzles })
    }

    /// All puzzles, easiest first.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// The puzzle of this id.
    pub fn get(&self, id: &str) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }
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
            difficulty: self.difficulty,
            margin: self.margin,
            depth: self.depth,
            solution,
            themes,
        })
    }
}

/// The stock of a variant; empty where there is none yet.
pub fn stock(variant: Variant) -> &'static Stock {
    static INTERNATIONAL: OnceLock<Stock> = OnceLock::new();
    static NONE: Stock = Stock { puzzles: Vec::new() };
    match variant {
        Variant::International => INTERNATIONAL.get_or_init(|| {
            let text = include_str!("../../data/puzzles/international.toml");
            Stock::read(variant, text).expect("a test reads the file of the puzzles")
        }),
        _ => &NONE,
    }
}

/// The puzzle of this id, of whatever variant.
pub fn find(id: &str) -> Option<&'static Puzzle> {
    Variant::ALL.iter().find_map(|variant| stock(*variant).get(id))
}
