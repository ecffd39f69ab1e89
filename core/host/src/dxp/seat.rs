//! Our side of a session.
use super::fault::Fault;
use super::game::Ended;
use draughts::notation::dxp::{DxpError, End, Message};
use draughts::{Game, Move, Position, Side};
use draughts_engine::{Limits, Score};

/// Agreed terms of a game.
#[derive(Clone, Debug)]
pub struct AgreedTerms {
    /// Our colour.
    pub own: Side,
    /// Start position.
    pub start: Position,
    /// Name of the opponent.
    pub opponent: String,
    /// Minutes of each player for the whole game; 0 for no time limit.
    pub minutes: u16,
    /// Moves of each player after which the game ends; 0 for no limit.
    pub moves: u16,
    /// Number of the game in the session, from 1.
    pub number: u32,
    /// True if we ask for no further game after it.
    pub last: bool,
}

/// An event of a session.
#[derive(Debug)]
pub enum SessionEvent<'a> {
    /// A program has connected; nothing is agreed yet.
    Met,
    /// A game begins.
    Began(&'a AgreedTerms),
    /// The side to move played, after this many seconds.
    Moved(&'a Move, u16),
    /// The game is back at this ply.
    TakenBack(usize),
    /// The game has ended.
    Ended(&'a Ended),
    /// A chat message.
    Chat(&'a str),
    /// A message that has no meaning here and changes nothing.
    Unexpected(&'a Message),
    /// A text that is no message. It is passed over.
    Unread(&'a DxpError),
}

/// An action of our side.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Plays a legal move, with its score if known.
    Play(Move, Option<Score>),
    /// Ends the game instead of moving: resigns, or proposes a draw.
    End(End),
    /// Sends a chat message.
    Say(String),
    /// Leaves the session.
    Leave,
}

/// Plays our side.
pub trait Seat {
    /// Handles an event.
    ///
    /// # Errors
    /// If it cannot be saved; this ends the session.
    fn hear(&mut self, what: SessionEvent<'_>) -> Result<(), Fault>;

    /// Our turn begins in this position; earlier thinking is void. `limits` are the clock's, for an engine.
    fn turn(&mut self, game: &Game, limits: Limits);

    /// Returns the next action, if there is one. An engine whose turn it is searches for a millisecond.
    fn act(&mut self) -> Option<Act>;

    /// Our turn or the game is over.
    fn rest(&mut self);

    /// True while it thinks: the session must not block for messages.
    fn is_busy(&self) -> bool;

    /// True if a game ends by our rules. Otherwise moves that the other side plays beyond that end are accepted.
    fn keeps_to_our_rules(&self) -> bool {
        false
    }
}
