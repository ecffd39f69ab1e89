//! The text of the Hub protocol: lines, positions and moves of games on 50 squares. Knows no engine and no pipe.
//!
//! ```
//! use draughts::Variant;
//! use draughts::notation::hub::{self, HubLine};
//!
//! let line = HubLine::read("level depth=12 infinite")?;
//! assert_eq!((line.command.as_str(), line.value("depth"), line.has("infinite")), ("level", Some("12"), true));
//! let start = Variant::International.start();
//! assert_eq!(hub::read_position(Variant::International, &hub::write_position(&start))?, start);
//! assert_eq!(hub::write_move(&hub::read_move(&start, "32-28")?), "32-28");
//! # Ok::<(), hub::HubError>(())
//! ```
use crate::board::{Piece, Role, Side, Square, SquareSet};
use crate::rules::{Move, Position, Setup, SetupErrors, Variant};

/// Why a text is not valid Hub.
///
/// ```
/// use draughts::notation::hub::{HubError, HubLine};
///
/// assert_eq!(HubLine::read("  "), Err(HubError::Empty));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum HubError {
    /// The line has no command.
    #[error("the line is empty")]
    Empty,
    /// A quotation mark is not closed.
    #[error("a quotation mark is not closed")]
    Unclosed,
    /// A value has no name, or there are two equals signs.
    #[error("{0:?} is not an argument")]
    Argument(String),
    /// The position string has the wrong length.
    #[error("a position is the side to move and {expected} squares, not {found} characters")]
    Length {
        /// Number of squares of the board.
        expected: u8,
        /// Number of characters found.
        found: usize,
    },
    /// A character of the position has no meaning.
    #[error("{found:?} is not allowed in a position (square {at}; 0 is the side to move)")]
    Square {
        /// The character.
        found: char,
        /// Its place in the text.
        at: usize,
    },
    /// The text is not a valid count of king moves for the position.
    #[error("{0:?} is not a count of quiet moves of a king on that square")]
    KingMoves(String),
    /// The pieces make an impossible position.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// The text is not a move.
    #[error("{0:?} is no move")]
    Syntax(String),
    /// The move is not legal.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// A line: a command and its arguments in order. A flag is an argument without a value.
///
/// ```
/// use draughts::notation::hub::{HubError, HubLine};
///
/// let line = HubLine::read("id name=\"Damier 1\" author=us")?;
/// assert_eq!(line.value("name"), Some("Damier 1"));
/// assert_eq!(line.arguments.len(), 2);
/// # Ok::<(), HubError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HubLine {
    /// The command.
    pub command: String,
    /// Names and values of the arguments.
    pub arguments: Vec<(String, Option<String>)>,
}

impl HubLine {
    /// Reads a line. Values with blanks are quoted; blanks around `=` are allowed.
    ///
    /// # Errors
    /// The line is empty, a quotation is open, or an argument has no name.
    pub fn read(text: &str) -> Result<HubLine, HubError> {
        let mut words = words(text)?.into_iter().peekable();
        let command = match words.next() {
            Some(Word::Text(command)) => command,
            Some(Word::Equals) => return Err(HubError::Argument("=".into())),
            None => return Err(HubError::Empty),
        };
        let mut arguments = Vec::new();
        while let Some(word) = words.next() {
            let Word::Text(name) = word else {
                return Err(HubError::Argument("=".into()));
            };
            let mut value = None;
            if words.next_if_eq(&Word::Equals).is_some() {
                match words.next() {
                    Some(Word::Text(text)) => value = Some(text),
                    _ => return Err(HubError::Argument(format!("{name}="))),
                }
            }
            arguments.push((name, value));
        }
        Ok(HubLine { command, arguments })
    }

    /// Returns the value of an argument; `None` if it is absent or a flag.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments.iter().find(|(n, _)| n == name)?.1.as_deref()
    }

    /// Returns true if the argument is present, with or without a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.arguments.iter().any(|(n, _)| n == name)
    }
}

/// Names that engines use for the games on 50 squares.
const VARIANTS: [(&str, Variant); 6] = [
    ("normal", Variant::International),
    ("killer", Variant::Killer),
    ("bt", Variant::Breakthrough),
    ("frisian", Variant::Frisian),
    ("losing", Variant::Antidraughts),
    ("frysk", Variant::Frysk),
];

/// Returns the names of all games of this protocol.
pub fn variant_names() -> impl Iterator<Item = &'static str> {
    VARIANTS.iter().map(|(name, _)| *name)
}

/// Returns the engines' name of a game; `None` if the protocol does not cover it.
///
/// ```
/// use draughts::{Variant, notation::hub};
///
/// assert_eq!(hub::variant_name(Variant::Breakthrough), Some("bt"));
/// assert_eq!(hub::variant_name(Variant::Russian), None);
/// ```
#[must_use]
pub fn variant_name(variant: Variant) -> Option<&'static str> {
    let found = VARIANTS.iter().find(|(_, known)| *known == variant);
    found.map(|(name, _)| *name)
}

/// Returns the game with this name.
#[must_use]
pub fn variant_named(name: &str) -> Option<Variant> {
    let found = VARIANTS.iter().find(|(known, _)| *known == name);
    found.map(|(_, variant)| *variant)
}

#[derive(Debug, PartialEq, Eq)]
enum Word {
    Text(String),
    Equals,
}

fn words(text: &str) -> Result<Vec<Word>, HubError> {
    let mut words = Vec::new();
    let mut letters = text.trim().chars().peekable();
    while let Some(&letter) = letters.peek() {
        match letter {
            letter if letter.is_whitespace() => drop(letters.next()),
            '=' => {
                letters.next();
                words.push(Word::Equals);
            }
            '"' => {
                letters.next();
                let mut value = String::new();
                loop {
                    match letters.next() {
                        Some('"') => break,
                        Some(letter) => value.push(letter),
                        None => return Err(HubError::Unclosed),
                    }
                }
                words.push(Word::Text(value));
            }
            _ => {
                let mut word = String::new();
                while let Some(letter) = letters.next_if(|&l| !l.is_whitespace() && l != '=' && l != '"') {
                    word.push(letter);
                }
                words.push(Word::Text(word));
            }
        }
    }
    Ok(words)
}

/// Quotes a value if needed. Quotation marks inside cannot be written and become apostrophes.
#[must_use]
pub fn value(text: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || "-_.+".contains(c);
    if !text.is_empty() && text.chars().all(bare) {
        text.into()
    } else {
        format!("\"{}\"", text.replace('"', "'"))
    }
}

/// Reads a position: `W` or `B`, then for each square `w` `b` (men), `W` `B` (kings) or `e`.
///
/// # Errors
/// The length or a character is wrong, or the position is impossible.
pub fn read_position(variant: Variant, text: &str) -> Result<Position, HubError> {
    let expected = variant.rules().board.squares();
    let found = text.chars().count();
    if found != usize::from(expected) + 1 {
        return Err(HubError::Length { expected, found });
    }
    let mut setup = Setup::empty(Side::White);
    for (at, found) in text.chars().enumerate() {
        let (side, role) = match (at, found) {
            (0, 'W' | 'w') => continue,
            (0, 'B' | 'b') => {
                setup.turn = Side::Black;
                continue;
            }
            (0, _) => return Err(HubError::Square { found, at }),
            (_, 'e') => continue,
            (_, 'w') => (Side::White, Role::Man),
            (_, 'W') => (Side::White, Role::King),
            (_, 'b') => (Side::Black, Role::Man),
            (_, 'B') => (Side::Black, Role::King),
            _ => return Err(HubError::Square { found, at }),
        };
        let square = u8::try_from(at)
            .ok()
            .and_then(Square::new)
            .expect("the length was checked");
        setup.put(square, Piece { side, role });
    }
    Ok(Position::from_setup(variant, &setup)?)
}

/// Writes a position.
#[must_use]
pub fn write_position(position: &Position) -> String {
    let square = |square| match position.piece_at(square) {
        None => 'e',
        Some(Piece {
            side: Side::White,
            role: Role::Man,
        }) => 'w',
        Some(Piece {
            side: Side::White,
            role: Role::King,
        }) => 'W',
        Some(Piece {
            side: Side::Black,
            role: Role::Man,
        }) => 'b',
        Some(Piece {
            side: Side::Black,
            role: Role::King,
        }) => 'B',
    };
    std::iter::once(position.turn().letter())
        .chain(position.all_squares().map(square))
        .collect()
}

/// Reads `wolf`, the number of quiet moves in a row of each side's king, in a game that limits them (article 17 of
/// the Frisian rules). `W46=3 B5=1`: White's king on 46 has made three. Blanks may stand anywhere.
///
/// ```
/// use draughts::Variant;
/// use draughts::notation::{fen, hub};
///
/// let position = fen::read(Variant::Frisian, "W:W40,K46:B6")?;
/// let marched = hub::read_king_moves(&position, "W46=3")?;
/// assert!(hub::read_move(&position, "46-28").is_ok());
/// assert!(hub::read_move(&marched, "46-28").is_err());
/// assert_eq!(hub::write_king_moves(&marched), "W46=3");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The syntax is wrong, the game has no such limit, or no king of that side stands there.
pub fn read_king_moves(position: &Position, text: &str) -> Result<Position, HubError> {
    let wrong = || HubError::KingMoves(text.chars().take(80).collect());
    let limit = position.variant().rules().king_move_limit.ok_or_else(wrong)?;
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let mut setup = position.to_setup();
    let mut rest = bare.as_str();
    while !rest.is_empty() {
        let (side, after) = Side::ALL
            .into_iter()
            .find_map(|side| Some((side, rest.strip_prefix(side.letter())?)))
            .ok_or_else(wrong)?;
        let (square, after) = after.split_once('=').ok_or_else(wrong)?;
        let square = square.parse().ok().and_then(Square::new).ok_or_else(wrong)?;
        let digits = after.len() - after.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (count, after) = after.split_at(digits);
        let count: u8 = count.parse().map_err(|_| wrong())?;
        let king = Piece {
            side,
            role: Role::King,
        };
        if count > limit || position.piece_at(square) != Some(king) {
            return Err(wrong());
        }
        setup.king_moves[side as usize] = (count > 0).then_some((square, count));
        rest = after;
    }
    Ok(Position::from_setup(position.variant(), &setup)?)
}

/// Writes `wolf`, see [`read_king_moves`]. Empty if no king's moves count.
#[must_use]
pub fn write_king_moves(position: &Position) -> String {
    let counts = Side::ALL.into_iter().filter_map(|side| {
        let (square, count) = position.king_moves(side)?;
        (count > 0).then(|| format!("{}{}={count}", side.letter(), square.number()))
    });
    counts.collect::<Vec<_>>().join(" ")
}

/// Reads a move of a position: `32-28`, or `28x19x23` from 28 to 19 capturing 23. All captured squares follow both
/// ends, in any order.
///
/// # Errors
/// The text is not a move, or the move is not legal.
pub fn read_move(position: &Position, text: &str) -> Result<Move, HubError> {
    let syntax = || HubError::Syntax(text.chars().take(80).collect());
    let capture = text.contains('x');
    let squares: Option<Vec<Square>> = text
        .split(if capture { 'x' } else { '-' })
        .map(|number| number.parse().ok().and_then(Square::new))
        .collect();
    let squares = squares.ok_or_else(syntax)?;
    let [from, to, captured @ ..] = squares.as_slice() else {
        return Err(syntax());
    };
    if captured.is_empty() == capture {
        return Err(syntax());
    }
    let taken: SquareSet = captured.iter().copied().collect();
    let mut moves = position.legal_moves().into_iter();
    moves
        .find(|mv| mv.origin() == *from && mv.target() == *to && mv.captured() == taken)
        .ok_or_else(|| HubError::Illegal(text.into()))
}

/// Writes a move.
#[must_use]
pub fn write_move(mv: &Move) -> String {
    if mv.is_capture() {
        let captured: String = mv.captured().iter().map(|square| format!("x{square}")).collect();
        format!("{}x{}{captured}", mv.origin(), mv.target())
    } else {
        format!("{}-{}", mv.origin(), mv.target())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;

    const INTERNATIONAL: Variant = Variant::International;

    #[test]
    fn lines_are_read_with_quotes_flags_and_blanks() {
        let line = HubLine::read("pos  pos=Wbe moves = \"32-28 19-23\" start\r").unwrap();
        assert_eq!(line.command, "pos");
        assert_eq!(line.value("pos"), Some("Wbe"));
        assert_eq!(line.value("moves"), Some("32-28 19-23"));
        assert!(line.has("start") && line.value("start").is_none() && !line.has("stop"));
        assert_eq!(
            HubLine::read("set-param name=x value=\"\"")
                .unwrap()
                .value("value"),
            Some("")
        );
        assert_eq!(HubLine::read("  \t"), Err(HubError::Empty));
        assert_eq!(HubLine::read("pos pos=\"W"), Err(HubError::Unclosed));
        assert_eq!(
            HubLine::read("level depth="),
            Err(HubError::Argument("depth=".into()))
        );
        assert_eq!(HubLine::read("level =3"), Err(HubError::Argument("=".into())));
        assert_eq!(
            (value("0.25").as_str(), value("a b").as_str(), value("").as_str()),
            ("0.25", "\"a b\"", "\"\"")
        );
    }

    #[test]
    fn positions_go_there_and_back() {
        for text in ["W:W31-50:B1-20", "B:W18,24,27,K28,K33:B12,16,20,K22,K25"] {
            let position = fen::read(INTERNATIONAL, text).unwrap();
            assert_eq!(
                read_position(INTERNATIONAL, &write_position(&position)).unwrap(),
                position
            );
        }
        let start = format!("W{}{}{}", "b".repeat(20), "e".repeat(10), "w".repeat(20));
        assert_eq!(write_position(&INTERNATIONAL.start()), start);
        assert_eq!(
            read_position(INTERNATIONAL, "W"),
            Err(HubError::Length {
                expected: 50,
                found: 1
            })
        );
        let odd = start.replace('e', "?");
        assert_eq!(
            read_position(INTERNATIONAL, &odd),
            Err(HubError::Square { found: '?', at: 21 })
        );
        let crowned = format!("Ww{}", "e".repeat(49));
        assert!(matches!(
            read_position(INTERNATIONAL, &crowned),
            Err(HubError::Setup(_))
        ));
    }

    #[test]
    fn every_legal_move_goes_there_and_back() {
        for text in ["W:W31-50:B1-20", "W:WK3:B8,10,18,27", "W:W38:B22,23,32,33"] {
            let position = fen::read(INTERNATIONAL, text).unwrap();
            for mv in position.legal_moves() {
                assert_eq!(read_move(&position, &write_move(&mv)), Ok(mv));
            }
        }
        let position = fen::read(INTERNATIONAL, "W:W38:B22,23,32,33").unwrap();
        assert!(read_move(&position, "38x38x33x22x23x32").is_ok());
        for bad in [
            "38x38",
            "38-32-3",
            "38",
            "",
            "0-5",
            "99-1",
            "38x38x33x",
            "38x38x3\u{e9}",
        ] {
            assert!(
                matches!(read_move(&position, bad), Err(HubError::Syntax(_))),
                "{bad}"
            );
        }
        assert_eq!(
            read_move(&position, "38-32"),
            Err(HubError::Illegal("38-32".into()))
        );
    }
}
