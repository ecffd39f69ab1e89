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

    /// Whether the game is over whatever could move: the opponent has no piece, or in the race for the first king
    /// there is one.
    #[inline(always)]
    pub(super) fn is_over(&self) -> bool {
        self.targets == G::Bits::ZERO || self.has_first_king()
    }

    /// Whether the race for the first king is over.
    #[inline(always)]
    pub(super) fn has_first_king(&self) -> bool {
        M::RULES.goal == Goal::FirstKing && self.kings | self.their_kings != G::Bits::ZERO
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

    /// Those of the men that a jump in a direction has brought here that can go on.
    #[inline(always)]
    fn go_on_from<const DIR: usize>(&self, landings: G::Bits, jumps: &Jumps<G::Bits>) -> G::Bits {
        let came = Dir::ALL[DIR];
        let on = landings & self.go_on(jumps, M::MAN_CAPTURES.without(came.reverse()));
        if M::RULES.promotion == Promotion::Continue && M::MAN_MOVES.contains(came) {
            let crowned = on & G::far_row(M::SIDE);
            if crowned != G::Bits::ZERO {
                return on & !crowned | self.crowned_go_on::<DIR>(crowned);
            }
        }
        on
    }

    /// Those of the men that have come to the last row in a direction that go on from there as kings.
    #[inline(always)]
    fn crowned_go_on<const DIR: usize>(&self, crowned: G::Bits) -> G::Bits {
        let mut seeing = G::Bits::ZERO;
        // What they have taken lies beside the way that they look, and what they have left.
        for_dirs!(DirSet::FORWARD.seen_by(M::SIDE.other()).without(Dir::ALL[DIR].reverse()), AWAY => {
            seeing = seeing | crowned & sight::<G, M::Rules>(self.targets, self.empty, AWAY);
        });
        seeing
    }

    /// Whether only men can capture, and captures of one piece each are all of one rank.
    #[inline(always)]
    pub(super) fn men_alike(&self) -> bool {
        let alike = match M::RULES.precedence {
            Precedence::MostThenKings | Precedence::Frisian => self.their_kings == G::Bits::ZERO,
            _ => true,
        };
        alike && self.kings == G::Bits::ZERO
    }

    /// Those of some men that have jumped that are kings now: what they take nobody counts here.
    #[inline(always)]
    fn kings_among(&self, landings: G::Bits) -> G::Bits {
        match M::RULES.promotion {
            Promotion::Continue => landings & G::far_row(M::SIDE),
            _ => G::Bits::ZERO,
        }
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

    /// How many captures there are where only men can capture, all of one rank, and none takes more than three pieces;
    /// `None` where one may take a fourth. No capture of three comes about in two ways, and the pieces taken before are
    /// in the way of nothing.
    #[inline(always)]
    pub(super) fn count_up_to_three(&self, jumps: &Jumps<G::Bits>) -> Option<u32> {
        let (mut singles, mut doubles, mut triples, mut fourth) = (0, 0, 0, G::Bits::ZERO);
        for_dirs!(M::MAN_CAPTURES, DIR => {
            let landings = G::leap(self.men & jumps.0[DIR as usize], DIR, 2);
            let on = self.go_on_from::<{ DIR as usize }>(landings, jumps);
            singles += (landings & !on).count();
            if on != G::Bits::ZERO {
                fourth = fourth | self.kings_among(on);
                for_dirs!(M::MAN_CAPTURES.without(DIR.reverse()), AGAIN => {
                    let landings = G::leap(on & jumps.0[AGAIN as usize], AGAIN, 2);
                    let on = self.go_on_from::<{ AGAIN as usize }>(landings, jumps);
                    doubles += (landings & !on).count();
                    if on != G::Bits::ZERO {
                        fourth = fourth | self.kings_among(on);
                        for_dirs!(M::MAN_CAPTURES.without(AGAIN.reverse()), THIRD => {
                            let landings = G::leap(on & jumps.0[THIRD as usize], THIRD, 2);
                            triples += landings.count();
                            fourth = fourth | self.go_on_from::<{ THIRD as usize }>(landings, jumps);
                            // Round to where it began, which only looks taken.
                            if THIRD as usize == DIR.reverse() as usize {
                                fourth = fourth | landings & G::step(self.man_targets(), AGAIN);
                                fourth = fourth | self.kings_among(landings);
                            }
                        });
                    }
                });
            }
        });
        if fourth != G::Bits::ZERO {
            return None;
        }
        // Where numbers decide, only the longest are legal.
        Some(if !M::RULES.precedence.counts_pieces() {
            singles + doubles + triples
        } else if triples > 0 {
            triples
        } else {
            doubles
        })
    }
}
