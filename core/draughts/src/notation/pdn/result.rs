//! The result of a game in files. Which number belongs to White depends on the side that begins.
use super::words;
use crate::board::Side;
use crate::notation::movetext::DASHES;
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
    /// A draw whose two points are shared unequally.
    Uneven,
    Nobody,
    Unknown,
}

/// Longest result in bytes: `1 1/2 — 1/2` with room for blanks.
const LONGEST: usize = 32;

/// Reads a result without its blanks; the dash may be any.
fn written(bare: &str) -> Option<Written> {
    match bare {
        "*" => return Some(Written::Unknown),
        "1/2" | "½" => return Some(Written::Draw),
        _ => {}
    }
    // The first sign after the first score: "1--1+" has two dashes that are not between scores.
    let (at, sign) = bare
        .char_indices()
        .skip(1)
        .filter(|(_, letter)| *letter == ':' || DASHES.contains(letter))
        .find(|(at, letter)| {
            score(&bare[..*at]).is_some() && score(&bare[at + letter.len_utf8()..]).is_some()
        })?;
    match (score(&bare[..at])?, score(&bare[at + sign.len_utf8()..])?) {
        (0, 0) => Some(Written::Nobody),
        (100 | 200, 0) => Some(Written::First),
        (0, 100 | 200) => Some(Written::Second),
        (100, 100) | (50, 50) => Some(Written::Draw),
        // PDN 3.0: `1+ - 1-`, `1 1/2 - 1/2`, `1.01-0.99`.
        (one, other) if one + other == 200 => Some(Written::Uneven),
        _ => None,
    }
}

/// Reads a score in hundredths of a point: `0`, `1/2`, `1½`, `1+`, `0.99`.
fn score(text: &str) -> Option<u32> {
    Some(match text {
        "1/2" | "½" => 50,
        "1+" => 101,
        "1-" | "1–" => 99,
        "11/2" | "1½" => 150,
        _ => {
            let (whole, part) = text.split_once(['.', ',']).unwrap_or((text, "0"));
            let digits = |text: &str, most: usize| {
                (1..=most).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit())
            };
            // "02-00"
            let leading = whole.strip_prefix('0').filter(|rest| !rest.is_empty());
            if !digits(leading.unwrap_or(whole), 1) || !digits(part, 2) {
                return None;
            }
            let part_value: u32 = part.parse().ok()?;
            whole.parse::<u32>().ok()? * 100 + part_value * if part.len() == 1 { 10 } else { 1 }
        }
    })
}

/// Returns true if a word is a result: `2-0`, `1–0`, `1/2 - 1/2`, `½-½`, `*` …
#[inline]
pub(super) fn is_result(word: &[u8]) -> bool {
    match word {
        b"*" => true,
        [b'0'..=b'2' | 0xBD, second, ..] if !second.is_ascii_digit() => of_bytes(word).is_some(),
        // "02-00"
        [b'0', b'0'..=b'2', _, b'0', ..] => of_bytes(word).is_some(),
        [0xC2, 0xBD, ..] | [0xBD] => of_bytes(word).is_some(),
        _ => false,
    }
}

/// Returns true if a word may be the beginning of a result in several words: `2`, `1+`, `1/2-`.
#[inline]
pub(super) fn begins_result(word: &[u8]) -> bool {
    match word {
        // Moves and numbers of two figures are no scores.
        [b'0'..=b'2', b'0'..=b'9', ..] | [.., b'.'] => false,
        [b'0'..=b'2' | 0xBD, ..] | [0xC2, 0xBD, ..] => may_go_on(word),
        _ => false,
    }
}

/// Returns true if a word may be part of a result in several words: figures, fractions and the signs between them.
pub(super) fn may_go_on(word: &[u8]) -> bool {
    let figure =
        |byte: &u8| !byte.is_ascii() || matches!(byte, b'0'..=b'9' | b'/' | b'+' | b'-' | b':' | b'.' | b',');
    // Two figures in a row are a square, but for "1.01" and "11/2".
    let number = word.windows(2).any(|pair| pair.iter().all(u8::is_ascii_digit));
    let fraction = word.iter().any(|byte| matches!(byte, b'.' | b',' | b'/'));
    word.len() <= 5 && word.iter().all(figure) && (fraction || !number)
}

/// Reads the results of nearly all files.
fn usual(word: &[u8]) -> Option<Written> {
    Some(match word {
        b"*" => Written::Unknown,
        b"2-0" | b"1-0" => Written::First,
        b"0-2" | b"0-1" => Written::Second,
        b"1-1" | b"1/2-1/2" => Written::Draw,
        b"0-0" => Written::Nobody,
        _ => return None,
    })
}

fn of_bytes(word: &[u8]) -> Option<Written> {
    if let Some(usual) = usual(word) {
        return Some(usual);
    }
    if word.len() > LONGEST {
        return None;
    }
    let text = super::tags::decode(word);
    // "2-0." and "2-0*" end a game.
    let text = match text.strip_suffix(['.', ',', '*']) {
        Some(result) if result.len() > 1 => result,
        _ => &text,
    };
    match text.contains(char::is_whitespace) {
        true => written(&text.split_whitespace().collect::<String>()),
        false => written(text),
    }
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
    /// it is not one of the usual results. Dashes may be of any length, with blanks around them. A draw whose points are
    /// shared unequally, such as "1+ - 1-" or "1.01-0.99" of PDN 3.0, is a draw.
    pub fn read(text: &str, first: Side) -> Option<GameResult> {
        Some(match of_bytes(text.trim().as_bytes())? {
            Written::First => GameResult::Win(first),
            Written::Second => GameResult::Win(first.other()),
            Written::Draw | Written::Uneven => GameResult::Draw,
            Written::Nobody => GameResult::BothLose,
            Written::Unknown => GameResult::Unknown,
        })
    }

    /// As [`read`](GameResult::read), for the value of a tag: also with more behind the result, as in "0-2 (time)", or in
    /// words.
    pub(super) fn read_tag(text: &str, first: Side) -> Option<GameResult> {
        let bare = text.split(['(', ';']).next().unwrap_or_default();
        GameResult::read(bare, first).or_else(|| words::result(text))
    }

    /// Returns true if a result says more than [`GameResult`] can: a draw whose points are shared unequally.
    pub fn is_uneven_draw(text: &str) -> bool {
        of_bytes(text.trim().as_bytes()) == Some(Written::Uneven)
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
