//! How good a move was, from what could be expected before it and after it.
use crate::{Score, expected};
use draughts::Variant;
use draughts::notation::{Signs, Strength};

/// How good a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quality {
    /// It was the only legal move: nobody's merit.
    Forced,
    /// What the search would have played.
    Best,
    /// Hardly worse.
    Good,
    /// Something was given away.
    Inaccuracy,
    /// Much was given away.
    Mistake,
    /// Half a point or more.
    Blunder,
}

/// Falls of the chance (-1 to 1) from which on a move is an inaccuracy, a mistake, a blunder.
const FALLS: [(f64, Quality); 3] = [
    (0.3, Quality::Blunder),
    (0.15, Quality::Mistake),
    (0.075, Quality::Inaccuracy),
];
/// A sure win let go, or a sure loss run into, is a blunder, unless the side stood (or stands) nearly as well
/// (or as badly) all the same: beyond these chances it is a mistake, an inaccuracy, and nothing.
const SOFTENED: [(f64, Quality); 3] = [
    (0.995, Quality::Good),
    (0.964, Quality::Inaccuracy),
    (0.834, Quality::Mistake),
];

impl Quality {
    /// How good a move was after which the side that made it has `after`, where `before` was to be had.
    pub fn of(variant: Variant, before: Score, after: Score) -> Quality {
        let (had, has) = (chance(variant, before), chance(variant, after));
        let won = before >= Score::DECIDED;
        let lost = after <= -Score::DECIDED;
        if won && after < Score::DECIDED {
            return softened(has);
        }
        if lost && before > -Score::DECIDED {
            return softened(-had);
        }
        let fall = FALLS.iter().find(|(fall, _)| had - has >= *fall);
        fall.map_or(Quality::Good, |(_, quality)| *quality)
    }

    /// What is written behind such a move, by the meaning that the signs have in draughts: a weak move `?`, a very weak
    /// one `??`. Lesser faults have no sign: `?!` praises.
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

fn softened(still: f64) -> Quality {
    let kept = SOFTENED.iter().find(|(chance, _)| still >= *chance);
    kept.map_or(Quality::Blunder, |(_, quality)| *quality)
}

/// What is to be expected on a scale from -1 (lost) to 1 (won).
pub fn chance(variant: Variant, score: Score) -> f64 {
    2.0 * expected(variant, score) - 1.0
}

/// How exact a move was, 0 to 100, from the expected results (0 to 1) before it and after it.
pub fn move_accuracy(before: f64, after: f64) -> f64 {
    if after >= before {
        return 100.0;
    }
    let fall = 100.0 * (before - after);
    let raw = 103.166_810_071_164_9 * (-0.043_544_153_867_539_51 * fall).exp() - 3.166_924_740_191_411;
    (raw + 1.0).clamp(0.0, 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: Variant = Variant::International;

    #[test]
    fn a_man_lost_from_an_even_game_is_a_blunder_and_in_a_won_one_is_little() {
        let of = |before, after| Quality::of(GAME, Score::cp(before), Score::cp(after));
        assert_eq!(of(0, -100), Quality::Blunder);
        assert_eq!(of(0, -5), Quality::Good);
        assert_eq!(of(30, 60), Quality::Good);
        assert_eq!(of(600, 500), Quality::Good);
        // Each step down is a worse verdict.
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
    fn a_win_let_go_is_judged_by_what_is_left_of_it() {
        let let_go = |after| Quality::of(GAME, Score::cp(9_990), Score::cp(after));
        assert_eq!(let_go(0), Quality::Blunder);
        assert_eq!(let_go(9_980), Quality::Good);
        assert_eq!(let_go(800), Quality::Good);
        let run_into = |before| Quality::of(GAME, Score::cp(before), Score::cp(-9_990));
        assert_eq!(run_into(0), Quality::Blunder);
        assert_eq!(run_into(-800), Quality::Good);
        assert_eq!(run_into(-9_980), Quality::Good);
    }

    #[test]
    fn accuracy_falls_with_what_is_given_away() {
        assert_eq!(move_accuracy(0.5, 0.6), 100.0);
        let [little, much, all] = [0.02, 0.2, 1.0].map(|fall| move_accuracy(1.0, 1.0 - fall));
        assert!(
            little > 90.0 && much < 45.0 && all == 0.0,
            "{little} {much} {all}"
        );
    }

    #[test]
    fn no_fault_is_written_as_praise() {
        for quality in [Quality::Forced, Quality::Best, Quality::Good, Quality::Inaccuracy] {
            assert!(quality.signs().is_empty());
        }
        assert_eq!(Quality::Mistake.signs().strength, Some(Strength::Weak));
        assert_eq!(Quality::Blunder.signs().strength, Some(Strength::VeryWeak));
    }
}
