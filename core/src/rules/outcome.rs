//! How a game ends and by which article. Knows no position.
use super::Variant;
use crate::board::Side;

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EndReason {
    /// The side to move has no piece left.
    NoPieces,
    /// The side to move has pieces and no move.
    Blocked,
    /// A player gave up.
    Resignation,
    /// Both agreed to a draw.
    Agreement,
    /// The same position with the same side to move for the third time, the first position included.
    Repetition,
    /// 25 moves each with kings only and nothing taken.
    TwentyFiveMoves,
    /// Three pieces, a king among them, against a lone king: 16 moves each.
    SixteenMoves,
    /// One or two pieces, a king among them, against a lone king: 5 moves each.
    FiveMoves,
    /// The lone king stayed on the long diagonal for 5 moves (an option).
    LongDiagonal,
}

impl EndReason {
    /// Every reason.
    pub const ALL: [EndReason; 9] = [
        EndReason::NoPieces,
        EndReason::Blocked,
        EndReason::Resignation,
        EndReason::Agreement,
        EndReason::Repetition,
        EndReason::TwentyFiveMoves,
        EndReason::SixteenMoves,
        EndReason::FiveMoves,
        EndReason::LongDiagonal,
    ];

    /// Its name in data and on the command line.
    pub const fn key(self) -> &'static str {
        match self {
            EndReason::NoPieces => "no-pieces",
            EndReason::Blocked => "blocked",
            EndReason::Resignation => "resignation",
            EndReason::Agreement => "agreement",
            EndReason::Repetition => "repetition",
            EndReason::TwentyFiveMoves => "twenty-five-moves",
            EndReason::SixteenMoves => "sixteen-moves",
            EndReason::FiveMoves => "five-moves",
            EndReason::LongDiagonal => "long-diagonal",
        }
    }

    /// The reason of this key.
    pub fn from_key(key: &str) -> Option<EndReason> {
        EndReason::ALL.into_iter().find(|reason| reason.key() == key)
    }

    /// The article of the federation's rules: for the international game FMJD, Annex 1; empty where none is known.
    pub const fn article(self, variant: Variant) -> &'static str {
        match variant {
            Variant::International => match self {
                EndReason::Resignation => "7.2.1",
                EndReason::Blocked => "7.2.2",
                EndReason::NoPieces => "7.2.3",
                EndReason::Agreement => "7.3.1",
                EndReason::Repetition => "6.1",
                EndReason::TwentyFiveMoves => "6.2",
                EndReason::SixteenMoves | EndReason::LongDiagonal => "6.3",
                EndReason::FiveMoves => "6.4",
            },
            _ => "",
        }
    }
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Who won; `None` in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: EndReason,
}

impl Outcome {
    /// "2-0", "0-2" or "1-1", White's points first.
    pub const fn result(self) -> &'static str {
        match self.winner {
            Some(Side::White) => "2-0",
            Some(Side::Black) => "0-2",
            None => "1-1",
        }
    }
}
