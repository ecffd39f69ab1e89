//! The first look for a shot: only offers that must be taken, and captures. Fast enough for every position of a library;
//! what it says is believed by nobody until it is proved.
use super::material::MaterialValues;
use super::proof::WIN;
use draughts::raw::{Bits, Geometry, MoveList, Pos, generate, has_capture, with_pos};
use draughts::{Position, Ruleset};

/// Offers in a row that are looked at.
const OFFERS: u8 = 7;
/// Positions entered for one position, at most.
const NODES: u32 = 20_000;

/// The lead to which the side to move can force its opponent by offers alone, if it is at least `margin` and the side
/// is not ahead already: centipawns, [`WIN`] where the opponent is left without a move.
pub(super) fn forced_lead(position: &Position, margin: i32) -> Option<i32> {
    let rules = position.variant().rules();
    with_pos!(position, pos => look(pos, rules, margin))
}

fn look<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, margin: i32) -> Option<i32> {
    let worth = MaterialValues::of(rules);
    let enemies = pos.pieces(pos.turn.other()).count() as i32;
    if worth.lead(pos) > 0 || enemies * 100 < margin.min(200) {
        return None;
    }
    let mut look = ShotScreen {
        rules,
        worth,
        left: NODES,
    };
    (look.solver(pos, OFFERS, margin - 1, margin) >= margin)
        .then(|| look.solver(pos, OFFERS, margin - 1, WIN))
        .filter(|lead| *lead >= margin)
}

struct ShotScreen<'a> {
    rules: &'a Ruleset,
    worth: MaterialValues,
    left: u32,
}

impl ShotScreen<'_> {
    fn solver<G: Geometry>(&mut self, pos: &Pos<G>, offers: u8, mut alpha: i32, beta: i32) -> i32 {
        let here = self.worth.lead(pos);
        let Some(left) = self.left.checked_sub(1) else {
            return here;
        };
        self.left = left;
        let mut moves = MoveList::<G>::new();
        generate(pos, self.rules, &mut moves);
        let Some(first) = moves.first() else {
            return -WIN;
        };
        let capture = first.is_capture();
        let mut best = if capture { -WIN } else { here };
        alpha = alpha.max(best);
        for mv in &moves {
            if alpha >= beta {
                break;
            }
            let after = pos.play_unchecked(mv);
            let value = if capture {
                self.defender(&after, offers, alpha, beta)
            } else if has_capture(&after, self.rules) {
                if offers == 0 {
                    continue;
                }
                self.defender(&after, offers - 1, alpha, beta)
            } else if mv.promotes {
                -self.worth.lead(&after)
            } else {
                continue;
            };
            best = best.max(value);
            alpha = alpha.max(value);
        }
        best
    }

    /// The lead of the solver with the defender to move.
    fn defender<G: Geometry>(&mut self, pos: &Pos<G>, offers: u8, alpha: i32, mut beta: i32) -> i32 {
        let mut moves = MoveList::<G>::new();
        generate(pos, self.rules, &mut moves);
        let Some(first) = moves.first() else {
            return WIN;
        };
        if !first.is_capture() {
            return -self.worth.lead(pos);
        }
        let mut least = WIN;
        for mv in &moves {
            least = least.min(self.solver(&pos.play_unchecked(mv), offers, alpha, beta));
            beta = beta.min(least);
            if alpha >= beta {
                break;
            }
        }
        least
    }
}
