//! The terms that the evaluation counts beside the patterns: material, kings, wings, tempo. White's minus Black's.
use super::wings::Wings;
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::rules::{Goal, King, Landing};
use draughts::{Dir, Ruleset, Side};

/// Number of terms: men, a first king, kings, mobility of the kings, imbalance of the wings, tempo.
pub const TERMS: usize = 6;
/// The index of the men among them.
pub const MEN: usize = 0;
/// The index of the tempo.
const TEMPO: usize = 5;

/// Counts the terms by the rules of one variant.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermCounter<G: Geometry> {
    wings: Wings<G>,
    king: King,
    king_moves: draughts::DirSet,
}

impl<G: Geometry> TermCounter<G> {
    pub(super) fn new(rules: &Ruleset) -> TermCounter<G> {
        TermCounter {
            wings: Wings::new(),
            king: rules.king,
            king_moves: rules.king_moves,
        }
    }

    #[inline(always)]
    pub(super) fn terms(&self, pos: &Pos<G>) -> [i32; TERMS] {
        let imbalance = |side: Side| self.wings.imbalance(pos.men[side as usize]);
        let men = pos.men[0].count() as i32 - pos.men[1].count() as i32;
        let wings = imbalance(Side::White) - imbalance(Side::Black);
        let tempo = if pos.turn == Side::White { 1 } else { -1 };
        let mut terms = [men, 0, 0, 0, wings, tempo];
        debug_assert_eq!(terms[TEMPO], tempo);
        if (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO {
            let kings = [pos.kings[0].count() as i32, pos.kings[1].count() as i32];
            terms[1] = i32::from(kings[0] > 0) - i32::from(kings[1] > 0);
            terms[2] = kings[0] - kings[1];
            terms[3] = self.king_mobility(pos, Side::White) - self.king_mobility(pos, Side::Black);
        }
        terms
    }

    /// Returns the number of squares to which the kings of a side can move, summed over the kings.
    fn king_mobility(&self, pos: &Pos<G>, side: Side) -> i32 {
        let occupied = pos.occupied();
        let mut mobility = 0;
        for bit in squares(pos.kings[side as usize]) {
            for dir in Dir::ALL {
                if self.king_moves.contains(dir) {
                    let free = match self.king {
                        King::Long => G::slide(bit, dir, occupied).0,
                        King::Short => G::step(G::Bits::bit(bit), dir) & G::BOARD & !occupied,
                    };
                    mobility += free.count() as i32;
                }
            }
        }
        mobility
    }
}

/// Returns the divisor of a lead in drawish endings, which are hardly ever won; 1 elsewhere. `ahead` is the side that
/// leads.
#[inline(always)]
pub(super) fn drawish_divisor<G: Geometry>(rules: &Ruleset, pos: &Pos<G>, ahead: Side) -> i32 {
    let behind = ahead.other();
    let kings = |side: Side| pos.kings[side as usize].count() as i32;
    let men = |side: Side| pos.men[side as usize].count() as i32;
    // Short kings can be caught, and so can kings that must stop right behind a captured piece. In losing games a
    // lone king does not save a draw.
    let caught = rules.king == King::Short || rules.landing != Landing::Free || rules.goal != Goal::Normal;
    if kings(behind) == 0 || caught {
        1
    } else if men(ahead) + kings(ahead) <= 3 {
        // Three pieces hardly ever catch a free king.
        8
    } else if kings(ahead) == kings(behind) && men(ahead) - men(behind) <= 1 {
        2
    } else {
        1
    }
}
