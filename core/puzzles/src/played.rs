//! Finds the shots that a player made in a game, by the moves played. Proves nothing.
use super::line::PuzzleLine;
use super::themes::{Theme, detect};
use draughts::{Move, Position, Side};

/// A shot that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedShot {
    /// Number of moves made before it.
    pub ply: usize,
    /// The themes of its line.
    pub themes: Vec<Theme>,
}

/// A shot with which a line of moves begins.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineShot {
    /// Number of plies of the line that belong to it.
    pub plies: usize,
    /// Number of men it wins; a king counts three.
    pub men: u8,
    /// The themes of its line.
    pub themes: Vec<Theme>,
}

/// Returns the shots of a side in a game with these moves. In a shot the side offers a man by a quiet move, and the
/// other side only captures until the side has taken last and no capture is pending. The side then has at least a man
/// more than before; a king counts three. Moves after an illegal one are ignored.
pub fn played_shots(start: &Position, moves: &[Move], side: Side) -> Vec<PlayedShot> {
    let positions = positions_of(start, moves);
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

/// Returns the shot of the side to move with which a line begins, as [`played_shots`] defines one.
pub fn shot_in(start: &Position, line: &[Move]) -> Option<LineShot> {
    let positions = positions_of(start, line);
    let line = &line[..positions.len() - 1];
    let side = start.turn();
    let plies = (!line.is_empty())
        .then(|| shot_end(&positions, line, 0, side))
        .flatten()?;
    let themes = detect(&PuzzleLine::new(start, &line[..plies])?);
    let won = lead(&positions[plies], side) - lead(start, side);
    Some(LineShot {
        plies,
        men: u8::try_from(won).unwrap_or(u8::MAX),
        themes,
    })
}

/// Returns the positions of a line, the start first, up to an illegal move.
fn positions_of(start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    for mv in moves {
        let Ok(after) = positions[positions.len() - 1].play(mv) else {
            break;
        };
        positions.push(after);
    }
    positions
}

/// Returns the number of moves made when the shot that begins at `from` is over; `None` if none begins there.
fn shot_end(positions: &[Position], moves: &[Move], from: usize, side: Side) -> Option<usize> {
    if positions[from].turn() != side || moves[from].is_capture() {
        return None;
    }
    let mut end = from + 1;
    // The other side must answer by captures alone.
    while moves.get(end)?.is_capture() {
        let last = moves.get(end + 1)?;
        end += 2;
        if last.is_capture() && !positions[end].must_capture() {
            return (lead(&positions[end], side) > lead(&positions[from], side)).then_some(end);
        }
    }
    None
}

/// Returns the lead of a side in men; a king counts three.
pub fn lead(position: &Position, side: Side) -> i32 {
    let worth = |side| {
        let (men, kings) = position.count(side);
        i32::from(men) + 3 * i32::from(kings)
    };
    worth(side) - worth(!side)
}
