//! Extracts the features of a position that the evaluation uses, for fitting weights to them. Knows no weight.
use super::nnue::FeatureSet;
use super::patterns::{LANES, PatternSet, lane_groups};
use super::phase::{men_at_start, phase};
use super::terms::{TERMS, TermCounter, drawish_divisor};
use super::trained::king_square;
use draughts::raw::{Geometry, Pos, has_capture, has_quiet, squares, with_pos};
use draughts::{Position, Ruleset, Side, Variant};

/// The features of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedFeatures {
    /// The index of each pattern from White's perspective and from Black's, alternating.
    pub patterns: Vec<u32>,
    /// The counted terms, White's minus Black's.
    pub terms: [i32; TERMS],
    /// The kings: the square from its own side's perspective, and 1 for White's, -1 for Black's.
    pub kings: Vec<(u8, i8)>,
    /// The share of the opening weights, from 1 at the start to 0 without men; the ending weights have the rest.
    pub opening: f32,
    /// The divisor of a lead of White, and of one of Black.
    pub drawish: [i32; 2],
}

/// Extracts features from the positions of one variant.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    variant: Variant,
    rules: &'static Ruleset,
    pattern_set: PatternSet,
}

impl FeatureExtractor {
    /// Creates an extractor for a variant.
    #[must_use]
    pub fn new(variant: Variant) -> FeatureExtractor {
        FeatureExtractor {
            variant,
            rules: variant.rules(),
            pattern_set: PatternSet::of(variant.rules()),
        }
    }

    /// The variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Returns the active feature of every rectangle of the net, from White's perspective.
    #[must_use]
    pub fn rectangles(&self, feature_set: &FeatureSet, position: &Position) -> Vec<u16> {
        with_pos!(position, pos => feature_set.active(pos))
    }

    /// The patterns of the board.
    #[must_use]
    pub const fn pattern_set(&self) -> &PatternSet {
        &self.pattern_set
    }

    /// Returns `true` if neither side could capture if it were to move. The search evaluates mostly such positions.
    #[must_use]
    pub fn is_quiet(&self, position: &Position) -> bool {
        fn quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
            let passed = Pos {
                turn: pos.turn.other(),
                ..*pos
            };
            !has_capture(pos, rules) && has_quiet(pos, rules) && !has_capture(&passed, rules)
        }
        with_pos!(position, pos => quiet(pos, self.rules))
    }

    /// Returns the features of a position.
    #[must_use]
    pub fn extract(&self, position: &Position) -> ExtractedFeatures {
        with_pos!(position, pos => self.extract_from(pos))
    }

    fn extract_from<G: Geometry>(&self, pos: &Pos<G>) -> ExtractedFeatures {
        let mut patterns = Vec::with_capacity(2 * self.pattern_set.patterns());
        for group in 0..lane_groups::<G>() {
            let indices = self.pattern_set.indices(pos, group);
            let lanes = (2 * self.pattern_set.patterns() - group * LANES).min(LANES);
            patterns.extend(indices[..lanes].iter().map(|&index| index as u32));
        }
        let kings = Side::ALL.into_iter().flat_map(|side| {
            squares(pos.kings[side as usize]).map(move |bit| {
                let (square, sign) = king_square::<G>(side, bit);
                (square as u8, sign as i8)
            })
        });
        ExtractedFeatures {
            patterns,
            terms: TermCounter::new(self.rules).terms(pos),
            kings: kings.collect(),
            opening: phase(pos) as f32 / men_at_start(self.rules) as f32,
            drawish: Side::ALL.map(|side| drawish_divisor(self.rules, pos, side)),
        }
    }
}
