//! Players that measure the lowest levels: one plays random legal moves, one looks one exchange ahead. They stand in
//! for people who have just learned the rules; the app does not offer them as opponents.
use draughts::raw::Rng;
use draughts::{Game, Move, Position, Side};

/// A player that knows only the rules of draughts and the value of the pieces.
///
/// ```
/// use draughts::{Game, Variant};
/// use draughts_engine::stand_in::StandIn;
///
/// let game = Game::new(Variant::International);
/// assert!(StandIn::Random.choose(&game, 1).is_some());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StandIn {
    /// Any legal move, with equal probability.
    Random,
    /// The best by material after the own move, the reply and the capture that answers it; a random one among equals.
    Exchange,
}

/// The value of a king in men.
const KING: i32 = 3;
/// The exchange: the own move, the reply, the capture that answers it.
const PLIES: u8 = 3;
/// Worse than any loss of material.
const LOST: i32 = -1000;

impl StandIn {
    /// Returns the move in this game; `None` if the game is over. The same game and seed give the same move.
    #[must_use]
    pub fn choose(self, game: &Game, seed: u64) -> Option<Move> {
        let mut moves = game.legal_moves();
        let mut rng = Rng::new(seed ^ game.position().hash());
        if self == StandIn::Exchange && moves.len() > 1 {
            let scored: Vec<(i32, Move)> = moves
                .iter()
                .map(|mv| (-search(&after(game.position(), mv), PLIES - 1, LOST, -LOST), *mv))
                .collect();
            let best = scored.iter().map(|(score, _)| *score).max();
            moves = scored
                .into_iter()
                .filter_map(|(score, mv)| (Some(score) == best).then_some(mv))
                .collect();
        }
        (!moves.is_empty()).then(|| moves[rng.below(moves.len())])
    }
}

/// Returns the position after a legal move.
#[must_use]
pub fn after(position: &Position, mv: &Move) -> Position {
    let mut next = *position;
    next.play_unchecked(mv);
    next
}

/// Returns the material for the side to move after `plies` plies; in the last one only captures are searched.
fn search(position: &Position, plies: u8, mut alpha: i32, beta: i32) -> i32 {
    if plies == 0 || plies == 1 && !position.must_capture() {
        return material(position);
    }
    let mut best = LOST;
    for mv in position.legal_moves() {
        best = best.max(-search(&after(position, &mv), plies - 1, -beta, -alpha));
        alpha = alpha.max(best);
        if alpha >= beta {
            break;
        }
    }
    best
}

/// Returns the material lead of the side to move in men; a king counts three.
#[must_use]
pub fn material(position: &Position) -> i32 {
    let count = |side: Side| {
        let (men, kings) = position.count(side);
        i32::from(men) + KING * i32::from(kings)
    };
    count(position.turn()) - count(position.turn().other())
}
