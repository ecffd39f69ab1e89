//! FEN: `W:W31-50:B1-20`. Reads what programs and people write, writes one form only. Knows no file and no tag.
use crate::board::{Piece, Role, Side, Square};
use crate::rules::{Position, Setup, SetupErrors, Variant};
use std::fmt;

/// Why a text is no FEN, and where: `at` counts bytes from 0.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum FenError {
    /// Nothing but blanks.
    #[error("the FEN is empty")]
    Empty,
    /// It does not begin with the side to move.
    #[error("the FEN begins with the side to move, W or B, not {found:?} (at {at})")]
    Turn {
        /// What stands there.
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
    /// Something that is no square, range or king.
    #[error("{found:?} is no square (at {at})")]
    Unexpected {
        /// What stands there.
        found: char,
        /// Byte offset.
        at: usize,
    },
    /// A number or a list ends too early.
    #[error("a square is missing (at {at})")]
    Missing {
        /// Byte offset.
        at: usize,
    },
    /// A square that the board does not have.
    #[error("square {number} is not on the board of {squares} squares (at {at})")]
    OffBoard {
        /// The number as written.
        number: u32,
        /// How many squares the board has.
        squares: u8,
        /// Byte offset.
        at: usize,
    },
    /// A range that runs backwards.
    #[error("the range {first}-{last} runs backwards (at {at})")]
    Range {
        /// Its first square.
        first: u8,
        /// Its last square.
        last: u8,
        /// Byte offset.
        at: usize,
    },
    /// A side's pieces are listed twice.
    #[error("the pieces of {side} are listed twice (at {at})", side = .side.letter())]
    SideTwice {
        /// The side.
        side: Side,
        /// Byte offset.
        at: usize,
    },
    /// A side's pieces are not listed.
    #[error("the pieces of {side} are not listed", side = .0.letter())]
    SideMissing(Side),
    /// More squares than any board can hold: it was not read further.
    #[error("the list of squares does not end (at {at})")]
    TooLong {
        /// Byte offset.
        at: usize,
    },
    /// The text is a FEN, and no game can have the position.
    #[error(transparent)]
    Impossible(#[from] SetupErrors),
}

/// Reads a position: either colour first, ranges, `K` before a square or a range, small letters, blanks, a trailing
/// dot; fields that do not begin with a colour (`:H0:F1`) are skipped.
///
/// # Errors
/// What is wrong and where; impossible positions with all their reasons.
pub fn read(variant: Variant, text: &str) -> Result<Position, FenError> {
    let setup = read_setup(variant, text)?;
    Ok(Position::from_setup(variant, &setup)?)
}

/// Reads the pieces and the side to move without asking whether a game can have them.
///
/// # Errors
/// What is wrong and where.
pub fn read_setup(variant: Variant, text: &str) -> Result<Setup, FenError> {
    let mut reader = Reader {
        text: text.as_bytes(),
        at: 0,
        squares: variant.rules().board.squares(),
    };
    let turn = match reader.peek() {
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

/// Writes a position: side to move, White's pieces, Black's pieces, ascending, three or more men in a row as a range.
pub fn write(position: &Position) -> String {
    let mut text = String::from(position.turn().letter());
    for side in Side::ALL {
        text.push(':');
        text.push(side.letter());
        let runs = runs(position.pieces().filter(|(_, piece)| piece.side == side));
        let runs: Vec<String> = runs.into_iter().map(|run| run.to_string()).collect();
        text.push_str(&runs.join(","));
    }
    text
}

/// Pieces on successive squares, by number.
struct Run {
    role: Role,
    first: u8,
    last: u8,
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let king = if self.role == Role::King { "K" } else { "" };
        match self.last - self.first {
            0 => write!(f, "{king}{}", self.first),
            1 => write!(f, "{},{}", self.first, self.last),
            _ => write!(f, "{}-{}", self.first, self.last),
        }
    }
}

/// The pieces of one side in runs. Kings stand alone: few programs read a range of kings.
fn runs(pieces: impl Iterator<Item = (Square, Piece)>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    for (square, piece) in pieces {
        match runs.last_mut() {
            Some(run)
                if run.role == Role::Man && piece.role == Role::Man && run.last + 1 == square.number() =>
            {
                run.last = square.number();
            }
            _ => runs.push(Run {
                role: piece.role,
                first: square.number(),
                last: square.number(),
            }),
        }
    }
    runs
}

struct Reader<'a> {
    text: &'a [u8],
    at: usize,
    squares: u8,
}

impl Reader<'_> {
    /// The next byte that is no blank.
    fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    /// The character at this place, whole.
    fn found(&self, text: &str) -> char {
        text.get(self.at..)
            .and_then(|rest| rest.chars().next())
            .unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    fn ends_after_dot(&self) -> bool {
        self.text[self.at + 1..].iter().all(u8::is_ascii_whitespace)
    }

    fn skip_field(&mut self) {
        while self.text.get(self.at).is_some_and(|&byte| byte != b':') {
            self.at += 1;
        }
    }

    /// The squares of one side, up to the next colon or the end.
    fn list(&mut self, text: &str, side: Side, setup: &mut Setup) -> Result<(), FenError> {
        loop {
            match self.peek() {
                None | Some(b':') => return Ok(()),
                Some(b'.') if self.ends_after_dot() => return Ok(()),
                _ => {}
            }
            let role = match self.peek() {
                Some(b'K' | b'k') => {
                    self.at += 1;
                    Role::King
                }
                _ => Role::Man,
            };
            let at = self.at;
            let first = self.square(text)?;
            let last = match self.peek() {
                Some(b'-') => {
                    self.at += 1;
                    if matches!(self.peek(), Some(b'K' | b'k')) && role == Role::King {
                        self.at += 1;
                    }
                    self.square(text)?
                }
                _ => first,
            };
            if last < first {
                return Err(FenError::Range {
                    first: first.number(),
                    last: last.number(),
                    at,
                });
            }
            for square in (first.number()..=last.number()).filter_map(Square::new) {
                setup.put(square, Piece { side, role });
            }
            // A board holds each square once; far more than that is no position but garbage without end.
            if setup.pieces.len() > 4 * usize::from(self.squares) {
                return Err(FenError::TooLong { at });
            }
            match self.peek() {
                Some(b',') => {
                    self.at += 1;
                    // "31,32," is a slip that harms nobody; ",," is no list.
                    if self.peek() == Some(b',') {
                        return Err(FenError::Missing { at: self.at });
                    }
                }
                None | Some(b':') => return Ok(()),
                Some(b'.') if self.ends_after_dot() => return Ok(()),
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
        let mut number: u32 = 0;
        while let Some(digit) = self.text.get(self.at).filter(|byte| byte.is_ascii_digit()) {
            number = number.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            self.at += 1;
        }
        if self.at == at {
            return Err(match self.text.get(at) {
                None | Some(b':' | b',') => FenError::Missing { at },
                Some(_) => FenError::Unexpected {
                    found: self.found(text),
                    at,
                },
            });
        }
        u8::try_from(number)
            .ok()
            .filter(|&number| number <= self.squares)
            .and_then(Square::new)
            .ok_or(FenError::OffBoard {
                number,
                squares: self.squares,
                at,
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SetupReason;

    fn read(text: &str) -> Result<Position, FenError> {
        super::read(Variant::International, text)
    }

    #[test]
    fn one_position_has_one_text() {
        let start = "W:W31-50:B1-20";
        assert_eq!(write(&Variant::International.start()), start);
        for text in [
            start,
            "W:B1-20:W31-50",
            " w : w 31 - 50 : b 1-20 . ",
            "W:W31-50:B1-20:H0:F1",
            "W:H3:F12:W31-50:B1-20.",
            "W:W31,32,33,34,35-49,50,:B1-10,11-20\n",
        ] {
            assert_eq!(
                read(text).map(|position| write(&position)),
                Ok(start.to_string()),
                "{text}"
            );
        }
    }

    #[test]
    fn ranges_of_kings_and_empty_sides_are_read() {
        let text = |fen: &str| read(fen).map(|position| write(&position));
        assert_eq!(text("B:WK1-3:B"), Ok("B:WK1,K2,K3:B".to_string()));
        assert_eq!(text("B:WK1-K3:B"), Ok("B:WK1,K2,K3:B".to_string()));
        assert_eq!(
            text("W:W31,32:BK31-31,20"),
            Err(read("W:W31,32:BK31,20").unwrap_err())
        );
        assert_eq!(text("W:W:B"), Ok("W:W:B".to_string()));
        assert_eq!(text("W:B:W48,49,50,7"), Ok("W:W7,48-50:B".to_string()));
        assert_eq!(text("W:W48,49,K50:B"), Ok("W:W48,49,K50:B".to_string()));
    }

    #[test]
    fn errors_name_the_place() {
        assert_eq!(read(""), Err(FenError::Empty));
        assert_eq!(read("  "), Err(FenError::Empty));
        assert_eq!(read("31-50"), Err(FenError::Turn { found: '3', at: 0 }));
        assert_eq!(read("é"), Err(FenError::Turn { found: 'é', at: 0 }));
        assert_eq!(read("WW31"), Err(FenError::Colon { at: 1 }));
        assert_eq!(read("W:W31"), Err(FenError::SideMissing(Side::Black)));
        assert_eq!(read("W"), Err(FenError::SideMissing(Side::White)));
        assert_eq!(
            read("W:W31:W32"),
            Err(FenError::SideTwice {
                side: Side::White,
                at: 6
            })
        );
        assert_eq!(
            read("W:W31,Q7:B2"),
            Err(FenError::Unexpected { found: 'Q', at: 6 })
        );
        assert_eq!(
            read("W:W31 32:B2"),
            Err(FenError::Unexpected { found: '3', at: 6 })
        );
        assert_eq!(read("W:W31,,32:B2"), Err(FenError::Missing { at: 6 }));
        assert_eq!(read("W:W31-:B2"), Err(FenError::Missing { at: 6 }));
        assert_eq!(read("W:WK:B2"), Err(FenError::Missing { at: 4 }));
        let off = |number, at| {
            Err(FenError::OffBoard {
                number,
                squares: 50,
                at,
            })
        };
        assert_eq!(read("W:W31,51:B2"), off(51, 6));
        assert_eq!(read("W:W0:B2"), off(0, 3));
        assert_eq!(read("W:W306:B2"), off(306, 3));
        assert_eq!(read("W:W99999999999999999999:B2"), off(u32::MAX, 3));
        assert_eq!(
            read("W:W35-31:B2"),
            Err(FenError::Range {
                first: 35,
                last: 31,
                at: 3
            })
        );
    }

    #[test]
    fn impossible_positions_are_refused_with_all_reasons() {
        let reasons = |text: &str| match read(text) {
            Err(FenError::Impossible(errors)) => errors.reasons().collect::<Vec<_>>(),
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(reasons("W:W31:B31"), [SetupReason::TwoOnOneSquare]);
        assert_eq!(reasons("W:W5:B6"), [SetupReason::ManOnPromotionRow]);
        assert_eq!(reasons("W:W6:B46"), [SetupReason::ManOnPromotionRow]);
        assert_eq!(reasons("W:W30-50:B1"), [SetupReason::TooManyPieces]);
        assert_eq!(
            reasons("W:W5,31,31:BK1-21"),
            [
                SetupReason::TwoOnOneSquare,
                SetupReason::ManOnPromotionRow,
                SetupReason::TooManyPieces
            ]
        );
        assert!(read("W:WK5:BK46").is_ok());
    }

    #[test]
    fn garbage_without_end_is_refused_quickly() {
        for garbage in ["7", "W:W31,", "W:", "31-50,", "K", ":W"] {
            assert!(read(&format!("W:W31-50:B{}", garbage.repeat(10 << 20))).is_err());
        }
    }
}
