//! Composes shots: a random search (hill climbing) over promising positions until one can be proved. On boards with
//! diagonal moves it looks for Turkish strokes: a king must capture and is stopped by a man it has just taken. Where
//! pieces move along rows and columns it accepts any shot from a quiet position. Knows no files.
use super::mine::{MinedPuzzle, WORK, mine, screen};
use super::themes::Theme;
use draughts::raw::{
    BitMove, Bits, Full8, Geometry, Half8, Half10, Half12, IntoAny, MoveList, Pos, Rng, generate,
    has_capture, squares,
};
use draughts::{Board, Dir, Position, Ruleset, Side, Variant};
use draughts_engine::EngineAssets;

/// Positions tried in one search.
const POSITIONS: u64 = 40_000;
/// Mutations tried of a promising position.
const MUTATIONS: u32 = 100;

/// Runs one search for a shot. Returns the puzzle, if it found one, and the number of positions tried. The same seed
/// gives the same result.
pub fn compose(variant: Variant, seed: u64, assets: &EngineAssets) -> (Option<MinedPuzzle>, u64) {
    match variant.rules().board {
        Board::Half8 | Board::Half8Mirrored => search(variant, seed, &strokes::<Half8>(), assets),
        Board::Half10 => search(variant, seed, &strokes::<Half10>(), assets),
        Board::Half12 | Board::Half12Mirrored => search(variant, seed, &strokes::<Half12>(), assets),
        // In Turkish draughts each captured man is removed at once, so none of them can stop the king.
        Board::Full8 => search(variant, seed, &shots::<Full8>(), assets),
    }
}

/// The way one kind of shot is composed.
struct Recipe<G: Geometry> {
    random: fn(&mut Rng) -> Pos<G>,
    /// Returns `true` for a position worth a proof.
    is_promising: fn(&Pos<G>, Variant) -> bool,
    /// The squares on which men of a side may be placed.
    men_squares: fn(Side) -> G::Bits,
    /// The theme that the proved line must have.
    theme: Option<Theme>,
}

fn strokes<G: Geometry>() -> Recipe<G> {
    Recipe {
        random: random_mechanism::<G>,
        is_promising: |pos, variant| has_stroke(pos, variant.rules()),
        men_squares: |side| G::BOARD & !G::far_row(side),
        theme: Some(Theme::TurkishStroke),
    }
}

fn shots<G: IntoAny>() -> Recipe<G> {
    Recipe {
        random: random_position::<G>,
        is_promising: |pos, variant| {
            !has_capture(pos, variant.rules()) && screen(&Position::from_pos(variant, *pos)).is_some()
        },
        men_squares: open_squares::<G>,
        theme: None,
    }
}

/// Returns a random bit of a word that is not empty.
fn random_bit<B: Bits>(bits: B, rng: &mut Rng) -> B {
    let at = rng.below(bits.count() as usize);
    squares(bits).nth(at).map_or(B::ZERO, B::bit)
}

/// Returns the union of the squares.
fn union<B: Bits>(squares: impl IntoIterator<Item = B>) -> B {
    squares.into_iter().fold(B::ZERO, |all, square| all | square)
}

fn search<G: IntoAny>(
    variant: Variant,
    seed: u64,
    recipe: &Recipe<G>,
    assets: &EngineAssets,
) -> (Option<MinedPuzzle>, u64) {
    let mut rng = Rng::new(seed);
    let mut positions = 0;
    let mut base = None;
    let mut mutations = 0;
    while positions < POSITIONS {
        positions += 1;
        let pos = match base {
            Some(base) if mutations < MUTATIONS => {
                mutations += 1;
                mutated(base, recipe.men_squares, &mut rng)
            }
            _ => (recipe.random)(&mut rng),
        };
        if !(recipe.is_promising)(&pos, variant) {
            continue;
        }
        if base.is_none_or(|_| mutations >= MUTATIONS) {
            mutations = 0;
        }
        base = Some(pos);
        let position = Position::from_pos(variant, pos);
        let found = mine(&position, 2, WORK, assets).ok();
        if let Some(found) =
            found.filter(|found| recipe.theme.is_none_or(|theme| found.themes.contains(&theme)))
        {
            return (Some(found), positions);
        }
    }
    (None, positions)
}

/// Returns the squares for men of an open position. Excludes the side's first row, which men never enter, and the
/// last rows, where a man promotes without a shot.
fn open_squares<G: Geometry>(side: Side) -> G::Bits {
    let (last, back) = match side {
        Side::White => (G::far_row(side), Dir::South),
        Side::Black => (G::far_row(side), Dir::North),
    };
    G::BOARD & !G::far_row(side.other()) & !last & !G::step(last, back)
}

/// Returns a random open position with equal men, or one more for Black, and seldom a king; White to move.
fn random_position<G: Geometry>(rng: &mut Rng) -> Pos<G> {
    let mut pos = Pos::<G>::empty(Side::White);
    let men = 4 + rng.below(6);
    let more = usize::from(rng.below(4) == 0);
    for (side, men) in [(Side::White, men), (Side::Black, men + more)] {
        let own = side as usize;
        for _ in 0..men {
            pos.men[own] = pos.men[own] | random_bit(open_squares::<G>(side) & !pos.occupied(), rng);
        }
        if rng.below(6) == 0 {
            pos.kings[own] = random_bit(G::BOARD & !pos.occupied(), rng);
        }
    }
    pos
}

/// The mechanism of a Turkish stroke: the king goes round the four sides of a rectangle, takes a man on each, and is
/// stopped by the first of them.
struct Mechanism<B> {
    /// The four captured men, of which the first stops the king, and the man that takes the king.
    men: [B; 5],
    king: B,
    /// The squares that must be empty for the routes of the king and the taker.
    free: B,
    /// The square behind the king on which the taker lands.
    landing: B,
}

/// Returns the neighbouring square; empty beyond the edge.
fn step<G: Geometry>(at: G::Bits, dir: Dir) -> G::Bits {
    G::step(at, dir) & G::BOARD
}

/// Returns a mechanism at a random place; `None` if it does not fit on the board.
fn mechanism<G: Geometry>(rng: &mut Rng) -> Option<Mechanism<G::Bits>> {
    let stop = random_bit(G::BOARD, rng);
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
    let free = (stop | landing | union(sides)) & !last;
    let home = G::BOARD & !G::far_row(Side::White);
    let corners = [king, landing, go(blocker, aside, 2), go(support, back, long)];
    let fits = men.iter().all(|man| *man & home != G::Bits::ZERO)
        && corners.iter().all(|square| *square != G::Bits::ZERO);
    (fits && union(men) & (free | king) == G::Bits::ZERO).then_some(Mechanism {
        men,
        king,
        free,
        landing,
    })
}

/// Returns a position with the mechanism in which one man is a move away from its place. Adds men for the taker to
/// capture after the king, and random other men; White to move.
fn random_mechanism<G: Geometry>(rng: &mut Rng) -> Pos<G> {
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
    pos.men[0] = union(men);
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
        pos.men[1] = pos.men[1] | random_bit(black & !pos.occupied(), rng);
    }
    for _ in 0..rng.below(3) {
        pos.men[0] = pos.men[0] | random_bit(white & !pos.occupied(), rng);
    }
    pos
}

/// Returns the position with one or two men added, removed or moved.
fn mutated<G: Geometry>(mut pos: Pos<G>, men_squares: fn(Side) -> G::Bits, rng: &mut Rng) -> Pos<G> {
    for _ in 0..1 + rng.below(2) {
        let side = rng.below(2);
        let of = if side == 0 { Side::White } else { Side::Black };
        let kind = rng.below(3);
        if kind != 1 && pos.men[side].count() > 2 {
            pos.men[side] = pos.men[side] & !random_bit(pos.men[side], rng);
        }
        if kind != 0 {
            pos.men[side] = pos.men[side] | random_bit(men_squares(of) & !pos.occupied(), rng);
        }
    }
    pos
}

/// Returns `true` if some quiet move of White forces the king to take two men or more and to stop against one of
/// them, where a man whose support it has taken takes it.
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
