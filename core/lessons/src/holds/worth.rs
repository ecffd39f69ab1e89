//! What moves and positions are worth, by the proof search: material and wins, exact as far as it looks.
use crate::Worth;
use draughts::notation::movetext;
use draughts::{Move, Position};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::Value;
use draughts_puzzles::{ProofSearch, WIN};

/// Centipawns by which a move is clearly better than another.
pub(super) const CLEAR: i32 = 80;
/// Quiet moves deep, and positions entered: shots of a lesson lie within.
const DEPTH: u8 = 7;
const NODES: u64 = 60_000;

/// Whether the side to move wins, loses, or (by table) neither; `None` where nothing is proved.
pub(super) fn value(position: &Position, assets: &EngineAssets) -> Option<Worth> {
    if let Some(value) = assets
        .bundled_tables(position.variant())
        .and_then(|tables| tables.probe(position))
    {
        return Some(match value {
            Value::Win(_) => Worth::Won,
            Value::Draw => Worth::Men(0),
            Value::Loss(_) => Worth::Lost,
        });
    }
    match ProofSearch::deepest(position, 40, NODES).1 {
        WIN.. => Some(Worth::Won),
        value if value <= -WIN => Some(Worth::Lost),
        _ => None,
    }
}

/// What the position after a move is worth to the side that made it, in centipawns.
pub(super) fn after(position: &Position, mv: &Move) -> i32 {
    let mut next = *position;
    next.play_unchecked(mv);
    -ProofSearch::deepest(&next, DEPTH, NODES).1
}

/// What each of these moves brings the side to move, in men; `None` where one is not legal.
pub(super) fn gains(position: &Position, texts: &[String]) -> Option<Vec<i32>> {
    let now = material(position);
    texts
        .iter()
        .map(|text| {
            let mv = movetext::read(position, text).ok()?;
            Some(((after(position, &mv) - now) as f64 / 100.0).round() as i32)
        })
        .collect()
}

/// The side to move's men and kings (as three) less the other's, in centipawns.
fn material(position: &Position) -> i32 {
    let mut sum = 0;
    for (_, piece) in position.pieces() {
        let worth = if piece.role == draughts::Role::King {
            300
        } else {
            100
        };
        sum += if piece.side == position.turn() {
            worth
        } else {
            -worth
        };
    }
    sum
}
