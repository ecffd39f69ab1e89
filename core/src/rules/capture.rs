//! The captures of a position: every complete one, then those that the precedence allows, each once.
use super::{BitMove, King, MoveList, Pos, Precedence, Promotion, Ruleset};
use crate::board::{Bits, Dir, DirSet, Geometry, squares};

/// Adds the legal captures to an empty list.
pub(crate) fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    let us = pos.turn as usize;
    let empty = G::BOARD & !pos.occupied();
    let mut search = Search {
        rules,
        targets: pos.pieces(pos.turn.other()),
        empty,
        far_row: G::far_row(pos.turn),
        man_dirs: rules.man_captures.seen_by(pos.turn),
        from: 0,
        best: 0,
        list,
    };
    for man in squares(pos.men[us]) {
        search.start(man, empty);
        search.man(man, G::Bits::ZERO);
    }
    for king in squares(pos.kings[us]) {
        search.start(king, empty);
        search.king(king, rules.king_captures, G::Bits::ZERO);
    }
}

/// A walk over the captures of one piece after another.
struct Search<'a, G: Geometry> {
    rules: &'a Ruleset,
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

impl<G: Geometry> Search<'_, G> {
    #[inline(always)]
    fn start(&mut self, from: u32, empty: G::Bits) {
        self.from = from;
        self.empty = empty | G::Bits::bit(from);
    }

    /// Goes on capturing as a man; false when there is nothing more to capture from here.
    fn man(&mut self, at: u32, captured: G::Bits) -> bool {
        let mut goes_on = false;
        for dir in Dir::ALL {
            if !self.man_dirs.contains(dir) {
                continue;
            }
            // A piece already captured is no target any more (4.8), and still stands in the way (4.11).
            let over = G::step(G::Bits::bit(at), dir) & self.targets & !captured;
            let landing = G::step(over, dir) & self.empty;
            if landing == G::Bits::ZERO {
                continue;
            }
            goes_on = true;
            let captured = captured | over;
            let to = landing.lowest();
            let at_far_row = landing & self.far_row != G::Bits::ZERO;
            let goes_further = match self.rules.promotion {
                Promotion::Stop if at_far_row => false,
                Promotion::Continue if at_far_row => self.king(to, self.rules.king_captures, captured),
                _ => self.man(to, captured),
            };
            if !goes_further {
                self.complete(to, captured, at_far_row);
            }
        }
        goes_on
    }

    /// Goes on capturing as a king in some directions; false when there is nothing to capture that way.
    fn king(&mut self, at: u32, dirs: DirSet, captured: G::Bits) -> bool {
        let mut goes_on = false;
        for dir in Dir::ALL {
            if !dirs.contains(dir) {
                continue;
            }
            let over = match self.rules.king {
                King::Short => G::step(G::Bits::bit(at), dir),
                King::Long => G::slide(at, dir, !self.empty).1,
            } & self.targets
                & !captured;
            if G::step(over, dir) & self.empty != G::Bits::ZERO {
                goes_on = true;
                self.king_jump(over, dir, captured | over);
            }
        }
        goes_on
    }

    /// A king has jumped a piece: goes on from every square behind it, or ends on each of them.
    fn king_jump(&mut self, over: G::Bits, dir: Dir, captured: G::Bits) {
        let landings = match self.rules.king {
            King::Short => G::step(over, dir),
            King::Long => G::slide(over.lowest(), dir, !self.empty).0,
        };
        let mut goes_on = false;
        let aside = self.rules.king_captures.without(dir).without(dir.reverse());
        let nearest = G::step(over, dir).lowest();
        // Straight on every landing meets the same next piece: one of them stands for all.
        goes_on |= self.king(nearest, DirSet::of(&[dir]), captured);
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
    fn complete(&mut self, to: u32, captured: G::Bits, promotes: bool) {
        if self.rules.precedence == Precedence::Most {
            let pieces = captured.count();
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
        };
        if !self.list.contains(&mv) {
            self.list.push(mv);
        }
    }
}
