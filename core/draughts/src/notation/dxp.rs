//! DamExchange, the protocol by which draughts programs play each other over a network: its messages as text, for games
//! on 50 squares. Knows no engine and no socket.
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

use crate::board::{Side, Square};
use crate::rules::SetupErrors;

/// The longest message, in bytes; a zero byte ends each.
pub const LONGEST: usize = 127;
/// The default port of programs that listen.
pub const PORT: u16 = 27531;
/// A name's length, filled up with blanks.
const NAME: usize = 32;

/// Why a text is no message.
///
/// ```
/// use draughts::notation::dxp::{DxpError, Message};
///
/// assert_eq!(Message::read(b""), Err(DxpError::Empty));
/// assert_eq!(Message::read(b"X"), Err(DxpError::Unknown('X')));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DxpError {
    /// Nothing stands before the zero byte.
    #[error("the message is empty")]
    Empty,
    /// More bytes than a message has.
    #[error("the message is longer than {LONGEST} bytes")]
    TooLong,
    /// Bytes that are not printable ASCII.
    #[error("the message is not plain ASCII")]
    NotAscii,
    /// A first letter that no message has.
    #[error("{0:?} begins no message")]
    Unknown(char),
    /// A message that ends too soon.
    #[error("{0} is too short")]
    Short(&'static str),
    /// A message that goes on after its end.
    #[error("{0} is too long")]
    Long(&'static str),
    /// A field with another content than it may have.
    #[error("{field} cannot be {text:?}")]
    Field {
        /// What the field is.
        field: &'static str,
        /// What stands there.
        text: String,
    },
    /// Pieces that no game can have so.
    #[error(transparent)]
    Setup(#[from] SetupErrors),
    /// A move that is not legal.
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
    /// Of the protocol; ours is 1.
    pub version: u8,
    /// The initiator's name.
    pub name: String,
    /// The colour that the follower plays.
    pub follower: Side,
    /// Thinking time of each player for the game.
    pub minutes: u16,
    /// Moves of each player after which the game ends; 0 for no limit.
    pub moves: u16,
    /// Another start than the usual: side to move and squares, checked by [`read_position`].
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
    /// The game is on.
    Accepted,
    /// Another version of the protocol.
    WrongVersion,
    /// Not this game, but perhaps another.
    NotThis,
    /// No games at all.
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
    /// Seconds used.
    pub seconds: u16,
    /// Where it begins.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
    /// What it takes, in any order.
    pub captured: Vec<Square>,
}

/// How a game ended, as the sender sees it.
///
/// ```
/// use draughts::notation::dxp::{End, Message};
///
/// // "I have lost, and want no further game."
/// assert_eq!(Message::read(b"E11"), Ok(Message::End(End::Lost, true)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Not decided.
    Unknown,
    /// The sender has lost or gives up.
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
    /// `A`: who answers, and what.
    Accept(String, Answer),
    /// `M`.
    Move(MoveMade),
    /// `E`: the end, and whether the sender wants no further game.
    End(End, bool),
    /// `C`: words for a person.
    Chat(String),
    /// `B`: back to this move number with this side to move.
    BackRequest(u16, Side),
    /// `K`: 0 yes, 1 not supported, 2 go on with the game.
    BackAnswer(u8),
}

/// A message's text, read from the left.
struct Fields<'a> {
    kind: &'static str,
    rest: &'a str,
}

impl<'a> Fields<'a> {
    fn take(&mut self, length: usize) -> Result<&'a str, DxpError> {
        // All ASCII: every byte is a letter.
        let (head, rest) = self
            .rest
            .split_at_checked(length)
            .ok_or(DxpError::Short(self.kind))?;
        self.rest = rest;
        Ok(head)
    }

    fn number(&mut self, field: &'static str, length: usize) -> Result<u16, DxpError> {
        let text = self.take(length)?;
        // Some programs fill with blanks instead of zeros.
        let digits = text.trim_start();
        match digits.bytes().all(|b| b.is_ascii_digit()).then(|| digits.parse()) {
            Some(Ok(number)) => Ok(number),
            _ => Err(bad(field, text)),
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
            "W" | "w" => Ok(Side::White),
            "Z" | "z" => Ok(Side::Black),
            text => Err(bad(field, text)),
        }
    }

    fn name(&mut self) -> Result<String, DxpError> {
        Ok(self.take(NAME)?.trim().to_owned())
    }

    fn end(&self) -> Result<(), DxpError> {
        // Trailing blanks are some programs' habit.
        if self.rest.trim_end().is_empty() {
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

impl Message {
    /// Reads a message, without its zero byte.
    ///
    /// # Errors
    /// It is empty, too long, no plain ASCII, of no known kind, or a field has another content than it may have.
    pub fn read(bytes: &[u8]) -> Result<Message, DxpError> {
        if bytes.len() > LONGEST {
            return Err(DxpError::TooLong);
        }
        let text = std::str::from_utf8(bytes)
            .ok()
            .filter(|text| text.bytes().all(|b| (0x20..0x7f).contains(&b)))
            .ok_or(DxpError::NotAscii)?;
        let mut letters = text.chars();
        let letter = letters.next().ok_or(DxpError::Empty)?;
        let rest = letters.as_str();
        let kind = match letter {
            'R' => "a game request",
            'A' => "an answer to a game request",
            'M' => "a move",
            'E' => "an end of game",
            'C' => return Ok(Message::Chat(rest.trim().into())),
            'B' => "a request to take back",
            'K' => "an answer to a request to take back",
            other => return Err(DxpError::Unknown(other)),
        };
        let mut fields = Fields { kind, rest };
        let message = match letter {
            'R' => Message::Request(request(&mut fields)?),
            'A' => Message::Accept(fields.name()?, answer(&mut fields)?),
            'M' => Message::Move(made(&mut fields)?),
            'E' => Message::End(end(&mut fields)?, fields.number("the stop code", 1)? != 0),
            'B' => Message::BackRequest(
                fields.number("the move number", 3)?,
                fields.side("the side to move")?,
            ),
            _ => Message::BackAnswer(fields.number("the answer", 1)? as u8),
        };
        fields.end()?;
        Ok(message)
    }

    /// Writes a message, without its zero byte: at most [`LONGEST`] bytes of plain ASCII.
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

fn request(fields: &mut Fields<'_>) -> Result<GameRequest, DxpError> {
    Ok(GameRequest {
        version: fields.number("the version", 2)? as u8,
        name: fields.name()?,
        follower: fields.side("the follower's colour")?,
        minutes: fields.number("the thinking time", 3)?,
        moves: fields.number("the number of moves", 3)?,
        position: match fields.take(1)? {
            "A" => None,
            "B" => Some(fields.take(51)?.to_owned()),
            text => return Err(bad("the start", text)),
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

/// Printable ASCII of at most this many letters; what is none becomes a question mark.
fn plain(text: &str, most: usize) -> String {
    let ascii = |c: char| if (' '..='~').contains(&c) { c } else { '?' };
    text.trim().chars().take(most).map(ascii).collect()
}

fn padded(name: &str) -> String {
    format!("{:NAME$}", plain(name, NAME))
}
