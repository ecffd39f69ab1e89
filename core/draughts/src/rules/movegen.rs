//! Legal moves: quiet ones, single captures by men, and how many there are. Longer captures are in `capture`.
use super::mover::{Mover, with_mover};
use super::view::{Jumps, View};
use super::{BitMove, King, MoveList, Pos, Ruleset, Variant, capture, replies};
use crate::board::{Bits, Dir, Geometry, Side, for_dirs, squares};
use std::marker::PhantomData;

/// Every legal move, each once, in a fixed order. A capture is compulsory.
pub fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    list.clear();
    with_mover!(G, rules, pos.turn, M => for_each::<G, M>(pos, list));
}

/// How many lines of a number of plies there are.
pub(super) fn lines<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, depth: u32) -> u64 {
    with_mover!(G, rules, pos.turn, M => lines_for::<G, M>(pos, depth))
}

/// The last ply is counted, not played.
fn lines_for<G: Geometry, M: Mover>(pos: &Pos<G>, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 if View::<G, M>::of(pos).is_over() => 0,
        1 => count_for::<G, M>(pos),
        _ => count_more::<G, M>(pos, depth),
    }
}

/// How many lines of two plies or more there are.
#[inline(always)]
fn count_more<G: Geometry, M: Mover>(pos: &Pos<G>, depth: u32) -> u64 {
    if depth == 2 {
        replies::count_two::<G, M>(pos)
    } else {
        count_many::<G, M>(pos, depth)
    }
}

/// How many lines of three plies or more there are.
#[inline(never)]
fn count_many<G: Geometry, M: Mover>(pos: &Pos<G>, depth: u32) -> u64 {
    let mut lines = Lines::<G, M> {
        pos,
        depth,
        count: 0,
        mover: PhantomData,
    };
    for_each::<G, M>(pos, &mut lines);
    lines.count
}

/// Takes the moves of a position. Not a closure: a function with a name can be told to be compiled into every place that
/// hands it a move, where it is known what kind of move that is.
pub(super) trait Sink<G: Geometry>: Sized {
    fn take(&mut self, mv: BitMove<G>);
    /// The same for a man that steps or takes one piece and is not crowned: nothing about it is left to ask.
    fn man(&mut self, from: G::Bits, over: G::Bits, to: G::Bits);
    /// Takes every move of a position without a capture.
    #[inline(always)]
    fn quiet<M: Mover>(&mut self, pos: &Pos<G>, view: &View<G, M>) {
        men_step::<G, M>(&steps(view), self);
        kings_move(pos, view, self);
    }
}

impl<G: Geometry> Sink<G> for MoveList<G> {
    #[inline(always)]
    fn take(&mut self, mv: BitMove<G>) {
        self.push(mv);
    }

    #[inline(always)]
    fn man(&mut self, from: G::Bits, over: G::Bits, to: G::Bits) {
        self.push(BitMove {
            captured: over,
            from: from.lowest() as u8,
            to: to.lowest() as u8,
            promotes: false,
            king_moves: 0,
        });
    }
}

/// How many lines of a number of plies the moves of a position begin.
struct Lines<'a, G: Geometry, M> {
    pos: &'a Pos<G>,
    depth: u32,
    count: u64,
    mover: PhantomData<M>,
}

impl<G: Geometry, M: Mover> Sink<G> for Lines<'_, G, M> {
    #[inline(always)]
    fn take(&mut self, mv: BitMove<G>) {
        let next = self.pos.play_for(M::SIDE, &mv);
        self.count += count_more::<G, M::Opponent>(&next, self.depth - 1);
    }

    #[inline(always)]
    fn man(&mut self, from: G::Bits, over: G::Bits, to: G::Bits) {
        let next = self.pos.man_for(M::SIDE, from, over, to);
        self.count += count_more::<G, M::Opponent>(&next, self.depth - 1);
    }
}

/// Whether the side to move can capture.
pub fn has_capture<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    with_mover!(G, rules, pos.turn, M => {
        let view = View::<G, M>::of(pos);
        !view.is_over() && (men_jump(&view, &view.jumps()) || view.king_captures())
    })
}

/// Whether the side to move has a move that takes nothing (playable only where it has no capture).
pub fn has_quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    with_mover!(G, rules, pos.turn, M => {
        let view = View::<G, M>::of(pos);
        let mut steps = G::Bits::ZERO;
        for_dirs!(<M as Mover>::MAN_MOVES, DIR => steps = steps | G::step(view.men, DIR));
        let kings = free_kings::<G, M>(pos, &view);
        for_dirs!(<M as Mover>::RULES.king_moves, DIR => steps = steps | G::step(kings, DIR));
        !view.is_over() && steps & view.empty != G::Bits::ZERO
    })
}

#[inline(always)]
fn men_jump<G: Geometry, M: Mover>(view: &View<G, M>, jumps: &Jumps<G::Bits>) -> bool {
    view.men & jumps.within(M::MAN_CAPTURES) != G::Bits::ZERO
}

/// The kings that may make a quiet move: one that has used up its moves in a row stands still.
#[inline(always)]
fn free_kings<G: Geometry, M: Mover>(pos: &Pos<G>, view: &View<G, M>) -> G::Bits {
    let moves = pos.king_moves[M::SIDE as usize];
    match M::RULES.king_move_limit {
        Some(limit) if moves.count >= limit => view.kings & !G::Bits::bit(u32::from(moves.at)),
        _ => view.kings,
    }
}

/// Hands every legal move, each once, to a sink.
#[inline(always)]
pub(super) fn for_each<G: Geometry, M: Mover>(pos: &Pos<G>, sink: &mut impl Sink<G>) {
    let view = View::<G, M>::of(pos);
    if view.is_over() {
        return;
    }
    let jumps = view.jumps();
    if !men_jump(&view, &jumps) && !view.king_captures() {
        sink.quiet(pos, &view);
    } else if view.men_alike() && !view.men_may_go_on(&jumps) {
        single_captures(&view, &jumps, sink);
    } else {
        let mut list = MoveList::new();
        capture::generate(view, jumps, &mut list);
        list.iter().for_each(|mv| sink.take(*mv));
    }
}

/// How many moves there are for a side whose opponent has just moved.
#[inline(always)]
pub(super) fn count_for<G: Geometry, M: Mover>(pos: &Pos<G>) -> u64 {
    let view = View::<G, M>::of(pos);
    if view.has_first_king() {
        return 0;
    }
    let jumps = view.jumps();
    let mut moves = 0;
    if view.men_alike() && !view.men_may_go_on(&jumps) {
        // Counted both ways: whether there is a capture nobody can foretell, and a wrong guess costs more.
        let mut captures = 0;
        for_dirs!(M::MAN_CAPTURES, DIR => captures += (view.men & jumps.0[DIR as usize]).count());
        for_dirs!(M::MAN_MOVES, DIR => moves += (G::step(view.men, DIR) & view.empty).count());
        if captures > 0 {
            moves = captures;
        }
    } else if !men_jump(&view, &jumps) && !view.king_captures() {
        for_dirs!(M::MAN_MOVES, DIR => moves += (G::step(view.men, DIR) & view.empty).count());
        for king in squares(free_kings(pos, &view)) {
            for_dirs!(M::RULES.king_moves, DIR => {
                moves += king_reach::<G, M>(king, DIR, view.empty).count();
            });
        }
    } else {
        return capture::count(view, jumps);
    }
    u64::from(moves)
}

#[inline(always)]
fn single_captures<G: Geometry, M: Mover>(
    view: &View<G, M>,
    jumps: &Jumps<G::Bits>,
    sink: &mut impl Sink<G>,
) {
    let (mut from, mut over, mut to) = (G::Bits::ZERO, G::Bits::ZERO, G::Bits::ZERO);
    for_dirs!(M::MAN_CAPTURES, DIR => {
        let men = view.men & jumps.0[DIR as usize];
        from = from | men;
        over = over | G::step(men, DIR);
        to = to | G::leap(men, DIR, 2);
    });
    // Most such positions have one capture: then there is nothing to go through.
    if from.without_lowest() | to.without_lowest() == G::Bits::ZERO
        && to & G::far_row(M::SIDE) == G::Bits::ZERO
    {
        sink.man(from, over, to);
        return;
    }
    for_dirs!(M::MAN_CAPTURES, DIR => {
        let landings = G::leap(view.men & jumps.0[DIR as usize], DIR, 2);
        men_land::<G, M>(landings, sink, |to| {
            let over = G::step(to, DIR.reverse());
            (G::step(over, DIR.reverse()), over)
        });
    });
}

/// Hands on moves of men by where they end, in the order of the squares; `before` tells where the man of each comes from
/// and what it takes.
#[inline(always)]
fn men_land<G: Geometry, M: Mover>(
    landings: G::Bits,
    sink: &mut impl Sink<G>,
    before: impl Fn(G::Bits) -> (G::Bits, G::Bits),
) {
    let crown = |sink: &mut _| {
        for to in singles(landings & G::far_row(M::SIDE)) {
            let (from, over) = before(to);
            Sink::take(
                sink,
                BitMove {
                    captured: over,
                    from: from.lowest() as u8,
                    to: to.lowest() as u8,
                    promotes: true,
                    king_moves: 0,
                },
            );
        }
    };
    if M::SIDE == Side::White {
        crown(sink);
    }
    for to in singles(landings & !G::far_row(M::SIDE)) {
        let (from, over) = before(to);
        sink.man(from, over, to);
    }
    if M::SIDE == Side::Black {
        crown(sink);
    }
}

/// The squares of a set, each a set of its own, lowest first.
#[inline(always)]
fn singles<B: Bits>(mut bits: B) -> impl Iterator<Item = B> {
    std::iter::from_fn(move || {
        let rest = bits.without_lowest();
        let single = bits & !rest;
        bits = rest;
        (single != B::ZERO).then_some(single)
    })
}

/// Where men step to, by direction.
#[inline(always)]
pub(super) fn steps<G: Geometry, M: Mover>(view: &View<G, M>) -> [G::Bits; 8] {
    let mut steps = [G::Bits::ZERO; 8];
    for_dirs!(M::MAN_MOVES, DIR => steps[DIR as usize] = G::step(view.men, DIR) & view.empty);
    steps
}

/// Hands on steps of men by where they end.
#[inline(always)]
pub(super) fn men_step<G: Geometry, M: Mover>(steps: &[G::Bits; 8], sink: &mut impl Sink<G>) {
    for_dirs!(M::MAN_MOVES, DIR => {
        men_land::<G, M>(steps[DIR as usize], sink, |to| {
            (G::step(to, DIR.reverse()), G::Bits::ZERO)
        });
    });
}

#[inline(always)]
pub(super) fn kings_move<G: Geometry, M: Mover>(pos: &Pos<G>, view: &View<G, M>, sink: &mut impl Sink<G>) {
    for from in squares(free_kings(pos, view)) {
        let king_moves = if M::RULES.king_move_limit.is_some() {
            pos.king_moves_after(from)
        } else {
            0
        };
        let mut reach = G::Bits::ZERO;
        for_dirs!(M::RULES.king_moves, DIR => reach = reach | king_reach::<G, M>(from, DIR, view.empty));
        for to in squares(reach) {
            sink.take(BitMove {
                captured: G::Bits::ZERO,
                from: from as u8,
                to: to as u8,
                promotes: false,
                king_moves,
            });
        }
    }
}

#[inline(always)]
fn king_reach<G: Geometry, M: Mover>(from: u32, dir: Dir, empty: G::Bits) -> G::Bits {
    match M::RULES.king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}
