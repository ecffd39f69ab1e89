//! The shots that a player made in a game, by what happened on the board. Proves nothing: the game did.
use super::line::PuzzleLine;
use super::themes::{Theme, detect};
use draughts::{Move, Position, Side};

/// A shot that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedShot {
    /// Moves made before it, from 0.
    pub ply: usize,
    /// What makes it work.
    pub themes: Vec<Theme>,
}

/// The shots of a side in a game of these moves: it offers a man by a quiet move, the other side has nothing but captures
/// until the side has taken last and nothing hangs, and then the side has a man more than before, or a king (which counts
/// three). Moves behind one that is not legal are not looked at.
pub fn played_shots(start: &Position, moves: &[Move], side: Side) -> Vec<PlayedShot> {
    let mut positions = vec![*start];
    for mv in moves {
        let Ok(after) = positions[positions.len() - 1].play(mv) else {
            break;
        };
        positions.push(after);
    }
    let moves = &moves[..positions.len() - 1];
    let mut shots = Vec::new();
    let mut ply = 0;
    while ply < moves.len() {
        let end = shot_end(&positions, moves, ply, side);
        let line = end.and_then(|end| PuzzleLine::new(&positions[ply], &moves[ply..end]));
        if let Some(line) = line {
            shots.push(PlayedShot {
                ply,
                themes: detect(&line),
            });
        }
        ply = end.unwrap_or(ply + 1);
    }
    shots
}

/// Moves made when the shot that begins at a ply is over; `None` where none does.
fn shot_end(positions: &[Position], moves: &[Move], from: usize, side: Side) -> Option<usize> {
    if positions[from].turn() != side || moves[from].is_capture() {
        return None;
    }
    let mut end = from + 1;
    // The other side answers by captures alone.
    while moves.get(end)?.is_capture() {
        let last = moves.get(end + 1)?;
        end += 2;
        if last.is_capture() && !positions[end].must_capture() {
            return (lead(&positions[end], side) > lead(&positions[from], side)).then_some(end);
        }
    }
    None
}

/// Men that a side has more; a king counts three.
fn lead(position: &Position, side: Side) -> i32 {
    let worth = |side| {
        let (men, kings) = position.count(side);
        i32::from(men) + 3 * i32::from(kings)
    };
    worth(side) - worth(!side)
}
