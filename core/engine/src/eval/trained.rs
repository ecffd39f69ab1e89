//! The learned evaluation: a handful of table look-ups, and the net where it can matter. Knows where no weight comes from.
use super::patterns::{CELLS, LANES, patterns};
use super::terms::{Counter, drawish};
use super::weights::{STEPS, Weights};
use draughts::raw::{Bits, Geometry, Pos, squares};
use draughts::{Ruleset, Side};
use std::sync::Arc;

/// What a man counts for, by itself.
const MAN: i32 = 100;
/// Centipawns beyond a bound from where, by the men alone, what they stand like does not lead back: in nine games, of a
/// thousand positions so passed over fewer than one stood on the other side of it.
const LAZY_MEN_MARGIN: i32 = 150;
/// Centipawns that are not claimed there: what is kept of such a position may be asked with other bounds.
const LAZY_MEN_SLACK: i32 = 100;

/// Learned weights on one board.
pub(crate) struct TrainedEval<G: Geometry> {
    rules: &'static Ruleset,
    weights: Arc<Weights>,
    counter: Counter<G>,
    /// By men on the board: what a step of an opening's and of an ending's weight is worth, in centipawns / 2³².
    shares: Vec<[i64; 2]>,
}

impl<G: Geometry> TrainedEval<G> {
    pub(super) fn new(rules: &'static Ruleset, weights: Arc<Weights>) -> TrainedEval<G> {
        let most = i64::from(most_men(rules));
        // Rounded up, so that what is whole stays whole.
        let share = |men: i64| ((men << 32) as u64).div_ceil((most * i64::from(STEPS)) as u64) as i64;
        TrainedEval {
            rules,
            weights,
            counter: Counter::new(rules),
            shares: (0..=most).map(|men| [share(men), share(most - men)]).collect(),
        }
    }

    /// The value for the side to move in centipawns; exact only where it may lie between these bounds.
    #[inline(always)]
    pub(super) fn value(&self, pos: &Pos<G>, alpha: i32, beta: i32) -> i32 {
        let sign = if pos.turn == Side::White { 1 } else { -1 };
        let kings = (pos.kings[0] | pos.kings[1]) != G::Bits::ZERO;
        let men = sign * MAN * (pos.men[0].count() as i32 - pos.men[1].count() as i32);
        if !kings && men <= alpha - LAZY_MEN_MARGIN {
            return men + LAZY_MEN_SLACK;
        }
        if !kings && men >= beta + LAZY_MEN_MARGIN {
            return men - LAZY_MEN_SLACK;
        }
        let weights = &*self.weights;
        let mut value = [0; 2];
        let tables = &weights.cells.as_chunks::<CELLS>().0[..patterns::<G>()];
        for (group, tables) in tables.chunks(LANES / 2).enumerate() {
            let numbers = weights.shape.numbers(pos, group);
            for (seen, table) in numbers.as_chunks::<2>().0.iter().zip(tables) {
                let [white, black] = seen.map(|number| table[number as usize]);
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
        let men = (phase(pos) as usize).min(self.shares.len() - 1);
        let [opening, ending] = self.shares[men];
        let exact = i64::from(value[0]) * opening + i64::from(value[1]) * ending;
        // Towards 0, so that both sides see the same.
        let mut value = sign * (exact / (1 << 32)) as i32;
        if let Some(net) = &weights.net
            && (kings || net.may_matter(phase(pos), value, alpha, beta))
        {
            value += net.value(pos);
        }
        if kings {
            let ahead = if value >= 0 { pos.turn } else { pos.turn.other() };
            value / drawish(self.rules, pos, ahead)
        } else {
            value
        }
    }
}

/// Men of both sides at the start: where the opening's weights count alone.
pub(super) fn most_men(rules: &Ruleset) -> i32 {
    2 * i32::from(rules.rows_of_men) * i32::from(rules.board.row())
}

/// How much of the opening is left, of [`most_men`].
#[inline(always)]
pub(super) fn phase<G: Geometry>(pos: &Pos<G>) -> u32 {
    pos.men[0].count() + pos.men[1].count()
}

/// Where a king stands as its own side sees it, and whether it counts for White or against.
#[inline(always)]
pub(super) fn king_square<G: Geometry>(side: Side, bit: u32) -> (usize, i32) {
    let square = G::square_at(bit).index();
    match side {
        Side::White => (square, 1),
        Side::Black => (usize::from(G::SQUARES) - 1 - square, -1),
    }
}
