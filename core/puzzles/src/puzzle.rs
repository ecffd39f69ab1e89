//! A puzzle: position, solution, rating, themes. Knows no file and no stock.
use super::difficulty::{Demands, HIGHEST, LOWEST};
use super::solution::{Choice, main_line};
use super::themes::Theme;
use draughts::Position;

/// The source of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Origin {
    /// Picked or composed by people.
    Picked,
    /// Mined from a game.
    Game,
    /// Composed by a search over positions.
    Composed,
}

impl Origin {
    /// Every origin.
    pub const ALL: [Self; 3] = [Self::Picked, Self::Game, Self::Composed];

    /// Its name in files and user interfaces.
    pub fn key(self) -> &'static str {
        match self {
            Self::Picked => "picked",
            Self::Game => "game",
            Self::Composed => "composed",
        }
    }
}

/// A puzzle: a position with a single winning idea, and its complete solution.
#[derive(Clone, Debug, PartialEq)]
pub struct Puzzle {
    /// Its id, which never changes.
    pub id: String,
    /// The start; the side to move is the solver.
    pub position: Position,
    /// The rating of a solver who solves it half the time.
    pub rating: u16,
    /// The rating deviation.
    pub deviation: u16,
    /// The source of the puzzle.
    pub origin: Origin,
    /// The solver's lead at the end in centipawns, unless the proof sees the win itself. Every other first move leads
    /// by at least a man less; in a mined puzzle it leads by less than a man.
    pub margin: i32,
    /// The depth of the proof in quiet moves.
    pub depth: u8,
    /// The key, all defences and all winning continuations.
    pub solution: Vec<Choice>,
    /// The themes of the main line.
    pub themes: Vec<Theme>,
}

impl Puzzle {
    /// Returns the puzzle with the rating that its demands give it, replacing the one it has.
    #[must_use]
    pub fn rated_by_demands(mut self) -> Puzzle {
        (self.rating, self.deviation) = estimate(&self.position, &self.solution);
        self
    }

    /// Returns the number of the solver's moves in the main line.
    pub fn moves(&self) -> usize {
        main_line(&self.solution).len().div_ceil(2)
    }

    /// Returns `true` for a quiet position, in which nothing works: it has no solution.
    pub fn is_quiet(&self) -> bool {
        self.solution.is_empty()
    }

    /// Returns the [idea](Theme::IDEAS) under which it is practised.
    pub fn idea(&self) -> Option<Theme> {
        Theme::idea(&self.themes)
    }

    /// Returns its difficulty, 1 (for beginners) to 5.
    pub fn difficulty(&self) -> u8 {
        grade(self.rating)
    }
}

/// The deviation of a rating that no solver has tested yet: people differ in what they find hard.
const UNTESTED: u16 = 250;

/// Returns the rating of an untested puzzle by its demands, and its deviation.
pub(super) fn estimate(position: &Position, solution: &[Choice]) -> (u16, u16) {
    let demands = Demands::of(position, solution).unwrap_or_default();
    (demands.rating(), UNTESTED)
}

/// Returns the difficulty of a rating, 1 (for beginners) to 5.
pub(super) fn grade(rating: u16) -> u8 {
    (rating.saturating_sub(LOWEST) / ((HIGHEST - LOWEST) / 5) + 1).clamp(1, 5) as u8
}
