//! The phases of a game, by the share of its material on the board. A game never goes back to an earlier phase.
use crate::eval::phase::men_at_start;
use draughts::{Position, Side};

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// More than three quarters of the men are on the board: at least 31 of 40.
    Opening,
    /// Neither opening nor ending.
    Middle,
    /// At most two fifths of the men are left: 16 of 40, eight a side.
    Ending,
}

impl Phase {
    /// Every phase, in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Ending];

    /// Returns the phase of a position.
    pub fn of(position: &Position) -> Phase {
        let all = men_at_start(position.variant().rules());
        let left: i32 = Side::ALL
            .map(|side| position.count(side))
            .iter()
            .map(|(men, kings)| i32::from(*men) + i32::from(*kings))
            .sum();
        if 4 * left > 3 * all {
            Phase::Opening
        } else if 5 * left > 2 * all {
            Phase::Middle
        } else {
            Phase::Ending
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    #[test]
    fn a_game_begins_in_the_opening_and_ends_in_the_ending() {
        for variant in Variant::ALL {
            assert_eq!(Phase::of(&variant.start()), Phase::Opening, "{variant}");
        }
        let of = |text| Phase::of(&fen::read(Variant::International, text).unwrap());
        assert_eq!(of("W:W35-50:B1-15"), Phase::Opening);
        assert_eq!(of("W:W36-50:B1-15"), Phase::Middle);
        assert_eq!(of("W:W42-50:B1-8"), Phase::Middle);
        assert_eq!(of("W:W43-50:B1-8"), Phase::Ending);
        assert_eq!(of("W:WK46:BK5"), Phase::Ending);
    }
}
