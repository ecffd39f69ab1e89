//! Bitboards by square number, the same for every board: positions and patterns are compared by them. Knows no rule.
use super::line::{Sets, Word};
use draughts::{Move, Piece, Position, Role, Side, Square};

/// Squares by number, square 1 the lowest bit.
pub(super) type Squares = u128;

/// The bit of a square.
pub(super) const fn bit(number: u8) -> Squares {
    1 << (number - 1)
}

/// Pieces on a board of so many squares, and the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Field {
    /// By side.
    pub(super) men: [Squares; 2],
    pub(super) kings: [Squares; 2],
    pub(super) turn: Side,
    /// How many squares the board has.
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

    /// Whether the mover's piece on a square is a man.
    pub(super) fn is_man(&self, square: Square) -> bool {
        self.men[self.turn as usize] & bit(square.number()) != 0
    }

    /// The field after a legal move.
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
        set.reverse_bits() >> (Squares::BITS - u32::from(self.squares))
    }

    /// The colours exchanged and the board turned: the same for the players.
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

    /// How many pieces there are.
    pub(super) fn pieces(&self) -> u32 {
        [self.men[0], self.men[1], self.kings[0], self.kings[1]]
            .iter()
            .map(|set| set.count_ones())
            .sum()
    }

    /// A hash of this position only, with the side to move: rows of the opening book are found by it.
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

    /// A hash that is the same for a position and its colour-reversed twin.
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

/// What a square of a pattern must hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// Any piece.
    Occupied,
    /// A piece of a side, of a role where one is given.
    Piece(Side, Option<Role>),
}

/// Some squares with what they must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pattern {
    pub(super) empty: Squares,
    pub(super) occupied: Squares,
    pub(super) any: [Squares; 2],
    pub(super) men: [Squares; 2],
    pub(super) kings: [Squares; 2],
}

impl Pattern {
    /// Adds a square.
    pub fn put(&mut self, square: Square, content: Content) {
        let set = match content {
            Content::Empty => &mut self.empty,
            Content::Occupied => &mut self.occupied,
            Content::Piece(side, None) => &mut self.any[side as usize],
            Content::Piece(side, Some(Role::Man)) => &mut self.men[side as usize],
            Content::Piece(side, Some(Role::King)) => &mut self.kings[side as usize],
        };
        *set |= bit(square.number());
    }

    /// The pattern with the colours exchanged and the board of so many squares turned.
    pub(super) fn turned(&self, squares: u8) -> Self {
        let turn = |set: Squares| set.reverse_bits() >> (Squares::BITS - u32::from(squares));
        let both = |[white, black]: [Squares; 2]| [turn(black), turn(white)];
        Self {
            empty: turn(self.empty),
            occupied: turn(self.occupied),
            any: both(self.any),
            men: both(self.men),
            kings: both(self.kings),
        }
    }

    /// Whether the pieces stand so.
    pub(super) fn fits(&self, field: &Field) -> bool {
        Mask::<Squares>::of(self).fits(&Sets::cut(field.men, field.kings))
    }
}

/// A pattern prepared as bitboards, for matching many positions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mask<W> {
    men: [W; 2],
    kings: [W; 2],
    any: [W; 2],
    empty: W,
    occupied: W,
}

impl<W: Word> Mask<W> {
    pub(super) fn of(pattern: &Pattern) -> Self {
        Self {
            men: pattern.men.map(W::cut),
            kings: pattern.kings.map(W::cut),
            any: pattern.any.map(W::cut),
            empty: W::cut(pattern.empty),
            occupied: W::cut(pattern.occupied),
        }
    }

    /// Whether a position matches. The men are compared first, since they exclude most positions.
    #[inline(always)]
    pub(super) fn fits(&self, sets: &Sets<W>) -> bool {
        if self.men[0] & !sets.men[0] | self.men[1] & !sets.men[1] != W::NONE {
            return false;
        }
        let [white, black] = [sets.men[0] | sets.kings[0], sets.men[1] | sets.kings[1]];
        let all = white | black;
        let misses = self.kings[0] & !sets.kings[0]
            | self.kings[1] & !sets.kings[1]
            | self.any[0] & !white
            | self.any[1] & !black
            | self.empty & all
            | self.occupied & !all;
        misses == W::NONE
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
    fn a_position_is_the_same_from_either_colour() {
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
    fn a_field_follows_the_moves() {
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

    #[test]
    fn patterns_fit_as_they_say() {
        let at = |n| Square::new(n).unwrap();
        let position = field("W:W28,K46:B13,19,K5");
        for (square, content, fits) in [
            (28, Content::Piece(Side::White, Some(Role::Man)), true),
            (28, Content::Piece(Side::White, Some(Role::King)), false),
            (28, Content::Piece(Side::White, None), true),
            (28, Content::Piece(Side::Black, None), false),
            (46, Content::Piece(Side::White, Some(Role::King)), true),
            (5, Content::Occupied, true),
            (6, Content::Occupied, false),
            (6, Content::Empty, true),
            (5, Content::Empty, false),
        ] {
            let mut pattern = Pattern::default();
            pattern.put(at(square), content);
            assert_eq!(pattern.fits(&position), fits, "{square} {content:?}");
            assert_eq!(
                pattern.turned(50).fits(&position.turned()),
                fits,
                "{square} {content:?}"
            );
        }
    }
}
