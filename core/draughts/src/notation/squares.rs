//! What the players of each game call its squares. Knows no piece and no rule.
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

/// Which names squares are written by. Reading understands letters and digits in either.
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
    /// As players of the game write them: numbers from one corner or another, or `c3`.
    #[default]
    Native,
    /// 1, 2, 3 … row by row from the top left in every game.
    TopLeft,
}

/// How the squares of a game are named.
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

/// Whether the players of a game name its squares by letters and digits.
pub fn has_letters(variant: Variant) -> bool {
    naming(variant, Numbering::Native) == Naming::Letters
}

/// Whether squares are written by letters and digits.
pub(super) fn are_letters(variant: Variant, numbering: Numbering) -> bool {
    naming(variant, numbering) == Naming::Letters
}

/// Whether numbers fall where those from the top left rise.
pub(super) fn are_reversed(variant: Variant, numbering: Numbering) -> bool {
    naming(variant, numbering) == Naming::BottomRight
}

/// A square's name, to be written.
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

/// The name of a square by the numbering asked for. The square must be on the board of the game.
#[must_use]
pub const fn name(variant: Variant, numbering: Numbering, square: Square) -> SquareName {
    SquareName {
        variant,
        numbering,
        square,
    }
}

/// The name that players of a game have for a square. The square must be on its board.
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

/// Why there is no square at a place of a text.
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
    /// Neither digit nor letter of a square.
    Syntax,
    /// A number that the board does not have.
    Number(u32),
    /// A column and a row that the board does not have, or a square that is not played on.
    Field(char, u32),
}

/// Reads a square at the beginning of a text: a number, with leading zeros too, or a letter and a number, small or
/// capital. Returns the square and how many bytes it took.
///
/// # Errors
/// There is no square, and why.
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
                // Where letters are the custom, numbers run from the top left.
                Naming::TopLeft | Naming::Letters => Square::new(n),
            });
            square
                .map(|square| (square, digits))
                .ok_or(NoSquare::Number(number))
        }
        Some(letter @ (b'a'..=b'l' | b'A'..=b'L')) => {
            let digits = digits_of(&text[1..]).min(2);
            if digits == 0 {
                return Err(NoSquare::Syntax);
            }
            let column = letter.to_ascii_lowercase() - b'a';
            // "a1b2" and "a11": two digits only where there are as many rows.
            let rows = board.size().1;
            let digits = if rows > 9 && value(&text[1..=digits]) <= u32::from(rows) {
                digits
            } else {
                1
            };
            let row = value(&text[1..=digits]);
            let off = NoSquare::Field(char::from(*letter), row);
            let from_top = u32::from(rows).checked_sub(row).filter(|_| row > 0).ok_or(off)?;
            let square = board.square_at(column, from_top as u8).ok_or(off)?;
            Ok((square, 1 + digits))
        }
        _ => Err(NoSquare::Syntax),
    }
}
