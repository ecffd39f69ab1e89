//! The trained evaluation: a lookup for every pattern, a few counted terms, and the net if it can matter. Does not
//! know where the weights come from.
use super::patterns::{LANES, PATTERN_INDICES, patterns};
use super::phase::{men_at_start, phase};
use super::terms::{TermCounter, drawish_divisor};
use super::weights::{WEIGHT_SCALE, Weights};
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::rules::Goal;
use draughts::{Ruleset, Side};
use std::sync::Arc;

/// A man, in centipawns.
const MAN: i32 = 100;
/// Lazy evaluation by material: without kings, a position whose material lies this many centipawns outside the window
/// is not evaluated further. In nine games fewer than one in a thousand such positions would have come back inside
/// it.
const LAZY_MATERIAL_MARGIN: i32 = 150;
/// Centipawns by which such a value is moved towards the window, since it is stored and later compared with other
/// windows.
const LAZY_MATERIAL_SLACK: i32 = 100;

/// Trained weights on one board.
pub(crate) struct TrainedEval<G: Geometry> {
    rules: &'static Ruleset,
    weights: Arc<Weights>,
    counter: TermCounter<G>,
    /// `true` if a lead of men is an advantage, so that lazy evaluation may rely on it.
    material_leads: bool,
    /// Tapered evaluation, by men on the board: the factors of opening and ending weights, in centipawns / 2³².
    taper: Vec<[i64; 2]>,
}

impl<G: Geometry> TrainedEval<G> {
    pub(super) fn new(rules: &'static Ruleset, weights: Arc<Weights>) -> TrainedEval<G> {
        let max_men = i64::from(men_at_start(rules));
        // Rounded up, so that whole centipawns stay whole.
        let factor =
            |men: i64| ((men << 32) as u64).div_ceil((max_men * i64::from(WEIGHT_SCALE)) as u64) as i64;
        TrainedEval {
            rules,
            weights,
            counter: TermCounter::new(rules),
            // In losing games, if the first king wins, or with a single row of men, an extra man promises too little.
            material_leads: rules.goal == Goal::Normal && rules.rows_of_men > 1,
            taper: (0..=max_men)
                .map(|men| [factor(men), factor(max_men - men)])
                .collect(),
        }
    }

    /// Returns the value for the side to move in centipawns; exact only if it may lie inside the window.
    #[inline(always)]
    pub(super) fn value(&self, pos: &Pos<G>, alpha: i32, beta: i32) -> i32 {
        let sign = if pos.turn == Side::White { 1 } else { -1 };
        let kings = (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO;
        let lazy = self.material_leads && !kings;
        let material = sign * MAN * (pos.men[0].count() as i32 - pos.men[1].count() as i32);
        if lazy && material <= alpha - LAZY_MATERIAL_MARGIN {
            return material + LAZY_MATERIAL_SLACK;
        }
        if lazy && material >= beta + LAZY_MATERIAL_MARGIN {
            return material - LAZY_MATERIAL_SLACK;
        }
        let weights = &*self.weights;
        let mut value = [0; 2];
        let tables = &weights.patterns.as_chunks::<PATTERN_INDICES>().0[..patterns::<G>()];
        for (group, tables) in tables.chunks(LANES / 2).enumerate() {
            let indices = weights.pattern_set.indices(pos, group);
            for (pair, table) in indices.as_chunks::<2>().0.iter().zip(tables) {
                let [white, black] = pair.map(|index| table[index as usize]);
                value[0] += i32::from(white[0]) - i32::from(black[0]);
                value[1] += i32::from(white[1]) - i32::from(black[1]);
            }
        }
        for (count, weight) in self.counter.terms(pos).into_iter().zip(&weights.terms) {
            value[0] += count * weight[0];
            value[1] += count * weight[1];
        }
        if kings {
            for side in Side::ALL {
                for bit in squares(pos.kings[side as usize]) {
                    let (square, sign) = king_square::<G>(side, bit);
                    value[0] += sign * weights.kings[square][0];
                    value[1] += sign * weights.kings[square][1];
                }
            }
        }
        let men = (phase(pos) as usize).min(self.taper.len() - 1);
        let [opening, ending] = self.taper[men];
        let exact = i64::from(value[0]) * opening + i64::from(value[1]) * ending;
        // Rounded towards 0, so that both sides get the same value.
        let mut value = sign * (exact / (1 << 32)) as i32;
        if let Some(net) = &weights.net
            && (kings || net.may_matter(phase(pos), value, alpha, beta))
        {
            value += net.value(pos);
        }
        if kings {
            let ahead = if value >= 0 { pos.turn } else { pos.turn.other() };
            value / drawish_divisor(self.rules, pos, ahead)
        } else {
            value
        }
    }
}

/// Returns the square of a king from its own side's perspective, and the sign of its weight: 1 for White's, -1 for
/// Black's.
#[inline(always)]
pub(super) fn king_square<G: Geometry>(side: Side, bit: u32) -> (usize, i32) {
    let square = G::square_at(bit).index();
    match side {
        Side::White => (square, 1),
        Side::Black => (usize::from(G::SQUARES) - 1 - square, -1),
    }
}
