//! One DamExchange game, from start to end.
use super::fault::Fault;
use super::peer::{Heard, Peer};
use super::seat::{Act, AgreedTerms, Seat, SessionEvent};
use crate::clock;
use draughts::notation::dxp::{DxpError, End, Message, MoveMade};
use draughts::notation::{GameTree, NodeId, Step};
use draughts::{Game, Move, Outcome, PlayError, Side};
use draughts_engine::{Limits, Score, TimeLeft};
use std::time::Duration;

/// Time to wait for a message before our side is asked again.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Time to wait for the answer to the end of a game.
const GAME_END_TIMEOUT: Duration = Duration::from_secs(10);
/// The lead in centipawns from which a game that reaches its number of moves counts as won.
const WON_LEAD: i32 = 300;
/// Thinking time of a move in milliseconds, if no time was agreed.
const DEFAULT_MILLIS: f64 = 5000.0;

/// A finished game.
#[derive(Debug)]
pub struct Ended {
    /// All moves, including those after the end by our rules.
    pub tree: GameTree,
    /// The result, if known; `None` inside stands for a draw.
    pub result: Option<Option<Side>>,
    /// The side that declared a loss.
    pub conceded: Option<Side>,
    /// True if the other side wants no further game.
    pub stop: bool,
}

/// A game in progress.
pub(super) struct GameSession<'a, S: Seat> {
    peer: &'a mut Peer,
    seat: &'a mut S,
    agreed: AgreedTerms,
    take_back: bool,
    /// All moves, including those after the end by our rules.
    moves: Vec<Move>,
    /// The game by our rules; restarted if the other side plays on after its end.
    game: Game,
    used: f64,
    /// Start of our turn.
    began: Option<f64>,
    /// Score of our last search.
    lead: Option<Score>,
}

/// The effect of a message on the game.
enum Event {
    /// No change.
    Nothing,
    /// Moves were played or taken back.
    Changed,
    /// The game is over.
    Over(Ended),
}

impl<'a, S: Seat> GameSession<'a, S> {
    pub(super) fn new(peer: &'a mut Peer, seat: &'a mut S, agreed: AgreedTerms, take_back: bool) -> Self {
        GameSession {
            peer,
            seat,
            take_back,
            moves: Vec::new(),
            game: Game::from_position(agreed.start),
            used: 0.0,
            began: None,
            lead: None,
            agreed,
        }
    }

    /// Plays the game to its end. An error ends the connection.
    pub(super) fn play(&mut self) -> Result<Ended, Fault> {
        self.seat.hear(SessionEvent::Began(&self.agreed))?;
        let ended = self.play_on();
        self.seat.rest();
        let ended = ended?;
        self.seat.hear(SessionEvent::Ended(&ended))?;
        Ok(ended)
    }

    fn play_on(&mut self) -> Result<Ended, Fault> {
        loop {
            if self.is_ours() && self.began.is_none() {
                if let Some(end) = self.over() {
                    return self.finish(end, false);
                }
                self.began = Some(clock::ticks());
                self.seat.turn(&self.game, self.limits());
            }
            match self.seat.act() {
                Some(Act::Play(mv, score)) if self.is_ours() => self.make(&mv, score)?,
                Some(Act::End(end)) if self.is_ours() => return self.finish(end, true),
                Some(Act::Say(words)) => self.peer.say(&Message::Chat(words))?,
                Some(Act::Leave) => return Err(Fault::Left),
                // The action was meant for an earlier position.
                Some(Act::Play(..) | Act::End(_)) | None => {}
            }
            let wait = if self.seat.is_busy() {
                Duration::ZERO
            } else {
                POLL_INTERVAL
            };
            let event = match self.peer.hear_within(wait)? {
                Some(Heard::Message(message)) => self.handle(message)?,
                Some(Heard::Unread(error)) => {
                    self.seat.hear(SessionEvent::Unread(&error))?;
                    Event::Nothing
                }
                None => Event::Nothing,
            };
            match event {
                Event::Nothing => {}
                Event::Changed => {
                    self.stop_thinking();
                }
                Event::Over(ended) => return Ok(ended),
            }
        }
    }

    fn is_ours(&self) -> bool {
        self.game.position().turn() == self.agreed.own
    }

    /// Ends our thinking and returns its time in milliseconds.
    fn stop_thinking(&mut self) -> f64 {
        self.seat.rest();
        let spent = self.began.take().map_or(0.0, |began| clock::ticks() - began);
        self.used += spent;
        spent
    }

    /// The end to announce instead of a move, from our point of view.
    fn over(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(self.seen(outcome));
        }
        let most = 2 * usize::from(self.agreed.moves);
        (most > 0 && self.moves.len() >= most).then(|| match self.lead {
            Some(lead) if lead.centipawns() >= WON_LEAD => End::Won,
            Some(lead) if lead.centipawns() <= -WON_LEAD => End::Lost,
            _ => End::Unknown,
        })
    }

    fn seen(&self, outcome: Outcome) -> End {
        match outcome.winner {
            None => End::Draw,
            Some(side) if side == self.agreed.own => End::Won,
            Some(_) => End::Lost,
        }
    }

    fn ended(&self, ours: End, theirs: Option<End>, stop: bool) -> Ended {
        let mut tree = GameTree::new(self.agreed.start);
        let add = |last, mv: &Move| tree.add(last, Step::Move(*mv));
        self.moves.iter().fold(NodeId::ROOT, add);
        let own = self.agreed.own;
        Ended {
            tree,
            result: match ours {
                End::Unknown => None,
                End::Draw => Some(None),
                End::Won => Some(Some(own)),
                End::Lost => Some(Some(own.other())),
            },
            conceded: match (ours, theirs) {
                (End::Lost, _) => Some(own),
                (_, Some(End::Lost)) => Some(own.other()),
                _ => None,
            },
            stop,
        }
    }

    /// Announces the end and waits for the answer. A proposed draw stands only if the other side agrees.
    fn finish(&mut self, end: End, proposed: bool) -> Result<Ended, Fault> {
        self.stop_thinking();
        self.peer.say(&Message::End(end, self.agreed.last))?;
        let (mut stop, mut theirs) = (false, None);
        loop {
            match self.peer.hear_within(GAME_END_TIMEOUT) {
                Ok(Some(Heard::Message(Message::End(answer, asks_for_no_more)))) => {
                    stop = asks_for_no_more;
                    theirs = Some(answer);
                }
                Ok(Some(Heard::Message(request @ Message::Request(_)))) => self.peer.hold(request),
                Ok(Some(Heard::Message(Message::Chat(words)))) => {
                    self.seat.hear(SessionEvent::Chat(&words))?;
                    continue;
                }
                Ok(Some(Heard::Unread(error))) => {
                    self.seat.hear(SessionEvent::Unread(&error))?;
                    continue;
                }
                Ok(Some(_)) => continue,
                // The result is valid even without an answer.
                Ok(None) | Err(_) => stop = true,
            }
            let end = match (end, theirs) {
                (End::Draw, answer) if proposed && answer != Some(End::Draw) => End::Unknown,
                _ => end,
            };
            return Ok(self.ended(end, theirs, stop));
        }
    }

    /// Plays our move.
    fn make(&mut self, mv: &Move, score: Option<Score>) -> Result<(), Fault> {
        let seconds = (self.stop_thinking() / 1000.0).round() as u16;
        self.lead = score;
        self.peer.say(&Message::Move(MoveMade::of(mv, seconds)))?;
        self.push(mv, seconds)
    }

    fn limits(&self) -> Limits {
        if self.agreed.minutes == 0 {
            return Limits::millis(DEFAULT_MILLIS);
        }
        let left = (f64::from(self.agreed.minutes) * 60_000.0 - self.used).max(100.0);
        let made = self.moves.len() as u32 / 2;
        // Most games end before the agreed number of moves.
        let moves =
            (self.agreed.moves > 0).then(|| u32::from(self.agreed.moves).saturating_sub(made).clamp(1, 40));
        Limits::on_clock(&TimeLeft {
            left,
            moves,
            ..TimeLeft::default()
        })
    }

    fn handle(&mut self, message: Message) -> Result<Event, Fault> {
        match message {
            Message::Chat(words) => self.seat.hear(SessionEvent::Chat(&words))?,
            Message::End(end, stop) => {
                let seen = self.answer(end);
                self.peer.say(&Message::End(seen, self.agreed.last))?;
                return Ok(Event::Over(self.ended(seen, Some(end), stop)));
            }
            Message::Move(made) if !self.is_ours() => {
                let mv = made.find(self.game.position());
                let mv = mv.map_err(|_| Fault::Nonsense(DxpError::Illegal(short(&made))))?;
                // By our rules the game is over; a further move is refused.
                if self.game.outcome().is_some() && self.seat.keeps_to_our_rules() {
                    let end = self.over().expect("the game is over");
                    return self.finish(end, false).map(Event::Over);
                }
                self.push(&mv, made.seconds)?;
                return Ok(Event::Changed);
            }
            Message::BackRequest(number, side) => return self.give_back(number, side),
            other => self.seat.hear(SessionEvent::Unexpected(&other))?,
        }
        Ok(Event::Nothing)
    }

    /// Our answer to the other side's claim. Claims a win or a loss only if it is certain or our score says so.
    fn answer(&self, theirs: End) -> End {
        let lost = self.lead.is_some_and(|lead| lead.centipawns() <= -WON_LEAD);
        match (theirs, self.game.outcome()) {
            (_, Some(outcome)) => self.seen(outcome),
            (End::Lost, None) => End::Won,
            (End::Draw, None) => End::Draw,
            (End::Won, None) if lost => End::Lost,
            (End::Won | End::Unknown, None) => End::Unknown,
        }
    }

    fn give_back(&mut self, number: u16, side: Side) -> Result<Event, Fault> {
        let ply = i32::from(number) * 2 - 2 + i32::from(side != self.agreed.start.turn());
        let code = match usize::try_from(ply) {
            _ if !self.take_back => 1,
            Ok(ply) if ply < self.moves.len() => {
                let mut moves = std::mem::take(&mut self.moves);
                moves.truncate(ply);
                self.game = Game::from_position(self.agreed.start);
                moves.iter().for_each(|mv| self.put(mv));
                self.seat.hear(SessionEvent::TakenBack(ply))?;
                0
            }
            _ => 2,
        };
        self.peer.say(&Message::BackAnswer(code))?;
        Ok(if code == 0 { Event::Changed } else { Event::Nothing })
    }

    fn push(&mut self, mv: &Move, seconds: u16) -> Result<(), Fault> {
        self.put(mv);
        self.seat.hear(SessionEvent::Moved(mv, seconds))
    }

    /// Makes a legal move. If our rules had ended the game and the other side plays on, the game restarts from the
    /// new position.
    fn put(&mut self, mv: &Move) {
        self.moves.push(*mv);
        if let Err(PlayError::GameOver(_)) = self.game.play(mv)
            && let Ok(next) = self.game.position().play(mv)
        {
            self.game = Game::from_position(next);
        }
    }
}

/// Short notation of a move, legal or not.
fn short(made: &MoveMade) -> String {
    let sign = if made.captured.is_empty() { '-' } else { 'x' };
    format!("{}{sign}{}", made.from, made.to)
}
