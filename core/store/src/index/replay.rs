//! Replays stored main lines with legal moves.
use crate::tree::{self, TreeError, resolve};
use draughts::notation::tree::Step;
use draughts::{Move, Position};

/// A position and the moves played from it. The position is the start of the game or was set up by hand in
/// mid-game.
#[derive(Clone, Debug)]
pub(super) struct Stretch {
    /// The position.
    pub(super) start: Position,
    /// The moves.
    pub(super) moves: Vec<Move>,
}

/// Replays a stored main line up to the first unreadable or illegal move. Returns one stretch, and one more
/// for each position set up in it.
pub(super) fn stretches(start: &Position, bytes: &[u8]) -> Vec<Stretch> {
    if !tree::may_set_up(bytes) {
        let (moves, _) = main_line(start, bytes);
        return vec![Stretch { start: *start, moves }];
    }
    let (game, _) = tree::decode(start, bytes);
    let mut stretches = Vec::new();
    let mut last = Stretch {
        start: *start,
        moves: Vec::new(),
    };
    for step in game.main_line().map_while(|id| game.node(id).step()) {
        match step {
            Step::Move(mv) => last.moves.push(*mv),
            Step::Setup(position) => {
                let next = Stretch {
                    start: **position,
                    moves: Vec::new(),
                };
                stretches.push(std::mem::replace(&mut last, next));
            }
        }
    }
    stretches.push(last);
    stretches
}

/// Why a stored main line ends early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum ReplayError {
    /// The bytes are not a tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// An illegal move, by its number from 0.
    #[error("move {0} is not legal")]
    Illegal(usize),
}

/// Returns the legal moves of a stored main line; those before the error if there is one.
fn main_line(start: &Position, bytes: &[u8]) -> (Vec<Move>, Option<ReplayError>) {
    let kept = match tree::read(bytes) {
        Ok(kept) => kept,
        Err(error) => return (Vec::new(), Some(error.into())),
    };
    let mut moves = Vec::with_capacity(kept.len());
    let mut position = *start;
    for kept in &kept {
        let Some(mv) = resolve(&position, kept) else {
            let error = ReplayError::Illegal(moves.len());
            return (moves, Some(error));
        };
        position.play_unchecked(&mv);
        moves.push(mv);
    }
    (moves, None)
}
