//! Quiet moves piece by piece, even if a capture is compulsory: for house rules, explanations and real boards. Knows
//! no capture.
use super::{King, Move, Position};
use crate::board::{Dir, Piece, Role, Side, Square};

impl Position {
    /// Returns every quiet move of the side to move, even if it must capture.
    #[must_use]
    pub fn quiet_moves(&self) -> Vec<Move> {
        self.all_squares()
            .flat_map(|square| self.quiet_moves_of(square))
            .collect()
    }

    /// Returns the quiet moves of the piece on a square, even if it must capture. Empty if the piece is not the
    /// mover's or must rest after too many moves in a row.
    #[must_use]
    pub fn quiet_moves_of(&self, from: Square) -> Vec<Move> {
        let Some(piece) = self.piece_at(from).filter(|piece| piece.side == self.turn()) else {
            return Vec::new();
        };
        if self.must_rest(from) {
            return Vec::new();
        }
        let rules = self.variant().rules();
        let (dirs, far) = match piece.role {
            Role::Man => (rules.man_moves.seen_by(piece.side), false),
            Role::King => (rules.king_moves, rules.king == King::Long),
        };
        let mut moves = Vec::new();
        for dir in dirs.iter() {
            let mut at = from;
            while let Some(next) = self.step(at, dir).filter(|&next| self.piece_at(next).is_none()) {
                moves.push(Move::quiet(from, next, self.is_crowned_on(piece, next)));
                at = next;
                if !far {
                    break;
                }
            }
        }
        moves
    }

    /// Returns true if the king on a square has used up its quiet moves in a row.
    pub(super) fn must_rest(&self, square: Square) -> bool {
        let limit = self.variant().rules().king_move_limit;
        limit.is_some_and(|limit| self.king_moves(self.turn()) == Some((square, limit)))
    }

    /// Returns the next square in a direction, if it is played on.
    fn step(&self, from: Square, dir: Dir) -> Option<Square> {
        let (column, row) = self.coordinates(from);
        let (dx, dy) = dir.delta();
        let (column, row) = (column.checked_add_signed(dx)?, row.checked_add_signed(dy)?);
        self.board().square_at(column, row)
    }

    /// Returns true if a piece that stops on a square becomes a king there.
    pub(crate) fn is_crowned_on(&self, piece: Piece, square: Square) -> bool {
        let (_, row) = self.coordinates(square);
        let far = match piece.side {
            Side::White => 0,
            Side::Black => self.board().size().1 - 1,
        };
        piece.role == Role::Man && row == far
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use std::collections::HashSet;

    /// Without a compulsory capture they are the legal moves.
    #[test]
    fn quiet_moves_are_the_legal_moves_without_captures() {
        let mut quiet = 0;
        for variant in Variant::ALL {
            let mut game = crate::Game::new(variant);
            for ply in 0_usize..200 {
                let moves = game.position().legal_moves();
                let Some(mv) = moves.get((ply * 7919 + 13) % moves.len().max(1)) else {
                    break;
                };
                if !mv.is_capture() {
                    quiet += 1;
                    let legal: HashSet<Move> = moves.iter().copied().collect();
                    let steps: HashSet<Move> = game.position().quiet_moves().into_iter().collect();
                    assert_eq!(steps, legal, "{variant} {:?}", game.position());
                }
                if game.play(mv).is_err() {
                    break;
                }
            }
        }
        assert!(quiet > 1000, "{quiet}");
    }
}
