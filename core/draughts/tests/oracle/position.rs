//! Converts a position for the slow generator.
use super::slow::{Game, Man, Slow};
use draughts::{Position, Role, Side};

pub(crate) fn slow(position: &Position) -> Slow {
    let game = Game::named(position.variant().key());
    let mut at = [[None; 12]; 12];
    let squares = game.squares();
    for (square, piece) in position.pieces() {
        let (column, row) = squares[usize::from(square.number()) - 1];
        at[row as usize][column as usize] = Some(Man {
            white: piece.side == Side::White,
            king: piece.role == Role::King,
        });
    }
    let tired = position
        .king_moves(position.turn())
        .filter(|&(_, moves)| moves >= 3);
    Slow {
        game,
        white_to_move: position.turn() == Side::White,
        at,
        tired: tired.map(|(square, _)| square.number()),
    }
}
