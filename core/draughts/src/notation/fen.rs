//! FEN, such as `W:W31-50:B1-20`. Reads what programs and people write; writes one form only. Knows no file and no
//! tag.
//!
//! ```
//! use draughts::{Square, Variant, notation::fen};
//!
//! let position = fen::read(Variant::International, "W:W31-50:B1-20")?;
//! assert_eq!(position, Variant::International.start());
//! let king = fen::read(Variant::Russian, "b:wc3:bKa7.")?;
//! assert_eq!(fen::write(&king), "B:Wc3:BKa7");
//! # Ok::<(), fen::FenError>(())
//! ```
#[cfg(test)]
mod tests;

use super::movetext::DASHES;
use super::squares::{self, NoSquare, Numbering};
use crate::board::{Piece, Role, Side, Square};
use crate::rules::{Position, Setup, SetupErrors, Variant};
use std::fmt::Write as _;

/// Why a text is not a FEN, and where: `at` is a byte offset from 0.
///
/// ```
/// use draughts::{Variant, notation::fen};
///
/// let error = fen::read(Variant::International, "W:W31-51:B1-20").unwrap_err();
/// assert_eq!(error.to_string(), "square 51 is not on the board of 50 squares (at 6)");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// The text is blank.
    #[error("the FEN is empty")]
    Empty,
    /// The text does not begin with the side to move.
    #[error("the FEN begins with the side to move, W or B, not {found:?} (at {at})")]
    Turn {
        /// The character found.
        found: char,
        /// Byte offset.
        at: usize,
    },
    /// The colon between two fields is missing.
    #[error("a colon is missing (at {at})")]
    Colon {
        /// Byte offset.
        at: usize,
    },
    /// Not a square, range or king.
    #[error("{found:?} is no square (at {at})")]
    Unexpected {
        /// The character found.
        found: char,
        /// Byte offset.
        at: usize,
    },
    /// A number or a list is incomplete.
    #[error("a square is missing (at {at})")]
    Missing {
        /// Byte offset.
        at: usize,
    },
    /// The board does not have this square.
    #[error("square {number} is not on the board of {squares} squares (at {at})")]
    OffBoard {
        /// The number as written; [`u32::MAX`] for all numbers above it.
        number: u32,
        /// Number of squares of the board.
        squares: u8,
        /// Byte offset.
        at: usize,
    },
    /// The board does not have this column and row, or the square is not played on.
    #[error("{column}{row} is no square of the board (at {at})")]
    Field {
        /// Letter of the column.
        column: char,
        /// Number of the row.
        row: u32,
        /// Byte offset.
        at: usize,
    },
    /// A range runs backwards.
    #[error("the range {first}-{last} runs backwards (at {at})")]
    Range {
        /// First square as written.
        first: String,
        /// Last square.
        last: String,
        /// Byte offset.
        at: usize,
    },
    /// A side's pieces are listed twice.
    #[error("the pieces of {side} are listed twice (at {at})", side = .side.letter())]
    SideTwice {
        /// Side listed twice.
        side: Side,
        /// Byte offset.
        at: usize,
    },
    /// A side's pieces are not listed.
    #[error("the pieces of {side} are not listed", side = .0.letter())]
    SideMissing(Side),
    /// More squares are listed than any board has. Reading stopped there.
    #[error("the list of squares does not end (at {at})")]
    TooLong {
        /// Byte offset.
        at: usize,
    },
    /// The text is a FEN, but the position is impossible.
    #[error("{}", impossible(.errors, *.variant, *.numbering))]
    Impossible {
        /// All reasons and the squares at fault.
        errors: SetupErrors,
        /// Variant whose squares these are.
        variant: Variant,
        /// Numbering in which they are written.
        numbering: Numbering,
    },
}

fn impossible(errors: &SetupErrors, variant: Variant, numbering: Numbering) -> String {
    errors.describe(|square| squares::name(variant, numbering, square))
}

/// Reads a position. Accepts either colour first, ranges, `K` before a square or a range, small letters, blanks, a
/// trailing dot, squares by number or by letter, and `?` as the side to move for the side that begins the game.
///
/// Of the fields that do not begin with a colour, Frisian `+b+w` is read (quiet moves in a row by Black's and by
/// White's king, and its square). All others (`H0`, `F1`) are skipped. Pieces marked `G` and `P` were captured in an
/// unfinished move and are left out. What people copy with it is skipped: `[FEN "…"]`, other tags, quotes.
///
/// # Errors
/// The syntax error and its place, or all reasons why the position is impossible.
pub fn read(variant: Variant, text: &str) -> Result<Position, FenError> {
    read_numbered(variant, Numbering::Native, text)
}

/// As above, with squares in the given numbering.
///
/// # Errors
/// As [`read`].
pub fn read_numbered(variant: Variant, numbering: Numbering, text: &str) -> Result<Position, FenError> {
    let setup = read_setup_numbered(variant, numbering, text)?;
    Position::from_setup(variant, &setup).map_err(|errors| FenError::Impossible {
        errors,
        variant,
        numbering,
    })
}

/// Reads the pieces and the side to move without checking that the position is possible.
///
/// # Errors
/// The syntax error and its place.
pub fn read_setup(variant: Variant, text: &str) -> Result<Setup, FenError> {
    read_setup_numbered(variant, Numbering::Native, text)
}

/// As above, with squares in the given numbering.
///
/// # Errors
/// The syntax error and its place.
pub fn read_setup_numbered(variant: Variant, numbering: Numbering, text: &str) -> Result<Setup, FenError> {
    let (from, to) = inside(text);
    let mut reader = Reader {
        text: &text.as_bytes()[..to],
        at: from,
        variant,
        numbering,
    };
    let turn = match reader.peek() {
        Some(b'?') => variant.rules().first,
        None => return Err(FenError::Empty),
        Some(b'W' | b'w') => Side::White,
        Some(b'B' | b'b') => Side::Black,
        Some(_) => {
            return Err(FenError::Turn {
                found: reader.found(text),
                at: reader.at,
            });
        }
    };
    reader.at += 1;
    let mut setup = Setup::empty(turn);
    let mut listed = [false; 2];
    loop {
        match reader.peek() {
            Some(b':') => reader.at += 1,
            Some(b'.') if reader.ends_after_dot() => break,
            Some(_) => return Err(FenError::Colon { at: reader.at }),
            None => break,
        }
        let side = match reader.peek() {
            Some(b'W' | b'w') => Side::White,
            Some(b'B' | b'b') => Side::Black,
            Some(b'+') if variant.rules().king_move_limit.is_some() => {
                reader.king_moves(&mut setup);
                reader.skip_field();
                continue;
            }
            Some(_) => {
                reader.skip_field();
                continue;
            }
            None => break,
        };
        if std::mem::replace(&mut listed[side as usize], true) {
            return Err(FenError::SideTwice { side, at: reader.at });
        }
        reader.at += 1;
        reader.list(text, side, &mut setup)?;
    }
    match Side::ALL.into_iter().find(|&side| !listed[side as usize]) {
        Some(side) => Err(FenError::SideMissing(side)),
        None => Ok(setup),
    }
}

/// Returns where the FEN begins and ends in a text as people copy it: `[FEN "W:…"]`, `/FEN "…"/`, `FEN: …`, or in
/// quotes. A game with moves or with a GameType of its own is more than a FEN.
fn inside(text: &str) -> (usize, usize) {
    // Nothing stands before the FEN, as in nearly all files.
    if let [b'W' | b'B' | b'w' | b'b' | b'?', b':', .., b'0'..=b'9'] = text.as_bytes() {
        return (0, text.len());
    }
    let around = |letter: char| letter.is_whitespace() || "\"'`“”„«»\u{feff}".contains(letter);
    let named = text
        .as_bytes()
        .windows(3)
        .position(|word| word.eq_ignore_ascii_case(b"FEN"));
    let before = named.map(|at| text[..at].trim_end_matches(around));
    let (value, end) = match named
        .filter(|_| before.is_some_and(|text| text.is_empty() || text.ends_with(['[', '/'])))
    {
        Some(at) => {
            let value = text[at + 3..].trim_start_matches(around);
            let value = value
                .strip_prefix([':', '='])
                .unwrap_or(value)
                .trim_start_matches(around);
            let end = value
                .find(['"', '”', '»', ']', '/', '\n', '\r'])
                .unwrap_or(value.len());
            let is_tag = |line: &str| line.trim().is_empty() || line.trim().starts_with('[');
            let behind = value[end..].trim_start_matches(|letter| around(letter) || "]/".contains(letter));
            if !behind.lines().all(is_tag) || text.contains("[GameType") {
                return (0, text.len());
            }
            (value, end)
        }
        None => {
            let value = text.trim_start_matches(around);
            (value, value.len())
        }
    };
    let from = text.len() - value.len();
    (from, from + value[..end].trim_end_matches(around).len())
}

/// Writes a position: side to move, White's pieces, Black's pieces, ascending, three or more men in a row as a range.
/// Games with letters list row by row from each player's own side. A Frisian position in which a king's moves count
/// ends in `:+b+w`.
#[must_use]
pub fn write(position: &Position) -> String {
    write_numbered(position, Numbering::Native)
}

/// As [`write`], with squares in the given numbering.
#[must_use]
pub fn write_numbered(position: &Position, numbering: Numbering) -> String {
    let variant = position.variant();
    let mut text = String::from(position.turn().letter());
    for side in Side::ALL {
        text.push(':');
        text.push(side.letter());
        let own = position.pieces().filter(|(_, piece)| piece.side == side);
        let mut pieces: Vec<(Square, Piece)> = own.collect();
        let letters = squares::are_letters(variant, numbering);
        if squares::are_reversed(variant, numbering) {
            pieces.reverse();
        } else if letters && side == Side::White {
            // From White's side upwards, but each row from the left.
            let row = |&(square, _): &(Square, Piece)| std::cmp::Reverse(position.coordinates(square).1);
            pieces.sort_by_key(row);
        }
        list(&mut text, variant, numbering, &pieces, letters);
    }
    let counted = [Side::Black, Side::White].map(|side| position.king_moves(side));
    if counted.iter().any(Option::is_some) {
        text.push(':');
        for counted in counted {
            match counted {
                Some((king, moves)) => write!(text, "+{moves}{:02}", king.number()),
                None => write!(text, "+0"),
            }
            .expect("a String takes any text");
        }
    }
    text
}

/// Lists the pieces of one side with commas. Kings are listed singly, because few programs read a range of kings.
fn list(
    text: &mut String,
    variant: Variant,
    numbering: Numbering,
    pieces: &[(Square, Piece)],
    letters: bool,
) {
    let mut rest = pieces;
    while let [(first, piece), ..] = rest {
        let successive = rest.windows(2).take_while(|pair| {
            let neighbours = pair[0].0.number().abs_diff(pair[1].0.number()) == 1;
            neighbours && pair.iter().all(|(_, piece)| piece.role == Role::Man)
        });
        let run = if letters { 1 } else { 1 + successive.count() };
        // Two in a row are written singly.
        let run = if run < 3 { 1 } else { run };
        if rest.len() < pieces.len() {
            text.push(',');
        }
        if piece.role == Role::King {
            text.push('K');
        }
        let name = |square| squares::name(variant, numbering, square);
        write!(text, "{}", name(*first)).expect("a String takes any text");
        if run > 1 {
            write!(text, "-{}", name(rest[run - 1].0)).expect("a String takes any text");
        }
        rest = &rest[run..];
    }
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    variant: Variant,
    numbering: Numbering,
}

impl Reader<'_> {
    /// Skips blanks and returns the next byte.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// Returns the length of the dash of a range, which may be one that word processors substitute.
    fn dash(&mut self) -> Option<usize> {
        self.peek();
        let rest = &self.text[self.at..];
        let mut dashes = DASHES.iter();
        let found = dashes.find(|dash| rest.starts_with(dash.encode_utf8(&mut [0; 4]).as_bytes()));
        found.map(|dash| dash.len_utf8())
    }

    /// Returns the whole character at the current place.
    fn found(&self, text: &str) -> char {
        text.get(self.at..)
            .and_then(|rest| rest.chars().next())
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns the number of digits at a place.
    fn digits(&self, at: usize) -> usize {
        self.text[at..].iter().take_while(|b| b.is_ascii_digit()).count()
    }

    fn ends_after_dot(&self) -> bool {
        self.text[self.at + 1..].iter().all(u8::is_ascii_whitespace)
    }

    fn skip_field(&mut self) {
        while self.text.get(self.at).is_some_and(|&byte| byte != b':') {
            self.at += 1;
        }
    }

    /// Reads the squares of one side, up to the next colon or the end.
    fn list(&mut self, text: &str, side: Side, setup: &mut Setup) -> Result<(), FenError> {
        loop {
            match self.peek() {
                None | Some(b':') => return Ok(()),
                Some(b'.') if self.ends_after_dot() => return Ok(()),
                _ => {}
            }
            let letters = squares::has_letters(self.variant);
            let (role, ghost) = match self.peek() {
                Some(b'K' | b'k') => (Role::King, false),
                // In games with letters "G1" is a square, and "G18" is not.
                Some(b'G') => (Role::Man, !letters || self.digits(self.at + 1) != 1),
                Some(b'P') => (Role::Man, true),
                _ => (Role::Man, false),
            };
            if role == Role::King || ghost {
                self.at += 1;
            }
            let at = self.at;
            let first = self.square(text)?;
            let last = match self.dash() {
                Some(length) => {
                    self.at += length;
                    if matches!(self.peek(), Some(b'K' | b'k')) && role == Role::King {
                        self.at += 1;
                    }
                    self.square(text)?
                }
                None => first,
            };
            // Numbers from the bottom right run in the opposite direction.
            let (low, high) = if squares::are_reversed(self.variant, self.numbering) {
                (last, first)
            } else {
                (first, last)
            };
            if high < low {
                let name = |square| squares::name(self.variant, self.numbering, square).to_string();
                return Err(FenError::Range {
                    first: name(first),
                    last: name(last),
                    at,
                });
            }
            for square in (low.number()..=high.number())
                .filter_map(Square::new)
                .filter(|_| !ghost)
            {
                setup.put(square, Piece { side, role });
            }
            // A board holds each square once. Far more squares are garbage without end.
            if setup.pieces.len() > 4 * usize::from(self.variant.rules().board.squares()) {
                return Err(FenError::TooLong { at });
            }
            match self.peek() {
                Some(b',' | b';') => {
                    self.at += 1;
                    // "31,32," is a harmless slip; ",," is an error.
                    if self.peek() == Some(b',') {
                        return Err(FenError::Missing { at: self.at });
                    }
                }
                None | Some(b':') => return Ok(()),
                Some(b'.') if self.ends_after_dot() => return Ok(()),
                // "31 32 33"
                Some(next)
                    if next.is_ascii_alphanumeric() && self.text[self.at - 1].is_ascii_whitespace() => {}
                Some(_) => {
                    return Err(FenError::Unexpected {
                        found: self.found(text),
                        at: self.at,
                    });
                }
            }
        }
    }

    fn square(&mut self, text: &str) -> Result<Square, FenError> {
        self.peek();
        let at = self.at;
        match squares::take(self.variant, self.numbering, &self.text[at..]) {
            Ok((square, length)) => {
                self.at += length;
                Ok(square)
            }
            Err(NoSquare::Number(number)) => Err(FenError::OffBoard {
                number,
                squares: self.variant.rules().board.squares(),
                at,
            }),
            Err(NoSquare::Field(column, row)) => Err(FenError::Field { column, row, at }),
            Err(NoSquare::Syntax) => Err(match self.text.get(at) {
                None | Some(b':' | b',') => FenError::Missing { at },
                Some(_) => FenError::Unexpected {
                    found: self.found(text),
                    at,
                },
            }),
        }
    }

    /// Reads `+b+w`: one digit for the quiet moves in a row of Black's and White's king, and its square. Without a
    /// square it is the side's only king.
    fn king_moves(&mut self, setup: &mut Setup) {
        for side in [Side::Black, Side::White] {
            let Some(b'+') = self.text.get(self.at) else {
                return;
            };
            let digits = &self.text[self.at + 1..];
            let length = digits.iter().take_while(|b| b.is_ascii_digit()).count();
            self.at += 1 + length;
            let Some((count, square)) = digits[..length].split_first() else {
                return;
            };
            let king = |square: Square| {
                setup.pieces.contains(&(
                    square,
                    Piece {
                        side,
                        role: Role::King,
                    },
                ))
            };
            let given = match square {
                [] => {
                    let mut kings = setup.pieces.iter().filter(|(_, piece)| {
                        *piece
                            == Piece {
                                side,
                                role: Role::King,
                            }
                    });
                    kings
                        .next()
                        .filter(|_| kings.next().is_none())
                        .map(|(square, _)| *square)
                }
                square => squares::take(self.variant, Numbering::TopLeft, square)
                    .ok()
                    .map(|(square, _)| square),
            };
            let most = self.variant.rules().king_move_limit.unwrap_or(0);
            let count = (count - b'0').min(most);
            if let Some(square) = given.filter(|&square| count > 0 && king(square)) {
                setup.king_moves[side as usize] = Some((square, count));
            }
        }
    }
}
