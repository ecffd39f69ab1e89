//! The rules of one game as plain data. Knows no position.
use crate::board::{DirSet, Side};

/// A board by its drawn size and which squares are played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Board {
    /// 8×8, the 32 dark squares.
    Half8,
    /// 10×10, the 50 dark squares.
    Half10,
    /// 12×12, the 72 dark squares.
    Half12,
}

impl Board {
    /// Columns and rows drawn.
    pub const fn size(self) -> (u8, u8) {
        match self {
            Board::Half8 => (8, 8),
            Board::Half10 => (10, 10),
            Board::Half12 => (12, 12),
        }
    }

    /// How many squares are played on.
    pub const fn squares(self) -> u8 {
        let (columns, rows) = self.size();
        columns / 2 * rows
    }
}

/// How far a king goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum King {
    /// One step, and captures what stands beside it.
    Short,
    /// Any distance, captures from afar and lands on any free square behind.
    Long,
}

/// Which of the complete captures may be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precedence {
    /// Any.
    Free,
    /// Those of the most pieces, a king counting as one.
    Most,
}

/// What becomes of a man that touches the last row while it captures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It goes on as a man if it can, and is crowned only if it stops there.
    Pass,
    /// Its move ends there and it is crowned.
    Stop,
    /// It is crowned at once and goes on as a king if it can.
    Continue,
}

/// When captured pieces leave the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// Once the whole move is over; until then they block.
    AfterMove,
}

/// Draw rules by their limits in plies (moves of one side); `None` where the game has no such rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DrawRules {
    /// How often the same position with the same side to move draws.
    pub repetitions: Option<u8>,
    /// Plies with kings only and nothing taken.
    pub quiet_kings: Option<u16>,
    /// Three pieces, a king among them, against a lone king.
    pub three_against_king: Option<u16>,
    /// One or two pieces, a king among them, against a lone king.
    pub two_against_king: Option<u16>,
}

/// Everything that makes a game: a new variant is a value of this type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// Rows of men at the start, from each player's own first row.
    pub rows_of_men: u8,
    /// Who moves first.
    pub first: Side,
    /// The most pieces a side may have in a set-up position.
    pub most_pieces: u8,
    /// Where a white man steps.
    pub man_moves: DirSet,
    /// Where a white man captures.
    pub man_captures: DirSet,
    /// Where a king moves.
    pub king_moves: DirSet,
    /// Where a king captures.
    pub king_captures: DirSet,
    /// How far a king goes.
    pub king: King,
    /// Which captures may be played.
    pub precedence: Precedence,
    /// A man on the last row in mid-capture.
    pub promotion: Promotion,
    /// When captured pieces go.
    pub removal: Removal,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// Whether its pieces move and capture exactly as in the international game, on whatever board: that code is
    /// compiled with the rules known. A test holds the claim against the other fields.
    pub moves_as_international: bool,
}
