//! What a solved or failed puzzle says about the solver's strength (Glicko-2). Keeps nothing.
use super::solution::Choice;
use super::stock::Puzzle;
use crate::Position;
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
    /// How hard it is, as an opponent: its rating and how sure that is.
    pub fn strength(&self) -> Rating {
        Rating {
            rating: f64::from(self.rating),
            deviation: f64::from(self.deviation),
            ..Rating::default()
        }
    }
}

/// A first rating from what the solution asks for, until solvers or the levels of the engine have measured it: moves to
/// find, men to give, quiet moves that force nothing, the reply to choose among.
pub(super) fn estimate(position: &Position, solution: &[Choice]) -> u16 {
    let mut here = *position;
    let (mut decisions, mut given, mut at_leisure) = (0, 0, 0);
    let mut choices = solution;
    while let Some(main) = choices.first() {
        let width = here.legal_moves().len();
        here.play_unchecked(&main.mv);
        if width > 1 {
            decisions += 1;
            at_leisure += u16::from(!main.mv.is_capture() && !here.must_capture());
        }
        let Some(reply) = main.then.first() else {
            break;
        };
        given += reply.mv.captured().len() as u16;
        here.play_unchecked(&reply.mv);
        choices = &reply.then;
    }
    (700 + 190 * decisions + 45 * given + 150 * at_leisure).clamp(700, 2600)
}

/// The strength that solves a puzzle half the time, and how sure that is, both in points, from tries by solvers of known
/// strength and whether they solved it: a logistic fit, held by the belief that puzzles lie about 1500 give or take 500.
pub fn fit(tries: &[(f64, bool)]) -> (u16, u16) {
    const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
    const MEAN: f64 = 1500.0;
    const SPREAD: f64 = 500.0;
    let mut rating = MEAN;
    let mut curvature = 1.0 / (SPREAD * SPREAD);
    for _ in 0..30 {
        let mut slope = (MEAN - rating) / (SPREAD * SPREAD);
        curvature = 1.0 / (SPREAD * SPREAD);
        for (strength, solved) in tries {
            let chance = 1.0 / (1.0 + ((rating - strength) * SCALE).exp());
            slope += SCALE * (chance - f64::from(u8::from(*solved)));
            curvature += SCALE * SCALE * chance * (1.0 - chance);
        }
        // A step that is never longer than a class of strength: far from the answer the curve is flat.
        rating += (slope / curvature).clamp(-200.0, 200.0);
    }
    (
        rating.clamp(400.0, 3000.0).round() as u16,
        curvature.sqrt().recip().round() as u16,
    )
}

/// The solver's rating and the puzzle's after the first attempt; the puzzle's before is its own where people have
/// measured it, else the one it came with.
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
    use crate::Variant;
    use crate::puzzle::picked;

    #[test]
    fn a_hard_puzzle_solved_raises_more_than_an_easy_one_and_a_hint_costs() {
        let puzzles = picked(Variant::International);
        let (easy, hard) = (&puzzles[0], &puzzles[puzzles.len() - 1]);
        let gain =
            |puzzle: &Puzzle, score| rate(Rating::default(), puzzle.strength(), score).0.rating - 1500.0;
        assert!(gain(hard, Score::Clean) > gain(easy, Score::Clean));
        assert!(gain(easy, Score::Clean) > 0.0);
        assert!(gain(hard, Score::Helped) < gain(hard, Score::Clean));
        assert!(gain(easy, Score::Failed) < gain(hard, Score::Failed));
        let (solver, puzzle) = rate(Rating::default(), easy.strength(), Score::Clean);
        assert!(solver.deviation < Rating::default().deviation);
        assert!(puzzle.rating < easy.strength().rating, "who is solved is weaker");
    }

    #[test]
    fn a_fit_lies_where_half_is_solved() {
        let ladder: Vec<f64> = (0..12).map(|step| 600.0 + 150.0 * f64::from(step)).collect();
        let tries =
            |least: f64| -> Vec<(f64, bool)> { ladder.iter().flat_map(|s| [(*s, *s > least); 2]).collect() };
        let (easy, _) = fit(&tries(900.0));
        let (hard, deviation) = fit(&tries(1800.0));
        assert!((850..1050).contains(&easy), "{easy}");
        assert!((1700..1900).contains(&hard), "{hard}");
        assert!(deviation < 200);
        // Solved by all or by none: an end of the scale, and not sure.
        let (all, wide) = fit(&tries(0.0));
        assert!(all < 700 && wide > deviation, "{all} {wide}");
        assert!(fit(&tries(9000.0)).0 > 2200);
    }
}
