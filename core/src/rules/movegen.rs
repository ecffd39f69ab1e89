//! Quiet moves, whether there is a capture, and how many moves there are. Captures themselves are in `capture`.
use super::{BitMove, King, MoveList, Pos, Ruleset, capture};
use crate::board::{Bits, Dir, DirSet, Geometry, squares};

/// Every legal move, each once, in a fixed order. A capture is compulsory.
pub(crate) fn generate<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    list.clear();
    if has_capture(pos, rules) {
        capture::generate(pos, rules, list);
    } else {
        quiet(pos, rules, list);
    }
}

/// How many legal moves there are.
#[inline]
pub(crate) fn count<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> u64 {
    if has_capture(pos, rules) {
        let mut list = MoveList::new();
        capture::generate(pos, rules, &mut list);
        return list.len() as u64;
    }
    let us = pos.turn as usize;
    let empty = G::BOARD & !pos.occupied();
    let mut moves = 0;
    for dir in rules.man_moves.seen_by(pos.turn).iter() {
        moves += (G::step(pos.men[us], dir) & empty).count();
    }
    for king in squares(pos.kings[us]) {
        for dir in rules.king_moves.iter() {
            moves += king_reach::<G>(king, dir, empty, rules.king).count();
        }
    }
    u64::from(moves)
}

/// Whether the side to move can capture.
#[inline]
pub(crate) fn has_capture<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    let us = pos.turn as usize;
    let targets = pos.pieces(pos.turn.other());
    let empty = G::BOARD & !pos.occupied();
    if jumpable::<G>(pos.men[us], targets, empty, rules.man_captures.seen_by(pos.turn)) {
        return true;
    }
    if pos.kings[us] == G::Bits::ZERO {
        return false;
    }
    match rules.king {
        King::Short => jumpable::<G>(pos.kings[us], targets, empty, rules.king_captures),
        King::Long => squares(pos.kings[us]).any(|king| {
            rules.king_captures.iter().any(|dir| {
                let (_, blocker) = G::slide(king, dir, !empty);
                G::step(blocker & targets, dir) & empty != G::Bits::ZERO
            })
        }),
    }
}

/// Whether any of the pieces stands beside a target with a free square behind it.
#[inline(always)]
fn jumpable<G: Geometry>(pieces: G::Bits, targets: G::Bits, empty: G::Bits, dirs: DirSet) -> bool {
    let mut jumps = G::Bits::ZERO;
    for dir in Dir::ALL {
        if dirs.contains(dir) {
            jumps = jumps | G::step(G::step(pieces, dir) & targets, dir) & empty;
        }
    }
    jumps != G::Bits::ZERO
}

fn quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset, list: &mut MoveList<G>) {
    let us = pos.turn as usize;
    let empty = G::BOARD & !pos.occupied();
    let far = G::far_row(pos.turn);
    for dir in rules.man_moves.seen_by(pos.turn).iter() {
        let back = dir.reverse();
        for to in squares(G::step(pos.men[us], dir) & empty) {
            let target = G::Bits::bit(to);
            list.push(BitMove {
                captured: G::Bits::ZERO,
                from: G::step(target, back).lowest() as u8,
                to: to as u8,
                promotes: target & far != G::Bits::ZERO,
            });
        }
    }
    for from in squares(pos.kings[us]) {
        for dir in rules.king_moves.iter() {
            for to in squares(king_reach::<G>(from, dir, empty, rules.king)) {
                list.push(BitMove {
                    captured: G::Bits::ZERO,
                    from: from as u8,
                    to: to as u8,
                    promotes: false,
                });
            }
        }
    }
}

#[inline(always)]
fn king_reach<G: Geometry>(from: u32, dir: Dir, empty: G::Bits, king: King) -> G::Bits {
    match king {
        King::Short => G::step(G::Bits::bit(from), dir) & empty,
        King::Long => G::slide(from, dir, !empty).0,
    }
}

/// Whether the side to move has a move that takes nothing (playable only where it has no capture).
#[inline]
pub(crate) fn has_quiet<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    let us = pos.turn as usize;
    let mut steps = G::Bits::ZERO;
    for dir in rules.man_moves.seen_by(pos.turn).iter() {
        steps = steps | G::step(pos.men[us], dir);
    }
    for dir in rules.king_moves.iter() {
        steps = steps | G::step(pos.kings[us], dir);
    }
    steps & G::BOARD & !pos.occupied() != G::Bits::ZERO
}
