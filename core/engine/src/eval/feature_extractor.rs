//! A position as the evaluation sees it, for those who fit weights to it. Knows no weight.
use super::nnue::FeatureSet;
use super::patterns::{LANES, PatternSet, groups};
use super::terms::{Counter, TERMS, drawish};
use super::trained::{king_square, most_men, phase};
use draughts::raw::{Geometry, Pos, has_capture, has_quiet, squares, with_pos};
use draughts::{Position, Ruleset, Side, Variant};

/// What the evaluation sees in a position.
#[derive(Clone, Debug, PartialEq)]
pub struct ExtractedFeatures {
    /// The number of each pattern as White sees it and as Black sees it, in turn.
    pub patterns: Vec<u32>,
    /// What is counted, White's less Black's.
    pub terms: [i32; TERMS],
    /// The kings: the square as its own side sees it, and 1 for White's, -1 for Black's.
    pub kings: Vec<(u8, i8)>,
    /// How much the opening's weights count, the ending's counting the rest: 1 at the start, 0 without men.
    pub opening: f32,
    /// What a lead is divided by: White's, Black's.
    pub drawish: [i32; 2],
}

/// Looks at the positions of one game.
#[derive(Clone, Debug)]
pub struct FeatureExtractor {
    variant: Variant,
    rules: &'static Ruleset,
    shape: PatternSet,
}

impl FeatureExtractor {
    /// For a game.
    #[must_use]
    pub fn new(variant: Variant) -> FeatureExtractor {
        FeatureExtractor {
            variant,
            rules: variant.rules(),
            shape: PatternSet::of(variant.rules()),
        }
    }

    /// The game.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The number of every rectangle as White sees it.
    #[must_use]
    pub fn rectangles(&self, grid: &FeatureSet, position: &Position) -> Vec<u16> {
        with_pos!(position, pos => grid.numbers(pos))
    }

    /// The patterns of the board.
    #[must_use]
    pub const fn shape(&self) -> &PatternSet {
        &self.shape
    }

    /// Whether neither side could capture, were it to move: the positions that an evaluation is asked about.
    #[must_use]
    pub fn is_quiet(&self, position: &Position) -> bool {
        fn quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
            let turned = Pos {
                turn: pos.turn.other(),
                ..*pos
            };
            !has_capture(pos, rules) && has_quiet(pos, rules) && !has_capture(&turned, rules)
        }
        with_pos!(position, pos => quiet(pos, self.rules))
    }

    /// What the evaluation sees in a position.
    #[must_use]
    pub fn extract(&self, position: &Position) -> ExtractedFeatures {
        with_pos!(position, pos => self.extract_from(pos))
    }

    fn extract_from<G: Geometry>(&self, pos: &Pos<G>) -> ExtractedFeatures {
        let mut patterns = Vec::with_capacity(2 * self.shape.patterns());
        for group in 0..groups::<G>() {
            let numbers = self.shape.numbers(pos, group);
            let lanes = (2 * self.shape.patterns() - group * LANES).min(LANES);
            patterns.extend(numbers[..lanes].iter().map(|&number| number as u32));
        }
        let kings = Side::ALL.into_iter().flat_map(|side| {
            squares(pos.kings[side as usize]).map(move |bit| {
                let (square, sign) = king_square::<G>(side, bit);
                (square as u8, sign as i8)
            })
        });
        ExtractedFeatures {
            patterns,
            terms: Counter::new(self.rules).terms(pos),
            kings: kings.collect(),
            opening: phase(pos) as f32 / most_men(self.rules) as f32,
            drawish: Side::ALL.map(|side| drawish(self.rules, pos, side)),
        }
    }
}
