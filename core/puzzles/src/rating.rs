//! Ratings of solvers and puzzles (Glicko-2). Stores nothing.
use super::puzzle::Puzzle;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, on the [scale](super::difficulty) of the puzzles.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

impl Default for Rating {
    /// The first rating of an unknown solver: low, so that the first puzzles are easy.
    fn default() -> Self {
        Self {
            rating: 800.0,
            ..Glicko2Rating::new().into()
        }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(of: Glicko2Rating) -> Self {
        Self {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(of: Rating) -> Self {
        Self {
            rating: of.rating,
            deviation: of.deviation,
            volatility: of.volatility,
        }
    }
}

/// The result of the first attempt at a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Solved without a hint.
    Clean,
    /// Solved with a hint; counts half a point.
    Helped,
    /// Failed: a wrong move, or the solution was shown.
    Failed,
}

impl Puzzle {
    /// Returns its rating as an opponent of the solver.
    pub fn strength(&self) -> Rating {
        Rating {
            rating: f64::from(self.rating),
            deviation: f64::from(self.deviation),
            ..Rating::default()
        }
    }
}

/// Returns the ratings of the solver and of the puzzle after the first attempt.
pub fn rate(solver: Rating, puzzle: Rating, score: Score) -> (Rating, Rating) {
    let outcome = match score {
        Score::Clean => Outcomes::WIN,
        Score::Helped => Outcomes::DRAW,
        Score::Failed => Outcomes::LOSS,
    };
    let config = Glicko2Config::default();
    let (solver, puzzle) = glicko2(&solver.into(), &puzzle.into(), &outcome, &config);
    (solver.into(), puzzle.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::picked;
    use draughts::Variant;

    #[test]
    fn solving_a_hard_puzzle_raises_more_and_a_hint_costs() {
        let puzzles = picked(Variant::International);
        let (easy, hard) = (&puzzles[0], &puzzles[puzzles.len() - 1]);
        let gain = |puzzle: &Puzzle, score| {
            rate(Rating::default(), puzzle.strength(), score).0.rating - Rating::default().rating
        };
        assert!(gain(hard, Score::Clean) > gain(easy, Score::Clean));
        assert!(gain(easy, Score::Clean) > 0.0);
        assert!(gain(hard, Score::Helped) < gain(hard, Score::Clean));
        assert!(gain(easy, Score::Failed) < gain(hard, Score::Failed));
        let (solver, puzzle) = rate(Rating::default(), easy.strength(), Score::Clean);
        assert!(solver.deviation < Rating::default().deviation);
        assert!(
            puzzle.rating < easy.strength().rating,
            "a solved puzzle loses rating"
        );
    }
}
