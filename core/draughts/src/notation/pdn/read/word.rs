//! The meaning of one word: a move in a position, a number, a sign. Knows no game.
use crate::notation::movetext::{self, MoveTextError};
use crate::notation::sign::Signs;
use crate::notation::squares::{self, Numbering};
use crate::rules::{Move, Position, RuleOptions};

/// Why a word is not a move.
pub(super) enum Unplayed {
    /// The word does not look like a move.
    NoMove,
    /// The word looks like a move but cannot be played.
    Illegal(MoveTextError),
    /// The word matches several moves.
    Ambiguous(Captures, Signs),
}

/// Captures with the same ends.
pub(super) struct Captures {
    pub(super) all: Vec<Move>,
    /// The one that the text means if it is written strictly by the standard.
    pub(super) exact: Option<Move>,
}

/// Returns the move of a word in a position under rule options, and its signs.
pub(super) fn find(
    position: &Position,
    options: RuleOptions,
    word: &[u8],
) -> Result<(Move, Signs), Unplayed> {
    let found = movetext::spelt_either(position.variant(), Numbering::Native, word, |spelt, rest| {
        let signs = movetext::signs(word, rest).map_err(Fault::Illegal)?;
        let moves = movetext::fitting(position, options, spelt).map_err(Fault::Illegal)?;
        let several = |exact| {
            Ok(Err(Unplayed::Ambiguous(
                Captures {
                    all: moves.clone(),
                    exact,
                },
                signs,
            )))
        };
        match movetext::among(position, Numbering::Native, spelt, &moves) {
            Ok(mv) if moves.len() > 1 && spelt.is_short() => several(Some(mv)),
            Ok(mv) => Ok(Ok((mv, signs))),
            Err(MoveTextError::Ambiguous { .. }) => several(None),
            Err(error) => Err(Fault::Illegal(error)),
        }
    });
    match found {
        Ok(found) => found,
        Err(Fault::NotSpelt(error)) => match by_column(position, options, word) {
            Some(found) => Ok(found),
            // "0:05" is a time.
            None if !squares::begins(word) || is_number(word) || is_time(word) => Err(Unplayed::NoMove),
            None => Err(Unplayed::Illegal(error)),
        },
        Err(Fault::Illegal(error)) => Err(Unplayed::Illegal(error)),
    }
}

/// Returns the one legal move of a short text of Russian books, with the column alone for the origin: "cd4", "e:c5".
fn by_column(position: &Position, options: RuleOptions, word: &[u8]) -> Option<(Move, Signs)> {
    let variant = position.variant();
    if !squares::has_letters(variant) {
        return None;
    }
    let (column, length) = squares::column(word)?;
    let sign = movetext::sign_length(&word[length..]);
    let (target, square) = squares::take(variant, Numbering::Native, &word[length + sign..]).ok()?;
    let end = length + sign + square;
    let signs = movetext::signs(word, &word[end..]).ok()?;
    let mut moves = position.moves_under(options);
    moves.retain(|mv| mv.target() == target && position.coordinates(mv.origin()).0 == column);
    match moves[..] {
        [only] => Some((only, signs)),
        _ => None,
    }
}

fn is_time(word: &[u8]) -> bool {
    matches!(word, [b'0', b':', ..] | [b'0', b'0', b':', ..])
}

/// Why the squares of a word cannot be read, or their move not be played.
enum Fault {
    NotSpelt(MoveTextError),
    Illegal(MoveTextError),
}

impl From<MoveTextError> for Fault {
    fn from(error: MoveTextError) -> Self {
        Fault::NotSpelt(error)
    }
}

pub(super) fn is_number(word: &[u8]) -> bool {
    !word.is_empty() && word.len() <= 3 && word.iter().all(u8::is_ascii_digit)
}

/// Returns true if a word is a square by itself: a number, or a letter and a number.
pub(super) fn is_square(word: &[u8]) -> bool {
    is_number(word)
        || squares::column(word)
            .is_some_and(|(_, length)| is_number(&word[length..]) && word.len() <= length + 2)
}

/// Returns true if the move continues after this word: it ends in a sign between squares, or is a single square.
pub(super) fn ends_open(word: &[u8]) -> bool {
    is_square(word) || (movetext::ends_with_sign(word) && squares::begins(word))
}

/// Removes a leading move number such as `12.`. Returns true if there was one, and the rest.
pub(super) fn after_number(word: &[u8]) -> (bool, &[u8]) {
    let digits = word.iter().take_while(|b| b.is_ascii_digit()).count();
    match word.get(digits) {
        Some(b'.') if digits > 0 => (true, &word[digits + 1..]),
        // "12…"
        Some(0xE2) if digits > 0 && word[digits..].starts_with("…".as_bytes()) => (true, &word[digits..]),
        _ => (false, word),
    }
}
