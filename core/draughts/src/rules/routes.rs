//! The routes of one capturing piece, jump by jump, for notation, the board and explanations. Of the precedences it
//! handles the Italian one, which depends on the order of capture.
use super::{BitMove, King, Landing, Pos, Precedence, Promotion, Removal, Ruleset};
use crate::board::{Bits, Dir, DirSet, Geometry, squares};
use std::collections::HashSet;

/// Returns at most `most` routes of a capture as bit numbers: origin, landings, target. The first is the one to write
/// down.
///
/// Partial captures have routes too, and so have captures of a man that is crowned in passing by the players' choice.
pub(crate) fn routes<G: Geometry>(
    pos: &Pos<G>,
    rules: &Ruleset,
    mv: &BitMove<G>,
    most: usize,
) -> Vec<Vec<u8>> {
    let mut found = routes_under(pos, rules, mv, most, true);
    if found.is_empty() {
        found = routes_under(pos, rules, mv, most, false);
    }
    if found.is_empty() && mv.promotes {
        let in_passing = Ruleset {
            promotion: Promotion::Continue,
            ..*rules
        };
        found = routes_under(pos, &in_passing, mv, most, false);
    }
    found
}

/// Returns the routes under these rules: all, or only those after which nothing is left to capture.
fn routes_under<G: Geometry>(
    pos: &Pos<G>,
    rules: &Ruleset,
    mv: &BitMove<G>,
    most: usize,
    to_the_end: bool,
) -> Vec<Vec<u8>> {
    let piece = Capturer::of(pos, rules, u32::from(mv.from));
    let mut walk = Routes {
        mv,
        piece: &piece,
        path: vec![mv.from],
        most,
        // If the most pieces must be captured, no legal capture can continue.
        to_the_end: to_the_end && !rules.precedence.counts_pieces(),
        dead: HashSet::new(),
        found: Vec::new(),
        order: 0,
        best_order: 0,
    };
    walk.go(MovingPiece {
        at: u32::from(mv.from),
        man: piece.man,
        came: None,
        captured: G::Bits::ZERO,
    });
    walk.found
}

/// Limit on the listed captures of one piece. Only boards that no game reaches exceed it.
const MOST_PARTIAL: usize = 50_000;

/// Returns every complete or partial capture of a piece, regardless of precedence. At most [`MOST_PARTIAL`].
pub(crate) fn partial<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, from: u32) -> Vec<BitMove<G>> {
    let piece = Capturer::of(pos, rules, from);
    if pos.pieces(pos.turn) & G::Bits::bit(from) == G::Bits::ZERO {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut found: Vec<BitMove<G>> = Vec::new();
    let mut open = vec![MovingPiece {
        at: from,
        man: piece.man,
        came: None,
        captured: G::Bits::ZERO,
    }];
    while let Some(moving) = open.pop()
        && found.len() < MOST_PARTIAL
    {
        for (_, next) in piece.jumps(moving) {
            if seen.insert(next) {
                let ends_crowned = at_row::<G>(next.at, piece.far_row) || !next.man;
                let mv = BitMove {
                    captured: next.captured,
                    from: from as u8,
                    to: next.at as u8,
                    promotes: piece.man && ends_crowned,
                    king_moves: 0,
                };
                found.push(mv);
                open.push(next);
            }
        }
    }
    found
}

/// A piece in the middle of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct MovingPiece<B: Bits> {
    at: u32,
    man: bool,
    /// Direction of the last jump, if the piece may not turn straight back.
    came: Option<Dir>,
    captured: B,
}

/// A piece lifted from its square, and what it needs to find its jumps.
struct Capturer<'a, G: Geometry> {
    rules: &'a Ruleset,
    man: bool,
    targets: G::Bits,
    their_kings: G::Bits,
    empty: G::Bits,
    far_row: G::Bits,
    man_dirs: DirSet,
}

impl<'a, G: Geometry> Capturer<'a, G> {
    fn of(pos: &Pos<G>, rules: &'a Ruleset, from: u32) -> Capturer<'a, G> {
        let them = pos.turn.other();
        Capturer {
            rules,
            man: pos.men[pos.turn as usize] & G::Bits::bit(from) != G::Bits::ZERO,
            targets: pos.pieces(them),
            their_kings: pos.kings[them as usize],
            empty: G::BOARD & !pos.occupied() | G::Bits::bit(from),
            far_row: G::far_row(pos.turn),
            man_dirs: rules.man_captures.seen_by(pos.turn),
        }
    }

    /// Returns each jumped piece with the state after the jump, the nearest landing first.
    fn jumps(&self, moving: MovingPiece<G::Bits>) -> Vec<(G::Bits, MovingPiece<G::Bits>)> {
        let mut jumps = Vec::new();
        let MovingPiece {
            at, man, captured, ..
        } = moving;
        let begun = captured != G::Bits::ZERO;
        if man && begun && self.rules.promotion == Promotion::Stop && at_row::<G>(at, self.far_row) {
            return jumps;
        }
        let long = !man && self.rules.king == King::Long;
        let dirs = if man {
            self.man_dirs
        } else {
            self.rules.king_captures
        };
        let dirs = moving.came.map_or(dirs, |came| dirs.without(came.reverse()));
        let targets = if man && !self.rules.man_takes_king {
            self.targets & !self.their_kings
        } else {
            self.targets
        };
        let free = match self.rules.removal {
            Removal::AfterMove => self.empty,
            Removal::AtOnce => self.empty | captured,
        };
        for dir in dirs.iter() {
            let beside = if long {
                G::slide(at, dir, !free).1
            } else {
                G::step(G::Bits::bit(at), dir)
            };
            let over = beside & targets & !captured;
            let behind = G::step(over, dir) & free;
            if behind == G::Bits::ZERO {
                continue;
            }
            let landings = if long && self.rules.landing != Landing::Behind {
                G::slide(over.lowest(), dir, !free).0
            } else {
                behind
            };
            let mut landings: Vec<u32> = squares(landings).collect();
            if !G::ascends(dir) {
                landings.reverse();
            }
            for landing in landings {
                let crowned =
                    self.rules.promotion == Promotion::Continue && at_row::<G>(landing, self.far_row);
                let next = MovingPiece {
                    at: landing,
                    man: man && !crowned,
                    came: (!self.rules.turns_back).then_some(dir),
                    captured: captured | over,
                };
                jumps.push((over, next));
            }
        }
        jumps
    }

    /// Returns true if a capture may end with this jump: after a king, a killer king stops directly behind it.
    fn may_end(&self, over: G::Bits, moving: MovingPiece<G::Bits>) -> bool {
        let held = self.rules.landing == Landing::BehindLastKing && over & self.their_kings != G::Bits::ZERO;
        match moving.came {
            Some(dir) if held && !moving.man => G::step(over, dir) == G::Bits::bit(moving.at),
            _ => true,
        }
    }
}

fn at_row<G: Geometry>(at: u32, row: G::Bits) -> bool {
    G::Bits::bit(at) & row != G::Bits::ZERO
}

/// A depth-first search over the orders in which one piece captures exactly the pieces of one move.
struct Routes<'a, G: Geometry> {
    mv: &'a BitMove<G>,
    piece: &'a Capturer<'a, G>,
    path: Vec<u8>,
    most: usize,
    /// True if a route counts only when the piece cannot continue from its end.
    to_the_end: bool,
    /// States from which no route reaches the end of the move. They are not tried twice.
    dead: HashSet<MovingPiece<G::Bits>>,
    found: Vec<Vec<u8>>,
    /// Captured kings (1) and men (0) in the order of capture, one bit each; and the highest order of a complete
    /// route.
    order: u32,
    best_order: u32,
}

impl<G: Geometry> Routes<'_, G> {
    fn go(&mut self, moving: MovingPiece<G::Bits>) {
        let before = self.found.len();
        // The best Italian order may be found last.
        let enough = before >= self.most && !self.by_order();
        if enough || self.dead.contains(&moving) {
            return;
        }
        if moving.captured == self.mv.captured {
            self.end(moving);
            return;
        }
        let jumps = self.piece.jumps(moving);
        for &(over, next) in &jumps {
            let wanted = over & self.mv.captured != G::Bits::ZERO;
            if wanted && (next.captured != self.mv.captured || self.may_end(&jumps, over, next)) {
                let order = self.order;
                self.order = order << 1 | u32::from(over & self.piece.their_kings != G::Bits::ZERO);
                self.path.push(next.at as u8);
                self.go(next);
                self.path.pop();
                self.order = order;
            }
        }
        if self.found.len() == before && !self.by_order() {
            self.dead.insert(moving);
        }
    }

    /// Returns true if the route may end with this jump: from no other landing behind the same piece can the capture
    /// continue.
    fn may_end(
        &self,
        jumps: &[(G::Bits, MovingPiece<G::Bits>)],
        over: G::Bits,
        moving: MovingPiece<G::Bits>,
    ) -> bool {
        let goes_on = |&(jumped, landed): &(G::Bits, MovingPiece<G::Bits>)| {
            jumped == over && !self.piece.jumps(landed).is_empty()
        };
        self.piece.may_end(over, moving) && !(self.to_the_end && jumps.iter().any(goes_on))
    }

    fn by_order(&self) -> bool {
        self.piece.rules.precedence == Precedence::Italian
    }

    fn end(&mut self, moving: MovingPiece<G::Bits>) {
        if moving.at != u32::from(self.mv.to) {
            return;
        }
        if self.by_order() && self.order != self.best_order {
            if self.order < self.best_order {
                return;
            }
            self.best_order = self.order;
            self.found.clear();
        }
        if self.found.len() < self.most {
            self.found.push(self.path.clone());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::notation::{Numbering, fen};
    use crate::rules::{Position, RuleOption, RuleOptions};
    use crate::{Move, Variant};

    fn position(variant: Variant, text: &str) -> Position {
        fen::read_numbered(variant, Numbering::TopLeft, text).unwrap()
    }

    fn routes(position: &Position, mv: &Move) -> Vec<Vec<u8>> {
        let numbers = |route: Vec<crate::Square>| route.into_iter().map(|at| at.number()).collect();
        position.routes(mv).into_iter().map(numbers).collect()
    }

    #[test]
    fn a_route_that_could_go_on_does_not_end() {
        // In the opposite direction the king would come back over 17, and could take 18 from 14.
        let round = position(Variant::Russian, "W:WK3:B8,16-18,25");
        let legal = round.legal_moves();
        let back = legal.iter().find(|mv| mv.target() == mv.origin()).unwrap();
        assert_eq!(routes(&round, back), [[3, 21, 30, 12, 3]]);
        // Partial captures have routes too.
        let begun = round.partial_captures(back.origin());
        for mv in begun {
            assert!(!routes(&round, &mv).is_empty(), "{mv:?}");
        }
    }

    #[test]
    fn an_italian_way_meets_the_kings_first() {
        let round = position(Variant::Italian, "B:BK18:WK5,6,13,K14,21");
        let legal = round.legal_moves();
        assert_eq!(legal.len(), 1);
        assert_eq!(routes(&round, &legal[0]), [[18, 11, 2, 9, 18, 25]]);
        assert_eq!(round.route(&legal[0]), round.routes(&legal[0])[0]);
    }

    #[test]
    fn a_man_goes_on_as_a_king_under_that_option() {
        let position = position(Variant::Turkish, "W:W18:B10,5,49");
        let moves = position.moves_under(RuleOptions::NONE.with(RuleOption::TurkishContinue));
        let all: Vec<Vec<Vec<u8>>> = moves.iter().map(|mv| routes(&position, mv)).collect();
        assert_eq!(all, [[[18, 2, 6]], [[18, 2, 7]], [[18, 2, 8]]]);
        let legs = position.legs(&moves[1], &position.route(&moves[1]));
        let crowns: Vec<bool> = legs.iter().map(|leg| leg.crowns).collect();
        assert_eq!(crowns, [true, false]);
    }
}
