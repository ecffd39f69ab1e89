//! Screening: a fast search for shots that tries only captures and offers that must be taken. It is fast enough for
//! every position of a library; its results still need a proof. Keys that force nothing have a search of their own,
//! which takes ten times as long.
use super::material::MaterialValues;
use super::proof::{WIN, material};
use super::solve::MAX_REPLIES_TO_QUIET_KEY;
use draughts::raw::{Bits, Geometry, MoveList, Pos, generate, has_capture, with_pos};
use draughts::{Position, Ruleset};

/// Maximum number of offers in one line.
const MAX_OFFERS: u8 = 7;
/// The node limit of a screening.
const MAX_NODES: u32 = 20_000;
/// The node limit of a screening for quiet keys.
const MAX_NODES_OF_QUIET_KEYS: u32 = 60_000;

/// Returns the lead that the side to move can force by offers, in centipawns; [`WIN`] if the opponent has no move
/// left. Returns `None` if it is below `margin` or the side is already ahead.
pub(super) fn forced_lead(position: &Position, margin: i32) -> Option<i32> {
    if material(position) > 0 {
        return None;
    }
    let rules = position.variant().rules();
    with_pos!(position, pos => screen(pos, rules, margin))
}

/// Returns the lead that the side to move can force by offers, in centipawns, if it wins at least `gain` by them, whichever
/// side is ahead.
pub(super) fn forced_gain(position: &Position, gain: i32) -> Option<i32> {
    let rules = position.variant().rules();
    let margin = material(position) + gain;
    with_pos!(position, pos => screen(pos, rules, margin))
}

/// Returns `true` if, after some quiet move that forces nothing, no reply stops every shot of this margin. Returns
/// `false` if the side to move is already ahead.
pub(super) fn has_quiet_key(position: &Position, margin: i32) -> bool {
    let rules = position.variant().rules();
    with_pos!(position, pos => quiet_key(pos, rules, margin))
}

fn quiet_key<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, margin: i32) -> bool {
    let values = MaterialValues::of(rules);
    if values.lead(pos) > 0 || has_capture(pos, rules) {
        return false;
    }
    let mut search = ShotScreen {
        rules,
        values,
        nodes_left: MAX_NODES_OF_QUIET_KEYS,
    };
    let mut moves = MoveList::<G>::new();
    generate(pos, rules, &mut moves);
    moves.iter().any(|mv| {
        let after = pos.play_unchecked(mv);
        if has_capture(&after, rules) {
            return false;
        }
        let mut replies = MoveList::<G>::new();
        generate(&after, rules, &mut replies);
        (1..=MAX_REPLIES_TO_QUIET_KEY).contains(&replies.len())
            && replies.iter().all(|reply| {
                search.solver(&after.play_unchecked(reply), MAX_OFFERS, margin - 1, margin) >= margin
            })
    })
}

fn screen<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, margin: i32) -> Option<i32> {
    let values = MaterialValues::of(rules);
    let enemies = pos.pieces(pos.turn.other()).count() as i32;
    if enemies * 100 < margin.min(200) {
        return None;
    }
    let mut search = ShotScreen {
        rules,
        values,
        nodes_left: MAX_NODES,
    };
    (search.solver(pos, MAX_OFFERS, margin - 1, margin) >= margin)
        .then(|| search.solver(pos, MAX_OFFERS, margin - 1, WIN))
        .filter(|lead| *lead >= margin)
}

/// The alpha-beta search of a screening.
struct ShotScreen<'a> {
    rules: &'a Ruleset,
    values: MaterialValues,
    nodes_left: u32,
}

impl ShotScreen<'_> {
    /// Returns the lead of the solver, with the solver to move.
    fn solver<G: Geometry>(&mut self, pos: &Pos<G>, offers: u8, mut alpha: i32, beta: i32) -> i32 {
        let stand_pat = self.values.lead(pos);
        let Some(nodes_left) = self.nodes_left.checked_sub(1) else {
            return stand_pat;
        };
        self.nodes_left = nodes_left;
        let mut moves = MoveList::<G>::new();
        generate(pos, self.rules, &mut moves);
        let Some(first) = moves.first() else {
            return -WIN;
        };
        let capture = first.is_capture();
        let mut best = if capture { -WIN } else { stand_pat };
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
                -self.values.lead(&after)
            } else {
                continue;
            };
            best = best.max(value);
            alpha = alpha.max(value);
        }
        best
    }

    /// Returns the lead of the solver, with the defender to move.
    fn defender<G: Geometry>(&mut self, pos: &Pos<G>, offers: u8, alpha: i32, mut beta: i32) -> i32 {
        let mut moves = MoveList::<G>::new();
        generate(pos, self.rules, &mut moves);
        let Some(first) = moves.first() else {
            return WIN;
        };
        if !first.is_capture() {
            return -self.values.lead(pos);
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
