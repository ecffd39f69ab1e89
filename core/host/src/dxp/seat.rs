//! Our side of the line: who chooses the moves, and what is made of what happens. Knows no socket.
use super::fault::Fault;
use super::game::Ended;
use draughts::notation::dxp::{End, Message};
use draughts::{Game, Move, Position, Side};
use draughts_engine::{Limits, Score};

/// What both sides have agreed to play.
#[derive(Clone, Debug)]
pub struct Agreed {
    /// Our colour.
    pub own: Side,
    /// Where the game begins.
    pub start: Position,
    /// The other side's name.
    pub opponent: String,
    /// The time of each player for the whole game; 0 for none.
    pub minutes: u16,
    /// The moves of each player after which the game ends; 0 for no limit.
    pub moves: u16,
    /// Which game of the session it is, 1 the first.
    pub number: u32,
    /// At the end of the game we ask for no further one.
    pub last: bool,
}

/// What happens in a session.
#[derive(Debug)]
pub enum Happened<'a> {
    /// A program is there; nothing is agreed yet.
    Met,
    /// A game begins.
    Began(&'a Agreed),
    /// A move was played by the side that had it, after so many seconds.
    Moved(&'a Move, u16),
    /// The game is back where it was after so many plies.
    TakenBack(usize),
    /// The game has ended.
    Ended(&'a Ended),
    /// The other side says something to people.
    Chat(&'a str),
    /// A message that has no meaning here and changes nothing.
    Unexpected(&'a Message),
}

/// What our side does.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Plays a legal move, and how it stands by then, where that was found out.
    Play(Move, Option<Score>),
    /// Ends the game instead of a move: gives it up, or proposes a draw.
    End(End),
    /// Says something to whoever watches there.
    Say(String),
    /// Leaves the session.
    Leave,
}

/// Our side.
pub trait Seat {
    /// Takes note of what happened.
    ///
    /// # Errors
    /// What cannot be kept ends the session.
    fn hear(&mut self, what: Happened<'_>) -> Result<(), Fault>;

    /// It is our turn in this position; whatever was thought of another is void. `limits` are an engine's by the clock.
    fn turn(&mut self, game: &Game, limits: Limits);

    /// What is done now, if anything. An engine whose turn it is thinks for a millisecond.
    fn act(&mut self) -> Option<Act>;

    /// It is not our turn any more, or the game is over.
    fn rest(&mut self);

    /// It is thinking: nobody should wait for a message meanwhile.
    fn is_busy(&self) -> bool;

    /// Whether the game is over once our rules end it. Where they do not count, what the other side plays beyond is played.
    fn keeps_to_our_rules(&self) -> bool {
        false
    }
}
