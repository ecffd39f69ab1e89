//! What a position of an ending, or a move in it, is worth by the tables and the draw rules; the best defence. Knows no
//! learner.
use super::EndingKind;
use draughts::{DrawCount, EndReason, Game, Move, Position, Side};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{Tables, Value};
use std::cmp::Reverse;

/// What a position of an ending is worth to the learner, who has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// By the pieces alone, and by the draw rules as far as the tables know how far the end is.
    pub value: Value,
    /// The pieces could win or lose, but a draw rule comes first.
    pub by_rule: bool,
    /// The draw rule that is counting and ends soonest.
    pub count: Option<DrawCount>,
}

impl Truth {
    pub(super) fn of(tables: &Tables, game: &Game) -> Truth {
        let value = tables.probe(game.position()).unwrap_or(Value::Draw);
        let in_time = in_time(tables, game.position(), left(game)).unwrap_or(Value::Draw);
        Truth {
            value: in_time,
            by_rule: in_time != value,
            count: game.counts().first().copied(),
        }
    }

    pub(super) const fn plain(value: Value) -> Truth {
        Truth {
            value,
            by_rule: false,
            count: None,
        }
    }
}

/// Plies that are left before a draw rule ends a game of kings alone; none where no rule is counting. With men, a
/// promotion or a capture would begin the count anew.
pub(super) fn left(game: &Game) -> Option<u16> {
    let men = [Side::White, Side::Black].map(|side| game.position().count(side).0);
    let counts = if men == [0, 0] { game.counts() } else { Vec::new() };
    counts
        .iter()
        // That count begins anew with each move that leaves the long diagonal.
        .filter(|count| count.reason != EndReason::LongDiagonal)
        .map(|count| count.of_plies.saturating_sub(count.plies))
        .min()
}

/// The value of a position with so many plies left: a win or a loss that takes longer than a draw rule allows is a draw.
pub(super) fn in_time(tables: &Tables, position: &Position, left: Option<u16>) -> Option<Value> {
    let value = tables.probe(position)?;
    let needed = match value {
        Value::Win(plies) | Value::Loss(plies) => tables.plies_of_count(position).or(plies),
        Value::Draw => None,
    };
    let late = needed.zip(left).is_some_and(|(needed, left)| needed > left);
    Some(if late { Value::Draw } else { value })
}

/// The worth of a position to the side to move, where a table knows it.
pub fn truth(position: &Position, assets: &EngineAssets) -> Option<Value> {
    assets.tables(position.variant())?.probe(position)
}

/// The worth of a move to the side that makes it, with so many plies left to a draw by rule.
pub(super) fn after(tables: &Tables, position: &Position, mv: &Move, left: Option<u16>) -> Option<Value> {
    let mut next = *position;
    next.play_unchecked(mv);
    if !next.can_move() {
        return Some(Value::Win(Some(1)));
    }
    // A capture begins the count anew.
    let left = left.filter(|_| !mv.is_capture());
    let value = in_time(tables, &next, left.map(|left| left.saturating_sub(1)))?;
    Some(value.before_the_move())
}

/// Whether a move of the learner keeps the win, or the draw.
pub(super) fn keeps(
    tables: &Tables,
    position: &Position,
    mv: &Move,
    kind: &EndingKind,
    left: Option<u16>,
) -> bool {
    match after(tables, position, mv, left) {
        Some(Value::Win(_)) => true,
        Some(Value::Draw) => !kind.win,
        Some(Value::Loss(_)) => false,
        // Out of the tables by promotion or capture cannot be: fewer pieces have tables too.
        None => true,
    }
}

/// The best defence: the best result, then the longest fight, then the answer to which the learner has fewest good ones.
pub(super) fn defence(tables: &Tables, game: &Game, kind: &EndingKind) -> Option<Move> {
    let (position, left) = (game.position(), left(game));
    let hardship = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        let good = next
            .legal_moves()
            .iter()
            .filter(|ours| keeps(tables, &next, ours, kind, left.map(|left| left.saturating_sub(1))))
            .count();
        let rank = match after(tables, position, mv, left) {
            Some(Value::Win(plies)) => (2, Reverse(plies.unwrap_or(0))),
            Some(Value::Draw) | None => (1, Reverse(0)),
            // The reverse of the reverse: the longest fight first.
            Some(Value::Loss(plies)) => (0, Reverse(u16::MAX - plies.unwrap_or(0))),
        };
        (rank, Reverse(good))
    };
    position.legal_moves().into_iter().max_by_key(hardship)
}
