//! A search as narrow as people's. At each move it tries only the few offers that look best at a glance, and no quiet
//! move. The number of positions it needs to find a shot measures the difficulty of the shot; it proves nothing.
use super::material::MaterialValues;
use super::proof::WIN;
use draughts::raw::{BitMove, Geometry, MoveList, Pos, generate, has_capture, with_pos};
use draughts::{Move, Position, Ruleset};

/// Number of offers tried at each move, pass by pass.
const BREADTHS: [usize; 3] = [3, 6, 12];
/// Maximum number of offers in one line.
const MAX_OFFERS: u8 = 7;
/// Number of positions after which it gives up.
const MAX_POSITIONS: u32 = 300_000;
/// The lead in centipawns that makes a shot.
const SHOT: i32 = 100;

/// Returns the number of positions that a narrow search needs before this first move alone wins a man; each pass is
/// deeper and broader. Returns `None` if it gives up.
pub fn narrow_effort(position: &Position, key: &Move) -> Option<u32> {
    let rules = position.variant().rules();
    with_pos!(position, pos => effort(pos, rules, |mv| mv.to_move(rules.board) == *key))
}

fn effort<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, is_key: impl Fn(&BitMove<G>) -> bool) -> Option<u32> {
    let mut search = NarrowSearch {
        rules,
        values: MaterialValues::of(rules),
        positions: 0,
    };
    for offers in 1..=MAX_OFFERS {
        for breadth in BREADTHS {
            let mut found = false;
            let mut other = false;
            for (mv, forces) in search.candidates(pos, breadth) {
                let lead = search.defender(
                    &pos.play_unchecked(&mv),
                    offers - u8::from(forces),
                    breadth,
                    SHOT - 1,
                    SHOT,
                );
                if lead >= SHOT {
                    *(if is_key(&mv) { &mut found } else { &mut other }) = true;
                }
            }
            if search.positions > MAX_POSITIONS {
                return None;
            }
            if found && !other {
                return Some(search.positions);
            }
        }
    }
    None
}

struct NarrowSearch<'a> {
    rules: &'a Ruleset,
    values: MaterialValues,
    positions: u32,
}

impl NarrowSearch<'_> {
    /// Returns the moves that a person would look at: every capture, or promotions and the best-looking offers. Each
    /// comes with `true` if it is an offer.
    fn candidates<G: Geometry>(&mut self, pos: &Pos<G>, breadth: usize) -> Vec<(BitMove<G>, bool)> {
        let mut moves = MoveList::<G>::new();
        generate(pos, self.rules, &mut moves);
        if moves.first().is_some_and(BitMove::is_capture) {
            return moves.iter().map(|mv| (*mv, false)).collect();
        }
        let mut offers = Vec::new();
        let mut crowning = Vec::new();
        for mv in &moves {
            let after = pos.play_unchecked(mv);
            if has_capture(&after, self.rules) {
                offers.push((-self.glance(&after), *mv));
            } else if mv.promotes {
                crowning.push((*mv, false));
            }
        }
        offers.sort_by_key(|(worse, _)| *worse);
        offers.truncate(breadth);
        let offers = offers.into_iter().map(|(_, mv)| (mv, true));
        crowning.into_iter().chain(offers).collect()
    }

    /// Returns the lead after the capture of the side to move and the best capture in return.
    fn glance<G: Geometry>(&mut self, pos: &Pos<G>) -> i32 {
        let mut replies = MoveList::<G>::new();
        generate(pos, self.rules, &mut replies);
        let after = |reply: &BitMove<G>| {
            self.positions += 1;
            let here = pos.play_unchecked(reply);
            let mut back = MoveList::<G>::new();
            generate(&here, self.rules, &mut back);
            let captures = back.iter().filter(|mv| mv.is_capture());
            captures
                .map(|mv| -self.values.lead(&here.play_unchecked(mv)))
                .max()
                .unwrap_or_else(|| self.values.lead(&here))
        };
        replies.iter().map(after).min().unwrap_or(WIN)
    }

    /// Returns the lead of the solver, with the solver to move.
    fn solver<G: Geometry>(
        &mut self,
        pos: &Pos<G>,
        offers: u8,
        breadth: usize,
        mut alpha: i32,
        beta: i32,
    ) -> i32 {
        self.positions += 1;
        let stand_pat = self.values.lead(pos);
        if self.positions > MAX_POSITIONS {
            return stand_pat;
        }
        let must_take = has_capture(pos, self.rules);
        let mut best = if must_take { -WIN } else { stand_pat };
        alpha = alpha.max(best);
        if offers == 0 && !must_take {
            return best;
        }
        for (mv, forces) in self.candidates(pos, breadth) {
            if alpha >= beta {
                break;
            }
            let after = pos.play_unchecked(&mv);
            let value = self.defender(&after, offers - u8::from(forces), breadth, alpha, beta);
            best = best.max(value);
            alpha = alpha.max(value);
        }
        best
    }

    /// Returns the lead of the solver, with the defender to move.
    fn defender<G: Geometry>(
        &mut self,
        pos: &Pos<G>,
        offers: u8,
        breadth: usize,
        alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.positions += 1;
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
            least = least.min(self.solver(&pos.play_unchecked(mv), offers, breadth, alpha, beta));
            beta = beta.min(least);
            if alpha >= beta {
                break;
            }
        }
        least
    }
}
