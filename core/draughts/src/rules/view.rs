//! A position from the point of view of the side to move, and the pieces that it can capture. Knows no list of moves.
use super::mover::{Mover, Rules};
use super::{Goal, King, Pos, Precedence, Promotion};
use crate::board::{Bits, Dir, DirSet, Geometry, for_dirs};
use std::marker::PhantomData;

/// A position from the point of view of the side to move.
#[derive(Clone, Copy)]
pub(super) struct View<G: Geometry, M: Mover> {
    pub(super) men: G::Bits,
    pub(super) kings: G::Bits,
    /// The opponent's pieces.
    pub(super) targets: G::Bits,
    pub(super) their_kings: G::Bits,
    pub(super) empty: G::Bits,
    mover: PhantomData<M>,
}

/// Squares from which a man or king can jump a piece, by direction.
pub(super) struct Jumps<B: Bits>(pub(super) [B; 8]);

impl<B: Bits> Jumps<B> {
    /// Squares from which a piece can jump in any of these directions.
    #[inline(always)]
    pub(super) fn within(&self, dirs: DirSet) -> B {
        let mut from = B::ZERO;
        for_dirs!(dirs, DIR => from = from | self.0[DIR as usize]);
        from
    }
}

/// Squares from which a king captures one of the targets in a direction. A flying king (`King::Long`) captures from
/// afar along free squares.
#[inline(always)]
pub(super) fn can_capture_from<G: Geometry, R: Rules>(targets: G::Bits, free: G::Bits, dir: Dir) -> G::Bits {
    let back = dir.reverse();
    let captured = targets & G::step(free, back);
    let reached = match R::RULES.king {
        King::Short => captured,
        King::Long => G::fill(captured, free, back),
    };
    G::step(reached, back)
}

impl<G: Geometry, M: Mover> View<G, M> {
    #[inline(always)]
    pub(super) fn of(pos: &Pos<G>) -> View<G, M> {
        let them = M::SIDE.other();
        let targets = pos.pieces(them);
        let (men, kings) = (pos.men[M::SIDE as usize], pos.kings[M::SIDE as usize]);
        View {
            men,
            kings,
            targets,
            their_kings: pos.kings[them as usize],
            empty: G::BOARD & !(men | kings | targets),
            mover: PhantomData,
        }
    }

    /// True if the game is over even though pieces could move: the opponent has no piece, or the race for the first king
    /// is won.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        let first_king = M::RULES.goal == Goal::FirstKing && self.kings | self.their_kings != G::Bits::ZERO;
        self.targets == G::Bits::ZERO || first_king
    }

    /// Pieces that a man may capture.
    #[inline(always)]
    pub(super) fn man_targets(&self) -> G::Bits {
        if M::RULES.man_takes_king {
            self.targets
        } else {
            self.targets & !self.their_kings
        }
    }

    #[inline(always)]
    pub(super) fn jumps(&self) -> Jumps<G::Bits> {
        let mut jumps = [G::Bits::ZERO; 8];
        let targets = self.man_targets();
        for_dirs!(M::MAN_CAPTURES, DIR => {
            const BACK: Dir = DIR.reverse();
            jumps[DIR as usize] = G::step(G::step(self.empty, BACK) & targets, BACK);
        });
        Jumps(jumps)
    }

    /// Kings that can capture, by direction.
    #[inline(always)]
    pub(super) fn king_jumps(&self) -> Jumps<G::Bits> {
        let mut jumps = [G::Bits::ZERO; 8];
        if self.kings != G::Bits::ZERO {
            for_dirs!(M::RULES.king_captures, DIR => {
                jumps[DIR as usize] = self.kings & can_capture_from::<G, M::Rules>(self.targets, self.empty, DIR);
            });
        }
        Jumps(jumps)
    }

    /// True if a king can capture.
    #[inline(always)]
    pub(super) fn king_captures(&self) -> bool {
        self.kings != G::Bits::ZERO && self.king_captures_out_of_line()
    }

    /// Not inlined: most positions have no king, and their code is faster without this one.
    #[inline(never)]
    fn king_captures_out_of_line(self) -> bool {
        self.king_jumps().within(M::RULES.king_captures) != G::Bits::ZERO
    }

    /// Men that can capture at least two pieces, the first in this direction. The board before the jump tells: the
    /// man's origin counts as occupied, so it is neither a landing square nor a way back over the captured piece.
    #[inline(always)]
    pub(super) fn going_on(&self, jumps: &Jumps<G::Bits>, dir: Dir) -> G::Bits {
        let landings = G::leap(self.men & jumps.0[dir as usize], dir, 2);
        G::leap(landings & self.go_on(jumps), dir.reverse(), 2)
    }

    /// Squares from which a man that has jumped may continue.
    #[inline(always)]
    fn go_on(&self, jumps: &Jumps<G::Bits>) -> G::Bits {
        let further = jumps.within(M::MAN_CAPTURES);
        match M::RULES.promotion {
            Promotion::Pass => further,
            Promotion::Stop => further & !G::far_row(M::SIDE),
            // The caller finds out whether it continues as a king.
            Promotion::Continue => further | G::far_row(M::SIDE),
        }
    }

    /// True if only men can capture and all captures of one piece have equal rank.
    #[inline(always)]
    pub(super) fn only_men_of_equal_rank(&self) -> bool {
        let alike = match M::RULES.precedence {
            Precedence::MostThenKings | Precedence::Frisian => self.their_kings == G::Bits::ZERO,
            // An Italian man captures no kings.
            Precedence::Free | Precedence::Most | Precedence::KingFirst | Precedence::Italian => true,
        };
        alike && self.kings == G::Bits::ZERO
    }

    /// True if a man may capture more than one piece. Being crowned in passing is enough where it continues as a
    /// king.
    #[inline(always)]
    pub(super) fn men_may_go_on(&self, jumps: &Jumps<G::Bits>) -> bool {
        let mut landings = G::Bits::ZERO;
        for_dirs!(M::MAN_CAPTURES, DIR => {
            landings = landings | G::leap(self.men & jumps.0[DIR as usize], DIR, 2);
        });
        landings & self.go_on(jumps) != G::Bits::ZERO
    }
}
