//! Starts with men fewer. No federation fixes which men go; the order here is ours. Knows no player.
use super::{Position, Setup, Variant};
use crate::board::{Side, Square};

/// White's men in the order in which they go; Black's are opposite. International board only.
const ORDER: [u8; Handicap::MOST as usize] = [48, 47, 49, 46, 50];

/// How many men fewer each side starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Handicap {
    /// White's.
    pub white: u8,
    /// Black's.
    pub black: u8,
}

/// More men fewer than [`Handicap::MOST`] were asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a handicap is at most {most} men, not {0}", most = Handicap::MOST)]
pub struct HandicapError(pub u8);

impl Handicap {
    /// The most men a side may do without.
    pub const MOST: u8 = 5;

    /// The squares of the men that are taken off, White's first.
    ///
    /// # Errors
    /// More than [`Handicap::MOST`] of a side.
    pub fn removed(self, variant: Variant) -> Result<Vec<Square>, HandicapError> {
        let opposite = variant.rules().board.squares() + 1;
        let squares = [(self.white, Side::White), (self.black, Side::Black)].map(|(count, side)| {
            let men = ORDER.get(..usize::from(count)).ok_or(HandicapError(count))?;
            let number = |man: &u8| if side == Side::White { *man } else { opposite - man };
            Ok(men.iter().map(number).filter_map(Square::new).collect::<Vec<_>>())
        });
        let [white, black] = squares;
        Ok([white?, black?].concat())
    }

    /// The start of a game with those men taken off.
    ///
    /// # Errors
    /// More than [`Handicap::MOST`] of a side.
    pub fn start(self, variant: Variant) -> Result<Position, HandicapError> {
        let mut setup = Setup::start(variant);
        self.removed(variant)?
            .into_iter()
            .for_each(|square| setup.clear(square));
        Ok(Position::from_setup(variant, &setup).expect("a start with fewer men is possible"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn men_go_in_order_from_both_sides() {
        let handicap = Handicap { white: 2, black: 3 };
        let removed = handicap.removed(Variant::International).unwrap();
        assert_eq!(
            removed.iter().map(|s| s.number()).collect::<Vec<_>>(),
            [48, 47, 3, 4, 2]
        );
        let start = handicap.start(Variant::International).unwrap();
        assert_eq!(
            (start.count(Side::White), start.count(Side::Black)),
            ((18, 0), (17, 0))
        );
        assert_eq!(
            Handicap { white: 6, black: 0 }.start(Variant::International),
            Err(HandicapError(6))
        );
    }
}
