//! DamExchange messages on a board: moves and start positions.
use super::{DxpError, Message, MoveMade, bad, letter};
use crate::board::{Piece, Role, Side, Square, SquareSet};
use crate::rules::{Move, Position, Setup, Variant};

impl MoveMade {
    /// Builds the message of a move.
    #[must_use]
    pub fn of(mv: &Move, seconds: u16) -> MoveMade {
        MoveMade {
            seconds,
            from: mv.origin(),
            to: mv.target(),
            captured: mv.captured().iter().collect(),
        }
    }

    /// Finds the legal move of the message.
    ///
    /// # Errors
    /// No legal move matches.
    pub fn find(&self, position: &Position) -> Result<Move, DxpError> {
        let taken: SquareSet = self.captured.iter().copied().collect();
        let meant = |mv: &Move| mv.origin() == self.from && mv.target() == self.to && mv.captured() == taken;
        // A repeated square would be a piece captured twice, which no rule allows.
        let once = taken.len() == self.captured.len();
        let found = position.legal_moves().into_iter().find(meant).filter(|_| once);
        found.ok_or_else(|| DxpError::Illegal(Message::Move(self.clone()).write()))
    }
}

/// Reads a start position: the side to move, then for each square `w` `z` (men), `W` `Z` (kings) or `e`.
///
/// # Errors
/// The length or a letter is wrong, or the position is impossible.
pub fn read_position(variant: Variant, text: &str) -> Result<Position, DxpError> {
    let mut letters = text.chars();
    let turn = match letters.next() {
        Some('W' | 'w') => Side::White,
        Some('Z' | 'z') => Side::Black,
        _ => return Err(bad("the side to move", text.get(..1).unwrap_or_default())),
    };
    let squares: Vec<char> = letters.collect();
    if squares.len() != usize::from(variant.rules().board.squares()) {
        return Err(bad("the position", text));
    }
    let mut setup = Setup::empty(turn);
    for (number, letter) in (1..).zip(squares) {
        let (side, role) = match letter {
            'e' | 'E' => continue,
            'w' => (Side::White, Role::Man),
            'W' => (Side::White, Role::King),
            'z' => (Side::Black, Role::Man),
            'Z' => (Side::Black, Role::King),
            other => return Err(bad("a square", &other.to_string())),
        };
        setup.put(
            Square::new(number).expect("the length was checked"),
            Piece { side, role },
        );
    }
    Ok(Position::from_setup(variant, &setup)?)
}

/// Writes a start position.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let square = |square| match position.piece_at(square) {
        None => 'e',
        Some(Piece {
            side,
            role: Role::King,
        }) => letter(side),
        Some(Piece {
            side,
            role: Role::Man,
        }) => letter(side).to_ascii_lowercase(),
    };
    std::iter::once(letter(position.turn()))
        .chain(position.all_squares().map(square))
        .collect()
}
