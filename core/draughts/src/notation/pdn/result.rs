//! The result of a game in files. Which number belongs to White depends on the side that begins.
use crate::board::Side;
use crate::rules::{Outcome, Variant};

/// The result of a game in a file.
///
/// ```
/// use draughts::{Side, Variant, notation::pdn::GameResult};
///
/// assert_eq!(GameResult::read("2-0", Side::White), Some(GameResult::Win(Side::White)));
/// // In English draughts the first number is Black's.
/// assert_eq!(GameResult::read("1-0", Side::Black), Some(GameResult::Win(Side::Black)));
/// assert_eq!(GameResult::Draw.write(Variant::International), "1-1");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// One side won.
    Win(Side),
    /// A draw.
    Draw,
    /// `0-0`: both sides lose.
    BothLose,
    /// `*`: unfinished or unknown.
    #[default]
    Unknown,
}

/// A result as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    First,
    Second,
    Draw,
    Nobody,
    Unknown,
}

fn written(text: &[u8]) -> Option<Written> {
    Some(match text {
        b"*" => Written::Unknown,
        b"2-0" | b"1-0" | b"2:0" | b"1:0" => Written::First,
        b"0-2" | b"0-1" | b"0:2" | b"0:1" => Written::Second,
        b"1-1" | b"1:1" | b"1/2-1/2" | b"1/2:1/2" | b"1/2" => Written::Draw,
        b"0-0" | b"0:0" => Written::Nobody,
        // ½-½ in UTF-8 and in Latin-1.
        [0xC2, 0xBD, b'-' | b':', 0xC2, 0xBD] | [0xBD, b'-' | b':', 0xBD] => Written::Draw,
        _ => return None,
    })
}

/// Returns true if a word is a result: `2-0`, `1-0`, `1/2-1/2`, `½-½`, `*` …
pub(super) fn is_result(word: &[u8]) -> bool {
    word.len() <= 8 && written(word).is_some()
}

impl From<Option<Outcome>> for GameResult {
    fn from(outcome: Option<Outcome>) -> Self {
        match outcome {
            None => GameResult::Unknown,
            Some(Outcome {
                winner: Some(side), ..
            }) => GameResult::Win(side),
            Some(_) => GameResult::Draw,
        }
    }
}

impl GameResult {
    /// Reads a result such as "2-0", whose first number is that of the side that begins the game. Returns `None` if
    /// it is not one of the usual results.
    pub fn read(text: &str, first: Side) -> Option<GameResult> {
        let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
        Some(match written(bare.as_bytes())? {
            Written::First => GameResult::Win(first),
            Written::Second => GameResult::Win(first.other()),
            Written::Draw => GameResult::Draw,
            Written::Nobody => GameResult::BothLose,
            Written::Unknown => GameResult::Unknown,
        })
    }

    /// Writes the result for a game: `2-0` on the boards of 100 and 144 squares whose federations count so, else
    /// `1-0`.
    pub fn write(self, variant: Variant) -> &'static str {
        let twos = crate::notation::game_type::counts_two(variant);
        match self {
            GameResult::Win(side) => match (side == variant.rules().first, twos) {
                (true, true) => "2-0",
                (true, false) => "1-0",
                (false, true) => "0-2",
                (false, false) => "0-1",
            },
            GameResult::Draw if twos => "1-1",
            GameResult::Draw => "1/2-1/2",
            GameResult::BothLose => "0-0",
            GameResult::Unknown => "*",
        }
    }
}
