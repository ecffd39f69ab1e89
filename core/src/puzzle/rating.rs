//! What a solved or failed puzzle says about the solver's strength (Glicko-2). Keeps nothing.
use super::stock::Puzzle;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A strength and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points; 1500 is where everybody starts.
    pub rating: f64,
    /// How sure it is, in points.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Self {
        Glicko2Rating::new().into()
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

/// How the first attempt at a puzzle ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Score {
    /// Solved, nothing asked.
    Clean,
    /// Solved with a hint: half a point.
    Helped,
    /// A wrong move, or the solution was asked for.
    Failed,
}

impl Puzzle {
    /// The puzzle's own rating, from its difficulty until enough solvers have measured it: hence the wide deviation.
    pub fn rating(&self) -> Rating {
        Rating {
            rating: 800.0 + 200.0 * f64::from(self.difficulty),
            deviation: 200.0,
            ..Rating::default()
        }
    }
}

/// The solver's rating after the first attempt at this puzzle.
pub fn rate(solver: Rating, puzzle: &Puzzle, score: Score) -> Rating {
    let outcome = match score {
        Score::Clean => Outcomes::WIN,
        Score::Helped => Outcomes::DRAW,
        Score::Failed => Outcomes::LOSS,
    };
    let config = Glicko2Config::default();
    let (after, _) = glicko2(&solver.into(), &puzzle.rating().into(), &outcome, &config);
    after.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::puzzle::stock;

    #[test]
    fn a_hard_puzzle_solved_raises_more_than_an_easy_one_and_a_hint_costs() {
        let puzzles = stock(Variant::International).puzzles();
        let (easy, hard) = (&puzzles[0], &puzzles[puzzles.len() - 1]);
        let gain = |puzzle, score| rate(Rating::default(), puzzle, score).rating - 1500.0;
        assert!(gain(hard, Score::Clean) > gain(easy, Score::Clean));
        assert!(gain(easy, Score::Clean) > 0.0);
        assert!(gain(hard, Score::Helped) < gain(hard, Score::Clean));
        assert!(gain(easy, Score::Failed) < gain(hard, Score::Failed));
        assert!(rate(Rating::default(), easy, Score::Clean).deviation < Rating::default().deviation);
    }
}
