//! Facts about a position that the endgame tables prove: its result, and whether it depends on the side to move.
use crate::EngineAssets;
use crate::endgame::Value;
use draughts::{Position, Side};

/// A fact about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The value for the side to move.
    pub value: Value,
    /// The side that has the opposition: its result is better because it is the other side's turn.
    pub opposition: Option<Side>,
    /// The side whose result is better because it is its own turn, by a tempo.
    pub tempo: Option<Side>,
}

/// Returns the fact about a position; `None` if the tables do not have it.
// Inlined for the same reason as `Tables::probe`, which it calls.
#[inline]
pub fn fact(position: &Position, assets: &EngineAssets) -> Option<Fact> {
    let tables = assets.tables(position.variant())?;
    let value = tables.probe(position)?;
    let turn = position.turn();
    let passed = position.with_turn(turn.other());
    // With a capture on the board the result does not depend on a tempo.
    let quiet = !position.must_capture() && !passed.must_capture();
    let after_passing = quiet.then(|| tables.probe(&passed)).flatten();
    let gain = after_passing.map_or(0, |other| rank(value) + rank(other));
    Some(Fact {
        value,
        opposition: (gain < 0).then(|| turn.other()),
        tempo: (gain > 0).then_some(turn),
    })
}

/// Ranks a value: 1 for a win, 0 for a draw, -1 for a loss.
fn rank(value: Value) -> i32 {
    match value {
        Value::Win(_) => 1,
        Value::Draw => 0,
        Value::Loss(_) => -1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    fn of(text: &str) -> Option<Fact> {
        let position = fen::read(Variant::International, text).unwrap();
        fact(&position, &EngineAssets::bundled())
    }

    #[test]
    fn the_opposition_of_two_men() {
        // The side to move loses its man.
        let black = of("B:W28:B18").unwrap();
        assert!(matches!(black.value, Value::Loss(_)));
        assert_eq!((black.opposition, black.tempo), (Some(Side::White), None));
        let white = of("W:W28:B18").unwrap();
        assert_eq!(white.opposition, Some(Side::Black));
        // A capture decides, not a tempo.
        let capture = of("W:W23:B28").unwrap();
        assert_eq!((capture.opposition, capture.tempo), (None, None));
        assert!(of("W:W31-50:B1-20").is_none());
    }
}
