//! The ways of one capturing piece, jump by jump: for notation, hands and explanations. Knows no precedence.
use super::{BitMove, King, Pos, Promotion, Ruleset};
use crate::board::{Bits, DirSet, Geometry, squares};
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
    };
    walk.go(u32::from(mv.from), piece.man, G::Bits::ZERO);
    walk.found
}

/// Every capture that a piece can make or begin, whatever else must be taken.
pub(crate) fn partial<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, from: u32) -> Vec<BitMove<G>> {
    let piece = Piece::of(pos, rules, from);
    if pos.pieces(pos.turn) & G::Bits::bit(from) == G::Bits::ZERO {
        return Vec::new();
    }
    let mut seen = HashSet::new();
    let mut found: Vec<BitMove<G>> = Vec::new();
    let mut open = vec![(from, piece.man, G::Bits::ZERO)];
    while let Some((at, man, captured)) = open.pop() {
        for (over, landing, still_man) in piece.jumps(at, man, captured) {
            let next = (landing, still_man, captured | over);
            if seen.insert(next) {
                let ends_crowned = G::Bits::bit(landing) & piece.far_row != G::Bits::ZERO || !still_man;
                found.push(BitMove {
                    captured: captured | over,
                    from: from as u8,
                    to: landing as u8,
                    promotes: piece.man && ends_crowned,
                    king_moves: 0,
                });
                open.push(next);
            }
        }
    }
    found
}

/// A piece lifted from its square, and what it can jump.
struct Piece<'a, G: Geometry> {
    rules: &'a Ruleset,
    man: bool,
    targets: G::Bits,
    empty: G::Bits,
    far_row: G::Bits,
    man_dirs: DirSet,
}

impl<'a, G: Geometry> Piece<'a, G> {
    fn of(pos: &Pos<G>, rules: &'a Ruleset, from: u32) -> Piece<'a, G> {
        Piece {
            rules,
            man: pos.men[pos.turn as usize] & G::Bits::bit(from) != G::Bits::ZERO,
            targets: pos.pieces(pos.turn.other()),
            empty: G::BOARD & !pos.occupied() | G::Bits::bit(from),
            far_row: G::far_row(pos.turn),
            man_dirs: rules.man_captures.seen_by(pos.turn),
        }
    }

    /// What is jumped, where the piece lands and whether it is a man there; the nearest landing first.
    fn jumps(&self, at: u32, man: bool, captured: G::Bits) -> Vec<(G::Bits, u32, bool)> {
        let mut jumps = Vec::new();
        let at_far_row = at_row::<G>(at, self.far_row);
        if man && at_far_row && captured != G::Bits::ZERO && self.rules.promotion == Promotion::Stop {
            return jumps;
        }
        let long = !man && self.rules.king == King::Long;
        let dirs = if man {
            self.man_dirs
        } else {
            self.rules.king_captures
        };
        for dir in dirs.iter() {
            let beside = if long {
                G::slide(at, dir, !self.empty).1
            } else {
                G::step(G::Bits::bit(at), dir)
            };
            let over = beside & self.targets & !captured;
            let behind = G::step(over, dir) & self.empty;
            if behind == G::Bits::ZERO {
                continue;
            }
            let landings = if long {
                G::slide(over.lowest(), dir, !self.empty).0
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
                jumps.push((over, landing, man && !crowned));
            }
        }
        jumps
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
    dead: HashSet<(u32, bool, G::Bits)>,
    found: Vec<Vec<u8>>,
}

impl<G: Geometry> Routes<'_, G> {
    fn go(&mut self, at: u32, man: bool, captured: G::Bits) {
        let before = self.found.len();
        if before >= self.most || self.dead.contains(&(at, man, captured)) {
            return;
        }
        if captured == self.mv.captured {
            if at == u32::from(self.mv.to) {
                self.found.push(self.path.clone());
            }
            return;
        }
        for (over, landing, still_man) in self.piece.jumps(at, man, captured) {
            if over & self.mv.captured != G::Bits::ZERO {
                self.path.push(landing as u8);
                self.go(landing, still_man, captured | over);
                self.path.pop();
            }
        }
        if self.found.len() == before {
            self.dead.insert((at, man, captured));
        }
    }
}
