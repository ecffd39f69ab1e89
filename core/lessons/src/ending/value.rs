//! Values of positions and moves in endings by the tables and the draw rules, and the best defence.
use super::EndingKind;
use draughts::{DrawCount, EndReason, Game, Move, Position, Side};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::{Tables, Value};
use std::cmp::Reverse;

/// Value of an ending's position for the learner, who has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// Value by the tables, corrected by the draw rules if the distance to the end is known.
    pub value: Value,
    /// `true` if a draw rule changes the value.
    pub by_rule: bool,
    /// The active draw count that ends soonest.
    pub count: Option<DrawCount>,
}

impl Truth {
    pub(super) fn of(tables: &Tables, game: &Game) -> Truth {
        let value = tables.probe(game.position()).unwrap_or(Value::Draw);
        let by_rule = value_in_time(tables, game.position(), left(game)).unwrap_or(Value::Draw);
        Truth {
            value: by_rule,
            by_rule: by_rule != value,
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

/// Returns the plies until a draw rule ends a game of kings only; `None` without an active count. With men, a
/// promotion or a capture resets the count.
pub(super) fn left(game: &Game) -> Option<u16> {
    let men = [Side::White, Side::Black].map(|side| game.position().count(side).0);
    let counts = if men == [0, 0] { game.counts() } else { Vec::new() };
    counts
        .iter()
        // This count is reset by each move that leaves the long diagonal.
        .filter(|count| count.reason != EndReason::LongDiagonal)
        .map(|count| count.of_plies.saturating_sub(count.plies))
        .min()
}

/// Returns the value of a position with `left` plies until a draw by rule. A win or a loss that takes longer
/// is a draw.
pub(super) fn value_in_time(tables: &Tables, position: &Position, left: Option<u16>) -> Option<Value> {
    let value = tables.probe(position)?;
    let needed = match value {
        Value::Win(plies) | Value::Loss(plies) => tables.plies_of_count(position).or(plies),
        Value::Draw => None,
    };
    let late = needed.zip(left).is_some_and(|(needed, left)| needed > left);
    Some(if late { Value::Draw } else { value })
}

/// Returns the value for the side to move, if a table knows it.
pub fn truth(position: &Position, assets: &EngineAssets) -> Option<Value> {
    assets.tables(position.variant())?.probe(position)
}

/// Returns the value of a move for the side that makes it, with `left` plies until a draw by rule.
pub(super) fn after(tables: &Tables, position: &Position, mv: &Move, left: Option<u16>) -> Option<Value> {
    let mut next = *position;
    next.play_unchecked(mv);
    if !next.can_move() {
        return Some(Value::Win(Some(1)));
    }
    // A capture resets the count.
    let left = left.filter(|_| !mv.is_capture());
    let value = value_in_time(tables, &next, left.map(|left| left.saturating_sub(1)))?;
    Some(value.before_the_move())
}

/// True if a move of the learner preserves the win or the draw.
pub(super) fn preserves(
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
        // Cannot happen: the tables also include the positions after a promotion or a capture.
        None => true,
    }
}

/// Returns the best defence: best result first, then longest resistance, then fewest good answers of the
/// learner.
pub(super) fn defence(tables: &Tables, game: &Game, kind: &EndingKind) -> Option<Move> {
    let (position, left) = (game.position(), left(game));
    let hardship = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        let good = next
            .legal_moves()
            .iter()
            .filter(|ours| preserves(tables, &next, ours, kind, left.map(|left| left.saturating_sub(1))))
            .count();
        let rank = match after(tables, position, mv, left) {
            Some(Value::Win(plies)) => (2, Reverse(plies.unwrap_or(0))),
            Some(Value::Draw) | None => (1, Reverse(0)),
            // Reversed twice: the longest resistance first.
            Some(Value::Loss(plies)) => (0, Reverse(u16::MAX - plies.unwrap_or(0))),
        };
        (rank, Reverse(good))
    };
    position.legal_moves().into_iter().max_by_key(hardship)
}
