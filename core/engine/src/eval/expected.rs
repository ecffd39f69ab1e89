//! The win probability model: the expected result of a score, a logistic curve. Knows no position.
use super::super::score::Score;
use draughts::Variant;

/// Returns the scale of the logistic curve: the centipawns by which the odds of winning grow e-fold, fitted to scores
/// and results of our own games.
#[must_use]
pub const fn scale(variant: Variant) -> f64 {
    match variant {
        Variant::International
        | Variant::Killer
        | Variant::Antidraughts
        | Variant::Breakthrough
        | Variant::Frysk => 80.0,
        Variant::Brazilian | Variant::Russian => 67.0,
        Variant::Pool => 59.0,
        Variant::Frisian => 58.0,
        // With short kings most games are drawn.
        Variant::English => 161.0,
        Variant::Italian => 190.0,
        Variant::Spanish | Variant::Portuguese => 94.0,
        Variant::Czech => 101.0,
        // Two kings catch one, so hardly any lead ends in a draw.
        Variant::Thai => 47.0,
        Variant::Turkish => 112.0,
        Variant::Canadian | Variant::Srilankan => 149.0,
    }
}

/// Returns the expected result of a score for the side to move: 0 a loss, 0.5 a draw or even chances, 1 a win.
#[must_use]
pub fn expected(variant: Variant, score: Score) -> f64 {
    match score.is_decided() {
        true if score > Score::DRAW => 1.0,
        true => 0.0,
        false => 1.0 / (1.0 + (-f64::from(score.centipawns()) / scale(variant)).exp()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_expected_result_is_even_at_zero_and_certain_at_the_end() {
        for variant in Variant::ALL {
            let of = |score| expected(variant, score);
            assert_eq!(of(Score::DRAW), 0.5);
            assert_eq!(of(Score::win_in(9)), 1.0);
            assert_eq!(of(Score::loss_in(9)), 0.0);
            assert_eq!((of(Score::WIN), of(-Score::WIN)), (1.0, 0.0));
            assert!(of(Score::cp(100)) > of(Score::cp(50)) && of(Score::cp(50)) > 0.5);
            let sum = of(Score::cp(80)) + of(Score::cp(-80));
            assert!((sum - 1.0).abs() < 1e-12);
        }
    }
}
