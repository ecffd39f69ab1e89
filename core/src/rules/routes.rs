//! The ways of one capturing piece, jump by jump: for notation, hands and explanations. Of the precedences it knows the
//! Italian one, which asks for an order.
use super::{BitMove, King, Landing, Pos, Precedence, Promotion, Removal, Ruleset};
use crate::board::{Bits, Dir, DirSet, Geometry, squares};
use std::collections::HashSet;

/// Every way to make a capture, by bit numbers: origin, landings, target; the one to write down first.
/// At most so many.
pub(crate) fn routes<G: Geometry>(
    pos: &Pos<G>,
    rules: &Ruleset,
    mv: &BitMove<G>,
    most: usize,
) -> Vec<Vec<u8>> {
    let piece = Piece::of(pos, rules, u32::from(mv.from));
    let mut walk = Routes {
        mv,
        piece: &piece,
        path: vec![mv.from],
        most,
        dead: HashSet::new(),
        found: Vec::new(),
        order: 0,
        best_order: 0,
    };
    walk.go(Hand {
        at: u32::from(mv.from),
        man: piece.man,
        came: None,
        captured: G::Bits::ZERO,
    });
    walk.found
}

/// More captures that one piece can make or begin are not listed: only boards that no game reaches have them.
const MOST_PARTIAL: usize = 50_000;

/// Every capture that a piece can make or begin, whatever else must be taken. At most [`MOST_PARTIAL`].
pub(crate) fn partial<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, from: u32) -> Vec<BitMove<G>> {
    let piece = Piece::of(pos, rules, from);
    if pos.pieces(pos.turn) & G::Bits::bit(from) == G::Bits::ZERO {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut found: Vec<BitMove<G>> = Vec::new();
    let mut open = vec![Hand {
        at: from,
        man: piece.man,
        came: None,
        captured: G::Bits::ZERO,
    }];
    while let Some(hand) = open.pop()
        && found.len() < MOST_PARTIAL
    {
        for (_, next) in piece.jumps(hand) {
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

/// A piece in mid-capture.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Hand<B: Bits> {
    at: u32,
    man: bool,
    /// The direction of its last jump, where it may not turn straight back.
    came: Option<Dir>,
    captured: B,
}

/// A piece lifted from its square, and what it can jump.
struct Piece<'a, G: Geometry> {
    rules: &'a Ruleset,
    man: bool,
    targets: G::Bits,
    their_kings: G::Bits,
    empty: G::Bits,
    far_row: G::Bits,
    man_dirs: DirSet,
}

impl<'a, G: Geometry> Piece<'a, G> {
    fn of(pos: &Pos<G>, rules: &'a Ruleset, from: u32) -> Piece<'a, G> {
        let them = pos.turn.other();
        Piece {
            rules,
            man: pos.men[pos.turn as usize] & G::Bits::bit(from) != G::Bits::ZERO,
            targets: pos.pieces(them),
            their_kings: pos.kings[them as usize],
            empty: G::BOARD & !pos.occupied() | G::Bits::bit(from),
            far_row: G::far_row(pos.turn),
            man_dirs: rules.man_captures.seen_by(pos.turn),
        }
    }

    /// What is jumped, and the piece where it lands; the nearest landing first.
    fn jumps(&self, hand: Hand<G::Bits>) -> Vec<(G::Bits, Hand<G::Bits>)> {
        let mut jumps = Vec::new();
        let Hand {
            at, man, captured, ..
        } = hand;
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
        let dirs = hand.came.map_or(dirs, |came| dirs.without(came.reverse()));
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
                let next = Hand {
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

    /// Whether a capture may end with this jump.
    fn may_end(&self, over: G::Bits, hand: Hand<G::Bits>) -> bool {
        let held = self.rules.landing == Landing::BehindLastKing && over & self.their_kings != G::Bits::ZERO;
        match hand.came {
            Some(dir) if held && !hand.man => G::step(over, dir) == G::Bits::bit(hand.at),
            _ => true,
        }
    }
}

fn at_row<G: Geometry>(at: u32, row: G::Bits) -> bool {
    G::Bits::bit(at) & row != G::Bits::ZERO
}

/// A walk over the orders in which one piece captures exactly the pieces of one move.
struct Routes<'a, G: Geometry> {
    mv: &'a BitMove<G>,
    piece: &'a Piece<'a, G>,
    path: Vec<u8>,
    most: usize,
    /// Where no way leads to the end of the move: never tried twice.
    dead: HashSet<Hand<G::Bits>>,
    found: Vec<Vec<u8>>,
    /// Kings (1) and men (0) among the captured, in their order, and the highest of a whole way.
    order: u32,
    best_order: u32,
}

impl<G: Geometry> Routes<'_, G> {
    fn go(&mut self, hand: Hand<G::Bits>) {
        let before = self.found.len();
        if before >= self.most || self.dead.contains(&hand) {
            return;
        }
        if hand.captured == self.mv.captured {
            self.end(hand);
            return;
        }
        for (over, next) in self.piece.jumps(hand) {
            let wanted = over & self.mv.captured != G::Bits::ZERO;
            if wanted && (next.captured != self.mv.captured || self.piece.may_end(over, next)) {
                let order = self.order;
                self.order = order << 1 | u32::from(over & self.piece.their_kings != G::Bits::ZERO);
                self.path.push(next.at as u8);
                self.go(next);
                self.path.pop();
                self.order = order;
            }
        }
        if self.found.len() == before && !self.by_order() {
            self.dead.insert(hand);
        }
    }

    fn by_order(&self) -> bool {
        self.piece.rules.precedence == Precedence::Italian
    }

    fn end(&mut self, hand: Hand<G::Bits>) {
        if hand.at != u32::from(self.mv.to) {
            return;
        }
        if self.by_order() && self.order != self.best_order {
            if self.order < self.best_order {
                return;
            }
            self.best_order = self.order;
            self.found.clear();
        }
        self.found.push(self.path.clone());
    }
}
