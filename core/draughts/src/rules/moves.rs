//! A move: origin, target and captured pieces. Knows no position.
use crate::board::{Bits, Board, Geometry, Square, SquareSet, squares};
use smallvec::SmallVec;

/// A move. Two routes with the same origin, target and captured pieces are one move.
///
/// ```
/// use draughts::{Square, Variant, notation::fen};
///
/// let position = fen::read(Variant::International, "W:W28:B11,22")?;
/// let mv = position.legal_moves()[0];
/// assert_eq!((mv.origin(), mv.target()), (Square::new(28).unwrap(), Square::new(6).unwrap()));
/// assert!(mv.is_capture() && !mv.promotes());
/// assert_eq!(mv.captured().len(), 2);
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    origin: Square,
    target: Square,
    promotes: bool,
    captured: SquareSet,
}

impl Move {
    /// Creates a move without capture.
    pub(super) const fn quiet(origin: Square, target: Square, promotes: bool) -> Move {
        Move {
            origin,
            target,
            promotes,
            captured: SquareSet::EMPTY,
        }
    }

    /// Returns the square where the move begins.
    pub const fn origin(&self) -> Square {
        self.origin
    }

    /// Returns the square where the move ends; equal to the origin if a king captures in a circle.
    pub const fn target(&self) -> Square {
        self.target
    }

    /// Returns the squares of the captured pieces.
    pub const fn captured(&self) -> SquareSet {
        self.captured
    }

    /// Returns true if the move captures.
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Returns true if the move makes a man a king, at its end or in passing.
    pub const fn promotes(&self) -> bool {
        self.promotes
    }
}

/// A move on the bits of one board, as generator and search use it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitMove<G: Geometry> {
    /// Captured pieces.
    pub captured: G::Bits,
    /// Bit number of the origin.
    pub from: u8,
    /// Bit number of the target.
    pub to: u8,
    /// True if a man becomes a king.
    pub promotes: bool,
    /// The mover's number of quiet moves in a row with this king after the move; 0 if it is not counted.
    pub king_moves: u8,
}

impl<G: Geometry> BitMove<G> {
    /// Returns true if the move captures.
    pub fn is_capture(&self) -> bool {
        self.captured != G::Bits::ZERO
    }

    /// Converts the move to squares.
    pub fn to_move(self, board: Board) -> Move {
        let square = |bit| board.unmirrored(G::square_at(bit));
        Move {
            origin: square(u32::from(self.from)),
            target: square(u32::from(self.to)),
            promotes: self.promotes,
            captured: squares(self.captured).map(square).collect(),
        }
    }

    /// Converts a move to bits, with `king_moves` 0. Its squares must be on the board.
    pub fn from_move(mv: &Move, board: Board) -> BitMove<G> {
        let bit = |square| G::bit_of(board.unmirrored(square));
        BitMove {
            captured: mv
                .captured
                .iter()
                .fold(G::Bits::ZERO, |bits, square| bits | G::Bits::bit(bit(square))),
            from: bit(mv.origin) as u8,
            to: bit(mv.target) as u8,
            promotes: mv.promotes,
            king_moves: 0,
        }
    }
}

/// The moves of one position. Only positions that no game reaches have more than fit inline.
pub type MoveList<G> = SmallVec<[BitMove<G>; 128]>;

const _: () = assert!(size_of::<Move>() <= 24);
const _: () = assert!(size_of::<BitMove<crate::board::Half10>>() <= 16);
