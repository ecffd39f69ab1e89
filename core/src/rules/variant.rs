//! The games by name, and the table of their rules. Each line names the article it comes from.
use super::{Board, DrawRules, King, Position, Precedence, Promotion, Removal, Ruleset, Setup};
use crate::board::{DirSet, Side};
use std::fmt;
use std::str::FromStr;

/// A game that Damier plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Variant {
    /// International draughts on 100 squares.
    International,
}

/// FMJD, Annex 1: official rules of international draughts (November 2015).
const INTERNATIONAL: Ruleset = Ruleset {
    board: Board::Half10, // 2.1-2.3: 100 squares, 50 played on, a dark corner at the left
    rows_of_men: 4,       // 2.9: 20 men a side, on 1-20 and 31-50
    first: Side::White,   // 3.3
    most_pieces: 20,      // 2.8
    man_moves: DirSet::FORWARD, // 3.4
    man_captures: DirSet::DIAGONALS, // 4.1: forward and backward
    king_moves: DirSet::DIAGONALS, // 3.9
    king_captures: DirSet::DIAGONALS, // 4.3
    king: King::Long,     // 3.9, 4.3: any distance, any free square behind
    precedence: Precedence::Most, // 4.13: a king counts as one piece; 4.14: equal numbers, free choice
    promotion: Promotion::Pass, // 4.15, 3.5: crowned only where the move ends
    removal: Removal::AfterMove, // 4.11; 4.8: no piece is jumped twice
    draws: DrawRules {
        repetitions: Some(3),         // 6.1
        quiet_kings: Some(50),        // 6.2: 25 moves each
        three_against_king: Some(32), // 6.3: 16 moves each
        two_against_king: Some(10),   // 6.4: 5 moves each
    },
    moves_as_international: true,
};

impl Variant {
    /// Every game, the international one first.
    pub const ALL: [Variant; 1] = [Variant::International];

    /// Its name in files, calls and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            Variant::International => "international",
        }
    }

    /// Its rules.
    pub const fn rules(self) -> &'static Ruleset {
        match self {
            Variant::International => &INTERNATIONAL,
        }
    }

    /// The position a game starts from.
    pub fn start(self) -> Position {
        Position::from_setup(self, &Setup::start(self)).expect("every game starts from a possible position")
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.key())
    }
}

/// No game has this name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown variant \"{0}\"")]
pub struct UnknownVariant(pub String);

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(key: &str) -> Result<Variant, UnknownVariant> {
        Variant::ALL
            .into_iter()
            .find(|variant| variant.key() == key)
            .ok_or_else(|| UnknownVariant(key.chars().take(40).collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_as_international_is_what_the_other_fields_say() {
        for variant in Variant::ALL {
            let rules = variant.rules();
            let same = Ruleset {
                board: rules.board,
                rows_of_men: rules.rows_of_men,
                first: rules.first,
                most_pieces: rules.most_pieces,
                draws: rules.draws,
                moves_as_international: rules.moves_as_international,
                ..INTERNATIONAL
            };
            assert_eq!(rules.moves_as_international, *rules == same, "{variant}");
        }
    }
}
