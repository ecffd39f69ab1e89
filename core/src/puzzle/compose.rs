//! Composing Turkish strokes: positions by lot in which a king must capture and stop against a man it has just taken,
//! changed piece by piece until the whole can be proved. Knows no files.
use super::mine::{Found, WORK, mine};
use super::themes::Theme;
use crate::Position;
use crate::board::{Bits, Board, Dir, Geometry, Half8, Half10, Half12, Side, squares};
use crate::rules::{BitMove, IntoAny, MoveList, Pos, Ruleset, Variant, generate, has_capture};

/// Positions by lot in one search.
const POSITIONS: u64 = 400_000;
/// Changed positions tried after one that has the mechanism.
const CHANGES: u32 = 400;

/// One search for a strict Turkish stroke: what it found, and how many positions it looked at. The same for a seed.
pub fn compose(variant: Variant, seed: u64) -> (Option<Found>, u64) {
    match variant.rules().board {
        Board::Half8 | Board::Half8Mirrored => search::<Half8>(variant, seed),
        Board::Half10 => search::<Half10>(variant, seed),
        Board::Half12 | Board::Half12Mirrored => search::<Half12>(variant, seed),
        // A king that captures along rows and columns takes men away as it goes: nothing stops it there.
        Board::Full8 => (None, 0),
    }
}

struct Lot(u64);

impl Lot {
    fn below(&mut self, n: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % u64::from(n)) as u32
    }

    /// One of the bits of a word that is not empty.
    fn bit<B: Bits>(&mut self, of: B) -> B {
        let at = self.below(of.count());
        squares(of).nth(at as usize).map_or(B::ZERO, B::bit)
    }
}

fn search<G: IntoAny>(variant: Variant, seed: u64) -> (Option<Found>, u64) {
    let rules = variant.rules();
    let mut lot = Lot(seed);
    let mut looked = 0;
    let mut base = None;
    let mut changes = 0;
    while looked < POSITIONS {
        looked += 1;
        let pos = match base {
            Some(base) if changes < CHANGES => {
                changes += 1;
                changed(base, &mut lot)
            }
            _ => random::<G>(&mut lot),
        };
        if !has_stroke(&pos, rules) {
            continue;
        }
        if base.is_none_or(|_| changes >= CHANGES) {
            changes = 0;
        }
        base = Some(pos);
        let position = Position::from_pos(variant, pos);
        if let Some(found) = mine(&position, 2, WORK)
            .ok()
            .filter(|found| found.themes.contains(&Theme::TurkishStroke))
        {
            return (Some(found), looked);
        }
    }
    (None, looked)
}

/// The men of the mechanism about the square where the king is to stop: the one that stops it, the one that takes it, the
/// taker's support, and the last one it takes. `None` where they do not fit on the board.
fn skeleton<G: Geometry>(lot: &mut Lot) -> Option<G::Bits> {
    let stop = lot.bit(G::BOARD);
    let onward = Dir::DIAGONALS[lot.below(4) as usize];
    let aside = Dir::DIAGONALS
        .into_iter()
        .filter(|dir| *dir != onward && *dir != onward.reverse())
        .nth(lot.below(2) as usize)?;
    let taker = G::step(stop, aside);
    let mut last = G::step(stop, onward.reverse());
    if lot.below(2) == 0 {
        last = G::step(last, onward.reverse());
    }
    let men = [G::step(stop, onward), taker, G::step(taker, aside), last];
    let home = G::BOARD & !G::far_row(Side::White);
    men.iter()
        .all(|man| *man & home != G::Bits::ZERO)
        .then(|| men.iter().fold(G::Bits::ZERO, |all, man| all | *man))
}

/// A king against men that stand as the mechanism asks, the others by lot; White to move and not ahead.
fn random<G: Geometry>(lot: &mut Lot) -> Pos<G> {
    let mut pos = Pos::<G>::empty(Side::White);
    let [white, black] = [Side::White, Side::Black].map(|side| G::BOARD & !G::far_row(side));
    pos.men[0] = loop {
        if let Some(men) = skeleton::<G>(lot) {
            break men;
        }
    };
    pos.kings[1] = lot.bit(G::BOARD & !pos.occupied());
    let enemies = 2 + lot.below(5);
    for _ in 0..enemies {
        pos.men[1] = pos.men[1] | lot.bit(black & !pos.occupied());
    }
    for _ in 0..lot.below(enemies) {
        pos.men[0] = pos.men[0] | lot.bit(white & !pos.occupied());
    }
    pos
}

/// The position with a piece more, less, or elsewhere.
fn changed<G: Geometry>(mut pos: Pos<G>, lot: &mut Lot) -> Pos<G> {
    for _ in 0..1 + lot.below(2) {
        let side = lot.below(2) as usize;
        let of = if side == 0 { Side::White } else { Side::Black };
        let kind = lot.below(3);
        if kind != 1 && pos.men[side].count() > 2 {
            pos.men[side] = pos.men[side] & !lot.bit(pos.men[side]);
        }
        if kind != 0 {
            pos.men[side] = pos.men[side] | lot.bit(G::BOARD & !G::far_row(of) & !pos.occupied());
        }
    }
    pos
}

/// Whether after some quiet move of White's the king must take two or more, ends against one of them, and is taken by a
/// man whose support it took.
fn has_stroke<G: Geometry>(pos: &Pos<G>, rules: &Ruleset) -> bool {
    if has_capture(pos, rules) || pos.pieces(Side::White).count() > pos.pieces(Side::Black).count() + 2 {
        return false;
    }
    let mut offers = MoveList::<G>::new();
    generate(pos, rules, &mut offers);
    offers.iter().any(|offer| {
        let after = pos.play_unchecked(offer);
        let mut replies = MoveList::<G>::new();
        generate(&after, rules, &mut replies);
        // Every reply is such a capture: what else there is need not be looked at.
        !replies.is_empty() && replies.iter().all(|reply| is_stroke(&after, reply))
    })
}

fn is_stroke<G: Geometry>(pos: &Pos<G>, reply: &BitMove<G>) -> bool {
    let king = G::Bits::bit(u32::from(reply.to));
    if reply.captured.count() < 2 || pos.kings[1] & G::Bits::bit(u32::from(reply.from)) == G::Bits::ZERO {
        return false;
    }
    let stopped = Dir::DIAGONALS
        .into_iter()
        .any(|dir| G::step(king, dir) & reply.captured != G::Bits::ZERO);
    let men = pos.men[0] & !reply.captured;
    stopped
        && Dir::DIAGONALS.into_iter().any(|dir| {
            let taker = G::step(king, dir);
            taker & men != G::Bits::ZERO && G::step(taker, dir) & reply.captured != G::Bits::ZERO
        })
}
