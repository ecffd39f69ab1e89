//! The names of squares in each game. Inside the core a square is its number from the top left as White sees the
//! board; only this module knows other names. Knows no piece and no rule.
//!
//! Inside the core a square is its number from the top left as White sees the board; only here it gets another name.
//!
//! ```
//! use draughts::{Square, Variant, notation::squares::{self, Numbering}};
//!
//! let square = Square::new(1).unwrap(); // top left
//! assert_eq!(squares::name(Variant::Russian, Numbering::Native, square).to_string(), "b8");
//! assert_eq!(squares::name(Variant::Russian, Numbering::TopLeft, square).to_string(), "1");
//! assert_eq!(squares::name(Variant::Spanish, Numbering::Native, square).to_string(), "32");
//! assert_eq!(squares::take(Variant::Russian, Numbering::Native, b"c3-d4"), Ok((Square::new(22).unwrap(), 2)));
//! ```
use crate::board::Square;
use crate::rules::Variant;
use std::fmt;

/// Naming of squares in text. Reading accepts letters and digits in either.
///
/// ```
/// use draughts::{Variant, notation::{Numbering, fen}};
///
/// let position = fen::read_numbered(Variant::Russian, Numbering::TopLeft, "W:W22:B11")?;
/// assert_eq!(fen::write(&position), "W:Wc3:Bf6");
/// assert_eq!(fen::write_numbered(&position, Numbering::TopLeft), "W:W22:B11");
/// # Ok::<(), draughts::notation::fen::FenError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Numbering {
    /// The game's own names: numbers from one corner or another, or `c3`.
    #[default]
    Native,
    /// Numbers 1, 2, 3 … row by row from the top left in every game.
    TopLeft,
}

/// The naming of squares in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Naming {
    /// Numbers row by row from the top left.
    TopLeft,
    /// Numbers row by row from the bottom right: Spanish numbering, and Thai, where Black sits below.
    BottomRight,
    /// Columns a, b, c … from the left and rows 1, 2, 3 … from below.
    Letters,
}

const fn naming(variant: Variant, numbering: Numbering) -> Naming {
    match (numbering, variant) {
        (Numbering::TopLeft, _) => Naming::TopLeft,
        (_, Variant::Spanish | Variant::Portuguese | Variant::Thai) => Naming::BottomRight,
        (_, Variant::Russian | Variant::Brazilian | Variant::Czech | Variant::Turkish) => Naming::Letters,
        _ => Naming::TopLeft,
    }
}

/// Returns true if a game names its squares by letters and digits.
pub fn has_letters(variant: Variant) -> bool {
    naming(variant, Numbering::Native) == Naming::Letters
}

/// Returns true if squares are written by letters and digits.
pub(super) fn are_letters(variant: Variant, numbering: Numbering) -> bool {
    naming(variant, numbering) == Naming::Letters
}

/// Returns true if the numbers run opposite to those from the top left.
pub(super) fn are_reversed(variant: Variant, numbering: Numbering) -> bool {
    naming(variant, numbering) == Naming::BottomRight
}

/// The name of a square, for display.
///
/// ```
/// use draughts::{Square, Variant, notation::{Numbering, squares}};
///
/// let name = squares::name(Variant::Brazilian, Numbering::Native, Square::new(32).unwrap());
/// assert_eq!(name.to_string(), "g1");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct SquareName {
    variant: Variant,
    numbering: Numbering,
    square: Square,
}

/// Returns the name of a square in a numbering. The square must be on the board of the game.
#[must_use]
pub const fn name(variant: Variant, numbering: Numbering, square: Square) -> SquareName {
    SquareName {
        variant,
        numbering,
        square,
    }
}

/// Returns the game's own name of a square, which must be on its board.
#[must_use]
pub fn square_name(variant: Variant, square: Square) -> String {
    name(variant, Numbering::Native, square).to_string()
}

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let board = self.variant.rules().board;
        match naming(self.variant, self.numbering) {
            Naming::TopLeft => self.square.number().fmt(f),
            Naming::BottomRight => (board.squares() + 1).saturating_sub(self.square.number()).fmt(f),
            Naming::Letters => {
                let (column, row) = board.coordinates(self.square);
                write!(f, "{}{}", char::from(b'a' + column), board.size().1 - row)
            }
        }
    }
}

/// Why a text does not begin with a square.
///
/// ```
/// use draughts::{Variant, notation::squares::{self, NoSquare, Numbering}};
///
/// let take = |text: &[u8]| squares::take(Variant::International, Numbering::Native, text);
/// assert_eq!(take(b"51"), Err(NoSquare::Number(51)));
/// assert_eq!(take(b"-"), Err(NoSquare::Syntax));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoSquare {
    /// It begins with neither a digit nor a letter of a square.
    Syntax,
    /// The board does not have this number.
    Number(u32),
    /// The board does not have this column and row, or the square is not played on.
    Field(char, u32),
}

/// Reads a square at the beginning of a text: a number, with or without leading zeros, or a letter and a number,
/// small or capital. Returns the square and its length in bytes.
///
/// # Errors
/// The text does not begin with a square of the board.
pub fn take(variant: Variant, numbering: Numbering, text: &[u8]) -> Result<(Square, usize), NoSquare> {
    let digits_of = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_digit()).count();
    let value = |digits: &[u8]| {
        digits.iter().fold(0_u32, |sum, &b| {
            sum.saturating_mul(10).saturating_add(u32::from(b - b'0'))
        })
    };
    let board = variant.rules().board;
    match text.first() {
        Some(b'0'..=b'9') => {
            let digits = digits_of(text);
            let number = value(&text[..digits]);
            let on_board = u8::try_from(number)
                .ok()
                .filter(|&n| n > 0 && n <= board.squares());
            let square = on_board.and_then(|n| match naming(variant, numbering) {
                Naming::BottomRight => Square::new(board.squares() + 1 - n),
                // In games with letters, numbers run from the top left.
                Naming::TopLeft | Naming::Letters => Square::new(n),
            });
            square
                .map(|square| (square, digits))
                .ok_or(NoSquare::Number(number))
        }
        Some(_) => {
            let (column, letter) = column(text).ok_or(NoSquare::Syntax)?;
            let text = &text[letter - 1..];
            let digits = digits_of(&text[1..]).min(2);
            if digits == 0 {
                return Err(NoSquare::Syntax);
            }
            // "a1b2" and "a11": the row has two digits only on boards with ten rows or more.
            let rows = board.size().1;
            let digits = if rows > 9 && value(&text[1..=digits]) <= u32::from(rows) {
                digits
            } else {
                1
            };
            let row = value(&text[1..=digits]);
            let off = NoSquare::Field(char::from(b'a' + column), row);
            let from_top = u32::from(rows).checked_sub(row).filter(|_| row > 0).ok_or(off)?;
            let square = board.square_at(column, from_top as u8).ok_or(off)?;
            Ok((square, letter + digits))
        }
        None => Err(NoSquare::Syntax),
    }
}

/// Returns the column, from 0, of the letter at the beginning of a text, and its length in bytes. Cyrillic letters
/// that look like it count too: а, с, е, А, В, С, Е and Н.
pub(super) fn column(text: &[u8]) -> Option<(u8, usize)> {
    Some(match *text {
        [letter @ (b'a'..=b'l' | b'A'..=b'L'), ..] => (letter.to_ascii_lowercase() - b'a', 1),
        [0xD0, 0xB0 | 0x90, ..] => (0, 2),
        [0xD0, 0x92, ..] => (1, 2),
        [0xD1, 0x81, ..] | [0xD0, 0xA1, ..] => (2, 2),
        [0xD0, 0xB5 | 0x95, ..] => (4, 2),
        [0xD0, 0x9D, ..] => (7, 2),
        _ => return None,
    })
}

/// Returns true if a text begins like a square: with a digit, or with a letter and a digit.
pub(super) fn begins(text: &[u8]) -> bool {
    let digit = |at: usize| text.get(at).is_some_and(u8::is_ascii_digit);
    digit(0) || column(text).is_some_and(|(_, length)| digit(length))
}
