//! The captures of a position: every complete one, then those that the precedence allows, each once.
use super::movegen::INTERNATIONAL;
use super::{BitMove, King, MoveList, Pos, Precedence, Promotion, Ruleset, Variant};
use crate::board::{Bits, Dir, DirSet, Geometry, for_dirs, squares};

/// Adds the legal captures to an empty list.
pub(super) fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    if rules.moves_as == Variant::International {
        Search::<G, true>::run(pos, INTERNATIONAL, list);
    } else {
        Search::<G, false>::run(pos, rules, list);
    }
}

/// How many legal captures there are.
pub(super) fn count<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> u64 {
    let mut list = MoveList::new();
    generate(pos, rules, &mut list);
    list.len() as u64
}

/// A walk over the captures of one piece after another. `KNOWN` compiles it for the international rules.
struct Search<'a, G: Geometry, const KNOWN: bool> {
    given_rules: &'a Ruleset,
    targets: G::Bits,
    /// Free squares, the mover's origin among them: it has left it. Captured pieces stay and block.
    empty: G::Bits,
    far_row: G::Bits,
    man_dirs: DirSet,
    from: u32,
    /// Most pieces captured so far, where that decides.
    best: u32,
    list: &'a mut MoveList<G>,
}

impl<'a, G: Geometry, const KNOWN: bool> Search<'a, G, KNOWN> {
    fn run(pos: &Pos<G>, rules: &'a Ruleset, list: &'a mut MoveList<G>) {
        let (men, kings) = (pos.men[pos.turn as usize], pos.kings[pos.turn as usize]);
        let empty = G::BOARD & !pos.occupied();
        let mut search = Search::<G, KNOWN> {
            given_rules: rules,
            targets: pos.pieces(pos.turn.other()),
            empty,
            far_row: G::far_row(pos.turn),
            man_dirs: rules.man_captures.seen_by(pos.turn),
            from: 0,
            best: 0,
            list,
        };
        for_dirs!(search.man_dirs(), DIR => {
            for over in squares(G::step(men, DIR) & search.targets & G::step(empty, DIR.reverse())) {
                let over = G::Bits::bit(over);
                let from = G::step(over, DIR.reverse());
                search.from = from.lowest();
                search.empty = empty | from;
                search.man_lands(G::step(over, DIR), over);
            }
        });
        for king in squares(kings) {
            search.from = king;
            search.empty = empty | G::Bits::bit(king);
            search.king(king, search.rules().king_captures, G::Bits::ZERO);
        }
    }

    #[inline(always)]
    fn rules(&self) -> &'a Ruleset {
        if KNOWN { INTERNATIONAL } else { self.given_rules }
    }

    #[inline(always)]
    fn man_dirs(&self) -> DirSet {
        // The same for both sides there.
        if KNOWN {
            INTERNATIONAL.man_captures
        } else {
            self.man_dirs
        }
    }

    /// A man has jumped a piece: goes on from there, or ends there.
    fn man_lands(&mut self, at: G::Bits, captured: G::Bits) {
        let at_far_row = at & self.far_row != G::Bits::ZERO;
        let goes_on = match self.rules().promotion {
            Promotion::Stop if at_far_row => false,
            Promotion::Continue if at_far_row => self.king(at.lowest(), self.rules().king_captures, captured),
            _ => self.man(at, captured),
        };
        if !goes_on {
            self.complete(at.lowest(), captured, at_far_row);
        }
    }

    /// Goes on capturing as a man; false when there is nothing more to capture from here.
    #[inline(always)]
    fn man(&mut self, at: G::Bits, captured: G::Bits) -> bool {
        let mut goes_on = false;
        // A piece already captured is no target any more (4.8), and still stands in the way (4.11).
        let targets = self.targets & !captured;
        for_dirs!(self.man_dirs(), DIR => {
            let over = G::step(at, DIR) & targets;
            let landing = G::step(over, DIR) & self.empty;
            if landing != G::Bits::ZERO {
                goes_on = true;
                self.man_lands(landing, captured | over);
            }
        });
        goes_on
    }

    /// Goes on capturing as a king in some directions; false when there is nothing to capture that way.
    #[inline(always)]
    fn king(&mut self, at: u32, dirs: DirSet, captured: G::Bits) -> bool {
        let mut goes_on = false;
        let targets = self.targets & !captured;
        // What the compiler knows of the set leaves it no code for the other directions.
        for_dirs!(dirs.and(if KNOWN { INTERNATIONAL.king_captures } else { DirSet::ALL }), DIR => {
            let over = match self.rules().king {
                King::Short => G::step(G::Bits::bit(at), DIR),
                King::Long => G::slide(at, DIR, !self.empty).1,
            } & targets;
            if G::step(over, DIR) & self.empty != G::Bits::ZERO {
                goes_on = true;
                self.king_jumps(over, DIR, captured | over);
            }
        });
        goes_on
    }

    /// A king has jumped a piece: goes on from every square behind it, or ends on each of them.
    fn king_jumps(&mut self, over: G::Bits, dir: Dir, captured: G::Bits) {
        let (landings, next) = match self.rules().king {
            King::Short => (G::step(over, dir), G::step(G::step(over, dir), dir)),
            King::Long => G::slide(over.lowest(), dir, !self.empty),
        };
        // Straight on, every landing meets the same next piece.
        let next = next & self.targets & !captured;
        let mut goes_on = G::step(next, dir) & self.empty != G::Bits::ZERO;
        if goes_on {
            self.king_jumps(next, dir, captured | next);
        }
        let aside = self.rules().king_captures.without(dir).without(dir.reverse());
        for landing in squares(landings) {
            goes_on |= self.king(landing, aside, captured);
        }
        if !goes_on {
            for landing in squares(landings) {
                self.complete(landing, captured, false);
            }
        }
    }

    /// Takes a capture that cannot go on into the list, where the precedence lets it.
    #[inline(always)]
    fn complete(&mut self, to: u32, captured: G::Bits, promotes: bool) {
        let pieces = captured.count();
        if self.rules().precedence == Precedence::Most {
            if pieces < self.best {
                return;
            }
            if pieces > self.best {
                self.best = pieces;
                self.list.clear();
            }
        }
        let mv = BitMove {
            captured,
            from: self.from as u8,
            to: to as u8,
            promotes,
            king_moves: 0,
        };
        // One piece is captured in one way only.
        if pieces == 1 || !self.list.contains(&mv) {
            self.list.push(mv);
        }
    }
}
