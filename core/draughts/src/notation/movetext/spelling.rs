//! The squares of a move as written, before they are compared with legal moves. Knows no position.
use super::{MoveTextError, syntax};
use crate::board::Square;
use crate::notation::squares::{self, NoSquare, Numbering};
use crate::rules::Variant;
use smallvec::SmallVec;

/// The squares of a move, and the signs between them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::notation) struct Spelt {
    /// At least two squares; one before a capture sign without an end, none for a lone `x`.
    pub(super) squares: SmallVec<[Square; 8]>,
    /// True if the signs between them are capture signs; `None` without signs.
    pub(super) captures: Option<bool>,
    /// True if the last square is a small number behind a dash, which may also be the loss of men: "23-14-7", "32-28-1".
    pub(super) may_lose: bool,
}

impl Spelt {
    /// Returns true if no square between the ends was written.
    pub(in crate::notation) fn is_short(&self) -> bool {
        self.squares.len() == 2
    }
}

/// The meaning of a small number behind a dash at the end of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::notation) enum Tail {
    /// The last square of a capture.
    Square,
    /// The number of men lost, which is a sign of the move.
    Loss,
}

/// Dashes between squares: the hyphen, those that word processors substitute, and the minus sign.
pub const DASHES: [char; 6] = ['-', '–', '—', '‐', '‑', '−'];
/// Signs of captures: two of them are the Cyrillic letter, the last is the colon of East Asian keyboards.
pub const CROSSES: [char; 11] = ['x', 'X', ':', '×', 'х', 'Х', '⨯', '✕', '✖', '∗', '：'];

/// Sign of a capture that stands for other things when no square follows: "28*19", but "32-28*".
const STAR: u8 = b'*';

/// Returns the sign at the beginning of a text, and its length in bytes.
fn sign(text: &[u8]) -> Option<(Between, usize)> {
    let begins = |sign: &&char| text.starts_with(sign.encode_utf8(&mut [0; 4]).as_bytes());
    let of = |signs: &[char]| signs.iter().find(begins).map(|sign| sign.len_utf8());
    match text.first()? {
        b'-' => Some((Between::Dash, 1)),
        b'x' | b'X' | b':' => Some((Between::Cross, 1)),
        ..=0x7F => None,
        // Dashes and cross in the Western European encoding of old programs. No UTF-8 character begins with these
        // bytes.
        0x96 | 0x97 => Some((Between::Dash, 1)),
        0xD7 => Some((Between::Cross, 1)),
        _ => of(&DASHES)
            .map(|length| (Between::Dash, length))
            .or_else(|| of(&CROSSES).map(|length| (Between::Cross, length))),
    }
}

/// Returns true if a word begins with a sign between squares.
pub(in crate::notation) fn begins_with_sign(word: &[u8]) -> bool {
    sign(word).is_some()
}

/// Returns the length of the sign between squares at the beginning of a text; 0 without one.
pub(in crate::notation) fn sign_length(text: &[u8]) -> usize {
    sign(text).map_or(0, |(_, length)| length)
}

/// Returns true if a word ends in a sign between squares.
pub(in crate::notation) fn ends_with_sign(word: &[u8]) -> bool {
    let last = word.len().saturating_sub(3)..word.len();
    last.into_iter()
        .any(|at| sign(&word[at..]).is_some_and(|(_, length)| at + length == word.len()))
}

/// The separator of two squares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Between {
    Nothing,
    Blank,
    Dash,
    Cross,
}

/// Reads blanks and at most one sign between two squares. Returns the separator and its length in bytes.
fn between(text: &[u8]) -> (Between, usize) {
    let blank = |from: usize| {
        from + text[from..]
            .iter()
            .take_while(|b| b.is_ascii_whitespace())
            .count()
    };
    let at = blank(0);
    let nothing = if at > 0 { Between::Blank } else { Between::Nothing };
    if let Some(&STAR) = text.get(at)
        && squares::begins(&text[at + 1..])
    {
        return (Between::Cross, at + 1);
    }
    let (sign, length) = sign(&text[at..]).unwrap_or((nothing, 0));
    (sign, blank(at + length))
}

/// Reads the squares of a move from the beginning of a text. The rest may be signs.
pub(in crate::notation) fn spell(
    variant: Variant,
    numbering: Numbering,
    text: &[u8],
    tail: Tail,
) -> Result<(Spelt, &[u8]), MoveTextError> {
    // The longest capture has fewer squares than the board: skip anything longer.
    if text.len() > 400 {
        return Err(syntax(text, 400));
    }
    let mut squares: SmallVec<[Square; 8]> = SmallVec::new();
    let mut at = text.iter().take_while(|b| b.is_ascii_whitespace()).count();
    if let (Between::Cross, length) = between(text)
        && (at + length == text.len() || !text[length..].iter().any(u8::is_ascii_alphanumeric))
    {
        return Ok((Spelt::capture(squares), &text[length..]));
    }
    let mut crossed = false;
    let mut dashed = false;
    let mut may_lose = false;
    loop {
        let rest = &text[at..];
        // "3228": two squares of two digits without a sign.
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let part = if digits == 4 && squares.is_empty() {
            &rest[..2]
        } else {
            rest
        };
        match squares::take(variant, numbering, part) {
            Ok((square, length)) => {
                squares.push(square);
                at += length;
            }
            Err(NoSquare::Syntax) => return Err(syntax(text, at)),
            Err(NoSquare::Number(number)) => {
                let square = number.to_string();
                return Err(MoveTextError::OffBoard { square, at });
            }
            Err(NoSquare::Field(column, row)) => {
                let square = format!("{column}{row}");
                return Err(MoveTextError::OffBoard { square, at });
            }
        }
        let (sign, length) = between(&text[at..]);
        let next = &text[at + length..];
        let is_square = squares::begins(next);
        // "28x19-1", "32-28-1": the loss of a man or a third square.
        let loses =
            sign == Between::Dash && squares.len() > 1 && is_loss(next) && (crossed || squares.len() == 2);
        may_lose |= loses;
        let ends = match sign {
            _ if loses => tail == Tail::Loss,
            Between::Dash | Between::Cross if !is_square => {
                // "28x" may be complete if only one capture fits.
                if squares.len() == 1 && sign == Between::Cross && next.is_empty() {
                    return Ok((Spelt::capture(squares), next));
                }
                squares.len() < 2 || sign == Between::Cross
            }
            _ => !is_square,
        };
        crossed |= sign == Between::Cross;
        if !ends {
            dashed |= sign == Between::Dash;
            at += length;
            continue;
        }
        let rest = text[at..].trim_ascii();
        return match squares.len() {
            2.. => {
                let captures = (crossed || dashed).then_some(crossed);
                let spelt = Spelt {
                    squares,
                    captures,
                    may_lose,
                };
                Ok((spelt, rest))
            }
            _ => Err(syntax(text, at)),
        };
    }
}

impl Spelt {
    /// A capture sign alone, or behind one square.
    fn capture(squares: SmallVec<[Square; 8]>) -> Spelt {
        Spelt {
            squares,
            captures: Some(true),
            may_lose: false,
        }
    }
}

/// Returns true if a text is a small number, with or without signs: "1", "2*".
fn is_loss(text: &[u8]) -> bool {
    matches!(text, [b'1'..=b'9'] | [b'1'..=b'9', b'*'])
}
