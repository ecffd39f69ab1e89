//! A move as text: "32-28", "26x37", "47x38x24x13x36". Reads liberally against a position, writes one form only.
use crate::board::{Square, SquareSet};
use crate::rules::{Move, Position};

/// Why a text is no legal move of a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// Not a move at all; the byte offset where it stops being one.
    #[error("{text:?} is not a move (at {at})")]
    Syntax {
        /// The text, its beginning where it is long.
        text: String,
        /// Byte offset.
        at: usize,
    },
    /// A square that the board does not have.
    #[error("square {number} is not on the board")]
    OffBoard {
        /// The number as written.
        number: u32,
    },
    /// A move that the rules do not allow here.
    #[error("{from}-{to} is not legal here")]
    Illegal {
        /// Where it begins.
        from: Square,
        /// Where it ends.
        to: Square,
    },
    /// Several captures share both ends, and the squares between do not tell them apart.
    #[error("{from}x{to} is ambiguous: say {}", .say.join(" or "))]
    Ambiguous {
        /// Where they begin.
        from: Square,
        /// Where they end.
        to: Square,
        /// How each is written in full.
        say: Vec<String>,
    },
}

/// Reads a move of a position: `-`, `x`, `X`, `×`, `:` or blanks between the squares, or nothing at all (`3228`);
/// leading zeros; the landing squares of a capture, all of them or as few as tell it apart.
///
/// # Errors
/// The text is no move, the move is not legal here, or more than one move is meant.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    let squares = squares(position, text)?;
    let (from, to) = (squares[0], squares[squares.len() - 1]);
    let between = &squares[1..squares.len() - 1];
    let mut moves = position.legal_moves();
    moves.retain(|mv| mv.origin() == from && mv.target() == to);
    match (moves.as_slice(), between) {
        ([], _) => Err(MoveTextError::Illegal { from, to }),
        ([only], []) => Ok(*only),
        _ => {
            let meant = |fits: &dyn Fn(&Move) -> bool| {
                let mut fitting = moves.iter().filter(|mv| fits(mv));
                fitting.next().filter(|_| fitting.next().is_none()).copied()
            };
            // As PDN writes them; else the squares captured, as Hub does; of one move, any squares it passes.
            let spelt =
                |mv: &Move, route: &Vec<Square>| stops(route) == between && is_written(position, mv, route);
            meant(&|mv| position.routes(mv).iter().any(|route| spelt(mv, route)))
                .or_else(|| {
                    meant(&|mv| between.len() == mv.captured().len() && mv.captured() == set(between))
                })
                .or_else(|| meant(&|mv| moves.len() == 1 && passes(position, mv, between)))
                .ok_or_else(|| match moves.as_slice() {
                    [_] => MoveTextError::Illegal { from, to },
                    _ => MoveTextError::Ambiguous {
                        from,
                        to,
                        say: moves.iter().map(|mv| long(position, mv)).collect(),
                    },
                })
        }
    }
}

/// Writes a move: its ends, and every landing square between them where another capture has the same ends.
pub fn write(position: &Position, mv: &Move) -> String {
    write_among(position, mv, &position.legal_moves())
}

/// Writes one of the legal moves of a position, all of which the caller has at hand.
pub fn write_among(position: &Position, mv: &Move, legal: &[Move]) -> String {
    let twin = |other: &Move| other.origin() == mv.origin() && other.target() == mv.target() && other != mv;
    if mv.is_capture() && legal.iter().any(twin) {
        long(position, mv)
    } else {
        let sign = if mv.is_capture() { 'x' } else { '-' };
        format!("{}{sign}{}", mv.origin(), mv.target())
    }
}

/// A capture with every landing square.
fn long(position: &Position, mv: &Move) -> String {
    position
        .route(mv)
        .iter()
        .map(Square::to_string)
        .collect::<Vec<_>>()
        .join("x")
}

/// The squares of a route between its ends.
fn stops(route: &[Square]) -> &[Square] {
    &route[1..route.len() - 1]
}

/// Whether a route is spelt as PDN writes it: where the king goes straight on, it stands directly behind its victim.
fn is_written(position: &Position, mv: &Move, route: &[Square]) -> bool {
    let direction = |leg: &[Square]| {
        let [(x0, y0), (x1, y1)] = [position.coordinates(leg[0]), position.coordinates(leg[1])];
        (x0 < x1, y0 < y1)
    };
    route.windows(3).all(|legs| {
        let turns = direction(&legs[..2]) != direction(&legs[1..]);
        turns
            || line(position, legs[0], legs[1])
                .iter()
                .nth_back(1)
                .is_some_and(|&at| mv.captured().contains(at))
    })
}

fn set(squares: &[Square]) -> SquareSet {
    squares.iter().copied().collect()
}

/// Whether some route of the move stands on, crosses or captures these squares in this order.
fn passes(position: &Position, mv: &Move, between: &[Square]) -> bool {
    position.routes(mv).iter().any(|route| {
        let mut crossed = route.windows(2).flat_map(|leg| line(position, leg[0], leg[1]));
        between.iter().all(|square| crossed.any(|at| at == *square))
    })
}

/// The squares after one and up to another on their common line.
fn line(position: &Position, from: Square, to: Square) -> Vec<Square> {
    let at = |square| {
        let (column, row) = position.coordinates(square);
        (i32::from(column), i32::from(row))
    };
    let ((x0, y0), (x1, y1)) = (at(from), at(to));
    let mut on_line: Vec<Square> = position
        .all_squares()
        .filter(|&square| {
            let (x, y) = at(square);
            let cross = (x - x0) * (y1 - y0) == (y - y0) * (x1 - x0);
            cross
                && square != from
                && (x0.min(x1)..=x0.max(x1)).contains(&x)
                && (y0.min(y1)..=y0.max(y1)).contains(&y)
        })
        .collect();
    if y1 < y0 || (y1 == y0 && x1 < x0) {
        on_line.reverse();
    }
    on_line
}

/// The squares written, at least two.
fn squares(position: &Position, text: &str) -> Result<Vec<Square>, MoveTextError> {
    let syntax = |at: usize| MoveTextError::Syntax {
        text: text.chars().take(40).collect(),
        at,
    };
    // The longest capture has fewer squares than the board; anything longer is not worth reading.
    if text.len() > 400 {
        return Err(syntax(400));
    }
    let mut numbers: Vec<(u32, usize, usize)> = Vec::new();
    let mut sign_before = false;
    for (at, letter) in text.char_indices() {
        match letter {
            '0'..='9' => {
                let digit = letter as u32 - '0' as u32;
                match numbers.last_mut() {
                    Some((number, _, digits)) if !sign_before => {
                        (*number, *digits) = (number.saturating_mul(10).saturating_add(digit), *digits + 1);
                    }
                    _ => numbers.push((digit, at, 1)),
                }
                sign_before = false;
            }
            '-' | 'x' | 'X' | '×' | ':' | '–' if !numbers.is_empty() => sign_before = true,
            _ if letter.is_whitespace() => sign_before = !numbers.is_empty(),
            _ => return Err(syntax(at)),
        }
    }
    // "3228": no sign at all between two squares of two digits.
    if let [(number, at, 4)] = numbers[..] {
        numbers = vec![(number / 100, at, 2), (number % 100, at + 2, 2)];
    }
    if numbers.len() < 2 {
        return Err(syntax(text.len()));
    }
    numbers
        .into_iter()
        .map(|(number, ..)| {
            u8::try_from(number)
                .ok()
                .filter(|&number| number <= position.squares())
                .and_then(Square::new)
                .ok_or(MoveTextError::OffBoard { number })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    fn check(fen: &str, text: &str, expected: Result<&str, &str>) {
        let position = fen::read(Variant::International, fen).unwrap();
        let read = read(&position, text).map(|mv| write(&position, &mv));
        match (read, expected) {
            (Ok(written), Ok(expected)) => assert_eq!(written, expected, "{text}"),
            (Err(error), Err(says)) => assert!(error.to_string().contains(says), "{text}: {error}"),
            (read, expected) => panic!("{text}: {read:?}, not {expected:?}"),
        }
    }

    #[test]
    fn people_write_moves_in_many_ways() {
        for text in [
            "32-28",
            "3228",
            "32 28",
            "32x28",
            " 32 - 28 ",
            "32–28",
            "032-028",
            "32:28",
        ] {
            check("W:W31-50:B1-20", text, Ok("32-28"));
        }
        check("W:W8:B45", "8-2", Ok("8-2"));
        check("W:W8:B45", "08-02", Ok("8-2"));
        check("W:W8:B45", "0802", Ok("8-2"));
        check("W:W26:B12,21", "26×8", Ok("26x8"));
        check("W:W26:B12,21", "26x17x8", Ok("26x8"));
        check("W:W26:B12,21", "26x21x12x8", Ok("26x8"));
        check("W:WK38:B18,19,32,33", "38x38", Ok("38x38"));
    }

    #[test]
    fn captures_with_the_same_ends_need_their_stops() {
        let fen = "W:WK47:B14,19,29,31,42";
        check(fen, "47x36", Err("47x38x20x9x36 or 47x38x24x13x36"));
        check(fen, "47x38x24x13x36", Ok("47x38x24x13x36"));
        check(fen, "47x38x20x9x36", Ok("47x38x20x9x36"));
        check(fen, "47x24x36", Err("ambiguous"));
        check(fen, "47x33x24x13x36", Err("ambiguous"));
        // The captured squares in any order, as Hub writes them, tell them apart too.
        check(fen, "47x42x14x29x31x36", Ok("47x38x20x9x36"));
        check(fen, "47x31x42x19x29x36", Ok("47x38x24x13x36"));
    }

    #[test]
    fn what_is_no_move_is_refused() {
        let fen = "W:W31-50:B1-20";
        check(fen, "", Err("not a move"));
        check(fen, "32", Err("not a move"));
        check(fen, "-28", Err("not a move (at 0)"));
        check(fen, "e4", Err("not a move (at 0)"));
        check(fen, "32-28!", Err("not a move (at 5)"));
        check(fen, "32-51", Err("square 51 is not on the board"));
        check(fen, "0-5", Err("square 0"));
        check(fen, "32-99999999999", Err("is not on the board"));
        check(fen, "32-27", Ok("32-27"));
        check(fen, "32-26", Err("32-26 is not legal"));
        check(fen, "32-30-28", Err("not legal"));
        check(fen, &"32-28".repeat(1_000_000), Err("not a move"));
    }
}
