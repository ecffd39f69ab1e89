//! The rule book: every game as a value, each line with its article. Knows no position.
//!
//! The first game of a family is written out in full; the others name their differences.
use super::{Goal, King, Landing, Precedence, Promotion, Removal, Ruleset, Variant, drawbook};
use crate::board::{Board, DirSet, Side};

impl Variant {
    /// Returns the rules of the game.
    pub const fn rules(self) -> &'static Ruleset {
        match self {
            Variant::International => &INTERNATIONAL,
            Variant::Canadian => &CANADIAN,
            Variant::English => &ENGLISH,
            Variant::Brazilian => &BRAZILIAN,
            Variant::Russian => &RUSSIAN,
            Variant::Italian => &ITALIAN,
            Variant::Spanish | Variant::Portuguese => &SPANISH,
            Variant::Turkish => &TURKISH,
            Variant::Frisian => &FRISIAN,
            Variant::Czech => &CZECH,
            Variant::Pool => &POOL,
            Variant::Thai => &THAI,
            Variant::Srilankan => &SRILANKAN,
            Variant::Frysk => &FRYSK,
            Variant::Antidraughts => &ANTIDRAUGHTS,
            Variant::Breakthrough => &BREAKTHROUGH,
            Variant::Killer => &KILLER,
        }
    }
}

/// FMJD, Annex 1: official rules of international draughts (November 2015).
pub(super) const INTERNATIONAL: Ruleset = Ruleset {
    board: Board::Half10, // 2.1-2.3: 100 squares, 50 played on, a dark corner at the left
    empty_rows: 0,
    rows_of_men: 4,                   // 2.9: 20 men a side, on 1-20 and 31-50
    first: Side::White,               // 3.3
    most_pieces: 20,                  // 2.8
    man_moves: DirSet::FORWARD,       // 3.4
    man_captures: DirSet::DIAGONALS,  // 4.1: forward and backward
    king_moves: DirSet::DIAGONALS,    // 3.9
    king_captures: DirSet::DIAGONALS, // 4.3
    king: King::Long,                 // 3.9, 4.3: any distance
    landing: Landing::Free,           // 4.3: any free square behind
    man_takes_king: true,             // 4.1: "a piece of the opponent"
    precedence: Precedence::Most,     // 4.13: a king counts as one piece; 4.14: equal numbers, free choice
    promotion: Promotion::Pass,       // 4.15, 3.5: crowned only where the move ends
    removal: Removal::AfterMove,      // 4.11; 4.8: no piece is jumped twice
    turns_back: false,                // 4.8: a captured piece stands in the way
    king_move_limit: None,
    goal: Goal::Normal, // 7.2.2, 7.2.3
    draws: drawbook::INTERNATIONAL,
    moves_as: Variant::International,
};

/// Quebec federation: "the rules of the Canadian and the international game are the same", but for the board and the men.
pub(super) const CANADIAN: Ruleset = Ruleset {
    board: Board::Half12, // 144 squares, the long diagonal at the left
    rows_of_men: 5,       // 30 men a side
    most_pieces: 30,
    ..INTERNATIONAL
};

/// Canadian draughts on the mirror image of its board.
pub(super) const SRILANKAN: Ruleset = Ruleset {
    board: Board::Half12Mirrored,
    ..CANADIAN
};

/// International draughts where the side that cannot move wins.
pub(super) const ANTIDRAUGHTS: Ruleset = Ruleset {
    goal: Goal::Lose,
    draws: drawbook::ANTIDRAUGHTS,
    ..INTERNATIONAL
};

/// International draughts for the first king: passing the last row in a capture is not enough.
pub(super) const BREAKTHROUGH: Ruleset = Ruleset {
    goal: Goal::FirstKing,
    draws: drawbook::BREAKTHROUGH,
    moves_as: Variant::Breakthrough, // there is no move where a king stands
    ..INTERNATIONAL
};

/// International draughts, but a king that takes a king last stops directly behind it (mindsports.nl, Killer).
pub(super) const KILLER: Ruleset = Ruleset {
    landing: Landing::BehindLastKing,
    moves_as: Variant::Killer,
    ..INTERNATIONAL
};

/// Rules of Frisian draughts (2011).
pub(super) const FRISIAN: Ruleset = Ruleset {
    board: Board::Half10, // 1-3, 5: 46 at White's left
    empty_rows: 0,
    rows_of_men: 4,                  // 4: 1-20 and 31-50
    first: Side::White,              // 6
    most_pieces: 20,                 // 4
    man_moves: DirSet::FORWARD,      // 7: at most 2 directions
    man_captures: DirSet::ALL,       // 7: at most 8 directions
    king_moves: DirSet::DIAGONALS,   // 9
    king_captures: DirSet::ALL,      // 9: as in 7
    king: King::Long,                // 9a, 9b
    landing: Landing::Free,          // 9: all free squares behind
    man_takes_king: true,            // 7
    precedence: Precedence::Frisian, // 11: value; 12: equal value, the king takes
    promotion: Promotion::Pass,      // 8: at the end of the move or capture
    removal: Removal::AfterMove,     // 14; 13: not twice over the same piece
    turns_back: false,               // 13, 14
    king_move_limit: Some(3),        // 17
    goal: Goal::Normal,              // 20.1, 20.6
    draws: drawbook::FRISIAN,
    moves_as: Variant::Frisian,
};

/// Frisian draughts from one row of men.
pub(super) const FRYSK: Ruleset = Ruleset {
    rows_of_men: 1,
    ..FRISIAN
};

/// Brazilian confederation (CBD), rules 1-18: the international game on 64 squares.
pub(super) const BRAZILIAN: Ruleset = Ruleset {
    board: Board::Half8, // 2-3: 64 squares, the long diagonal at the left
    rows_of_men: 3,      // 12 men a side
    most_pieces: 12,
    draws: drawbook::BRAZILIAN,
    ..INTERNATIONAL
};

/// FMJD-64 section, Russian draughts.
pub(super) const RUSSIAN: Ruleset = Ruleset {
    precedence: Precedence::Free,   // any capture, played to its end
    promotion: Promotion::Continue, // crowned in passing, goes on as a king
    draws: drawbook::RUSSIAN,
    moves_as: Variant::Russian,
    ..BRAZILIAN
};

/// American Pool Checkers Association, tournament rules: 14, 15 men and kings as in the Brazilian game; 16, 22, 23 a man
/// that goes on is not crowned in passing.
pub(super) const POOL: Ruleset = Ruleset {
    first: Side::Black,           // Black begins
    precedence: Precedence::Free, // 20: any capture, played to its end
    draws: drawbook::POOL,
    moves_as: Variant::Pool,
    ..BRAZILIAN
};

/// FMJD, brief rules of Czech draughts.
pub(super) const CZECH: Ruleset = Ruleset {
    man_captures: DirSet::FORWARD,     // men take forward only
    precedence: Precedence::KingFirst, // a king takes before a man
    promotion: Promotion::Stop,
    draws: drawbook::CZECH,
    moves_as: Variant::Czech,
    ..BRAZILIAN
};

/// Portuguese federation (edition of 2026), the same game as the Spanish one.
pub(super) const SPANISH: Ruleset = Ruleset {
    board: Board::Half8Mirrored,   // the long diagonal ("rio") from 1, at the right
    man_captures: DirSet::FORWARD, // men take forward only
    precedence: Precedence::MostThenKings, // 3.7.e: quantity, then quality of what is taken
    promotion: Promotion::Stop,
    draws: drawbook::SPANISH,
    moves_as: Variant::Spanish,
    ..BRAZILIAN
};

/// World Checkers Draughts Federation, rules of English draughts (American checkers), in the edition that has the draws
/// at 1.32.
pub(super) const ENGLISH: Ruleset = Ruleset {
    board: Board::Half8, // 1.1, 1.4: a dark corner at the left
    empty_rows: 0,
    rows_of_men: 3,     // 1.11
    first: Side::Black, // the darker pieces begin
    most_pieces: 12,
    man_moves: DirSet::FORWARD,
    man_captures: DirSet::FORWARD, // 1.18
    king_moves: DirSet::DIAGONALS,
    king_captures: DirSet::DIAGONALS,
    king: King::Short,            // 1.17
    landing: Landing::Behind,     // on the square directly behind
    man_takes_king: true,         // 1.18
    precedence: Precedence::Free, // 1.20: any capture, played to its end
    promotion: Promotion::Stop,   // 1.19: crowned, and the move ends
    removal: Removal::AfterMove,  // 1.19
    turns_back: false,
    king_move_limit: None,
    goal: Goal::Normal,
    draws: drawbook::ENGLISH,
    moves_as: Variant::English,
};

/// Italian federation (FID), technical rules 2008, articles 2-10.
pub(super) const ITALIAN: Ruleset = Ruleset {
    board: Board::Half8Mirrored, // 2.3: a dark corner at the right
    first: Side::White,
    man_takes_king: false,           // 5.3: a man does not take a king
    precedence: Precedence::Italian, // 6.6-6.9
    draws: drawbook::ITALIAN,
    moves_as: Variant::Italian,
    ..ENGLISH
};

/// Thai draughts, Makhos.
pub(super) const THAI: Ruleset = Ruleset {
    board: Board::Half8,
    empty_rows: 0,
    rows_of_men: 2,     // 8 men a side
    first: Side::Black, // as PDN has it
    most_pieces: 12,
    man_moves: DirSet::FORWARD,
    man_captures: DirSet::FORWARD,
    king_moves: DirSet::DIAGONALS,
    king_captures: DirSet::DIAGONALS,
    king: King::Long,
    landing: Landing::Behind, // on the square directly behind
    man_takes_king: true,
    precedence: Precedence::Free, // no majority rule
    promotion: Promotion::Stop,
    removal: Removal::AtOnce, // captured pieces leave at once …
    turns_back: true,         // … so that a king may turn back through their squares
    king_move_limit: None,
    goal: Goal::Normal,
    draws: drawbook::THAI,
    moves_as: Variant::Thai,
};

/// Turkish draughts, Dama.
pub(super) const TURKISH: Ruleset = Ruleset {
    board: Board::Full8, // all 64 squares
    empty_rows: 1,       // the first row of each player is empty …
    rows_of_men: 2,      // … and 16 men stand on the next two
    first: Side::White,
    most_pieces: 16,
    man_moves: DirSet::FORWARD_AND_SIDEWAYS,
    man_captures: DirSet::FORWARD_AND_SIDEWAYS,
    king_moves: DirSet::STRAIGHT,
    king_captures: DirSet::STRAIGHT,
    king: King::Long,
    landing: Landing::Free,
    man_takes_king: true,
    precedence: Precedence::Most, // pieces only, kings count as one
    promotion: Promotion::Pass,   // crowned only where the move ends; on the last row it goes on sideways
    removal: Removal::AtOnce,     // lines open up as pieces are taken
    turns_back: false,            // not by 180 degrees between two captures
    king_move_limit: None,
    goal: Goal::Normal,
    draws: drawbook::TURKISH,
    moves_as: Variant::Turkish,
};
