//! `damier dxp`: games against other draughts programs over a network, by DamExchange. The host crate plays; this
//! file has the command line and the output.
use crate::match_games::Player;
use crate::{Status, clock, game};
use clap::{Args, ValueEnum};
use damier_host::dxp::{
    Act, AgreedTerms, Attempts, Ended, Fault, Listener, Proposal, Role, Room, Seat, SessionEvent, Thinker,
    Thought, connect,
};
use draughts::notation::fen;
use draughts::notation::pdn::{GameResult, Tags, write_game};
use draughts::{Game, Side, Variant};
use draughts_engine::{EngineAssets, Limits};
use std::io::{self, Write};
use std::net::TcpListener;
use std::time::Duration;

/// Interval at which waiting for a caller is repeated.
const ACCEPT_INTERVAL: Duration = Duration::from_secs(60);

/// Play other draughts programs over a network (DamExchange, "DXP")
///
/// One program listens, the other connects. The one that connects proposes the games (the initiator), unless --role says
/// otherwise. Each game is written as PDN when it ends; chat messages and errors go to standard error.
/// For variants on 50 squares; the protocol does not name the variant, so both sides must be set to the same.
///
/// A text that is no message is passed over and told on standard error; a wrong move ends the session.
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
    /// The side that proposes the games
    #[arg(long, value_enum)]
    role: Option<Proposer>,
    /// The number of games. By default the initiator plays 2, and a follower as many as it is asked for
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..))]
    games: Option<u32>,
    /// The game
    #[arg(long, default_value_t = Variant::International, value_parser = game::variant)]
    variant: Variant,
    /// Start of each game, proposed by the initiator
    #[arg(long)]
    fen: Option<String>,
    /// Colour of the initiator in the first game; colours then alternate
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
enum Proposer {
    Initiator,
    Follower,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Colour {
    White,
    Black,
}

/// Why a run failed.
enum Failure {
    /// The command line is invalid.
    Usage(String),
    /// The session failed.
    Session(Fault),
    /// The games could not be written.
    Output(io::Error),
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Session(fault)
    }
}

impl Dxp {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        match self.serve(assets, out) {
            Ok(()) => Ok(Status::Good),
            Err(Failure::Output(error)) => Err(error),
            Err(Failure::Usage(words)) => {
                eprintln!("error: {words}");
                Ok(Status::BadInput)
            }
            Err(Failure::Session(fault)) => {
                eprintln!("error: {fault}");
                Ok(Status::BadInput)
            }
        }
    }

    fn serve(&self, assets: &EngineAssets, out: &mut impl Write) -> Result<(), Failure> {
        let mut room = Room::new(self.proposal()?)?;
        let mut seat = CommandSeat {
            name: &self.name,
            thinker: self.thinker(assets)?,
            now: None,
            out,
            unwritten: None,
        };
        let role = |usual| match self.role {
            None => usual,
            Some(Proposer::Initiator) => Role::Initiator,
            Some(Proposer::Follower) => Role::Follower,
        };
        if let Some(address) = &self.connect {
            let stream = connect(address, Attempts::Once, |_, _| {}, || true)?;
            let ended = room.session(stream, role(Role::Initiator), &mut seat);
            return seat.after(ended);
        }
        let address = self.listen.as_deref().unwrap_or_default();
        let address = if address.contains(':') {
            address.into()
        } else {
            format!("127.0.0.1:{address}")
        };
        let listener = TcpListener::bind(&address)
            .map_err(|error| Failure::Usage(format!("cannot listen on {address}: {error}")))?;
        let local = listener.local_addr().map_err(Fault::from)?;
        eprintln!("listening on {local}");
        let callers = Listener::start(listener, |from| {
            eprintln!("{from} has called, and heard that the board is taken");
        });
        let callers = callers.map_err(Fault::from)?;
        loop {
            let Some((stream, from)) = callers.next(ACCEPT_INTERVAL).map_err(Fault::from)? else {
                continue;
            };
            eprintln!("{from} has called");
            let ended = room.session(stream, role(Role::Follower), &mut seat);
            match seat.after(ended) {
                // An error of one peer does not affect the next.
                Err(Failure::Session(fault)) if fault.is_of_peer() => eprintln!("error: {fault}"),
                other => other?,
            }
            if room.is_done() {
                return Ok(());
            }
        }
    }

    fn proposal(&self) -> Result<Proposal, Failure> {
        let start = match &self.fen {
            Some(text) => fen::read(self.variant, text).map_err(|error| Failure::Usage(error.to_string()))?,
            None => self.variant.start(),
        };
        Ok(Proposal {
            name: self.name.clone(),
            variant: self.variant,
            start,
            colour: match self.colour {
                Colour::White => Side::White,
                Colour::Black => Side::Black,
            },
            minutes: self.minutes,
            moves: self.moves,
            games: self.games,
            take_back: self.take_back,
            patience: None,
        })
    }

    fn thinker(&self, assets: &EngineAssets) -> Result<Thinker, Failure> {
        let player = self
            .player
            .as_deref()
            .map(|text| Player::read(self.variant, text));
        let player = player.transpose().map_err(Failure::Usage)?;
        let (thought, assets) = match player {
            None => (None, assets.clone()),
            Some(Player::Level(level)) => (Some(Thought::Level(level)), assets.clone()),
            Some(Player::Within(limits)) => (Some(Thought::Within(limits)), assets.clone()),
            Some(Player::WithWeights(limits, assets, _)) => (Some(Thought::Within(limits)), assets),
            Some(Player::StandIn(_) | Player::OnClock { .. }) => {
                let text = self.player.as_deref().unwrap_or_default();
                return Err(Failure::Usage(format!("{text:?} plays only in matches")));
            }
        };
        Ok(Thinker::new(assets, thought, usize::from(self.table)))
    }
}

/// Our side: the engine plays; games and chat are printed.
struct CommandSeat<'a, W: Write> {
    name: &'a str,
    thinker: Thinker,
    now: Option<AgreedTerms>,
    out: &'a mut W,
    /// The first error while writing a game.
    unwritten: Option<io::Error>,
}

impl<W: Write> CommandSeat<'_, W> {
    /// Combines the results: an error while writing takes precedence.
    fn after(&mut self, ended: Result<(), Fault>) -> Result<(), Failure> {
        match self.unwritten.take() {
            Some(error) => Err(Failure::Output(error)),
            None => Ok(ended?),
        }
    }

    fn write(&mut self, ended: &Ended) -> io::Result<()> {
        let Some(agreed) = &self.now else {
            return Ok(());
        };
        let mut names = [self.name, agreed.opponent.as_str()];
        if agreed.own == Side::Black {
            names.swap(0, 1);
        }
        let mut tags = Tags::default();
        tags.push("Date", clock::day().to_string().replace('-', "."));
        tags.push("Round", agreed.number.to_string());
        for (tag, name) in ["White", "Black"].into_iter().zip(names) {
            tags.push(tag, name);
        }
        let result = match ended.result {
            None => GameResult::Unknown,
            Some(None) => GameResult::Draw,
            Some(Some(side)) => GameResult::Win(side),
        };
        write!(self.out, "{}", write_game(&tags, result, &ended.tree))?;
        self.out.flush()
    }
}

impl<W: Write> Seat for CommandSeat<'_, W> {
    fn hear(&mut self, what: SessionEvent<'_>) -> Result<(), Fault> {
        match what {
            SessionEvent::Began(agreed) => {
                self.thinker.new_game();
                self.now = Some(agreed.clone());
            }
            SessionEvent::Ended(ended) => {
                if let Err(error) = self.write(ended) {
                    self.unwritten = Some(error);
                    return Err(Fault::Left);
                }
            }
            SessionEvent::Chat(words) => eprintln!("chat: {words}"),
            SessionEvent::Unexpected(message) => eprintln!("not expected now: {}", message.write()),
            SessionEvent::Unread(error) => eprintln!("passed over: {error}"),
            SessionEvent::Met | SessionEvent::Moved(..) | SessionEvent::TakenBack(_) => {}
        }
        Ok(())
    }

    fn turn(&mut self, game: &Game, limits: Limits) {
        self.thinker.begin(game, limits);
    }

    fn act(&mut self) -> Option<Act> {
        self.thinker.slice()
    }

    fn rest(&mut self) {
        self.thinker.rest();
    }

    fn is_busy(&self) -> bool {
        self.thinker.is_busy()
    }
}
