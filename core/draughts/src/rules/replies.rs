//! How many lines of two plies there are: what most of the time of a count of lines goes into.
use super::movegen::{Sink, count_for, for_each, kings_move, men_step, steps};
use super::mover::Mover;
use super::view::View;
use super::{BitMove, Pos, Variant};
use crate::board::{Bits, Geometry, for_dirs};
use std::marker::PhantomData;

#[inline(never)]
pub(super) fn count_two<G: Geometry, M: Mover>(pos: &Pos<G>) -> u64 {
    let mut replies = Replies::<G, M> {
        pos,
        count: 0,
        mover: PhantomData,
    };
    for_each::<G, M>(pos, &mut replies);
    replies.count
}

/// How many replies there are to the moves of a position.
struct Replies<'a, G: Geometry, M> {
    pos: &'a Pos<G>,
    count: u64,
    mover: PhantomData<M>,
}

impl<G: Geometry, M: Mover> Sink<G> for Replies<'_, G, M> {
    #[inline(always)]
    fn take(&mut self, mv: BitMove<G>) {
        self.count += count_for::<G, M::Opponent>(&self.pos.play_for(M::SIDE, &mv));
    }

    #[inline(always)]
    fn man(&mut self, from: G::Bits, over: G::Bits, to: G::Bits) {
        self.count += count_for::<G, M::Opponent>(&self.pos.man_for(M::SIDE, from, over, to));
    }

    #[inline(always)]
    fn quiet<Q: Mover>(&mut self, pos: &Pos<G>, view: &View<G, Q>) {
        let mut steps = steps(view);
        if !is_plain::<G, Q>() && view.their_kings == G::Bits::ZERO {
            self.count += count_quiet(view, &mut steps);
        }
        men_step::<G, Q>(&steps, self);
        kings_move(pos, view, self);
    }
}

/// Whether every move is played and its replies are counted by themselves. International draughts is counted so: its counts
/// prove the generator that all games share, and theirs are measured by its own. (The other way makes it 1.2 times as fast.)
const fn is_plain<G: Geometry, M: Mover>() -> bool {
    matches!(M::RULES.moves_as, Variant::International)
        && G::SQUARES == Variant::International.rules().board.squares()
}

/// How many replies there are, all together, to the steps of men that leave the opponent, who has no king, nothing to capture;
/// these are taken out of the steps. A reply to one of them is a step that was there before and does not end where the man
/// now stands, or one to where it stood.
#[inline(always)]
fn count_quiet<G: Geometry, M: Mover>(view: &View<G, M>, steps: &mut [G::Bits; 8]) -> u64 {
    let (theirs, empty) = (view.targets, view.empty);
    let prey = if M::RULES.man_takes_king {
        view.men | view.kings
    } else {
        view.men
    };
    // What stands here is captured, and where one of these lands if the square is free.
    let (mut under_fire, mut landings) = (G::Bits::ZERO, G::Bits::ZERO);
    for_dirs!(<M::Opponent as Mover>::MAN_CAPTURES, DIR => {
        let over = G::step(theirs, DIR);
        under_fire = under_fire | over & G::step(empty, DIR.reverse());
        landings = landings | G::step(over & prey, DIR);
    });
    // Hardly a move leaves nothing to capture then.
    if under_fire & prey != G::Bits::ZERO {
        return 0;
    }
    let mut before = 0;
    for_dirs!(<M::Opponent as Mover>::MAN_MOVES, DIR => before += (G::step(theirs, DIR) & empty).count());
    let mut count = 0;
    for_dirs!(M::MAN_MOVES, DIR => {
        let mut captured = under_fire | G::step(landings, DIR);
        // Onto the square that the man has just left.
        if <M::Opponent as Mover>::MAN_CAPTURES.contains(DIR.reverse()) {
            captured = captured | G::step(theirs, DIR.reverse());
        }
        let safe = steps[DIR as usize] & !(captured | G::far_row(M::SIDE));
        let left = G::step(safe, DIR.reverse());
        steps[DIR as usize] = steps[DIR as usize] & !safe;
        count += safe.count() * before;
        for_dirs!(<M::Opponent as Mover>::MAN_MOVES, REPLY => {
            let replies = G::step(theirs, REPLY);
            count += (replies & left).count();
            count -= (replies & safe).count();
        });
    });
    u64::from(count)
}
