//! A move: its ends and what it captures. Knows no position.
use crate::board::{Bits, Board, Geometry, Square, SquareSet, squares};
use smallvec::SmallVec;

/// A move by what it does: two routes with the same ends and the same captured pieces are one move.
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
    /// A move that takes nothing.
    pub(super) const fn quiet(origin: Square, target: Square, promotes: bool) -> Move {
        Move {
            origin,
            target,
            promotes,
            captured: SquareSet::EMPTY,
        }
    }

    /// Where the piece comes from.
    pub const fn origin(&self) -> Square {
        self.origin
    }

    /// Where it ends; the origin itself where a king captures in a circle.
    pub const fn target(&self) -> Square {
        self.target
    }

    /// The squares of the captured pieces.
    pub const fn captured(&self) -> SquareSet {
        self.captured
    }

    /// Whether it captures.
    pub const fn is_capture(&self) -> bool {
        !self.captured.is_empty()
    }

    /// Whether it makes a man a king, at its end or, where the rules crown in passing, on the way.
    pub const fn promotes(&self) -> bool {
        self.promotes
    }
}

/// A move on the bits of one board: what generator and search pass around.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BitMove<G: Geometry> {
    /// The pieces that are taken.
    pub captured: G::Bits,
    /// Bit numbers.
    pub from: u8,
    /// The bit where it ends.
    pub to: u8,
    /// Whether a man becomes a king.
    pub promotes: bool,
    /// What the mover's count of quiet moves with this king becomes; 0 where nothing is counted.
    pub king_moves: u8,
}

impl<G: Geometry> BitMove<G> {
    /// Whether something is taken.
    pub fn is_capture(&self) -> bool {
        self.captured != G::Bits::ZERO
    }

    /// The move by squares.
    pub fn to_move(self, board: Board) -> Move {
        let square = |bit| board.unmirrored(G::square_at(bit));
        Move {
            origin: square(u32::from(self.from)),
            target: square(u32::from(self.to)),
            promotes: self.promotes,
            captured: squares(self.captured).map(square).collect(),
        }
    }

    /// The move on this board's bits, its count of king moves left at 0; its squares must be on the board.
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

/// The moves of one position. Inline: only positions that no game reaches have more than fit.
pub type MoveList<G> = SmallVec<[BitMove<G>; 128]>;

const _: () = assert!(size_of::<Move>() <= 24);
const _: () = assert!(size_of::<BitMove<crate::board::Half10>>() <= 16);
