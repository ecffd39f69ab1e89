//! Composing shots: positions at random that promise one, changed piece by piece until the whole can be proved. On the
//! diagonals these are Turkish strokes, in which a king must capture and stop against a man it has just taken; where
//! pieces move along rows and columns, any shot that begins in a quiet position. Knows no files.
use super::mine::{MinedPuzzle, WORK, mine, screen};
use super::themes::Theme;
use draughts::raw::{
    BitMove, Bits, Full8, Geometry, Half8, Half10, Half12, IntoAny, MoveList, Pos, Rng, generate,
    has_capture, squares,
};
use draughts::{Board, Dir, Position, Ruleset, Side, Variant};
use draughts_engine::EngineAssets;

/// Positions at random in one search.
const POSITIONS: u64 = 40_000;
/// Changed positions tried after one that has the mechanism.
const CHANGES: u32 = 100;

/// One search for a shot: what it found, and how many positions it looked at. The same for a seed.
pub fn compose(variant: Variant, seed: u64, assets: &EngineAssets) -> (Option<MinedPuzzle>, u64) {
    match variant.rules().board {
        Board::Half8 | Board::Half8Mirrored => search(variant, seed, &strokes::<Half8>(), assets),
        Board::Half10 => search(variant, seed, &strokes::<Half10>(), assets),
        Board::Half12 | Board::Half12Mirrored => search(variant, seed, &strokes::<Half12>(), assets),
        // A king that captures along rows and columns takes men away as it goes: nothing stops it there.
        Board::Full8 => search(variant, seed, &shots::<Full8>(), assets),
    }
}

/// What is composed.
struct Aim<G: Geometry> {
    random: fn(&mut Rng) -> Pos<G>,
    /// Whether a position is worth a proof.
    promises: fn(&Pos<G>, Variant) -> bool,
    /// Where the men of a side may stand.
    ground: fn(Side) -> G::Bits,
    /// What the proved line must have.
    theme: Option<Theme>,
}

fn strokes<G: Geometry>() -> Aim<G> {
    Aim {
        random: random::<G>,
        promises: |pos, variant| has_stroke(pos, variant.rules()),
        ground: |side| G::BOARD & !G::far_row(side),
        theme: Some(Theme::TurkishStroke),
    }
}

fn shots<G: IntoAny>() -> Aim<G> {
    Aim {
        random: skirmish::<G>,
        promises: |pos, variant| {
            !has_capture(pos, variant.rules()) && screen(&Position::from_pos(variant, *pos)).is_some()
        },
        ground: open_ground::<G>,
        theme: None,
    }
}

/// One of the bits of a word that is not empty.
fn one_of<B: Bits>(bits: B, rng: &mut Rng) -> B {
    let at = rng.below(bits.count() as usize);
    squares(bits).nth(at).map_or(B::ZERO, B::bit)
}

/// All of these squares in one word.
fn all_of<B: Bits>(squares: impl IntoIterator<Item = B>) -> B {
    squares.into_iter().fold(B::ZERO, |all, square| all | square)
}

fn search<G: IntoAny>(
    variant: Variant,
    seed: u64,
    aim: &Aim<G>,
    assets: &EngineAssets,
) -> (Option<MinedPuzzle>, u64) {
    let mut rng = Rng::new(seed);
    let mut looked = 0;
    let mut base = None;
    let mut changes = 0;
    while looked < POSITIONS {
        looked += 1;
        let pos = match base {
            Some(base) if changes < CHANGES => {
                changes += 1;
                changed(base, aim.ground, &mut rng)
            }
            _ => (aim.random)(&mut rng),
        };
        if !(aim.promises)(&pos, variant) {
            continue;
        }
        if base.is_none_or(|_| changes >= CHANGES) {
            changes = 0;
        }
        base = Some(pos);
        let position = Position::from_pos(variant, pos);
        let found = mine(&position, 2, WORK, assets).ok();
        if let Some(found) = found.filter(|found| aim.theme.is_none_or(|theme| found.themes.contains(&theme)))
        {
            return (Some(found), looked);
        }
    }
    (None, looked)
}

/// Where men stand in the open: they never come back to their own first row, and a step from the last there is no need of
/// a shot.
fn open_ground<G: Geometry>(side: Side) -> G::Bits {
    let (last, back) = match side {
        Side::White => (G::far_row(side), Dir::South),
        Side::Black => (G::far_row(side), Dir::North),
    };
    G::BOARD & !G::far_row(side.other()) & !last & !G::step(last, back)
}

/// As many men of both sides in the open, or one of Black's more, and seldom a king; White to move.
fn skirmish<G: Geometry>(rng: &mut Rng) -> Pos<G> {
    let mut pos = Pos::<G>::empty(Side::White);
    let men = 4 + rng.below(6);
    let more = usize::from(rng.below(4) == 0);
    for (side, men) in [(Side::White, men), (Side::Black, men + more)] {
        let own = side as usize;
        for _ in 0..men {
            pos.men[own] = pos.men[own] | one_of(open_ground::<G>(side) & !pos.occupied(), rng);
        }
        if rng.below(6) == 0 {
            pos.kings[own] = one_of(G::BOARD & !pos.occupied(), rng);
        }
    }
    pos
}

/// The mechanism about the square where the king is to stop: it goes round the four sides of a rectangle, takes a man on
/// each, and meets the first of them again.
struct Mechanism<B> {
    /// The four that are taken, the one that stops it first, and the taker.
    men: [B; 5],
    king: B,
    /// What must be empty, for the king's way and for the taker's.
    free: B,
    /// Where the taker lands behind the king.
    landing: B,
}

/// The neighbouring square; nothing beyond the edge.
fn step<G: Geometry>(at: G::Bits, dir: Dir) -> G::Bits {
    G::step(at, dir) & G::BOARD
}

/// `None` where it does not fit on the board.
fn mechanism<G: Geometry>(rng: &mut Rng) -> Option<Mechanism<G::Bits>> {
    let stop = one_of(G::BOARD, rng);
    let onward = Dir::DIAGONALS[rng.below(4)];
    let aside = Dir::DIAGONALS
        .into_iter()
        .filter(|dir| *dir != onward && *dir != onward.reverse())
        .nth(rng.below(2))?;
    let back = onward.reverse();
    let long = 2 + rng.below(3);
    let go = |from, dir, steps: usize| (0..steps).fold(from, |at, _| step::<G>(at, dir));
    let blocker = step::<G>(stop, onward);
    let taker = step::<G>(stop, aside);
    let support = step::<G>(taker, aside);
    let third = step::<G>(go(stop, back, long), aside);
    let last = go(stop, back, 1 + rng.below(long - 1));
    let away = 1 + rng.below(4);
    let king = go(blocker, aside.reverse(), away);
    let landing = step::<G>(stop, aside.reverse());
    let men = [blocker, support, third, last, taker];
    let sides = (1..=2)
        .map(|n| go(blocker, aside, n))
        .chain((1..away).map(|n| go(blocker, aside.reverse(), n)))
        .chain((1..=long).flat_map(|n| [go(support, back, n), go(stop, back, n)]));
    let free = (stop | landing | all_of(sides)) & !last;
    let home = G::BOARD & !G::far_row(Side::White);
    let corners = [king, landing, go(blocker, aside, 2), go(support, back, long)];
    let fits = men.iter().all(|man| *man & home != G::Bits::ZERO)
        && corners.iter().all(|square| *square != G::Bits::ZERO);
    (fits && all_of(men) & (free | king) == G::Bits::ZERO).then_some(Mechanism {
        men,
        king,
        free,
        landing,
    })
}

/// The mechanism with one man a move away from it, men for the taker to take after the king, others at random; White to move.
fn random<G: Geometry>(rng: &mut Rng) -> Pos<G> {
    let mut pos = Pos::<G>::empty(Side::White);
    let Mechanism {
        men,
        king,
        free,
        landing,
    } = loop {
        if let Some(found) = mechanism::<G>(rng) {
            break found;
        }
    };
    pos.men[0] = all_of(men);
    pos.kings[1] = king;
    let mover = men[rng.below(4)];
    let origin = step::<G>(mover, Dir::DIAGONALS[rng.below(4)]);
    if origin != G::Bits::ZERO && origin & pos.occupied() == G::Bits::ZERO {
        pos.men[0] = (pos.men[0] & !mover) | origin;
    }
    let [white, black] = [Side::White, Side::Black].map(|side| G::BOARD & !G::far_row(side) & !free & !mover);
    let mut at = landing;
    for _ in 0..rng.below(4) {
        let dir = Dir::DIAGONALS[rng.below(4)];
        let man = step::<G>(at, dir) & black & !pos.occupied();
        let beyond = step::<G>(step::<G>(at, dir), dir) & !pos.men[1] & !pos.kings[1];
        if man != G::Bits::ZERO && beyond != G::Bits::ZERO {
            pos.men[1] = pos.men[1] | man;
            at = beyond;
        }
    }
    for _ in 0..rng.below(5) {
        pos.men[1] = pos.men[1] | one_of(black & !pos.occupied(), rng);
    }
    for _ in 0..rng.below(3) {
        pos.men[0] = pos.men[0] | one_of(white & !pos.occupied(), rng);
    }
    pos
}

/// The position with a piece more, less, or elsewhere.
fn changed<G: Geometry>(mut pos: Pos<G>, ground: fn(Side) -> G::Bits, rng: &mut Rng) -> Pos<G> {
    for _ in 0..1 + rng.below(2) {
        let side = rng.below(2);
        let of = if side == 0 { Side::White } else { Side::Black };
        let kind = rng.below(3);
        if kind != 1 && pos.men[side].count() > 2 {
            pos.men[side] = pos.men[side] & !one_of(pos.men[side], rng);
        }
        if kind != 0 {
            pos.men[side] = pos.men[side] | one_of(ground(of) & !pos.occupied(), rng);
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
