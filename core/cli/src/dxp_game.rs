//! One game against another program by DamExchange, to its end. Knows no socket.
use crate::clock::{self, draw_seed};
use crate::dxp_peer::{Lost, Peer};
use crate::match_games::Player;
use draughts::notation::dxp::{End, Message, MoveMade};
use draughts::notation::{GameTree, NodeId, Step};
use draughts::{Game, Move, Outcome, PlayError, Position, Side};
use draughts_engine::{EngineAssets, Limits, Score, Search, TimeLeft, TranspositionTable};
use std::time::Duration;

/// Milliseconds searched between two checks for a message.
const SLICE: f64 = 1.0;
/// How long to wait for the other program's answer to the end of a game.
const GAME_END_TIMEOUT: Duration = Duration::from_secs(10);
/// The lead in centipawns from which a game that reaches its number of moves counts as won.
const WON_LEAD: i32 = 300;
/// Milliseconds a move where no time was agreed.
const DEFAULT_MILLIS: f64 = 5000.0;

/// The terms of a game.
#[derive(Clone, Debug)]
pub(crate) struct Terms {
    /// Our colour.
    pub(crate) own: Side,
    /// The time of each player for the whole game; 0 for none.
    pub(crate) minutes: u16,
    /// The moves of each player after which the game ends; 0 for no limit.
    pub(crate) moves: u16,
    /// Plays by other limits than the clock.
    pub(crate) player: Option<Player>,
    /// Whether the other side may take moves back.
    pub(crate) take_back: bool,
    /// At the end of the game, asks for no further one.
    pub(crate) last: bool,
}

/// A game that has ended.
pub(crate) struct Ended {
    pub(crate) tree: GameTree,
    /// The result, where it is known.
    pub(crate) result: Option<Option<Side>>,
    /// The other side wants no further game.
    pub(crate) stop: bool,
}

pub(crate) struct Table<'a> {
    peer: &'a mut Peer,
    terms: Terms,
    assets: &'a EngineAssets,
    start: Position,
    /// All moves, including those after the end by our rules.
    moves: Vec<Move>,
    /// The game by our rules; restarted where the other side plays on after its end.
    game: Game,
    pub(crate) memory: Option<TranspositionTable>,
    used: f64,
    /// The score of our last search.
    lead: Option<Score>,
    /// Of what a level leaves to chance: another in each game.
    seed: u64,
}

/// The effect of a message on the game.
enum Event {
    /// Nothing that changes it.
    Nothing,
    /// Moves were played or taken back.
    Changed,
    /// It is over.
    Over(Ended),
}

impl<'a> Table<'a> {
    pub(crate) fn new(
        peer: &'a mut Peer,
        terms: Terms,
        start: Position,
        assets: &'a EngineAssets,
        memory: TranspositionTable,
    ) -> Self {
        Table {
            peer,
            terms,
            assets,
            start,
            moves: Vec::new(),
            game: Game::from_position(start),
            memory: Some(memory),
            used: 0.0,
            lead: None,
            seed: draw_seed(),
        }
    }

    /// Plays the game to its end. An error ends the connection.
    pub(crate) fn play(&mut self) -> Result<Ended, Lost> {
        loop {
            let event = if self.game.position().turn() == self.terms.own {
                match self.over() {
                    Some(end) => return self.finish(end),
                    None => self.think()?,
                }
            } else {
                let message = self.peer.hear()?;
                self.handle(message)?
            };
            if let Event::Over(ended) = event {
                return Ok(ended);
            }
        }
    }

    /// The end to announce instead of a move, from our side's view.
    fn over(&self) -> Option<End> {
        if let Some(outcome) = self.game.outcome() {
            return Some(self.seen(outcome));
        }
        let most = 2 * usize::from(self.terms.moves);
        (most > 0 && self.moves.len() >= most).then(|| match self.lead {
            Some(lead) if lead.centipawns() >= WON_LEAD => End::Won,
            Some(lead) if lead.centipawns() <= -WON_LEAD => End::Lost,
            _ => End::Unknown,
        })
    }

    fn seen(&self, outcome: Outcome) -> End {
        match outcome.winner {
            None => End::Draw,
            Some(side) if side == self.terms.own => End::Won,
            Some(_) => End::Lost,
        }
    }

    fn ended(&self, seen: End, stop: bool) -> Ended {
        let mut tree = GameTree::new(self.start);
        let add = |last, mv: &Move| tree.add(last, Step::Move(*mv));
        self.moves.iter().fold(NodeId::ROOT, add);
        Ended {
            tree,
            result: match seen {
                End::Unknown => None,
                End::Draw => Some(None),
                End::Won => Some(Some(self.terms.own)),
                End::Lost => Some(Some(self.terms.own.other())),
            },
            stop,
        }
    }

    /// Announces the end, and waits for the other side's answer.
    fn finish(&mut self, end: End) -> Result<Ended, Lost> {
        self.peer.say(&Message::End(end, self.terms.last))?;
        let mut stop = false;
        loop {
            match self.peer.hear_within(GAME_END_TIMEOUT) {
                Ok(Some(Message::End(_, theirs))) => stop = theirs,
                Ok(Some(request @ Message::Request(_))) => self.peer.hold(request),
                Ok(Some(_)) => continue,
                // The result is valid even without an answer.
                Ok(None) | Err(_) => stop = true,
            }
            return Ok(self.ended(end, stop));
        }
    }

    /// Searches, reads messages at the same time, and moves.
    fn think(&mut self) -> Result<Event, Lost> {
        let start = clock::now();
        let memory = self.memory.take().unwrap_or_else(|| TranspositionTable::new(16));
        let in_time = Player::Within(self.limits());
        let player = self.terms.player.as_ref().unwrap_or(&in_time);
        let task = player.task(self.seed).expect("a stand-in is refused at the door");
        let assets = player.assets(self.assets);
        let mut search = Search::new(&self.game, task, assets, memory, clock::now);
        let mut heard = Ok(Event::Nothing);
        while !search.slice(SLICE) {
            heard = self.listen();
            if !matches!(heard, Ok(Event::Nothing)) {
                break;
            }
        }
        let result = search.result();
        self.memory = Some(search.into_table());
        self.used += clock::now() - start;
        match heard {
            Ok(Event::Nothing) => {}
            other => return other,
        }
        self.lead = Some(result.info.score);
        if let Some(best) = result.best {
            let seconds = ((clock::now() - start) / 1000.0).round() as u16;
            self.peer.say(&Message::Move(MoveMade::of(&best, seconds)))?;
            self.push(&best);
        }
        Ok(Event::Changed)
    }

    fn listen(&mut self) -> Result<Event, Lost> {
        match self.peer.glance()? {
            Some(message) => self.handle(message),
            None => Ok(Event::Nothing),
        }
    }

    fn limits(&self) -> Limits {
        if self.terms.minutes == 0 {
            return Limits::millis(DEFAULT_MILLIS);
        }
        let left = (f64::from(self.terms.minutes) * 60_000.0 - self.used).max(100.0);
        let made = self.moves.len() as u32 / 2;
        // Most games end before the agreed number of moves.
        let moves =
            (self.terms.moves > 0).then(|| u32::from(self.terms.moves).saturating_sub(made).clamp(1, 40));
        Limits::on_clock(&TimeLeft {
            left,
            moves,
            ..TimeLeft::default()
        })
    }

    fn handle(&mut self, message: Message) -> Result<Event, Lost> {
        match message {
            Message::Chat(words) => eprintln!("chat: {words}"),
            Message::End(end, stop) => {
                let seen = self.answer(end);
                self.peer.say(&Message::End(seen, self.terms.last))?;
                return Ok(Event::Over(self.ended(seen, stop)));
            }
            Message::Move(made) if self.game.position().turn() != self.terms.own => {
                let mv = made.find(self.game.position()).map_err(Lost::Nonsense)?;
                self.push(&mv);
                return Ok(Event::Changed);
            }
            Message::BackRequest(number, side) => return self.take_back(number, side),
            other => eprintln!("not expected now: {}", other.write()),
        }
        Ok(Event::Nothing)
    }

    /// What this side says to the other's end: what follows from it, where it does not claim more than is known.
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

    fn take_back(&mut self, number: u16, side: Side) -> Result<Event, Lost> {
        let ply = i32::from(number) * 2 - 2 + i32::from(side != self.start.turn());
        let code = match usize::try_from(ply) {
            _ if !self.terms.take_back => 1,
            Ok(ply) if ply < self.moves.len() => {
                let mut moves = std::mem::take(&mut self.moves);
                moves.truncate(ply);
                self.game = Game::from_position(self.start);
                moves.iter().for_each(|mv| self.push(mv));
                0
            }
            _ => 2,
        };
        self.peer.say(&Message::BackAnswer(code))?;
        Ok(if code == 0 { Event::Changed } else { Event::Nothing })
    }

    /// A legal move on the board. Where our draw rules had ended the game and the other side plays on, it goes on
    /// until it is this side's turn to say so.
    fn push(&mut self, mv: &Move) {
        self.moves.push(*mv);
        if let Err(PlayError::GameOver(_)) = self.game.play(mv)
            && let Ok(next) = self.game.position().play(mv)
        {
            self.game = Game::from_position(next);
        }
    }
}
