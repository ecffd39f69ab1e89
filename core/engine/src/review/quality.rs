//! The quality of a move, from the expected results before it and after it.
use crate::{Score, expected};
use draughts::Variant;
use draughts::notation::{Signs, Strength};

/// The quality of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quality {
    /// The only legal move.
    Forced,
    /// The best move of the search.
    Best,
    /// Hardly worse than the best.
    Good,
    /// Gives something away.
    Inaccuracy,
    /// Gives much away.
    Mistake,
    /// Gives the game away.
    Blunder,
}

impl Quality {
    /// The drop of the chance (-1 to 1) from which a move is an inaccuracy.
    pub const INACCURATE: f64 = 0.17;

    /// True if the move gives something away.
    #[must_use]
    pub const fn is_weak(self) -> bool {
        matches!(self, Quality::Inaccuracy | Quality::Mistake | Quality::Blunder)
    }
}

/// The drops of the chance from which a move is a blunder, a mistake, an inaccuracy.
const DROPS: [(f64, Quality); 3] = [
    (0.45, Quality::Blunder),
    (0.24, Quality::Mistake),
    (Quality::INACCURATE, Quality::Inaccuracy),
];
/// Losing a decided win, or getting into a decided loss, is a blunder unless the chance hardly changes. From these
/// remaining chances on it is good, an inaccuracy, a mistake.
const DECIDED: [(f64, Quality); 3] = [
    (0.9, Quality::Good),
    (0.85, Quality::Inaccuracy),
    (0.75, Quality::Mistake),
];

impl Quality {
    /// Returns the quality of a move, from the scores before and after it for the side that made it.
    pub fn of(variant: Variant, before: Score, after: Score) -> Quality {
        let (had, has) = (chance(variant, before), chance(variant, after));
        let won = before >= Score::DECIDED;
        let lost = after <= -Score::DECIDED;
        if won && after < Score::DECIDED {
            return from_decided(has);
        }
        if lost && before > -Score::DECIDED {
            return from_decided(-had);
        }
        let drop = DROPS.iter().find(|(drop, _)| had - has >= *drop);
        drop.map_or(Quality::Good, |(_, quality)| *quality)
    }

    /// Returns the annotation signs of such a move in draughts: `?` for a weak move, `??` for a very weak one.
    /// Inaccuracies have none, since in draughts `?!` is praise.
    pub const fn signs(self) -> Signs {
        let strength = match self {
            Quality::Mistake => Some(Strength::Weak),
            Quality::Blunder => Some(Strength::VeryWeak),
            Quality::Forced | Quality::Best | Quality::Good | Quality::Inaccuracy => None,
        };
        Signs {
            strength,
            ..Signs::NONE
        }
    }
}

fn from_decided(remaining: f64) -> Quality {
    let found = DECIDED.iter().find(|(chance, _)| remaining >= *chance);
    found.map_or(Quality::Blunder, |(_, quality)| *quality)
}

/// Returns the expected result on a scale from -1 (lost) to 1 (won).
pub fn chance(variant: Variant, score: Score) -> f64 {
    2.0 * expected(variant, score) - 1.0
}

/// Returns the accuracy of a move, 0 to 100, from the expected results (0 to 1) before and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let drop = 100.0 * (before - after);
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * drop).exp() - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Variant = Variant::International;

    #[test]
    fn losing_a_man_is_a_blunder_in_an_even_game_and_good_in_a_won_one() {
        let of = |before, after| Quality::of(GAME, Score::cp(before), Score::cp(after));
        assert_eq!(of(0, -100), Quality::Blunder);
        assert_eq!(of(0, -5), Quality::Good);
        assert_eq!(of(30, 60), Quality::Good);
        assert_eq!(of(600, 500), Quality::Good);
        // Each larger loss gives a verdict at least as bad.
        let mut last = Quality::Good;
        let order = [
            Quality::Good,
            Quality::Inaccuracy,
            Quality::Mistake,
            Quality::Blunder,
        ];
        for after in (-200..=0).rev() {
            let quality = of(0, after);
            let place = |quality| order.iter().position(|one| *one == quality).unwrap();
            assert!(
                place(quality) >= place(last),
                "{after}: {quality:?} after {last:?}"
            );
            last = quality;
        }
        assert_eq!(last, Quality::Blunder);
    }

    #[test]
    fn a_lost_win_is_judged_by_the_remaining_chance() {
        let from_won = |after| Quality::of(GAME, Score::cp(9_990), Score::cp(after));
        assert_eq!(from_won(0), Quality::Blunder);
        assert_eq!(from_won(9_980), Quality::Good);
        assert_eq!(from_won(800), Quality::Good);
        let into_lost = |before| Quality::of(GAME, Score::cp(before), Score::cp(-9_990));
        assert_eq!(into_lost(0), Quality::Blunder);
        assert_eq!(into_lost(-800), Quality::Good);
        assert_eq!(into_lost(-9_980), Quality::Good);
    }

    #[test]
    fn accuracy_falls_with_the_expected_result() {
        assert_eq!(move_accuracy(0.5, 0.6), 100.0);
        let [little, much, all] = [0.02, 0.2, 1.0].map(|drop| move_accuracy(1.0, 1.0 - drop));
        assert!(
            little > 90.0 && much < 45.0 && all == 0.0,
            "{little} {much} {all}"
        );
    }

    #[test]
    fn inaccuracies_have_no_sign() {
        for quality in [Quality::Forced, Quality::Best, Quality::Good, Quality::Inaccuracy] {
            assert!(quality.signs().is_empty());
        }
        assert_eq!(Quality::Mistake.signs().strength, Some(Strength::Weak));
        assert_eq!(Quality::Blunder.signs().strength, Some(Strength::VeryWeak));
    }
}
