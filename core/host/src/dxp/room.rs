//! Plays several games over one connection, proposed by either side.
use super::fault::Fault;
use super::game::{Ended, GameSession};
use super::peer::{Heard, Peer};
use super::seat::{Act, AgreedTerms, Seat, SessionEvent};
use crate::clock;
use draughts::notation::dxp::{self, Answer, GameRequest, Message};
use draughts::{Position, Side, Variant};
use std::net::TcpStream;
use std::time::Duration;

/// Time to wait for a message before our side is asked again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Which side proposes games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// We do.
    Initiator,
    /// The other side does.
    Follower,
}

/// Our side's terms.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// Our name.
    pub name: String,
    /// The variant. The protocol does not transmit it: both sides must choose the same.
    pub variant: Variant,
    /// Start position of the games that we propose.
    pub start: Position,
    /// Our colour in the first game that we propose; it then alternates.
    pub colour: Side,
    /// Minutes of each player for a game; 0 for no time limit.
    pub minutes: u16,
    /// Moves of each player after which a game ends; 0 for no limit.
    pub moves: u16,
    /// Number of games. `None`: two if we propose, otherwise as many as the other side asks for.
    pub games: Option<u32>,
    /// True if the other side may take moves back.
    pub take_back: bool,
    /// Time limit for the answer to a proposal; `None` for no limit.
    pub patience: Option<Duration>,
}

/// A series of games.
#[derive(Debug)]
pub struct Room {
    wanted: Proposal,
    played: u32,
}

impl Room {
    /// Prepares games on these terms.
    ///
    /// # Errors
    /// [`Fault::NoBoard`].
    pub fn new(wanted: Proposal) -> Result<Self, Fault> {
        if wanted.start.squares() != 50 {
            return Err(Fault::NoBoard(wanted.variant));
        }
        Ok(Self { wanted, played: 0 })
    }

    /// Number of finished games.
    #[must_use]
    pub fn played(&self) -> u32 {
        self.played
    }

    /// True if all wanted games have been played.
    #[must_use]
    pub fn is_done(&self) -> bool {
        self.wanted.games.is_some_and(|games| self.played >= games)
    }

    /// Plays over a connection until one side wants no more games.
    ///
    /// # Errors
    /// Any [`Fault`]; the connection is closed in any case.
    pub fn session(&mut self, stream: TcpStream, role: Role, seat: &mut impl Seat) -> Result<(), Fault> {
        let mut peer = Peer::new(stream)?;
        let ended = seat.hear(SessionEvent::Met).and_then(|()| match role {
            Role::Initiator => self.initiate(&mut peer, seat),
            Role::Follower => self.follow(&mut peer, seat),
        });
        peer.part(match &ended {
            Err(Fault::Nonsense(_)) => "That was no message, or no legal move. Goodbye.",
            _ => "Goodbye.",
        });
        ended
    }

    fn initiate(&mut self, peer: &mut Peer, seat: &mut impl Seat) -> Result<(), Fault> {
        let games = self.wanted.games.unwrap_or(2);
        for number in 0..games {
            let own = if number.is_multiple_of(2) {
                self.wanted.colour
            } else {
                self.wanted.colour.other()
            };
            let start = self.wanted.start;
            let set_up = (start != self.wanted.variant.start()).then(|| dxp::write_position(&start));
            peer.say(&Message::Request(GameRequest {
                version: 1,
                name: self.wanted.name.clone(),
                follower: own.other(),
                minutes: self.wanted.minutes,
                moves: self.wanted.moves,
                position: set_up,
            }))?;
            let opponent = self.accepted(peer, seat)?;
            let agreed = AgreedTerms {
                own,
                start,
                opponent,
                minutes: self.wanted.minutes,
                moves: self.wanted.moves,
                number: self.played + 1,
                last: number + 1 == games,
            };
            if self.play(peer, seat, agreed)?.stop {
                break;
            }
        }
        Ok(())
    }

    /// Waits for the answer to a proposal. Returns the opponent's name.
    fn accepted(&self, peer: &mut Peer, seat: &mut impl Seat) -> Result<String, Fault> {
        let asked = clock::ticks();
        loop {
            match between(peer, seat)? {
                Some(Message::Accept(name, Answer::Accepted)) => return Ok(name),
                Some(Message::Accept(name, answer)) => return Err(Fault::Declined(name, answer)),
                Some(_) => {}
                None => {
                    let out = self
                        .wanted
                        .patience
                        .is_some_and(|most| clock::ticks() - asked > most.as_secs_f64() * 1000.0);
                    if out {
                        return Err(Fault::Silent);
                    }
                }
            }
        }
    }

    fn follow(&mut self, peer: &mut Peer, seat: &mut impl Seat) -> Result<(), Fault> {
        loop {
            let request = match between(peer, seat) {
                Ok(Some(Message::Request(request))) => request,
                // Closing the connection between two games is the normal end of a session.
                Err(Fault::Gone) if self.played > 0 => return Ok(()),
                Ok(_) => continue,
                Err(fault) => return Err(fault),
            };
            let start = match &request.position {
                None => Ok(self.wanted.variant.start()),
                Some(text) => dxp::read_position(self.wanted.variant, text),
            };
            let (answer, start) = match start {
                _ if request.version != 1 => (Answer::WrongVersion, None),
                Err(_) => (Answer::NotThis, None),
                Ok(start) => (Answer::Accepted, Some(start)),
            };
            peer.say(&Message::Accept(self.wanted.name.clone(), answer))?;
            let Some(start) = start else { continue };
            let last = self.wanted.games == Some(self.played + 1);
            let agreed = AgreedTerms {
                own: request.follower,
                start,
                opponent: request.name,
                minutes: request.minutes,
                moves: request.moves,
                number: self.played + 1,
                last,
            };
            if self.play(peer, seat, agreed)?.stop || last {
                return Ok(());
            }
        }
    }

    fn play(&mut self, peer: &mut Peer, seat: &mut impl Seat, agreed: AgreedTerms) -> Result<Ended, Fault> {
        let ended = GameSession::new(peer, seat, agreed, self.wanted.take_back).play()?;
        self.played += 1;
        Ok(ended)
    }
}

/// Waits briefly for a message between two games; handles chat and texts that are no message itself.
fn between(peer: &mut Peer, seat: &mut impl Seat) -> Result<Option<Message>, Fault> {
    match seat.act() {
        Some(Act::Leave) => return Err(Fault::Left),
        Some(Act::Say(words)) => peer.say(&Message::Chat(words))?,
        _ => {}
    }
    match peer.hear_within(POLL_INTERVAL)? {
        Some(Heard::Message(Message::Chat(words))) => seat.hear(SessionEvent::Chat(&words))?,
        Some(Heard::Message(message)) => return Ok(Some(message)),
        Some(Heard::Unread(error)) => seat.hear(SessionEvent::Unread(&error))?,
        None => {}
    }
    Ok(None)
}
