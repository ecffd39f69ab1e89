//! The phases of a game: by how much of its material is on the board. A game never goes back to an earlier one.
use crate::eval::phase::men_at_start;
use draughts::{Position, Side};

/// A phase of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Phase {
    /// More than three quarters of the men are on the board: 31 of 40 and more.
    Opening,
    /// Neither of the others.
    Middle,
    /// Two fifths are left at most: 16 of 40, eight a side.
    Ending,
}

impl Phase {
    /// Every phase, in their order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::Ending];

    /// The phase of a position.
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
