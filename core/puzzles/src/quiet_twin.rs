//! Makes the quiet twin of a puzzle: one man stands elsewhere, and the shot fails.
use super::proof::{ProofSearch, material};
use super::puzzle::Puzzle;
use super::solution::main_line;
use draughts::raw::{Rng, mix};
use draughts::{Move, Piece, Position, Role, Setup, Square};

/// Depth of the proofs in quiet moves beyond those of the solution, and the node limit of each.
const DEEPER: u8 = 2;
const NODES: u64 = 12_000;
/// Maximum number of changed positions tried.
const TRIES: usize = 60;
/// Depth to which the quiet position is searched as far as the nodes allow: with few pieces, a run to the promotion row
/// may decide.
const FAR: u8 = 24;
/// Centipawns that count as a gain or a loss.
const MAN: i32 = 100;

/// A position like a puzzle's in which nothing is gained by force, and the puzzle's key loses.
#[derive(Clone, Debug, PartialEq)]
pub struct QuietTwin {
    /// The position; the solver is to move and must not capture.
    pub position: Position,
    /// The key of the puzzle, which is legal here and loses a man or more.
    pub key: Move,
    /// The line that refutes the key, the opponent's move first.
    pub refutation: Vec<Move>,
}

/// Returns the quiet twin of a puzzle; `None` if the change of one man makes none that is proved. The same puzzle always
/// has the same twin.
pub fn quiet_twin(puzzle: &Puzzle) -> Option<QuietTwin> {
    let key = puzzle.solution.first()?.mv;
    let start = &puzzle.position;
    if start.must_capture() || material(start).abs() >= MAN {
        return None;
    }
    let mut changes = changes(start, &key);
    let mut rng = Rng::new(puzzle.id.bytes().fold(11, |sum, byte| mix(sum ^ u64::from(byte))));
    for at in (1..changes.len()).rev() {
        changes.swap(at, rng.below(at + 1));
    }
    let quiet = main_line(&puzzle.solution)
        .iter()
        .filter(|mv| !mv.is_capture())
        .count();
    let depth = quiet as u8 + DEEPER;
    changes
        .into_iter()
        .take(TRIES)
        .find_map(|position| proved(position, &key, depth))
}

/// Returns the positions in which one man stands on a neighbouring square. The man that plays the key stays.
fn changes(start: &Position, key: &Move) -> Vec<Position> {
    let setup = start.to_setup();
    let mut changed = Vec::new();
    for (square, piece) in start.pieces().collect::<Vec<_>>() {
        if piece.role == Role::King || square == key.origin() {
            continue;
        }
        let (column, row) = start.coordinates(square);
        for to in start.all_squares() {
            let (other, line) = start.coordinates(to);
            let near = column.abs_diff(other).max(row.abs_diff(line));
            if (1..=2).contains(&near) && start.piece_at(to).is_none() {
                changed.extend(moved(start, &setup, square, to, piece));
            }
        }
    }
    changed
}

fn moved(start: &Position, setup: &Setup, from: Square, to: Square, piece: Piece) -> Option<Position> {
    let mut setup = setup.clone();
    setup.clear(from);
    setup.put(to, piece);
    Position::from_setup(start.variant(), &setup).ok()
}

/// Returns the twin if the proofs hold: nothing is gained, nothing is lost, and the key loses a man.
fn proved(position: Position, key: &Move, depth: u8) -> Option<QuietTwin> {
    if position.must_capture() {
        return None;
    }
    let key = *position.legal_moves().iter().find(|mv| *mv == key)?;
    let now = material(&position);
    let mut after = position;
    after.play_unchecked(&key);
    // Another proof for each, so that one never takes the nodes of the other.
    let answer = ProofSearch::new(NODES).value(&after, depth).ok()?;
    if -answer - now > -MAN {
        return None;
    }
    let (reached, value) = ProofSearch::deepest(&position, FAR, NODES * 4);
    if reached < depth || (value - now).abs() >= MAN {
        return None;
    }
    let refutation = super::judge::refutation(&after, depth, NODES * 2);
    (!refutation.is_empty()).then_some(QuietTwin {
        position,
        key,
        refutation,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Stocks;
    use draughts::Variant;

    #[test]
    fn nothing_works_in_a_twin_and_the_key_loses() {
        let stocks = Stocks::bundled();
        let stock = stocks.of(Variant::International);
        let (mut twins, mut puzzles) = (0, 0);
        for card in stock.cards().iter().step_by(450) {
            let puzzle = stock.puzzle(card).unwrap();
            puzzles += 1;
            let Some(twin) = quiet_twin(&puzzle) else {
                continue;
            };
            twins += 1;
            assert_eq!(
                quiet_twin(&puzzle).as_ref(),
                Some(&twin),
                "the same twin each time"
            );
            // A longer search finds no gain either.
            let (_, value) = ProofSearch::deepest(&twin.position, 20, 400_000);
            assert!(value - material(&twin.position) < MAN, "{}: {value}", puzzle.id);
            let mut end = twin.position.play(&twin.key).unwrap();
            for mv in &twin.refutation {
                end = end.play(mv).unwrap();
            }
        }
        assert!(twins * 2 > puzzles, "{twins} of {puzzles}");
    }
}
