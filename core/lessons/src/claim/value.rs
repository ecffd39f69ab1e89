//! Values of moves and positions by the proof search: material and wins, exact within its depth.
use crate::Worth;
use draughts::notation::movetext;
use draughts::{Move, Position};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::Value;
use draughts_puzzles::{ProofSearch, WIN};

/// Centipawns by which a move is clearly better than another.
pub(super) const CLEAR: i32 = 80;
/// Depth in quiet moves, and node limit. Shots of a lesson lie within.
const DEPTH: u8 = 7;
const NODES: u64 = 60_000;

/// Returns the proved result for the side to move; `None` if nothing is proved. A draw is proved by table
/// only.
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

/// Returns the value of the position after a move for the side that made it, in centipawns.
pub(super) fn after(position: &Position, mv: &Move) -> i32 {
    let mut next = *position;
    next.play_unchecked(mv);
    -ProofSearch::deepest(&next, DEPTH, NODES).1
}

/// Returns the gain of each move for the side to move, in men; `None` if one is not legal.
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

/// Returns the material of the side to move minus the other's, in centipawns; a king counts three men.
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
