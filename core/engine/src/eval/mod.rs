//! What a quiet position is worth: by learned weights where a game has them, by hand-set ones where not. Knows no search.
mod expected;
mod learned;
mod look;
mod net;
mod plain;
mod shape;
mod shipped;
mod terms;
#[cfg(test)]
mod tests;
mod weights;
mod wings;

use super::score::Score;
use draughts::Ruleset;
use draughts::Side;
use draughts::raw::Geometry;
use draughts::raw::Pos;

pub use expected::{expected, scale};
pub use look::{Look, Looker};
pub use net::{Grid, HIDDEN, NetWeights, STAGES, StageWeights, WAYS, WIDTH};
pub use shape::{CELLS, Part, Shape};
pub use shipped::{go_without, hand_over, is_ready, teacher};
pub use terms::{MEN, TERMS};
pub use weights::{Learned, Pair, PatternWeights, Weights};

/// The evaluation of one game's positions.
pub(super) enum Eval<G: Geometry> {
    Learned(learned::Learned<G>),
    Plain(Box<plain::Plain<G>>),
}

impl<G: Geometry> Eval<G> {
    /// By these weights, or by those of the game with these rules, if it has any and they are there.
    pub(super) fn new(rules: &'static Ruleset, weights: Option<&'static Weights>) -> Eval<G> {
        match weights.or_else(|| shipped::of(rules)) {
            Some(weights) => Eval::Learned(learned::Learned::new(rules, weights)),
            None => Eval::Plain(Box::new(plain::Plain::new(rules))),
        }
    }

    /// The value for the side to move. Never a decided score.
    #[inline]
    pub(super) fn score(&self, pos: &Pos<G>) -> Score {
        self.score_within(pos, -Score::INFINITE, Score::INFINITE)
    }

    /// The same for a search that asks only whether it lies between two bounds: far beyond them it is not exact.
    #[inline]
    pub(super) fn score_within(&self, pos: &Pos<G>, alpha: Score, beta: Score) -> Score {
        let value = match self {
            Eval::Learned(learned) => learned.value(pos, alpha.centipawns(), beta.centipawns()),
            Eval::Plain(plain) => {
                let value = plain.value(pos);
                if pos.turn == Side::White { value } else { -value }
            }
        };
        let most = Score::EVAL_MAX.centipawns();
        Score::cp(value.clamp(-most, most))
    }
}
