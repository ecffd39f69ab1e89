//! The static evaluation of a quiet position: trained for variants with weights, else handcrafted. Knows no search.
mod expected;
mod feature_extractor;
mod handcrafted;
mod nnue;
mod patterns;
pub(crate) mod phase;
mod terms;
#[cfg(test)]
mod tests;
mod trained;
mod weights;
mod wings;

use super::score::Score;
use draughts::raw::{Geometry, Pos};
use draughts::{Ruleset, Side};
use std::sync::Arc;

pub use expected::{expected, scale};
pub use feature_extractor::{ExtractedFeatures, FeatureExtractor};
pub use nnue::{
    ACCUMULATOR_SIZE, BucketWeights, FeatureSet, HIDDEN, NetWeights, OUTPUT_BUCKETS, RECTANGLE_FEATURES,
};
pub use patterns::{PATTERN_INDICES, Part, PatternSet};
pub use terms::{MEN, TERMS};
pub use weights::{FloatWeights, Pair, PatternWeights, Weights};

/// The evaluation of one variant's positions.
pub(super) enum Eval<G: Geometry> {
    Trained(trained::TrainedEval<G>),
    Handcrafted(Box<handcrafted::Handcrafted<G>>),
}

impl<G: Geometry> Eval<G> {
    /// Creates the evaluation with these weights, or a handcrafted one without.
    pub(super) fn new(rules: &'static Ruleset, weights: Option<Arc<Weights>>) -> Eval<G> {
        match weights {
            Some(weights) => Eval::Trained(trained::TrainedEval::new(rules, weights)),
            None => Eval::Handcrafted(Box::new(handcrafted::Handcrafted::new(rules))),
        }
    }

    /// Returns the value for the side to move. Never a decided score.
    #[inline]
    pub(super) fn score(&self, pos: &Pos<G>) -> Score {
        self.score_within(pos, -Score::INFINITE, Score::INFINITE)
    }

    /// Lazy evaluation: exact only if the value may lie inside the window.
    #[inline]
    pub(super) fn score_within(&self, pos: &Pos<G>, alpha: Score, beta: Score) -> Score {
        let value = match self {
            Eval::Trained(trained) => trained.value(pos, alpha.centipawns(), beta.centipawns()),
            Eval::Handcrafted(handcrafted) => {
                let value = handcrafted.value(pos);
                if pos.turn == Side::White { value } else { -value }
            }
        };
        let most = Score::EVAL_MAX.centipawns();
        Score::cp(value.clamp(-most, most))
    }
}
