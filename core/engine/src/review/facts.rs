//! What the endgame tables prove of a position: its result, and whether the turn decides it.
use crate::EngineAssets;
use crate::endgame::Value;
use draughts::{Position, Side};

/// What the tables prove.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What the position is worth to the side to move.
    pub value: Value,
    /// The side that gains by its being the other's turn: it has the opposition.
    pub opposition: Option<Side>,
    /// The side that gains by its own turn: everything hangs on a tempo.
    pub tempo: Option<Side>,
}

/// What the tables prove of a position; `None` where they do not know it.
pub fn fact(position: &Position, assets: &EngineAssets) -> Option<Fact> {
    let tables = assets.tables(position.variant())?;
    let value = tables.probe(position)?;
    let turn = position.turn();
    let passed = position.with_turn(turn.other());
    // With a capture on the board the question is not whose turn it is.
    let quiet = !position.must_capture() && !passed.must_capture();
    let otherwise = quiet.then(|| tables.probe(&passed)).flatten();
    let gain = otherwise.map_or(0, |other| rank(value) + rank(other));
    Some(Fact {
        value,
        opposition: (gain < 0).then(|| turn.other()),
        tempo: (gain > 0).then_some(turn),
    })
}

/// 1 for a win, 0, -1.
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
    fn men_face_to_face_and_whose_turn_it_is() {
        // Whoever must move here loses the man.
        let black = of("B:W28:B18").unwrap();
        assert!(matches!(black.value, Value::Loss(_)));
        assert_eq!((black.opposition, black.tempo), (Some(Side::White), None));
        let white = of("W:W28:B18").unwrap();
        assert_eq!(white.opposition, Some(Side::Black));
        // A capture: the turn is no question of tempo.
        let capture = of("W:W23:B28").unwrap();
        assert_eq!((capture.opposition, capture.tempo), (None, None));
        assert!(of("W:W31-50:B1-20").is_none());
    }
}
