//! `damier dxp`: games against other draughts programs over a network, by DamExchange.
use crate::dxp_door::Door;
use crate::dxp_game::{Ended, Table, Terms};
use crate::dxp_peer::{Lost, Peer};
use crate::match_games::Player;
use crate::{Status, clock, game};
use clap::{Args, ValueEnum};
use draughts::notation::dxp::{self, Answer, GameRequest, Message};
use draughts::notation::fen;
use draughts::notation::pdn::{GameResult, Tags, write_game};
use draughts::{Position, Side, Variant};
use draughts_engine::{EngineAssets, TranspositionTable};
use std::io::{self, Write};
use std::net::{TcpListener, TcpStream};

/// Play other draughts programs over a network (DamExchange, "DXP")
///
/// One program listens, the other connects. The one that connects proposes the games (the initiator), unless --role says
/// otherwise. Each game is written as PDN when it ends; chat messages and errors go to standard error.
/// For variants on 50 squares; the protocol does not name the variant, so both sides must be set to the same.
///
/// Status 1: no connection, games refused, or the other side broke the protocol.
#[derive(Args)]
#[command(group = clap::ArgGroup::new("line").required(true))]
pub(crate) struct Dxp {
    /// Listen on this port, for this machine only; "0.0.0.0:27531" for other machines too
    #[arg(long, value_name = "[ADDRESS:]PORT", group = "line")]
    listen: Option<String>,
    /// Connect to a program that listens; the default port is 27531
    #[arg(long, value_name = "HOST[:PORT]", group = "line")]
    connect: Option<String>,
    /// Who proposes the games
    #[arg(long, value_enum)]
    role: Option<Role>,
    /// The number of games. By default the initiator plays 2, and a follower as many as it is asked for
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The game
    #[arg(long, default_value_t = Variant::International, value_parser = game::variant)]
    variant: Variant,
    /// Start of each game, proposed by the initiator
    #[arg(long)]
    fen: Option<String>,
    /// Colour of the initiator in the first game; then they change
    #[arg(long, value_enum, default_value_t = Colour::White)]
    colour: Colour,
    /// Minutes of each player for a whole game, proposed by the initiator
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u16).range(..1000))]
    minutes: u16,
    /// Moves of each player after which a game ends, 0 for no limit; proposed by the initiator
    #[arg(long, default_value_t = 75, value_parser = clap::value_parser!(u16).range(..1000))]
    moves: u16,
    /// Play by other limits than the clock: the key of a level, "nodes:20000" or "depth:9"
    #[arg(long)]
    player: Option<String>,
    /// Let the other side take moves back
    #[arg(long)]
    take_back: bool,
    /// The name sent to the other side
    #[arg(long, default_value = concat!("Damier ", env!("CARGO_PKG_VERSION")))]
    name: String,
    /// Size of the table, in MiB
    #[arg(long, default_value_t = 64, value_parser = clap::value_parser!(u16).range(1..))]
    table: u16,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Role {
    Initiator,
    Follower,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    White,
    Black,
}

/// Why a session failed.
enum Fault {
    /// The command line is invalid.
    Usage(String),
    /// The other side.
    Peer(Lost),
    /// The games could not be written.
    Output(io::Error),
}

impl From<Lost> for Fault {
    fn from(lost: Lost) -> Fault {
        Fault::Peer(lost)
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Fault {
        Fault::Peer(Lost::Broken(error))
    }
}

impl Dxp {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match self.serve(assets, out) {
            Ok(()) => Ok(Status::Good),
            Err(Fault::Output(error)) => Err(error),
            Err(Fault::Usage(words)) => {
                eprintln!("error: {words}");
                Ok(Status::BadInput)
            }
            Err(Fault::Peer(lost)) => {
                eprintln!("error: {}", message(&lost));
                Ok(Status::BadInput)
            }
        }
    }

    fn serve(&self, assets: &EngineAssets, out: &mut impl Write) -> Result<(), Fault> {
        let mut room = Room::new(self, assets)?;
        if let Some(address) = &self.connect {
            let address = if address.contains(':') {
                address.clone()
            } else {
                format!("{address}:{}", dxp::PORT)
            };
            let stream = TcpStream::connect(&address)
                .map_err(|error| Fault::Usage(format!("{address} does not answer: {error}")))?;
            return room.session(stream, self.role.unwrap_or(Role::Initiator), out);
        }
        let address = self.listen.as_deref().unwrap_or_default();
        let address = if address.contains(':') {
            address.into()
        } else {
            format!("127.0.0.1:{address}")
        };
        let listener = TcpListener::bind(&address)
            .map_err(|error| Fault::Usage(format!("cannot listen on {address}: {error}")))?;
        eprintln!("listening on {}", listener.local_addr()?);
        let door = Door::open(listener);
        loop {
            let (stream, from) = door.next()?;
            eprintln!("{from} has called");
            match room.session(stream, self.role.unwrap_or(Role::Follower), out) {
                // An error of one peer does not affect the next.
                Err(Fault::Peer(lost)) => eprintln!("error: {}", message(&lost)),
                other => other?,
            }
            if self.games.is_some_and(|games| room.played >= games) {
                return Ok(());
            }
        }
    }
}

fn message(lost: &Lost) -> String {
    match lost {
        Lost::Gone => "the other side has gone".into(),
        Lost::Nonsense(error) => format!("the other side broke the protocol: {error}"),
        Lost::Broken(error) => format!("the line broke: {error}"),
    }
}

/// Where games are played, one after another.
struct Room<'a> {
    asked: &'a Dxp,
    assets: &'a EngineAssets,
    player: Option<Player>,
    start: Position,
    memory: Option<TranspositionTable>,
    played: u32,
}

impl<'a> Room<'a> {
    fn new(asked: &'a Dxp, assets: &'a EngineAssets) -> Result<Room<'a>, Fault> {
        let variant = asked.variant;
        let start = match &asked.fen {
            Some(text) => fen::read(variant, text).map_err(|error| Fault::Usage(error.to_string()))?,
            None => variant.start(),
        };
        if start.squares() != 50 {
            return Err(Fault::Usage(format!(
                "DamExchange is for games on 50 squares, not {variant}"
            )));
        }
        let player = asked
            .player
            .as_deref()
            .map(|text| match Player::read(variant, text)? {
                Player::StandIn(_) => Err(format!("{text:?} plays only in matches")),
                player => Ok(player),
            })
            .transpose();
        Ok(Room {
            asked,
            assets,
            player: player.map_err(Fault::Usage)?,
            start,
            memory: None,
            played: 0,
        })
    }

    fn session(&mut self, stream: TcpStream, role: Role, out: &mut impl Write) -> Result<(), Fault> {
        let mut peer = Peer::new(stream)?;
        let ended = match role {
            Role::Initiator => self.initiate(&mut peer, out),
            Role::Follower => self.follow(&mut peer, out),
        };
        peer.part(match &ended {
            Err(Fault::Peer(Lost::Nonsense(_))) => "That was no message, or no legal move. Goodbye.",
            _ => "Goodbye.",
        });
        ended
    }

    fn initiate(&mut self, peer: &mut Peer, out: &mut impl Write) -> Result<(), Fault> {
        let games = self.asked.games.unwrap_or(2);
        for number in 0..games {
            let white = (self.asked.colour == Colour::White) == number.is_multiple_of(2);
            let own = if white { Side::White } else { Side::Black };
            let set_up = (self.start != self.asked.variant.start()).then(|| dxp::write_position(&self.start));
            peer.say(&Message::Request(GameRequest {
                version: 1,
                name: self.asked.name.clone(),
                follower: own.other(),
                minutes: self.asked.minutes,
                moves: self.asked.moves,
                position: set_up,
            }))?;
            let name = loop {
                match peer.hear()? {
                    Message::Accept(name, Answer::Accepted) => break name,
                    Message::Accept(name, _) => {
                        return Err(Fault::Usage(format!("{name} declines the game")));
                    }
                    Message::Chat(words) => eprintln!("chat: {words}"),
                    _ => {}
                }
            };
            let terms = self.terms(own, self.asked.minutes, self.asked.moves, number + 1 == games);
            if self.play(peer, terms, self.start, &name, out)? {
                break;
            }
        }
        Ok(())
    }

    fn follow(&mut self, peer: &mut Peer, out: &mut impl Write) -> Result<(), Fault> {
        loop {
            let request = match peer.hear() {
                Ok(Message::Request(request)) => request,
                // Closing the connection between two games is the normal end of a session.
                Err(Lost::Gone) if self.played > 0 => return Ok(()),
                Ok(Message::Chat(words)) => {
                    eprintln!("chat: {words}");
                    continue;
                }
                Ok(_) => continue,
                Err(lost) => return Err(lost.into()),
            };
            let start = match &request.position {
                None => Ok(self.asked.variant.start()),
                Some(text) => dxp::read_position(self.asked.variant, text),
            };
            let (answer, start) = match start {
                _ if request.version != 1 => (Answer::WrongVersion, None),
                Err(_) => (Answer::NotThis, None),
                Ok(start) => (Answer::Accepted, Some(start)),
            };
            peer.say(&Message::Accept(self.asked.name.clone(), answer))?;
            let Some(start) = start else { continue };
            let last = self.asked.games == Some(self.played + 1);
            let terms = self.terms(request.follower, request.minutes, request.moves, last);
            if self.play(peer, terms, start, &request.name, out)? || last {
                return Ok(());
            }
        }
    }

    fn terms(&self, own: Side, minutes: u16, moves: u16, last: bool) -> Terms {
        Terms {
            own,
            minutes,
            moves,
            player: self.player.clone(),
            take_back: self.asked.take_back,
            last,
        }
    }

    /// Plays one game and writes it; returns whether it was the last.
    fn play(
        &mut self,
        peer: &mut Peer,
        terms: Terms,
        start: Position,
        opponent: &str,
        out: &mut impl Write,
    ) -> Result<bool, Fault> {
        let memory = self
            .memory
            .take()
            .unwrap_or_else(|| TranspositionTable::new(usize::from(self.asked.table)));
        let mut table = Table::new(peer, terms.clone(), start, self.assets, memory);
        let ended = table.play();
        self.memory = table.memory.take();
        let ended = ended?;
        self.played += 1;
        self.write(&ended, terms.own, opponent, out)
            .map_err(Fault::Output)?;
        Ok(ended.stop)
    }

    fn write(&self, ended: &Ended, own: Side, opponent: &str, out: &mut impl Write) -> io::Result<()> {
        let mut names = [self.asked.name.as_str(), opponent];
        if own == Side::Black {
            names.swap(0, 1);
        }
        let mut tags = Tags::default();
        tags.push("Date", clock::day().to_string().replace('-', "."));
        tags.push("Round", self.played.to_string());
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            tags.push(tag, name);
        }
        let result = match ended.result {
            None => GameResult::Unknown,
            Some(None) => GameResult::Draw,
            Some(Some(side)) => GameResult::Win(side),
        };
        write!(out, "{}", write_game(&tags, result, &ended.tree))?;
        out.flush()
    }
}
