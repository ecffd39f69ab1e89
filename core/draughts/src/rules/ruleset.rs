//! The rules of one game as plain data. Knows no position.
use super::{DrawRules, Goal, Variant};
use crate::board::{Board, DirSet, Side};

/// How far a king goes.
///
/// ```
/// use draughts::{Variant, rules::King};
///
/// assert_eq!(Variant::International.rules().king, King::Long);
/// assert_eq!(Variant::English.rules().king, King::Short);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum King {
    /// One step, and captures what stands beside it.
    Short,
    /// Any distance, captures from afar and lands as [`Landing`] says.
    Long,
}

/// Where a long king lands behind a piece that it captures.
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
    /// On any free square behind.
    Free,
    /// On the square directly behind.
    Behind,
    /// On any free square behind; where the last captured piece is a king, directly behind it.
    BehindLastKing,
}

/// Which of the complete captures may be played.
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
    /// Those of the most pieces, a king counting as one.
    Most,
    /// Of the most pieces, then of the most kings among them.
    MostThenKings,
    /// A king's, if one can capture; among them any.
    KingFirst,
    /// Of the most pieces; then a king's rather than a man's; then of the most kings; then those that meet a king
    /// first, compared piece by piece.
    Italian,
    /// Of the highest value, where some kings are worth more than twice as many men less one and less than twice as
    /// many; then a king's rather than a man's.
    Frisian,
}

impl Precedence {
    /// Whether, of captures of men by men, those of the most may be played and no others.
    pub(super) const fn counts_pieces(self) -> bool {
        !matches!(self, Precedence::Free | Precedence::KingFirst)
    }
}

/// What becomes of a man that touches the last row while it captures.
///
/// ```
/// use draughts::{Variant, rules::Promotion};
///
/// assert_eq!(Variant::International.rules().promotion, Promotion::Pass);
/// assert_eq!(Variant::English.rules().promotion, Promotion::Stop);
/// ```
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
///
/// ```
/// use draughts::{Variant, rules::Removal};
///
/// assert_eq!(Variant::International.rules().removal, Removal::AfterMove);
/// assert_eq!(Variant::Turkish.rules().removal, Removal::AtOnce);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Removal {
    /// Once the whole move is over; until then they block.
    AfterMove,
    /// Each as it is jumped: its square is free at once.
    AtOnce,
}

/// Everything that makes a game: a new variant is a value of this type.
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
    /// Where a long king lands.
    pub landing: Landing,
    /// Whether a man may capture a king.
    pub man_takes_king: bool,
    /// Which captures may be played.
    pub precedence: Precedence,
    /// A man on the last row in mid-capture.
    pub promotion: Promotion,
    /// When captured pieces go.
    pub removal: Removal,
    /// Whether a king may turn straight back between two captures. Only where captured pieces go at once is there
    /// anything to turn back for.
    pub turns_back: bool,
    /// How many quiet moves in a row a side that has a man may make with the same king.
    pub king_move_limit: Option<u8>,
    /// What it is played for.
    pub goal: Goal,
    /// When a game is drawn.
    pub draws: DrawRules,
    /// A game whose pieces move and capture exactly as this one's, on whatever board: the generator is compiled once
    /// for each such game, with the rules known. A test holds the claim against the other fields.
    pub moves_as: Variant,
}
