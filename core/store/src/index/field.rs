//! Bitboards by square number, the same for every board. Positions and patterns are compared by them.
use draughts::{Move, Piece, Position, Role, Side, Square};

/// Squares by number, square 1 in the lowest bit.
pub(super) type Squares = u128;

/// Returns the bit of a square.
pub(super) const fn bit(number: u8) -> Squares {
    1 << (number - 1)
}

/// Turns a set by 180° on a board with this many squares.
// Not inlined: WebAssembly has no instruction to reverse bits, so the code is long there.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(super) fn turned(set: Squares, squares: u8) -> Squares {
    set.reverse_bits() >> (Squares::BITS - u32::from(squares))
}

/// Pieces on a board, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// Men by side.
    pub(super) men: [Squares; 2],
    pub(super) kings: [Squares; 2],
    pub(super) turn: Side,
    /// Number of squares of the board.
    squares: u8,
}

impl Field {
    pub(super) fn of(position: &Position) -> Self {
        let mut field = Self {
            men: [0; 2],
            kings: [0; 2],
            turn: position.turn(),
            squares: position.squares(),
        };
        for (square, Piece { side, role }) in position.pieces() {
            let pieces = match role {
                Role::Man => &mut field.men,
                Role::King => &mut field.kings,
            };
            pieces[side as usize] |= bit(square.number());
        }
        field
    }

    /// True if the mover's piece on a square is a man.
    pub(super) fn is_man(&self, square: Square) -> bool {
        self.men[self.turn as usize] & bit(square.number()) != 0
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, mv: &Move) {
        let captured = mv
            .captured()
            .iter()
            .fold(0, |set, square| set | bit(square.number()));
        self.step(mv.origin(), mv.target(), mv.promotes(), captured);
    }

    pub(super) fn step(&mut self, origin: Square, target: Square, promotes: bool, captured: Squares) {
        let (us, them) = (self.turn as usize, self.turn.other() as usize);
        let (from, to) = (bit(origin.number()), bit(target.number()));
        if self.men[us] & from != 0 {
            self.men[us] ^= from;
            let pieces = if promotes { &mut self.kings } else { &mut self.men };
            pieces[us] |= to;
        } else {
            // A circular capture ends on its origin: first removes the king, then places it.
            self.kings[us] = self.kings[us] & !from | to;
        }
        self.men[them] &= !captured;
        self.kings[them] &= !captured;
        self.turn = self.turn.other();
    }

    fn turned_set(&self, set: Squares) -> Squares {
        turned(set, self.squares)
    }

    /// Exchanges the colours and turns the board, which gives an equivalent position.
    #[must_use]
    pub(super) fn turned(&self) -> Self {
        let turn = |[white, black]: [Squares; 2]| [self.turned_set(black), self.turned_set(white)];
        Self {
            men: turn(self.men),
            kings: turn(self.kings),
            turn: self.turn.other(),
            squares: self.squares,
        }
    }

    /// Counts the pieces.
    pub(super) fn pieces(&self) -> u32 {
        [self.men[0], self.men[1], self.kings[0], self.kings[1]]
            .iter()
            .map(|set| set.count_ones())
            .sum()
    }

    /// Hashes this position with its side to move. Rows of the opening book are found by it.
    pub(super) fn key(&self) -> i64 {
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64 + self.turn as u64;
        for set in [self.men[0], self.men[1], self.kings[0], self.kings[1]] {
            for word in [set as u64, (set >> 64) as u64] {
                hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
                hash ^= hash >> 32;
            }
        }
        hash as i64
    }

    /// Hashes a position so that it equals its colour-reversed twin.
    pub(super) fn hash(&self) -> u32 {
        let seen = if self.turn == Side::White {
            *self
        } else {
            self.turned()
        };
        let mut hash = 0x9E37_79B9_7F4A_7C15_u64;
        for set in [seen.men[0], seen.men[1], seen.kings[0], seen.kings[1]] {
            for word in [set as u64, (set >> 64) as u64] {
                hash = (hash ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
                hash ^= hash >> 32;
            }
        }
        (hash >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    fn field(text: &str) -> Field {
        Field::of(&fen::read(Variant::International, text).unwrap())
    }

    #[test]
    fn a_position_equals_its_colour_reversed_twin() {
        let white = field("W:W28,K46:B13,19,K5");
        let black = field("B:W38,32,K46:B23,K5");
        assert_eq!(white.turned(), black);
        assert_eq!(black.turned(), white);
        assert_eq!(white.hash(), black.hash());
        assert_ne!(
            white.hash(),
            field("B:W28,K46:B13,19,K5").hash(),
            "the turn counts"
        );
        assert_ne!(
            white.hash(),
            field("W:W28,46:B13,19,K5").hash(),
            "a king is no man"
        );
    }

    #[test]
    fn a_field_tracks_the_moves() {
        let mut position = Variant::International.start();
        let mut followed = Field::of(&position);
        for ply in 0..80 {
            let moves = position.legal_moves();
            let Some(mv) = moves.get(ply * 7 % moves.len().max(1)) else {
                break;
            };
            position.play_unchecked(mv);
            followed.play(mv);
            assert_eq!(followed, Field::of(&position));
        }
    }
}
