//! Ratings of solvers and puzzles (Glicko-2). Stores nothing.
use super::puzzle::Puzzle;
use super::solution::Choice;
use draughts::Position;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A Glicko-2 rating.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The rating, on the scale of the levels' ladder.
    pub rating: f64,
    /// The rating deviation.
    pub deviation: f64,
    /// The volatility.
    pub volatility: f64,
}

impl Default for Rating {
    /// The first rating of a solver: low, so that the first puzzles are easy.
    fn default() -> Self {
        Self {
            rating: 700.0,
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
    /// Solved with a hint: half a point.
    Helped,
    /// A wrong move, or the solution was shown.
    Failed,
}

impl Puzzle {
    /// Its rating as an opponent of the solver.
    pub fn strength(&self) -> Rating {
        Rating {
            rating: f64::from(self.rating),
            deviation: f64::from(self.deviation),
            ..Rating::default()
        }
    }
}

/// The names of the features that predict the rating of a puzzle.
pub const DEMANDS: [&str; 7] = [
    "always",
    "moves to choose",
    "men given",
    "quiet moves that force nothing",
    "logarithm of the moves to choose among",
    "men of the last capture",
    "pieces",
];

/// The coefficients of the features, fitted by `damier mine --calibrate` to the 5 950 international puzzles of the stock as
/// the levels solve them: correlation 0.84.
const COEFFICIENTS: [f64; DEMANDS.len()] = [-157.0, -15.0, 44.0, 258.0, 157.0, 29.0, 2.0];

/// The deviation of an estimated rating: larger than the residuals of the fit, since the levels do not differ in how they solve
/// easy puzzles.
const ESTIMATE_DEVIATION: u16 = 250;

/// The features of a puzzle: see [`DEMANDS`].
pub fn demands(position: &Position, solution: &[Choice]) -> [f64; DEMANDS.len()] {
    let mut here = *position;
    let (mut chosen, mut given, mut at_leisure, mut last) = (0, 0, 0, 0);
    let mut among = 0.0;
    let mut choices = solution;
    while let Some(main) = choices.first() {
        let width = here.legal_moves().len();
        here.play_unchecked(&main.mv);
        if width > 1 {
            chosen += 1;
            among += (width as f64).ln();
            at_leisure += usize::from(!main.mv.is_capture() && !here.must_capture());
        }
        last = main.mv.captured().len();
        let Some(reply) = main.then.first() else {
            break;
        };
        given += reply.mv.captured().len();
        here.play_unchecked(&reply.mv);
        choices = &reply.then;
    }
    let count = |n: usize| n as f64;
    let pieces = count(position.pieces().count());
    [
        1.0,
        count(chosen),
        count(given),
        count(at_leisure),
        among,
        count(last),
        pieces,
    ]
}

/// Estimates the rating of a puzzle and its deviation from the solution, until solvers or the levels have been tested on it.
pub fn estimate(position: &Position, solution: &[Choice]) -> (u16, u16) {
    let rating: f64 = demands(position, solution)
        .iter()
        .zip(COEFFICIENTS)
        .map(|(demand, coefficient)| demand * coefficient)
        .sum();
    (
        rating.clamp(MIN_RATING, MAX_RATING).round() as u16,
        ESTIMATE_DEVIATION,
    )
}

/// The range of meaningful ratings.
const MIN_RATING: f64 = 100.0;
const MAX_RATING: f64 = 3000.0;

/// The rating of a puzzle and its deviation, from attempts by solvers of known rating and whether they solved it: a logistic
/// regression with a prior of this rating and deviation.
pub fn fit(tries: &[(f64, bool)], prior: (u16, u16)) -> (u16, u16) {
    const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
    let (mean, spread) = (f64::from(prior.0), f64::from(prior.1));
    let mut rating = mean;
    let mut curvature = 1.0 / (spread * spread);
    for _ in 0..30 {
        let mut gradient = (mean - rating) / (spread * spread);
        curvature = 1.0 / (spread * spread);
        for (strength, solved) in tries {
            let chance = 1.0 / (1.0 + ((rating - strength) * SCALE).exp());
            gradient += SCALE * (chance - f64::from(u8::from(*solved)));
            curvature += SCALE * SCALE * chance * (1.0 - chance);
        }
        // Newton's method; the step is limited, since far from the optimum the curve is flat.
        rating += (gradient / curvature).clamp(-200.0, 200.0);
    }
    (
        rating.clamp(MIN_RATING, MAX_RATING).round() as u16,
        curvature.sqrt().recip().round() as u16,
    )
}

/// The ratings of the solver and of the puzzle after the first attempt.
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
    fn a_hard_puzzle_solved_raises_more_than_an_easy_one_and_a_hint_costs() {
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
        assert!(puzzle.rating < easy.strength().rating, "who is solved is weaker");
    }

    #[test]
    fn a_fit_lies_where_half_is_solved() {
        const ANY: (u16, u16) = (1500, 500);
        let ladder: Vec<f64> = (0..12).map(|step| 600.0 + 150.0 * f64::from(step)).collect();
        let tries =
            |least: f64| -> Vec<(f64, bool)> { ladder.iter().flat_map(|s| [(*s, *s > least); 2]).collect() };
        let (easy, _) = fit(&tries(900.0), ANY);
        let (hard, deviation) = fit(&tries(1800.0), ANY);
        assert!((850..1050).contains(&easy), "{easy}");
        assert!((1700..1900).contains(&hard), "{hard}");
        assert!(deviation < 200);
        // Solved by all or by none: an end of the scale, with a large deviation.
        let (all, wide) = fit(&tries(0.0), ANY);
        assert!(all < 700 && wide > deviation, "{all} {wide}");
        assert!(fit(&tries(9000.0), ANY).0 > 2200);
    }
}
