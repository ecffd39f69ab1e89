//! DamExchange, the protocol by which draughts programs play each other over a network: its messages as text, for
//! games on 50 squares. Knows no engine and no socket.
//!
//! ```
//! use draughts::Square;
//! use draughts::notation::dxp::{Message, MoveMade};
//!
//! let (from, to) = (Square::new(32).unwrap(), Square::new(28).unwrap());
//! let message = Message::Move(MoveMade { seconds: 7, from, to, captured: Vec::new() });
//! assert_eq!(message.write(), "M0007322800");
//! assert_eq!(Message::read(b"M0007322800")?, message);
//! # Ok::<(), draughts::notation::dxp::DxpError>(())
//! ```
mod board;
#[cfg(test)]
mod tests;

pub use board::{read_position, write_position};

use super::pdn::decode;
use crate::board::{Side, Square};
use crate::rules::SetupErrors;

/// Longest message in bytes. A zero byte ends each message.
pub const LONGEST: usize = 127;
/// Default port of programs that listen.
pub const PORT: u16 = 27531;
/// Length of a name, padded with blanks.
const NAME: usize = 32;

/// Why a text is not a message.
///
/// ```
/// use draughts::notation::dxp::{DxpError, Message};
///
/// assert_eq!(Message::read(b""), Err(DxpError::Empty));
/// assert_eq!(Message::read(b"X"), Err(DxpError::Unknown('X')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpError {
    /// The message is empty.
    #[error("the message is empty")]
    Empty,
    /// The message is too long.
    #[error("the message is longer than {LONGEST} bytes")]
    TooLong,
    /// No message begins with this letter.
    #[error("no message begins with {0:?}")]
    Unknown(char),
    /// The message ends too soon.
    #[error("{0} is too short")]
    Short(&'static str),
    /// The message continues after its end.
    #[error("{0} is too long")]
    Long(&'static str),
    /// A field has invalid content.
    #[error("{field} cannot be {text:?}")]
    Field {
        /// Name of the field.
        field: &'static str,
        /// Content of the field.
        text: String,
    },
    /// The text is meant as a move and cannot be read. A game cannot go on without it; every other text that is no
    /// message can be passed over.
    #[error("{0:?} cannot be read as a move")]
    Move(String),
    /// The pieces make an impossible position.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// The move is not legal.
    #[error("{0} is not legal here")]
    Illegal(String),
}

/// A game proposed by the initiator (`R`).
///
/// ```
/// use draughts::Side;
/// use draughts::notation::dxp::{GameRequest, Message};
///
/// let request = GameRequest {
///     version: 1,
///     name: "Damier".into(),
///     follower: Side::Black,
///     minutes: 10,
///     moves: 75,
///     position: None,
/// };
/// let text = Message::Request(request.clone()).write();
/// assert_eq!(Message::read(text.as_bytes()), Ok(Message::Request(request)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRequest {
    /// Version of the protocol; this crate uses 1.
    pub version: u8,
    /// Name of the initiator.
    pub name: String,
    /// Side that the follower plays.
    pub follower: Side,
    /// Minutes of thinking time for each player.
    pub minutes: u16,
    /// Number of moves of each player after which the game ends; 0 for no limit.
    pub moves: u16,
    /// A start other than the usual one: side to move and squares, checked by [`read_position`].
    pub position: Option<String>,
}

/// The follower's answer to a proposal.
///
/// ```
/// use draughts::notation::dxp::{Answer, Message};
///
/// let text = Message::Accept("Damier".into(), Answer::NotThis).write();
/// assert_eq!(Message::read(text.as_bytes()), Ok(Message::Accept("Damier".into(), Answer::NotThis)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The game is accepted.
    Accepted,
    /// The protocol versions differ.
    WrongVersion,
    /// This game is refused, another may be accepted.
    NotThis,
    /// All games are refused.
    None,
}

/// A move made (`M`).
///
/// ```
/// use draughts::notation::dxp::Message;
///
/// let Ok(Message::Move(made)) = Message::read(b"M00122806022211") else { panic!("a move") };
/// assert_eq!(made.captured.len(), 2);
/// assert_eq!((made.seconds, made.from.number(), made.to.number()), (12, 28, 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveMade {
    /// Seconds used for the move.
    pub seconds: u16,
    /// Origin.
    pub from: Square,
    /// Target.
    pub to: Square,
    /// Captured squares in any order.
    pub captured: Vec<Square>,
}

/// Result of a game from the sender's point of view.
///
/// ```
/// use draughts::notation::dxp::{End, Message};
///
/// // "I have lost, and want no further game."
/// assert_eq!(Message::read(b"E11"), Ok(Message::End(End::Lost, true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Undecided.
    Unknown,
    /// The sender has lost or resigns.
    Lost,
    /// A draw.
    Draw,
    /// The sender has won.
    Won,
}

/// A message.
///
/// ```
/// use draughts::notation::dxp::Message;
///
/// assert_eq!(Message::Chat("good game".into()).write(), "Cgood game");
/// assert_eq!(Message::read(b"K2"), Ok(Message::BackAnswer(2)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Message {
    /// `R`: play this game.
    Request(GameRequest),
    /// `A`: the name of the follower and the answer.
    Accept(String, Answer),
    /// `M`: a move.
    Move(MoveMade),
    /// `E`: the result, and whether the sender wants no further game.
    End(End, bool),
    /// `C`: text for a person.
    Chat(String),
    /// `B`: asks to go back to this move number with this side to move.
    BackRequest(u16, Side),
    /// `K`: 0 yes, 1 not supported, 2 continue the game.
    BackAnswer(u8),
}

/// The bytes of a message, read from the left.
struct Fields<'a> {
    kind: &'static str,
    rest: &'a [u8],
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], DxpError> {
        let (head, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(DxpError::Short(self.kind))?;
        self.rest = rest;
        Ok(head)
    }

    fn number(&mut self, field: &'static str, length: usize) -> Result<u16, DxpError> {
        let text = decode(self.take(length)?);
        // Some programs pad with blanks instead of zeros.
        let digits = text.trim_start();
        match digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse()) {
            Some(Ok(number)) => Ok(number),
            _ => Err(bad(field, &text)),
        }
    }

    fn square(&mut self, field: &'static str) -> Result<Square, DxpError> {
        let number = self.number(field, 2)?;
        u8::try_from(number)
            .ok()
            .filter(|number| (1..=50).contains(number))
            .and_then(Square::new)
            .ok_or_else(|| bad(field, &number.to_string()))
    }

    fn side(&mut self, field: &'static str) -> Result<Side, DxpError> {
        match self.take(1)? {
            b"W" | b"w" => Ok(Side::White),
            b"Z" | b"z" => Ok(Side::Black),
            text => Err(bad(field, &decode(text))),
        }
    }

    /// Takes a name: all but the last `tail` bytes. Its length is not trusted: a program may pad it to 32 characters
    /// of several bytes each.
    fn name(&mut self, tail: usize) -> Result<String, DxpError> {
        let length = self.rest.len().checked_sub(tail);
        Ok(readable(self.take(length.ok_or(DxpError::Short(self.kind))?)?))
    }

    /// Reads the fields of a message of this letter.
    fn message(&mut self, letter: u8) -> Result<Message, DxpError> {
        Ok(match letter {
            b'R' => Message::Request(request(self)?),
            b'A' => Message::Accept(self.name(1)?, answer(self)?),
            b'M' => Message::Move(made(self)?),
            b'E' => Message::End(end(self)?, self.number("the stop code", 1)? != 0),
            b'B' => Message::BackRequest(self.number("the move number", 3)?, self.side("the side to move")?),
            _ => Message::BackAnswer(self.number("the answer", 1)? as u8),
        })
    }

    fn end(&self) -> Result<(), DxpError> {
        if self.rest.is_empty() {
            Ok(())
        } else {
            Err(DxpError::Long(self.kind))
        }
    }
}

fn bad(field: &'static str, text: &str) -> DxpError {
    DxpError::Field {
        field,
        text: text.into(),
    }
}

/// Text for a person: UTF-8 or the Western European encoding, without control characters.
fn readable(bytes: &[u8]) -> String {
    let text = decode(bytes).replace(char::is_control, " ");
    text.trim().to_owned()
}

impl Message {
    /// Reads a message, without its zero byte. Blanks around it are ignored, and names and chat may have accents.
    ///
    /// # Errors
    /// The message is empty, too long or of unknown kind, or a field is invalid.
    pub fn read(bytes: &[u8]) -> Result<Message, DxpError> {
        let bytes = bytes.trim_ascii();
        if bytes.len() > LONGEST {
            return Err(DxpError::TooLong);
        }
        let (&letter, rest) = bytes.split_first().ok_or(DxpError::Empty)?;
        let kind = match letter {
            b'R' => "a game request",
            b'A' => "an answer to a game request",
            b'M' => "a move",
            b'E' => "an end of game",
            b'C' => return Ok(Message::Chat(readable(rest))),
            b'B' => "a request to take back",
            b'K' => "an answer to a request to take back",
            _ => {
                return Err(DxpError::Unknown(
                    decode(bytes).chars().next().unwrap_or_default(),
                ));
            }
        };
        let mut fields = Fields { kind, rest };
        let message = fields
            .message(letter)
            .and_then(|message| fields.end().map(|()| message));
        let meant_as_move = letter == b'M' && rest.first().is_some_and(u8::is_ascii_digit);
        message.map_err(|error| {
            if meant_as_move {
                DxpError::Move(readable(bytes))
            } else {
                error
            }
        })
    }

    /// Writes a message without its zero byte: at most [`LONGEST`] bytes of ASCII. Letters lose their accents.
    #[must_use]
    pub fn write(&self) -> String {
        match self {
            Message::Request(request) => {
                let GameRequest {
                    version,
                    name,
                    follower,
                    minutes,
                    moves,
                    position,
                } = request;
                let start = position
                    .as_ref()
                    .map_or("A".into(), |squares| format!("B{squares}"));
                let [version, minutes, moves] =
                    [u16::from(*version).min(99), *minutes.min(&999), *moves.min(&999)];
                format!(
                    "R{version:02}{}{}{minutes:03}{moves:03}{start}",
                    padded(name),
                    letter(*follower)
                )
            }
            Message::Accept(name, answer) => format!("A{}{}", padded(name), *answer as u8),
            Message::Move(made) => {
                let captured: String = made
                    .captured
                    .iter()
                    .map(|square| format!("{:02}", square.number()))
                    .collect();
                format!(
                    "M{:04}{:02}{:02}{:02}{captured}",
                    made.seconds.min(9999),
                    made.from.number(),
                    made.to.number(),
                    made.captured.len()
                )
            }
            Message::End(end, stop) => format!("E{}{}", *end as u8, u8::from(*stop)),
            Message::Chat(text) => format!("C{}", plain(text, LONGEST - 1)),
            Message::BackRequest(number, side) => format!("B{:03}{}", number.min(&999), letter(*side)),
            Message::BackAnswer(code) => format!("K{}", code.min(&9)),
        }
    }
}

/// Length of the fields behind the name, for the usual start and for another.
const USUAL: usize = 8;
const SET_UP: usize = USUAL + 51;

fn request(fields: &mut Fields<'_>) -> Result<GameRequest, DxpError> {
    Ok(GameRequest {
        version: fields.number("the version", 2)? as u8,
        name: fields.name(if fields.rest.ends_with(b"A") {
            USUAL
        } else {
            SET_UP
        })?,
        follower: fields.side("the follower's colour")?,
        minutes: fields.number("the thinking time", 3)?,
        moves: fields.number("the number of moves", 3)?,
        position: match fields.take(1)? {
            b"A" => None,
            b"B" => Some(decode(fields.take(51)?).into_owned()),
            text => return Err(bad("the start", &decode(text))),
        },
    })
}

fn answer(fields: &mut Fields<'_>) -> Result<Answer, DxpError> {
    match fields.number("the answer", 1)? {
        0 => Ok(Answer::Accepted),
        1 => Ok(Answer::WrongVersion),
        2 => Ok(Answer::NotThis),
        3 => Ok(Answer::None),
        other => Err(bad("the answer", &other.to_string())),
    }
}

fn made(fields: &mut Fields<'_>) -> Result<MoveMade, DxpError> {
    let seconds = fields.number("the time", 4)?;
    let (from, to) = (fields.square("the origin")?, fields.square("the target")?);
    let count = fields.number("the number captured", 2)?;
    let captured: Result<Vec<Square>, DxpError> =
        (0..count).map(|_| fields.square("a captured square")).collect();
    Ok(MoveMade {
        seconds,
        from,
        to,
        captured: captured?,
    })
}

fn end(fields: &mut Fields<'_>) -> Result<End, DxpError> {
    match fields.number("the reason", 1)? {
        0 => Ok(End::Unknown),
        1 => Ok(End::Lost),
        2 => Ok(End::Draw),
        3 => Ok(End::Won),
        other => Err(bad("the reason", &other.to_string())),
    }
}

fn letter(side: Side) -> char {
    match side {
        Side::White => 'W',
        Side::Black => 'Z',
    }
}

/// Small letters and signs of European names, and the plain ones that replace them.
const PLAIN: [(&str, &str); 21] = [
    ("àáâãäåāăą", "a"),
    ("æ", "ae"),
    ("çćĉč", "c"),
    ("ďđð", "d"),
    ("èéêëēėęě", "e"),
    ("ğģ", "g"),
    ("ìíîïīįı", "i"),
    ("ķ", "k"),
    ("łļľ", "l"),
    ("ñńņň", "n"),
    ("òóôõöøōő", "o"),
    ("œ", "oe"),
    ("ř", "r"),
    ("śşșš", "s"),
    ("ß", "ss"),
    ("ţțť", "t"),
    ("ùúûüūůűų", "u"),
    ("ýÿ", "y"),
    ("źżž", "z"),
    ("‘’", "'"),
    ("–—", "-"),
];

/// Returns at most this many characters of printable ASCII. Letters lose their accents; other characters become
/// question marks.
fn plain(text: &str, most: usize) -> String {
    let mut ascii = String::new();
    for letter in text.trim().chars() {
        let small = letter.to_lowercase().next().unwrap_or(letter);
        match PLAIN.iter().find(|(letters, _)| letters.contains(small)) {
            _ if (' '..='~').contains(&letter) => ascii.push(letter),
            Some((_, plain)) if letter == small => ascii.push_str(plain),
            Some((_, plain)) => ascii.push_str(&plain.to_uppercase()),
            None => ascii.push('?'),
        }
    }
    ascii.truncate(most);
    ascii.truncate(ascii.trim_end().len());
    ascii
}

fn padded(name: &str) -> String {
    format!("{:NAME$}", plain(name, NAME))
}
