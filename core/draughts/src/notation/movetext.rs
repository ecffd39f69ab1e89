//! Moves as text: "32-28", "26x37", "47x38x24x13x36", "c3:e5". Reads liberally against a position, writes one form.
//!
//! ```
//! use draughts::{Variant, notation::{fen, movetext}};
//!
//! let position = fen::read(Variant::International, "W:W28:B11,22")?;
//! let mv = movetext::read(&position, "28 x 6")?;
//! assert_eq!(movetext::write(&position, &mv), "28x6");
//! assert_eq!(movetext::full(&position, &mv, Default::default()), "28x17x6");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
use super::game_type::capture_sign;
use super::sign::Signs;
use super::squares::{self, Numbering};
use crate::board::{Square, SquareSet};
use crate::rules::{Move, Position, RuleOptions, Variant};
use std::fmt::Write as _;

mod spelling;

pub use spelling::{CROSSES, DASHES};
pub(super) use spelling::{Spelt, begins_with_sign, ends_with_sign, sign_length};
use spelling::{Tail, spell};

/// Why a text is not a legal move of a position.
///
/// ```
/// use draughts::{Variant, notation::movetext::{self, MoveTextError}};
///
/// let start = Variant::International.start();
/// assert!(matches!(movetext::read(&start, "32-23"), Err(MoveTextError::Illegal { .. })));
/// assert!(matches!(movetext::read(&start, "castles"), Err(MoveTextError::Syntax { .. })));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MoveTextError {
    /// Not a move; with the byte offset where reading failed.
    #[error("{text:?} is not a move (at {at})")]
    Syntax {
        /// The text, shortened if it is long.
        text: String,
        /// Byte offset.
        at: usize,
    },
    /// The board does not have this square.
    #[error("square {square} is not on the board (at {at})")]
    OffBoard {
        /// The square as written.
        square: String,
        /// Byte offset.
        at: usize,
    },
    /// The move is not legal in the position.
    #[error("{text} is not legal here")]
    Illegal {
        /// Origin.
        from: Square,
        /// Target.
        to: Square,
        /// Text of the move in the game's own notation.
        text: String,
    },
    /// Several captures share both ends, and the squares between do not distinguish them.
    #[error("{text} is ambiguous: say {}", .say.join(" or "))]
    Ambiguous {
        /// The matching moves.
        moves: Vec<Move>,
        /// Their common part in the game's own notation.
        text: String,
        /// Each move written in full.
        say: Vec<String>,
    },
    /// A lone `x` in a position with this number of legal captures, not one.
    #[error("{0} captures are legal here, not one")]
    NotOneCapture(usize),
}

/// Reads a move of a position. Squares may be separated by a sign of [`DASHES`] or [`CROSSES`], by blanks or by
/// nothing (`3228`, `c3d4`). Leading zeros are accepted. Of the landing squares of a capture, those that distinguish
/// it suffice. A lone `x` is the only legal capture.
///
/// # Errors
/// The text is not a move, the move is not legal, or more than one move matches.
pub fn read(position: &Position, text: &str) -> Result<Move, MoveTextError> {
    read_numbered(position, Numbering::Native, text)
}

/// As [`read`], with squares in the given numbering.
///
/// # Errors
/// As [`read`].
pub fn read_numbered(position: &Position, numbering: Numbering, text: &str) -> Result<Move, MoveTextError> {
    let text = text.as_bytes();
    spelt_either(position.variant(), numbering, text, |spelt, rest| match rest {
        [] => resolve(position, numbering, spelt),
        _ => Err(syntax(text, text.len() - rest.len())),
    })
}

/// Reads the squares of a text and passes them on with the rest. "23-14-7" is tried as a capture first, and then as
/// a move that loses seven men.
pub(super) fn spelt_either<T, E: From<MoveTextError>>(
    variant: Variant,
    numbering: Numbering,
    text: &[u8],
    resolved: impl Fn(&Spelt, &[u8]) -> Result<T, E>,
) -> Result<T, E> {
    let (spelt, rest) = spell(variant, numbering, text, Tail::Square)?;
    match resolved(&spelt, rest) {
        Err(_) if spelt.may_lose => {
            let (spelt, rest) = spell(variant, numbering, text, Tail::Loss)?;
            resolved(&spelt, rest)
        }
        resolved => resolved,
    }
}

/// Reads a move with the signs after it, under rule options. Under a house rule a king may reach one square both by a
/// capture and without one: then the sign between the squares decides.
///
/// # Errors
/// As [`read`].
pub fn read_signed(
    position: &Position,
    options: RuleOptions,
    numbering: Numbering,
    text: &str,
) -> Result<(Move, Signs), MoveTextError> {
    spelt_either(position.variant(), numbering, text.as_bytes(), |spelt, rest| {
        let signs = signs(text.as_bytes(), rest)?;
        Ok((resolve_under(position, options, numbering, spelt)?, signs))
    })
}

/// Reads the signs after the move.
pub(super) fn signs(text: &[u8], rest: &[u8]) -> Result<Signs, MoveTextError> {
    if rest.is_empty() {
        return Ok(Signs::NONE);
    }
    let signs = std::str::from_utf8(rest).ok().and_then(Signs::read);
    signs.ok_or_else(|| syntax(text, text.len() - rest.len()))
}

/// Returns the legal move with these squares.
fn resolve(position: &Position, numbering: Numbering, spelt: &Spelt) -> Result<Move, MoveTextError> {
    match spelt.squares[..] {
        [] => only_capture(position.legal_moves(), |_| true),
        [from] => only_capture(position.legal_moves(), |mv| mv.origin() == from),
        [from, .., to] => among(position, numbering, spelt, &position.moves_between(from, to)),
    }
}

/// Returns the move with these squares under rule options.
fn resolve_under(
    position: &Position,
    options: RuleOptions,
    numbering: Numbering,
    spelt: &Spelt,
) -> Result<Move, MoveTextError> {
    let moves = fitting(position, options, spelt)?;
    among(position, numbering, spelt, &moves)
}

/// Returns the moves with the first and the last of these squares under rule options.
pub(super) fn fitting(
    position: &Position,
    options: RuleOptions,
    spelt: &Spelt,
) -> Result<Vec<Move>, MoveTextError> {
    let (from, to) = match spelt.squares[..] {
        [] => return Ok(vec![only_capture(position.duties_under(options), |_| true)?]),
        [from] => {
            let moves = position.duties_under(options);
            return Ok(vec![only_capture(moves, |mv| mv.origin() == from)?]);
        }
        [from, .., to] => (from, to),
    };
    // Nearly all games: no move has the ends of another of the other kind, so the sign decides nothing.
    if !options.change_moves(position.variant()) {
        return Ok(position.moves_between(from, to).into_vec());
    }
    let ends = |mv: &Move| mv.origin() == from && mv.target() == to;
    // In a game that writes captures with a dash, the dash decides nothing.
    let captures = spelt
        .captures
        .filter(|captures| *captures || capture_sign(position.variant()) != '-');
    let mut moves = position.moves_under(options);
    moves.retain(|mv| ends(mv) && captures.is_none_or(|captures| captures == mv.is_capture()));
    if moves.is_empty() {
        // A move that leaves no capture may have any sign.
        moves = position.duties_under(options);
        moves.retain(ends);
    }
    Ok(moves)
}

/// Selects one of these moves, which share both ends, by the squares between.
pub(super) fn among(
    position: &Position,
    numbering: Numbering,
    spelt: &Spelt,
    moves: &[Move],
) -> Result<Move, MoveTextError> {
    let [from, .., to] = spelt.squares[..] else {
        return only_capture(moves.to_vec(), |_| true);
    };
    let between = &spelt.squares[1..spelt.squares.len() - 1];
    match (moves, between) {
        ([only], []) => return Ok(*only),
        ([], _) => {}
        _ => {
            let meant = |fits: &dyn Fn(&Move) -> bool| {
                let mut fitting = moves.iter().filter(|mv| fits(mv));
                fitting.next().filter(|_| fitting.next().is_none()).copied()
            };
            // As in PDN; else by the captured squares, as in Hub; a single move by any squares it passes.
            let written =
                |mv: &Move, route: &Vec<Square>| stops(route) == between && is_written(position, mv, route);
            let found = meant(&|mv| position.routes(mv).iter().any(|route| written(mv, route)))
                .or_else(|| {
                    meant(&|mv| between.len() == mv.captured().len() && mv.captured() == set(between))
                })
                .or_else(|| meant(&|mv| moves.len() == 1 && passes(position, mv, between)));
            if let Some(mv) = found {
                return Ok(mv);
            }
        }
    }
    let variant = position.variant();
    let name = |square| squares::name(variant, numbering, square);
    if moves.len() > 1 {
        let sign = capture_sign(variant);
        return Err(MoveTextError::Ambiguous {
            text: format!("{}{sign}{}", name(from), name(to)),
            say: moves.iter().map(|mv| full(position, mv, numbering)).collect(),
            moves: moves.to_vec(),
        });
    }
    Err(MoveTextError::Illegal {
        from,
        to,
        text: format!("{}-{}", name(from), name(to)),
    })
}

fn only_capture(mut moves: Vec<Move>, fits: impl Fn(&Move) -> bool) -> Result<Move, MoveTextError> {
    moves.retain(|mv| mv.is_capture() && fits(mv));
    match moves[..] {
        [only] => Ok(only),
        _ => Err(MoveTextError::NotOneCapture(moves.len())),
    }
}

/// Writes a move: its ends, and every landing square if another capture has the same ends.
#[must_use]
pub fn write(position: &Position, mv: &Move) -> String {
    write_among(position, mv, &position.legal_moves())
}

/// Writes a line of legal moves from a position, each as [`write`] does.
#[must_use]
pub fn write_line<'a>(start: &Position, line: impl IntoIterator<Item = &'a Move>) -> Vec<String> {
    let mut here = *start;
    line.into_iter()
        .map(|mv| {
            let text = write(&here, mv);
            here.play_unchecked(mv);
            text
        })
        .collect()
}

/// As [`write`], for a caller that has the legal moves at hand.
#[must_use]
pub fn write_among(position: &Position, mv: &Move, legal: &[Move]) -> String {
    write_numbered(position, mv, legal, Numbering::Native)
}

/// As [`write_among`], with squares in the given numbering.
#[must_use]
pub fn write_numbered(position: &Position, mv: &Move, legal: &[Move], numbering: Numbering) -> String {
    let twin = |other: &Move| other.origin() == mv.origin() && other.target() == mv.target() && other != mv;
    if mv.is_capture() && legal.iter().any(twin) {
        return full(position, mv, numbering);
    }
    let variant = position.variant();
    let sign = if mv.is_capture() {
        capture_sign(variant)
    } else {
        '-'
    };
    let name = |square| squares::name(variant, numbering, square);
    format!("{}{sign}{}", name(mv.origin()), name(mv.target()))
}

/// Writes a move with every landing square.
#[must_use]
pub fn full(position: &Position, mv: &Move, numbering: Numbering) -> String {
    let variant = position.variant();
    let sign = if mv.is_capture() {
        capture_sign(variant)
    } else {
        '-'
    };
    let mut text = String::new();
    for (index, &square) in position.route(mv).iter().enumerate() {
        if index > 0 {
            text.push(sign);
        }
        write!(text, "{}", squares::name(variant, numbering, square)).expect("a String takes any text");
    }
    text
}

/// Returns the squares of a route between its ends.
fn stops(route: &[Square]) -> &[Square] {
    &route[1..route.len() - 1]
}

/// Returns true if a route is the one PDN writes: a king that continues straight lands directly behind the captured
/// piece.
fn is_written(position: &Position, mv: &Move, route: &[Square]) -> bool {
    let direction = |leg: &[Square]| {
        let [(x0, y0), (x1, y1)] = [position.coordinates(leg[0]), position.coordinates(leg[1])];
        (x0.cmp(&x1), y0.cmp(&y1))
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

/// Returns true if a route of the move lands on, crosses or captures these squares in this order.
fn passes(position: &Position, mv: &Move, between: &[Square]) -> bool {
    position.routes(mv).iter().any(|route| {
        let mut crossed = route.windows(2).flat_map(|leg| line(position, leg[0], leg[1]));
        between.iter().all(|square| crossed.any(|at| at == *square))
    })
}

/// Returns the squares after `from` up to and including `to` on their common line.
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

/// Builds a syntax error at a byte of a text.
fn syntax(text: &[u8], at: usize) -> MoveTextError {
    let text = String::from_utf8_lossy(text).chars().take(40).collect();
    MoveTextError::Syntax { text, at }
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
            "32—28",
            "32−28",
            "32‑28",
            "32х28",
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
        // The captured squares in any order, as in Hub, distinguish them too.
        check(fen, "47x42x14x29x31x36", Ok("47x38x20x9x36"));
        check(fen, "47x31x42x19x29x36", Ok("47x38x24x13x36"));
    }

    #[test]
    fn signs_are_read_on_request() {
        use crate::notation::Strength;
        let start = Variant::International.start();
        let signed = |text| read_signed(&start, RuleOptions::NONE, Numbering::Native, text);
        let (mv, signs) = signed("32-28!?*").unwrap();
        assert_eq!(write(&start, &mv), "32-28");
        assert_eq!(
            (signs.strength, signs.forced),
            (Some(Strength::SeemsStrong), true)
        );
        assert_eq!(signed("32-28").unwrap().1, Signs::NONE);
        assert_eq!(
            signed("32-28~").unwrap_err().to_string(),
            "\"32-28~\" is not a move (at 5)"
        );
    }

    #[test]
    fn moves_are_read_under_the_chosen_options() {
        use crate::rules::RuleOption;
        // The man captures b7; crowned on b8 it captures e8 too.
        let position = fen::read(Variant::Turkish, "W:Wb6:Bb7,e8,a2").unwrap();
        let signed = |options, text| {
            let read = read_signed(&position, options, Numbering::Native, text);
            read.map(|(mv, _)| full(&position, &mv, Numbering::Native))
        };
        let options = RuleOptions::NONE.with(RuleOption::TurkishContinue);
        for text in ["b6xf8", "b6xb8xf8", "b6f8"] {
            assert_eq!(signed(options, text).as_deref(), Ok("b6xb8xf8"), "{text}");
        }
        assert!(signed(options, "b6xb8").is_err());
        assert_eq!(signed(options, "x"), Err(MoveTextError::NotOneCapture(3)));
        assert_eq!(signed(RuleOptions::NONE, "x").as_deref(), Ok("b6xb8"));
    }

    #[test]
    fn other_texts_are_not_moves() {
        let fen = "W:W31-50:B1-20";
        check(fen, "", Err("not a move"));
        check(fen, "32", Err("not a move"));
        check(fen, "-28", Err("not a move (at 0)"));
        check(fen, "e4", Err("square e4 is not on the board (at 0)"));
        check(fen, "32-28!", Err("not a move (at 5)"));
        check(fen, "32-28-1", Err("not a move (at 5)"));
        check(fen, "x", Err("0 captures are legal here"));
        check(fen, "a1-b2", Err("46-41 is not legal here"));
        check(fen, "32-51", Err("square 51 is not on the board"));
        check(fen, "0-5", Err("square 0"));
        check(fen, "32-99999999999", Err("is not on the board"));
        check(fen, "32-27", Ok("32-27"));
        check(fen, "32-26", Err("32-26 is not legal"));
        check(fen, "32-30-28", Err("not legal"));
        check(fen, &"32-28".repeat(1_000_000), Err("not a move"));
    }
}
