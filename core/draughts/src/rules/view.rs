//! A position as the side to move sees it, and what can be captured in it. Knows no list of moves.
use super::mover::{Mover, Rules};
use super::{Goal, King, Pos, Precedence, Promotion};
use crate::board::{Bits, Dir, DirSet, Geometry, for_dirs};
use std::marker::PhantomData;

/// A position as the side to move sees it.
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

/// From where a man can jump a piece, by direction.
pub(super) struct Jumps<B: Bits>(pub(super) [B; 8]);

impl<B: Bits> Jumps<B> {
    /// From where a man can jump in one of these directions.
    #[inline(always)]
    pub(super) fn within(&self, dirs: DirSet) -> B {
        let mut from = B::ZERO;
        for_dirs!(dirs, DIR => from = from | self.0[DIR as usize]);
        from
    }
}

/// From where a king captures one of some pieces in a direction.
#[inline(always)]
pub(super) fn sight<G: Geometry, R: Rules>(prey: G::Bits, free: G::Bits, dir: Dir) -> G::Bits {
    let back = dir.reverse();
    let taken = prey & G::step(free, back);
    let reached = match R::RULES.king {
        King::Short => taken,
        King::Long => G::fill(taken, free, back),
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

    /// What a man may capture.
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

    /// The kings that can capture, by direction.
    #[inline(always)]
    pub(super) fn king_jumps(&self) -> Jumps<G::Bits> {
        let mut jumps = [G::Bits::ZERO; 8];
        if self.kings != G::Bits::ZERO {
            for_dirs!(M::RULES.king_captures, DIR => {
                jumps[DIR as usize] = self.kings & sight::<G, M::Rules>(self.targets, self.empty, DIR);
            });
        }
        Jumps(jumps)
    }

    /// Whether a king can capture.
    #[inline(always)]
    pub(super) fn king_captures(&self) -> bool {
        self.kings != G::Bits::ZERO && self.a_king_captures()
    }

    /// Out of line: most positions have no king, and their code is the faster for its absence.
    #[inline(never)]
    fn a_king_captures(self) -> bool {
        self.king_jumps().within(M::RULES.king_captures) != G::Bits::ZERO
    }

    /// The men that jump in a direction and from where they land can jump again. They cannot jump back over the piece
    /// they came across, for where they began they stand, nor land there later: so the board as it stands tells.
    #[inline(always)]
    pub(super) fn going_on(&self, jumps: &Jumps<G::Bits>, dir: Dir) -> G::Bits {
        let landings = G::leap(self.men & jumps.0[dir as usize], dir, 2);
        G::leap(landings & self.go_on(jumps, M::MAN_CAPTURES), dir.reverse(), 2)
    }

    /// Where a man may go on that has jumped, in one of these directions.
    #[inline(always)]
    fn go_on(&self, jumps: &Jumps<G::Bits>, dirs: DirSet) -> G::Bits {
        let further = jumps.within(dirs);
        match M::RULES.promotion {
            Promotion::Pass => further,
            Promotion::Stop => further & !G::far_row(M::SIDE),
            // Whether it does as a king is another question.
            Promotion::Continue => further | G::far_row(M::SIDE),
        }
    }

    /// Whether only men can capture, and captures of one piece each are all of one rank.
    #[inline(always)]
    pub(super) fn only_men_of_equal_rank(&self) -> bool {
        let alike = match M::RULES.precedence {
            Precedence::MostThenKings | Precedence::Frisian => self.their_kings == G::Bits::ZERO,
            _ => true,
        };
        alike && self.kings == G::Bits::ZERO
    }

    /// Whether a man may capture more than one piece: where it goes on as a king, that it is crowned is enough.
    #[inline(always)]
    pub(super) fn men_may_go_on(&self, jumps: &Jumps<G::Bits>) -> bool {
        let mut landings = G::Bits::ZERO;
        for_dirs!(M::MAN_CAPTURES, DIR => {
            landings = landings | G::leap(self.men & jumps.0[DIR as usize], DIR, 2);
        });
        landings & self.go_on(jumps, M::MAN_CAPTURES) != G::Bits::ZERO
    }
}
