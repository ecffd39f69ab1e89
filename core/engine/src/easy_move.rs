//! Time by the clock: a search ends early while its iterations agree on a move, and goes on while they differ or the
//! score falls.
use super::score::Score;
use draughts::Move;

/// A loss of this many centipawns since the last iteration asks for more time.
const FALL: i32 = 20;
/// The share of the soft limit for a move that as many iterations in a row have preferred.
const SHARES: [f64; 8] = [1.6, 1.4, 1.2, 1.0, 0.9, 0.8, 0.7, 0.6];
/// The factor after a fall of the score.
const AFTER_A_FALL: f64 = 1.5;

/// The finished iterations of a search.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Iterations {
    best: Option<Move>,
    /// Number of iterations since the last one that preferred another move.
    agreeing: usize,
    score: Option<Score>,
    fell: bool,
}

impl Iterations {
    /// Adds a finished iteration.
    pub(super) fn add(&mut self, best: Option<Move>, score: Score) {
        self.agreeing = if best == self.best { self.agreeing + 1 } else { 0 };
        self.best = best;
        let last = self.score.replace(score);
        self.fell = last.is_some_and(|last| score.centipawns() <= last.centipawns() - FALL);
    }

    /// Returns the share of the soft limit after which no further iteration starts, from 0.6 to 2.4.
    pub(super) fn share(&self) -> f64 {
        let share = SHARES[self.agreeing.min(SHARES.len() - 1)];
        if self.fell { share * AFTER_A_FALL } else { share }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::{Game, Variant};

    #[test]
    fn agreement_saves_time_and_a_fall_or_another_move_costs_some() {
        let moves = Game::new(Variant::International).legal_moves();
        let mut iterations = Iterations::default();
        let mut share = |best, score| {
            iterations.add(Some(moves[best]), Score::cp(score));
            iterations.share()
        };
        let shares: Vec<f64> = (0..10).map(|_| share(0, 10)).collect();
        assert_eq!(shares[..2], [1.6, 1.4]);
        assert!(shares.is_sorted_by(|a, b| a >= b));
        assert_eq!(shares[9], 0.6);
        assert_eq!(share(0, -10), 0.6 * 1.5, "the score fell");
        assert_eq!(share(0, -10), 0.6);
        assert_eq!(share(1, -10), 1.6, "another move");
        assert_eq!(share(2, -40), 1.6 * 1.5, "both");
    }
}
