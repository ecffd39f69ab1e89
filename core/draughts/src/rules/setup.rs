//! Pieces on a board before validation. Knows no move.
use super::Variant;
use crate::board::{Piece, Role, Side, Square, SquareSet};
use std::fmt;

/// Pieces on squares and the side to move, not yet validated.
///
/// ```
/// use draughts::{Piece, Position, Role, Setup, Side, Square, Variant};
///
/// let mut setup = Setup::empty(Side::White);
/// setup.put(Square::new(28).unwrap(), Piece { side: Side::White, role: Role::King });
/// setup.put(Square::new(5).unwrap(), Piece { side: Side::Black, role: Role::Man });
/// let position = Position::from_setup(Variant::International, &setup)?;
/// assert_eq!(position.count(Side::White), (0, 1));
/// # Ok::<(), draughts::SetupErrors>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// Pieces in the order they were put down. A square may occur twice; validation reports it.
    pub pieces: Vec<(Square, Piece)>,
    /// Side to move.
    pub turn: Side,
    /// Number of quiet moves in a row with the same king and the square of that king, White first. Used only by games
    /// that limit them.
    pub king_moves: [Option<(Square, u8)>; 2],
}

impl Setup {
    /// Returns an empty board.
    #[must_use]
    pub fn empty(turn: Side) -> Setup {
        Setup {
            pieces: Vec::new(),
            turn,
            king_moves: [None; 2],
        }
    }

    /// Returns the start of a game: Black's men on the first squares, White's on the last.
    #[must_use]
    pub fn start(variant: Variant) -> Setup {
        let rules = variant.rules();
        let squares = rules.board.squares();
        let row = rules.board.row();
        let (empty, men) = (rules.empty_rows * row, rules.rows_of_men * row);
        let mut setup = Setup::empty(rules.first);
        for number in (empty + 1..=empty + men).chain(squares - empty - men + 1..=squares - empty) {
            let side = if number <= empty + men {
                Side::Black
            } else {
                Side::White
            };
            setup.put(
                Square::new(number).expect("a square of the board"),
                Piece {
                    side,
                    role: Role::Man,
                },
            );
        }
        setup
    }

    /// Returns the start of a short game: each side keeps the men on the two rows nearest its own edge.
    #[must_use]
    pub fn short(variant: Variant) -> Setup {
        const ROWS: u8 = 2;
        let rules = variant.rules();
        let (squares, row) = (rules.board.squares(), rules.board.row());
        let reach = (rules.empty_rows + ROWS.min(rules.rows_of_men)) * row;
        let mut setup = Setup::start(variant);
        setup
            .pieces
            .retain(|(square, _)| square.number() <= reach || square.number() > squares - reach);
        setup
    }

    /// Puts a piece down.
    pub fn put(&mut self, square: Square, piece: Piece) {
        self.pieces.push((square, piece));
    }

    /// Removes all pieces from a square.
    pub fn clear(&mut self, square: Square) {
        self.pieces.retain(|&(at, _)| at != square);
    }

    /// Returns the errors of the setup; empty if the position is possible.
    pub(crate) fn errors(&self, variant: Variant) -> SetupErrors {
        let rules = variant.rules();
        let last = rules.board.squares();
        let row = rules.board.row();
        let mut errors = SetupErrors {
            reasons: 0,
            squares: SquareSet::EMPTY,
        };
        let mut taken = SquareSet::EMPTY;
        let mut count = [0_usize; 2];
        for &(square, piece) in &self.pieces {
            count[piece.side as usize] += 1;
            if square.number() > last {
                errors.add(SetupReason::OffBoard, square);
            }
            if taken.contains(square) {
                errors.add(SetupReason::TwoOnOneSquare, square);
            }
            taken.insert(square);
            let promotion_row = match piece.side {
                Side::White => square.number() <= row,
                Side::Black => square.number() > last - row && square.number() <= last,
            };
            if piece.role == Role::Man && promotion_row {
                errors.add(SetupReason::ManOnPromotionRow, square);
            }
        }
        for side in Side::ALL {
            if count[side as usize] > usize::from(rules.most_pieces) {
                let first_too_many = self.pieces.iter().filter(|(_, piece)| piece.side == side);
                for &(square, _) in first_too_many.skip(usize::from(rules.most_pieces)) {
                    errors.add(SetupReason::TooManyPieces, square);
                }
            }
        }
        errors
    }
}

/// A reason why a position is impossible.
///
/// ```
/// use draughts::SetupReason;
///
/// assert_eq!(SetupReason::ManOnPromotionRow.to_string(), "a man on its promotion row");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SetupReason {
    /// A square that the board does not have.
    OffBoard = 1,
    /// Two pieces on one square.
    TwoOnOneSquare = 2,
    /// A man on the row where it would be a king.
    ManOnPromotionRow = 4,
    /// More pieces of a side than the game begins with.
    TooManyPieces = 8,
}

impl SetupReason {
    /// Every reason.
    pub const ALL: [SetupReason; 4] = [
        SetupReason::OffBoard,
        SetupReason::TwoOnOneSquare,
        SetupReason::ManOnPromotionRow,
        SetupReason::TooManyPieces,
    ];
}

impl fmt::Display for SetupReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SetupReason::OffBoard => "a square off the board",
            SetupReason::TwoOnOneSquare => "two pieces on one square",
            SetupReason::ManOnPromotionRow => "a man on its promotion row",
            SetupReason::TooManyPieces => "too many pieces of one side",
        })
    }
}

/// The errors of a setup: the reasons, and the squares where they were found.
///
/// ```
/// use draughts::{Piece, Position, Role, Setup, SetupReason, Side, Square, Variant};
///
/// let mut setup = Setup::empty(Side::White);
/// setup.put(Square::new(3).unwrap(), Piece { side: Side::White, role: Role::Man });
/// let errors = Position::from_setup(Variant::International, &setup).unwrap_err();
/// assert!(errors.contains(SetupReason::ManOnPromotionRow));
/// assert!(errors.squares().contains(Square::new(3).unwrap()));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SetupErrors {
    reasons: u8,
    squares: SquareSet,
}

impl SetupErrors {
    fn add(&mut self, reason: SetupReason, square: Square) {
        self.reasons |= reason as u8;
        self.squares.insert(square);
    }

    /// Returns true if there is no error.
    pub const fn is_empty(&self) -> bool {
        self.reasons == 0
    }

    /// Returns true if this is one of the reasons.
    pub const fn contains(&self, reason: SetupReason) -> bool {
        self.reasons & reason as u8 != 0
    }

    /// Returns the reasons.
    pub fn reasons(&self) -> impl Iterator<Item = SetupReason> {
        SetupReason::ALL
            .into_iter()
            .filter(|&reason| self.contains(reason))
    }

    /// Returns the squares at fault.
    pub const fn squares(&self) -> SquareSet {
        self.squares
    }

    /// Describes the errors in words. The caller names the squares.
    pub(crate) fn describe<N: fmt::Display>(&self, name: impl Fn(Square) -> N) -> String {
        let reasons: Vec<String> = self.reasons().map(|reason| reason.to_string()).collect();
        let squares: Vec<String> = self.squares.iter().map(|at| name(at).to_string()).collect();
        format!(
            "impossible position: {} (square {})",
            reasons.join(", "),
            squares.join(", ")
        )
    }
}

impl fmt::Display for SetupErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(|square| square))
    }
}

impl std::error::Error for SetupErrors {}
