//! Values of moves and positions by the proof search: material and wins, exact within its depth.
use draughts::notation::movetext;
use draughts::{Move, Position, Role, Side};
use draughts_engine::endgame::{Tables, Value};
use draughts_puzzles::{MAN, ProofSearch, WIN};

/// The work of a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// Depth in quiet moves.
    pub depth: u8,
    /// Node limit.
    pub nodes: u64,
}

impl Effort {
    /// The first look at a move.
    pub const LOOK: Self = Self {
        depth: 8,
        nodes: 40_000,
    };
    /// The look at the moves that a move is compared with.
    pub(crate) const OTHERS: Self = Self {
        depth: 6,
        nodes: 10_000,
    };
    /// A proof that a sentence may rest on.
    pub const PROOF: Self = Self {
        depth: 12,
        nodes: 800_000,
    };
    /// The proof of a claim of a lesson, whose shots are short.
    const LESSON: Self = Self {
        depth: 7,
        nodes: 60_000,
    };

    /// Returns the work for a search `times` as long.
    #[must_use]
    pub fn times(self, times: u32) -> Self {
        Self {
            depth: self.depth + times.ilog2() as u8,
            nodes: self.nodes * u64::from(times),
        }
    }

    /// Returns the value of a position for the side to move, in centipawns; `None` if the node limit allows no search.
    pub(crate) fn value(self, position: &Position) -> Option<i32> {
        let (depth, value) = ProofSearch::deepest(position, self.depth, self.nodes);
        (depth > 0 || value.abs() >= WIN || position.legal_moves().is_empty()).then_some(value)
    }
}

/// Returns the proved result for the side to move: a win, a draw, which only tables prove, or a loss. The number of plies
/// is not meant. `None` if nothing is proved.
pub fn result(position: &Position, tables: Option<&Tables>) -> Option<Value> {
    let known = tables.and_then(|tables| tables.probe(position));
    known.or_else(
        || match ProofSearch::deepest(position, 40, Effort::LESSON.nodes).1 {
            WIN.. => Some(Value::Win(None)),
            value if value <= -WIN => Some(Value::Loss(None)),
            _ => None,
        },
    )
}

/// Returns the value of the position after a legal move for the side that made it, in centipawns.
pub fn value_after(position: &Position, mv: &Move) -> i32 {
    let mut next = *position;
    next.play_unchecked(mv);
    -ProofSearch::deepest(&next, Effort::LESSON.depth, Effort::LESSON.nodes).1
}

/// Returns the gain of each move for the side to move, in whole men; `None` if one is not legal. A king counts three men.
pub fn gains(position: &Position, texts: &[String]) -> Option<Vec<i32>> {
    let now = MAN * draughts_puzzles::lead(position, position.turn());
    texts
        .iter()
        .map(|text| {
            let mv = movetext::read(position, text).ok()?;
            Some((f64::from(value_after(position, &mv) - now) / 100.0).round() as i32)
        })
        .collect()
}

/// Returns the material lead of a side as the proof search counts it, in centipawns.
pub(crate) fn material(position: &Position, side: Side) -> i32 {
    let lead = draughts_puzzles::material(position);
    if position.turn() == side { lead } else { -lead }
}

/// Returns `true` if a king is on the board.
pub(crate) fn has_king(position: &Position) -> bool {
    position.pieces().any(|(_, piece)| piece.role == Role::King)
}
