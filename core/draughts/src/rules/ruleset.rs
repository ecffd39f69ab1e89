//! The rules of one game as plain data. Knows no position.
use super::{DrawRules, Goal, Variant};
use crate::board::{Board, DirSet, Side};

/// Range of a king.
///
/// ```
/// use draughts::{Variant, rules::King};
///
/// assert_eq!(Variant::International.rules().king, King::Long);
/// assert_eq!(Variant::English.rules().king, King::Short);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum King {
    /// One step; captures an adjacent piece.
    Short,
    /// A flying king: any distance, captures from afar and lands according to [`Landing`].
    Long,
}

/// Landing squares of a flying king behind a captured piece.
///
/// ```
/// use draughts::{Variant, rules::Landing};
///
/// assert_eq!(Variant::International.rules().landing, Landing::Free);
/// assert_eq!(Variant::Thai.rules().landing, Landing::Behind);
/// assert_eq!(Variant::Killer.rules().landing, Landing::BehindLastKing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Landing {
    /// Any free square behind.
    Free,
    /// The square directly behind.
    Behind,
    /// Any free square behind; if the last captured piece is a king, the square directly behind it.
    BehindLastKing,
}

/// Which complete captures may be played.
///
/// ```
/// use draughts::{Variant, rules::Precedence};
///
/// assert_eq!(Variant::Russian.rules().precedence, Precedence::Free);
/// assert_eq!(Variant::Frisian.rules().precedence, Precedence::Frisian);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Precedence {
    /// Any.
    Free,
    /// The most pieces, a king counting as one.
    Most,
    /// The most pieces, then the most kings among them.
    MostThenKings,
    /// Captures by a king before captures by a man; otherwise free choice.
    KingFirst,
    /// The most pieces; then a king's before a man's; then the most kings; then those that meet a king first,
    /// compared piece by piece.
    Italian,
    /// The highest value; then a king's before a man's. The value of n kings lies between 2n - 1 and 2n men.
    Frisian,
}

impl Precedence {
    /// Returns true if, among captures of men by men, only those of the most pieces may be played.
    pub(super) const fn counts_pieces(self) -> bool {
        !matches!(self, Precedence::Free | Precedence::KingFirst)
    }
}

/// Treatment of a man that reaches the last row during a capture.
///
/// ```
/// use draughts::{Variant, rules::Promotion};
///
/// assert_eq!(Variant::International.rules().promotion, Promotion::Pass);
/// assert_eq!(Variant::English.rules().promotion, Promotion::Stop);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Promotion {
    /// It continues as a man if it can, and is crowned only if it stops there.
    Pass,
    /// Its move ends there and it is crowned.
    Stop,
    /// It is crowned at once and continues as a king if it can.
    Continue,
}

/// When captured pieces leave the board.
///
/// ```
/// use draughts::{Variant, rules::Removal};
///
/// assert_eq!(Variant::International.rules().removal, Removal::AfterMove);
/// assert_eq!(Variant::Turkish.rules().removal, Removal::AtOnce);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// After the whole move; until then they block.
    AfterMove,
    /// Each when it is jumped: its square is free at once.
    AtOnce,
}

/// All rules of a game. A new variant is a value of this type.
///
/// ```
/// use draughts::Variant;
/// use draughts::rules::{King, Precedence, Promotion, Removal};
///
/// let rules = Variant::International.rules();
/// assert_eq!((rules.king, rules.precedence), (King::Long, Precedence::Most));
/// assert_eq!((rules.promotion, rules.removal), (Promotion::Pass, Removal::AfterMove));
/// assert_eq!(Variant::Russian.rules().promotion, Promotion::Continue);
/// assert_eq!(Variant::Turkish.rules().removal, Removal::AtOnce);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruleset {
    /// The board.
    pub board: Board,
    /// Empty rows at the start before each player's men.
    pub empty_rows: u8,
    /// Rows of men at the start.
    pub rows_of_men: u8,
    /// Side that moves first.
    pub first: Side,
    /// Largest number of pieces of a side in a set-up position.
    pub most_pieces: u8,
    /// Directions of a white man's quiet moves.
    pub man_moves: DirSet,
    /// Directions of a white man's captures.
    pub man_captures: DirSet,
    /// Directions of a king's quiet moves.
    pub king_moves: DirSet,
    /// Directions of a king's captures.
    pub king_captures: DirSet,
    /// Range of a king.
    pub king: King,
    /// Landing squares of a flying king.
    pub landing: Landing,
    /// True if a man may capture a king.
    pub man_takes_king: bool,
    /// Which captures may be played.
    pub precedence: Precedence,
    /// Treatment of a man on the last row during a capture.
    pub promotion: Promotion,
    /// When captured pieces leave the board.
    pub removal: Removal,
    /// True if a king may turn straight back between two captures. It matters only if captured pieces leave at once.
    pub turns_back: bool,
    /// Largest number of quiet moves in a row with the same king, for a side that has a man.
    pub king_move_limit: Option<u8>,
    /// Goal of the game.
    pub goal: Goal,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// A game with exactly the same moves, on any board. The generator is compiled once for each such game. A test
    /// compares the other fields.
    pub moves_as: Variant,
}
