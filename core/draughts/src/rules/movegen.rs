//! Legal moves: quiet moves and single captures by men. All other captures are in `capture`.
use super::mover::{Mover, with_mover};
use super::view::{Jumps, View};
use super::{BitMove, King, MoveList, Pos, Ruleset, Variant, capture};
use crate::board::{Bits, Dir, Geometry, Side, for_dirs, squares};

/// Fills the list with every legal move, each once, in a fixed order. A capture is compulsory.
pub fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    list.clear();
    with_mover!(G, rules, pos.turn, M => generate_for::<G, M>(pos, list));
}

/// True if the side to move can capture.
pub fn has_capture<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    with_mover!(G, rules, pos.turn, M => {
        let view = View::<G, M>::of(pos);
        !view.is_over() && (men_jump(&view, &view.jumps()) || view.king_captures())
    })
}

/// True if the side to move has a quiet move. It may be played only if there is no capture.
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

/// True if a man can capture.
#[inline(always)]
fn men_jump<G: Geometry, M: Mover>(view: &View<G, M>, jumps: &Jumps<G::Bits>) -> bool {
    view.men & jumps.within(M::MAN_CAPTURES) != G::Bits::ZERO
}

/// Kings that may make a quiet move. A king that has used up its moves in a row must rest (Frisian).
#[inline(always)]
fn free_kings<G: Geometry, M: Mover>(pos: &Pos<G>, view: &View<G, M>) -> G::Bits {
    let moves = pos.king_moves[M::SIDE as usize];
    match M::RULES.king_move_limit {
        Some(limit) if moves.count >= limit => view.kings & !G::Bits::bit(u32::from(moves.at)),
        _ => view.kings,
    }
}

/// Adds every legal move, each once, to an empty list.
#[inline(always)]
fn generate_for<G: Geometry, M: Mover>(pos: &Pos<G>, list: &mut MoveList<G>) {
    let view = View::<G, M>::of(pos);
    if view.is_over() {
        return;
    }
    let jumps = view.jumps();
    if !men_jump(&view, &jumps) && !view.king_captures() {
        men_step::<G, M>(&view, list);
        kings_move(pos, &view, list);
    } else if view.only_men_of_equal_rank() && !view.men_may_go_on(&jumps) {
        single_captures(&view, &jumps, list);
    } else {
        capture::generate(view, jumps, list);
    }
}

/// Adds the captures of one piece each by men.
#[inline(always)]
fn single_captures<G: Geometry, M: Mover>(view: &View<G, M>, jumps: &Jumps<G::Bits>, list: &mut MoveList<G>) {
    let (mut from, mut captured, mut to) = (G::Bits::ZERO, G::Bits::ZERO, G::Bits::ZERO);
    for_dirs!(M::MAN_CAPTURES, DIR => {
        let men = view.men & jumps.0[DIR as usize];
        from = from | men;
        captured = captured | G::step(men, DIR);
        to = to | G::leap(men, DIR, 2);
    });
    // Most such positions have one capture: no loop is needed.
    if from.without_lowest() | to.without_lowest() == G::Bits::ZERO {
        list.push(man_move::<G, M>(from, captured, to));
        return;
    }
    for_dirs!(M::MAN_CAPTURES, DIR => {
        let landings = G::leap(view.men & jumps.0[DIR as usize], DIR, 2);
        men_land::<G, M>(landings, list, |to| {
            let over = G::step(to, DIR.reverse());
            (G::step(over, DIR.reverse()), over)
        });
    });
}

/// Adds moves of men by the square where they end, lowest first. `before` returns the origin and the captured piece,
/// if any.
#[inline(always)]
fn men_land<G: Geometry, M: Mover>(
    mut landings: G::Bits,
    list: &mut MoveList<G>,
    before: impl Fn(G::Bits) -> (G::Bits, G::Bits),
) {
    while landings != G::Bits::ZERO {
        let rest = landings.without_lowest();
        let to = landings & !rest;
        landings = rest;
        let (from, captured) = before(to);
        list.push(man_move::<G, M>(from, captured, to));
    }
}

#[inline(always)]
fn man_move<G: Geometry, M: Mover>(from: G::Bits, captured: G::Bits, to: G::Bits) -> BitMove<G> {
    BitMove {
        captured,
        from: from.lowest() as u8,
        to: to.lowest() as u8,
        promotes: to & G::far_row(M::SIDE) != G::Bits::ZERO,
        king_moves: 0,
    }
}

/// Adds the quiet moves of men.
#[inline(always)]
fn men_step<G: Geometry, M: Mover>(view: &View<G, M>, list: &mut MoveList<G>) {
    for_dirs!(M::MAN_MOVES, DIR => {
        men_land::<G, M>(G::step(view.men, DIR) & view.empty, list, |to| {
            (G::step(to, DIR.reverse()), G::Bits::ZERO)
        });
    });
}

/// Adds the quiet moves of kings.
#[inline(always)]
fn kings_move<G: Geometry, M: Mover>(pos: &Pos<G>, view: &View<G, M>, list: &mut MoveList<G>) {
    for from in squares(free_kings(pos, view)) {
        let king_moves = if M::RULES.king_move_limit.is_some() {
            pos.king_moves_after(from)
        } else {
            0
        };
        let mut reach = G::Bits::ZERO;
        for_dirs!(M::RULES.king_moves, DIR => reach = reach | king_reach::<G, M>(from, DIR, view.empty));
        for to in squares(reach) {
            list.push(BitMove {
                captured: G::Bits::ZERO,
                from: from as u8,
                to: to as u8,
                promotes: false,
                king_moves,
            });
        }
    }
}

/// Squares that a king reaches in a direction by a quiet move.
#[inline(always)]
fn king_reach<G: Geometry, M: Mover>(from: u32, dir: Dir, empty: G::Bits) -> G::Bits {
    match M::RULES.king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}
