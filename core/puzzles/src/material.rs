//! The material values of a proof: men and kings only. A proof must not change when the evaluation is trained again.
use draughts::Ruleset;
use draughts::raw::{Bits, Geometry, Pos};
use draughts::rules::King;

/// A man, in centipawns.
const MAN: i32 = 100;

/// The values of the pieces in one variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct MaterialValues {
    king: i32,
    /// `true` if kings fly: one draws against three pieces, so three pieces against it are no lead.
    flying_king: bool,
}

impl MaterialValues {
    pub(super) fn of(rules: &Ruleset) -> MaterialValues {
        let flying_king = rules.king == King::Long;
        MaterialValues {
            king: if flying_king { 300 } else { 150 },
            flying_king,
        }
    }

    /// Returns the lead of the side to move, in centipawns.
    #[inline]
    pub(super) fn lead<G: Geometry>(self, pos: &Pos<G>) -> i32 {
        let (me, you) = (pos.turn as usize, pos.turn.other() as usize);
        let count = |bits: G::Bits| bits.count() as i32;
        let men = [count(pos.men[me]), count(pos.men[you])];
        if (pos.kings[0] | pos.kings[1]) == G::Bits::ZERO {
            return (men[0] - men[1]) * MAN;
        }
        let kings = [count(pos.kings[me]), count(pos.kings[you])];
        let lead = (men[0] - men[1]) * MAN + (kings[0] - kings[1]) * self.king;
        let (strong, weak) = if lead > 0 { (0, 1) } else { (1, 0) };
        if self.flying_king && kings[weak] > 0 && men[strong] + kings[strong] <= 3 {
            0
        } else {
            lead
        }
    }
}
