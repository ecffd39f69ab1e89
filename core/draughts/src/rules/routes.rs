//! The ways of one capturing piece, jump by jump: for notation, hands and explanations. Of the precedences it knows the
//! Italian one, which asks for an order.
use super::{BitMove, King, Landing, Pos, Precedence, Promotion, Removal, Ruleset};
use crate::board::{Bits, Dir, DirSet, Geometry, squares};
use std::collections::HashSet;

/// Every way to make a capture, by bit numbers: origin, landings, target; the one to write down first.
/// At most so many. A capture that is only begun has its ways too, and one by a man that is crowned as it passes where
/// the players chose that.
pub(crate) fn routes<G: Geometry>(
    pos: &Pos<G>,
    rules: &Ruleset,
    mv: &BitMove<G>,
    most: usize,
) -> Vec<Vec<u8>> {
    let mut found = ways(pos, rules, mv, most, true);
    if found.is_empty() {
        found = ways(pos, rules, mv, most, false);
    }
    if found.is_empty() && mv.promotes {
        let in_passing = Ruleset {
            promotion: Promotion::Continue,
            ..*rules
        };
        found = ways(pos, &in_passing, mv, most, false);
    }
    found
}

/// The ways by these rules: those after which nothing is left to capture, or all.
fn ways<G: Geometry>(
    pos: &Pos<G>,
    rules: &Ruleset,
    mv: &BitMove<G>,
    most: usize,
    to_the_end: bool,
) -> Vec<Vec<u8>> {
    let piece = Piece::of(pos, rules, u32::from(mv.from));
    let mut walk = Routes {
        mv,
        piece: &piece,
        path: vec![mv.from],
        most,
        // Where numbers decide, nothing goes on that is legal.
        to_the_end: to_the_end && !rules.precedence.counts_pieces(),
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
    /// Whether a way is none after which the piece can go on.
    to_the_end: bool,
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
        // The best order may come last.
        let enough = before >= self.most && !self.by_order();
        if enough || self.dead.contains(&hand) {
            return;
        }
        if hand.captured == self.mv.captured {
            self.end(hand);
            return;
        }
        let jumps = self.piece.jumps(hand);
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
            self.dead.insert(hand);
        }
    }

    /// Whether the way may end with one of these jumps: wherever else it could land behind the same piece, nothing is
    /// left to capture.
    fn may_end(&self, jumps: &[(G::Bits, Hand<G::Bits>)], over: G::Bits, hand: Hand<G::Bits>) -> bool {
        let goes_on = |&(jumped, landed): &(G::Bits, Hand<G::Bits>)| {
            jumped == over && !self.piece.jumps(landed).is_empty()
        };
        self.piece.may_end(over, hand) && !(self.to_the_end && jumps.iter().any(goes_on))
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
    fn a_way_that_could_go_on_is_no_way_to_end() {
        // The other way round the king would come back over 17, and from 14 behind it take 18 as well.
        let round = position(Variant::Russian, "W:WK3:B8,16-18,25");
        let legal = round.legal_moves();
        let back = legal.iter().find(|mv| mv.target() == mv.origin()).unwrap();
        assert_eq!(routes(&round, back), [[3, 21, 30, 12, 3]]);
        // A capture that is only begun has its way all the same.
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
    fn a_man_goes_on_as_a_king_where_the_players_chose_that() {
        let position = position(Variant::Turkish, "W:W18:B10,5,49");
        let moves = position.moves_under(RuleOptions::NONE.with(RuleOption::TurkishContinue));
        let ways: Vec<Vec<Vec<u8>>> = moves.iter().map(|mv| routes(&position, mv)).collect();
        assert_eq!(ways, [[[18, 2, 6]], [[18, 2, 7]], [[18, 2, 8]]]);
        let legs = position.legs(&moves[1], &position.route(&moves[1]));
        let crowns: Vec<bool> = legs.iter().map(|leg| leg.crowns).collect();
        assert_eq!(crowns, [true, false]);
    }
}
