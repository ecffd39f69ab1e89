//! Composes by variation: a random walk away from a known puzzle, changing a man or two at a time, along positions in
//! which the wanted puzzle can still be proved. Knows no files and no themes.
use super::mine::MinedPuzzle;
use draughts::raw::Rng;
use draughts::{Piece, Position, Role, Setup, Side, Square};

/// Positions tried in one walk.
const POSITIONS: u64 = 1_500;
/// Minimum number of squares by which the found puzzle differs from the start of the walk.
const MIN_DISTANCE: usize = 7;
/// Maximum difference in the number of pieces, for a position that might come from a game.
const MAX_IMBALANCE: usize = 1;

/// A walk from a puzzle, in steps that can be interrupted.
#[derive(Clone, Debug)]
pub struct Walk {
    start: Position,
    here: Position,
    rng: Rng,
    tried: u64,
}

/// The state of a walk after a step.
#[derive(Clone, Debug)]
pub enum WalkStep {
    /// It goes on.
    Open,
    /// It has come far enough: another puzzle.
    Found(Box<MinedPuzzle>),
    /// It has tried its number of positions without coming far enough.
    Ended,
}

impl Walk {
    /// Starts a walk from the position of a puzzle. The same seed gives the same walk.
    pub fn new(start: &Position, seed: u64) -> Self {
        Self {
            start: *start,
            here: *start,
            rng: Rng::new(seed),
            tried: 0,
        }
    }

    /// Tries one position. `dig` proves a position and returns the puzzle if it is one of those wanted.
    pub fn step(&mut self, dig: impl Fn(&Position) -> Option<MinedPuzzle>) -> WalkStep {
        self.tried += 1;
        if let Some(found) = mutated(&self.here, &mut self.rng).as_ref().and_then(&dig) {
            self.here = found.position;
            if distance(&self.start, &self.here) >= MIN_DISTANCE {
                return WalkStep::Found(Box::new(found));
            }
        }
        if self.tried < POSITIONS {
            WalkStep::Open
        } else {
            WalkStep::Ended
        }
    }
}

/// Walks once from a puzzle. Returns the puzzle it reached, if it came far enough, and the number of positions tried.
/// `dig` proves a position and returns the puzzle if it is one of those wanted. The same seed gives the same result.
pub fn vary(
    start: &Position,
    seed: u64,
    dig: impl Fn(&Position) -> Option<MinedPuzzle>,
) -> (Option<MinedPuzzle>, u64) {
    let mut walk = Walk::new(start, seed);
    loop {
        match walk.step(&dig) {
            WalkStep::Open => {}
            WalkStep::Found(found) => return (Some(*found), walk.tried),
            WalkStep::Ended => return (None, walk.tried),
        }
    }
}

/// Returns the position with one or two men added, removed or moved; `None` if it is illegal or improbable in a game.
fn mutated(position: &Position, rng: &mut Rng) -> Option<Position> {
    let mut setup = position.to_setup();
    for _ in 0..1 + rng.below(2) {
        let kind = rng.below(4);
        let side = [Side::White, Side::Black][rng.below(2)];
        let men = setup.pieces.iter().filter(|(_, piece)| piece.role == Role::Man);
        let men: Vec<(Square, Side)> = men.map(|(square, piece)| (*square, piece.side)).collect();
        let put = if kind == 0 {
            Some(side)
        } else {
            let (square, side) = *men.get(rng.below(men.len().max(1)))?;
            setup.clear(square);
            // Moves are more frequent than removals, so that the number of pieces stays about the same.
            (kind != 1).then_some(side)
        };
        if let Some(side) = put {
            let square = free_square(&setup, position.squares(), rng)?;
            setup.put(
                square,
                Piece {
                    side,
                    role: Role::Man,
                },
            );
        }
    }
    let mutated = Position::from_setup(position.variant(), &setup).ok()?;
    (imbalance(&mutated) <= MAX_IMBALANCE.max(imbalance(position))).then_some(mutated)
}

/// Returns the difference in the number of pieces.
fn imbalance(position: &Position) -> usize {
    let [white, black] = [Side::White, Side::Black].map(|side| {
        let (men, kings) = position.count(side);
        usize::from(men + kings)
    });
    white.abs_diff(black)
}

fn free_square(setup: &Setup, squares: u8, rng: &mut Rng) -> Option<Square> {
    let taken = |square: Square| setup.pieces.iter().any(|(at, _)| *at == square);
    let free: Vec<Square> = (1..=squares)
        .filter_map(Square::new)
        .filter(|square| !taken(*square))
        .collect();
    free.get(rng.below(free.len().max(1))).copied()
}

/// Returns the number of squares on which two positions differ.
fn distance(one: &Position, other: &Position) -> usize {
    one.all_squares()
        .filter(|square| one.piece_at(*square) != other.piece_at(*square))
        .count()
}

#[cfg(test)]
mod tests {
    use super::super::mine::{WORK, mine};
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;
    use draughts_engine::EngineAssets;

    #[test]
    fn a_walk_finds_another_puzzle_and_is_reproducible() {
        let start = fen::read(Variant::International, "W:W28,32,37:B10,17,19").expect("a position");
        let assets = EngineAssets::bundled();
        let walk = |seed| vary(&start, seed, |position| mine(position, 2, WORK, &assets).ok());
        let (seed, (found, tried)) = (0..)
            .map(|seed| (seed, walk(seed)))
            .find(|(_, (found, _))| found.is_some())
            .expect("some walk comes far enough");
        let found = found.expect("the walk found a puzzle");
        assert!(distance(&start, &found.position) >= MIN_DISTANCE);
        assert!(imbalance(&found.position) <= MAX_IMBALANCE);
        let (again, as_many) = walk(seed);
        assert_eq!(again.map(|puzzle| puzzle.position), Some(found.position));
        assert_eq!(as_many, tried);
    }
}
