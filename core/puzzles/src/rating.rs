//! What a solved or failed puzzle says about the solver's strength (Glicko-2). Keeps nothing.
use super::solution::Choice;
use super::stock::Puzzle;
use draughts::Position;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};

/// A strength and how well it is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Points of the ladder of levels.
    pub rating: f64,
    /// How sure it is, in points.
    pub deviation: f64,
    /// How much it swings.
    pub volatility: f64,
}

impl Default for Rating {
    /// Where everybody starts: somebody who has solved nothing yet is met with easy puzzles, not average ones.
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

/// What a solution asks of its solver, as numbers: see [`DEMANDS`].
pub const DEMANDS: [&str; 7] = [
    "always",
    "moves to choose",
    "men given",
    "quiet moves that force nothing",
    "logarithm of the moves to choose among",
    "men of the last capture",
    "pieces",
];

/// Points for each of the demands, as `damier mine --calibrate` fitted them to the 5 950 international puzzles of the
/// stock, tried by the levels: correlation 0.84.
const POINTS: [f64; DEMANDS.len()] = [-157.0, -15.0, 44.0, 258.0, 157.0, 29.0, 2.0];

/// How unsure an estimated rating is, in points: a good deal more than the fit left over, since the levels tell the easy
/// ones not apart.
const ESTIMATED: u16 = 250;

/// How much of each demand the main line makes.
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

/// A first rating from what the solution asks for, until solvers or the levels of the engine have measured it, and how
/// unsure it is.
pub fn estimate(position: &Position, solution: &[Choice]) -> (u16, u16) {
    let demands = demands(position, solution);
    let points: f64 = demands
        .iter()
        .zip(POINTS)
        .map(|(much, points)| much * points)
        .sum();
    (points.clamp(LOWEST, HIGHEST).round() as u16, ESTIMATED)
}

/// Between these a rating means something, in points.
const LOWEST: f64 = 100.0;
const HIGHEST: f64 = 3000.0;

/// The strength that solves a puzzle half the time, and how sure that is, both in points, from tries by solvers of known
/// strength and whether they solved it: a logistic fit, held by what was believed of it before and how surely.
pub fn fit(tries: &[(f64, bool)], belief: (u16, u16)) -> (u16, u16) {
    const SCALE: f64 = std::f64::consts::LN_10 / 400.0;
    let (mean, spread) = (f64::from(belief.0), f64::from(belief.1));
    let mut rating = mean;
    let mut curvature = 1.0 / (spread * spread);
    for _ in 0..30 {
        let mut slope = (mean - rating) / (spread * spread);
        curvature = 1.0 / (spread * spread);
        for (strength, solved) in tries {
            let chance = 1.0 / (1.0 + ((rating - strength) * SCALE).exp());
            slope += SCALE * (chance - f64::from(u8::from(*solved)));
            curvature += SCALE * SCALE * chance * (1.0 - chance);
        }
        // A step that is never longer than a class of strength: far from the answer the curve is flat.
        rating += (slope / curvature).clamp(-200.0, 200.0);
    }
    (
        rating.clamp(LOWEST, HIGHEST).round() as u16,
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
        // Solved by all or by none: an end of the scale, and not sure.
        let (all, wide) = fit(&tries(0.0), ANY);
        assert!(all < 700 && wide > deviation, "{all} {wide}");
        assert!(fit(&tries(9000.0), ANY).0 > 2200);
    }
}
