//! What the evaluation counts beside the patterns: material, kings, wings, the turn. White's less Black's.
use super::wings::Wings;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::rules::King;
use draughts::{Dir, Ruleset, Side};

/// How many things are counted: men, a first king, kings, squares kings can go to, men more on one wing, the turn.
pub const TERMS: usize = 6;
/// The place of the men among them.
pub const MEN: usize = 0;
/// The place of the turn.
const TURN: usize = 5;

/// What is counted, by game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Counter<G: Geometry> {
    wings: Wings<G>,
    king: King,
    king_moves: draughts::DirSet,
}

impl<G: Geometry> Counter<G> {
    pub(super) fn new(rules: &Ruleset) -> Counter<G> {
        Counter {
            wings: Wings::new(),
            king: rules.king,
            king_moves: rules.king_moves,
        }
    }

    #[inline(always)]
    pub(super) fn terms(&self, pos: &Pos<G>) -> [i32; TERMS] {
        let skew = |side: Side| self.wings.skew(pos.men[side as usize]);
        let men = pos.men[0].count() as i32 - pos.men[1].count() as i32;
        let wings = skew(Side::White) - skew(Side::Black);
        let turn = if pos.turn == Side::White { 1 } else { -1 };
        let mut terms = [men, 0, 0, 0, wings, turn];
        debug_assert_eq!(terms[TURN], turn);
        if (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO {
            let kings = [pos.kings[0].count() as i32, pos.kings[1].count() as i32];
            terms[1] = i32::from(kings[0] > 0) - i32::from(kings[1] > 0);
            terms[2] = kings[0] - kings[1];
            terms[3] = self.reach(pos, Side::White) - self.reach(pos, Side::Black);
        }
        terms
    }

    /// How many squares the kings of a side can go to, each king counted for itself.
    fn reach(&self, pos: &Pos<G>, side: Side) -> i32 {
        let occupied = pos.occupied();
        let mut reach = 0;
        for bit in squares(pos.kings[side as usize]) {
            for dir in Dir::ALL {
                if self.king_moves.contains(dir) {
                    let free = match self.king {
                        King::Long => G::slide(bit, dir, occupied).0,
                        King::Short => G::step(G::Bits::bit(bit), dir) & G::BOARD & !occupied,
                    };
                    reach += free.count() as i32;
                }
            }
        }
        reach
    }
}

/// By how much a lead is divided that hardly ever wins. `ahead` is the side that leads.
#[inline(always)]
pub(super) fn drawish<G: Geometry>(rules: &Ruleset, pos: &Pos<G>, ahead: Side) -> i32 {
    let behind = ahead.other();
    let kings = |side: Side| pos.kings[side as usize].count() as i32;
    let men = |side: Side| pos.men[side as usize].count() as i32;
    // Short kings are caught.
    if kings(behind) == 0 || rules.king == King::Short {
        1
    } else if men(ahead) + kings(ahead) <= 3 {
        // Three pieces hardly ever catch a king that is free to run.
        8
    } else if kings(ahead) == kings(behind) && men(ahead) - men(behind) <= 1 {
        2
    } else {
        1
    }
}
