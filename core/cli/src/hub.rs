//! `damier hub`: the engine as a Hub engine (protocol version 2) on standard input and output.
use crate::clock::draw_seed;
use crate::{Status, clock, hub_settings::Settings};
use clap::Args;
use draughts::notation::hub::{self, HubLine};
use draughts::{Game, PlayError, Variant};
use draughts_engine::{
    EngineAssets, Limits, Search, SearchInfo, SearchResult, Task, TimeLeft, TranspositionTable,
};
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Receiver, TryRecvError, sync_channel};

/// Maximum number of waiting lines: limits the memory that the other program can fill.
const WAITING: usize = 1024;
/// Milliseconds searched between two checks for a line of the other program.
const SLICE: f64 = 1.0;
/// Milliseconds of a fixed move time that are reserved for the transmission.
const PIPES: f64 = 2.0;
/// The longest line that is read, in bytes: a position with a thousand moves is 10 000.
const LONGEST: u64 = 1 << 16;
/// The longest error message, in characters.
const COMPLAINT: usize = 200;

/// Serve other programs: the Hub protocol (version 2) on standard input and output
///
/// For the games on 50 squares (set-param name=variant). Type `hub` to see its settings. In a program that asks for an
/// engine of this kind, give the path of `damier` with the argument `hub`.
#[derive(Args)]
pub(crate) struct Hub {}

impl Hub {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let (send, lines) = sync_channel(WAITING);
        // The search reads this thread's channel between two slices.
        std::thread::spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = next_line(&mut input) {
                if send.send(line).is_err() {
                    break;
                }
            }
        });
        Session::new(lines, assets, out).serve()
    }
}

/// Reads the next line; `None` at the end. Invalid UTF-8 becomes replacement characters, which no command contains. A
/// line that is too long is truncated and gets an unclosed quotation mark, so that it is refused.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    let mut line = String::from_utf8_lossy(&bytes).into_owned();
    if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LONGEST {
        input.skip_until(b'\n')?;
        line.truncate(line.floor_char_boundary(COMPLAINT));
        line = line.replace('"', "'") + "\"";
    }
    Ok(Some(line))
}

/// Modes of the `go` command.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Think,
    Ponder,
    Analyze,
}

/// State of a session.
struct Session<'a, W: Write> {
    lines: Receiver<String>,
    assets: &'a EngineAssets,
    out: &'a mut W,
    settings: Settings,
    table: Option<TranspositionTable>,
    game: Option<Game>,
    limits: Limits,
    /// Seed of the present game, so that a level plays different games.
    drawn: u64,
    /// A line that ended a search and is still to be handled.
    held: Option<String>,
}

/// The other program sent `quit` or closed its output.
struct Quit;

impl<'a, W: Write> Session<'a, W> {
    fn new(lines: Receiver<String>, assets: &'a EngineAssets, out: &'a mut W) -> Self {
        Self {
            lines,
            assets,
            out,
            settings: Settings::default(),
            table: None,
            game: None,
            limits: Limits::infinite(),
            drawn: draw_seed(),
            held: None,
        }
    }

    fn serve(mut self) -> io::Result<Status> {
        loop {
            let line = match self.held.take() {
                Some(line) => line,
                None => match self.lines.recv() {
                    Ok(line) => line,
                    Err(_) => return Ok(Status::Good),
                },
            };
            if line.trim().is_empty() {
                continue;
            }
            match HubLine::read(&line)
                .map_err(|e| e.to_string())
                .and_then(|line| self.handle(&line))
            {
                Ok(None) => {}
                Ok(Some(Job::Search(mode))) => {
                    if self.search(mode)?.is_err() {
                        return Ok(Status::Good);
                    }
                }
                Ok(Some(Job::Say(text))) => self.say(&text)?,
                Ok(Some(Job::Quit)) => return Ok(Status::Good),
                Err(message) => {
                    let message: String = message.chars().take(COMPLAINT).collect();
                    self.say(&format!("error message={}", hub::value(&message)))?;
                }
            }
        }
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.out, "{text}")?;
        self.out.flush()
    }

    fn handle(&mut self, line: &HubLine) -> Result<Option<Job>, String> {
        match line.command.as_str() {
            "hub" => Ok(Some(Job::Say(self.settings.greeting()))),
            "set-param" => {
                let name = line.value("name").ok_or("set-param needs name=")?;
                self.settings
                    .set(name, line.value("value").ok_or("set-param needs value=")?)?;
                self.table = None;
                // A position is only valid for its variant.
                self.game = self
                    .game
                    .take()
                    .filter(|game| game.variant() == self.settings.variant);
                Ok(None)
            }
            "init" => {
                // The first search loads weights and endgame tables and allocates memory. Do that now, so that a
                // later `stop` is answered at once.
                let mut table = self.table();
                table.clear();
                let (start, task) = (Game::new(self.settings.variant), Task::within(Limits::depth(1)));
                let mut search = Search::new(&start, task, self.assets, table, clock::now);
                while !search.slice(SLICE) {}
                self.table = Some(search.into_table());
                Ok(Some(Job::Say("ready".into())))
            }
            "new-game" => {
                self.table = None;
                self.drawn = draw_seed();
                Ok(None)
            }
            "pos" => {
                self.game = None;
                self.limits = Limits::infinite();
                self.game = Some(game(self.settings.variant, line)?);
                Ok(None)
            }
            "level" => {
                self.limits = limits(line)?;
                Ok(None)
            }
            "go" => {
                let mode = match line.arguments.first().map(|(name, _)| name.as_str()) {
                    Some("think") | None => Mode::Think,
                    Some("ponder") => Mode::Ponder,
                    Some("analyze" | "analyse") => Mode::Analyze,
                    Some(other) => return Err(format!("{other:?} is no way to go")),
                };
                if self.game.is_none() {
                    return Err("go without a position".into());
                }
                Ok(Some(Job::Search(mode)))
            }
            "ping" => Ok(Some(Job::Say("pong".into()))),
            "quit" => Ok(Some(Job::Quit)),
            // These may arrive after the search has ended by itself.
            "stop" | "ponder-hit" => Ok(None),
            other => Err(format!("{other:?} is no command")),
        }
    }

    fn table(&mut self) -> TranspositionTable {
        self.table
            .take()
            .unwrap_or_else(|| TranspositionTable::with_bytes(self.settings.table_bytes()))
    }

    /// Searches, and handles lines meanwhile.
    fn search(&mut self, mode: Mode) -> io::Result<Result<(), Quit>> {
        let Some(game) = self.game.take() else {
            return Ok(Ok(()));
        };
        // While pondering, only a level has limits.
        let (mut task, limits, free) = match self.settings.level {
            Some(level) if mode != Mode::Analyze => {
                let seed = match self.settings.seed {
                    0 => self.drawn,
                    seed => u64::from(seed),
                };
                let task = Task::level(level, seed);
                let free = task.limits;
                // A level keeps its own limits, but never exceeds the time on its clock.
                let limits = Limits {
                    millis: self.limits.millis,
                    ..free
                };
                (task, limits, free)
            }
            None if mode == Mode::Think && self.settings.varies(&game) => {
                let task = Task::level(self.settings.variety(), draw_seed());
                (task, self.limits, Limits::infinite())
            }
            _ => (Task::default(), self.limits, Limits::infinite()),
        };
        let pondering = (mode == Mode::Ponder).then_some(limits);
        task.threads = self.settings.threads;
        task.table_pieces = Some(self.settings.table_pieces);
        task.limits = Limits {
            at_once_if_forced: mode == Mode::Think,
            ..if pondering.is_some() { free } else { limits }
        };
        let table = self.table();
        let mut search = Search::new(&game, task, self.assets, table, clock::now);
        let quit = self.listen(&mut search, pondering)?;
        let result = search.result();
        self.table = Some(search.into_table());
        self.game = Some(game);
        let done = done(&result);
        self.say(&done)?;
        Ok(quit)
    }

    /// Runs the search until it ends or is stopped. While pondering it may not end by itself; the limits in `pondering` apply
    /// from `ponder-hit` on.
    fn listen(&mut self, search: &mut Search, mut pondering: Option<Limits>) -> io::Result<Result<(), Quit>> {
        let started = clock::now();
        loop {
            let over = search.slice(SLICE);
            if let Some(info) = search.new_info() {
                self.say(&info_line(&info, clock::now() - started))?;
            }
            if over && pondering.is_none() {
                return Ok(Ok(()));
            }
            let line = if over {
                self.lines.recv().map_err(|_| TryRecvError::Disconnected)
            } else {
                self.lines.try_recv()
            };
            let line = match line {
                Ok(line) => line,
                Err(TryRecvError::Empty) => continue,
                Err(TryRecvError::Disconnected) => return Ok(Err(Quit)),
            };
            match line.trim() {
                "ping" => self.say("pong")?,
                "ponder-hit" => {
                    if let Some(limits) = pondering.take() {
                        search.restrict(limits);
                    }
                }
                "" => {}
                "quit" => return Ok(Err(Quit)),
                "stop" => {
                    search.stop();
                    return Ok(Ok(()));
                }
                _ => {
                    search.stop();
                    self.held = Some(line);
                    return Ok(Ok(()));
                }
            }
        }
    }
}

/// The reaction to a line.
enum Job {
    Say(String),
    Search(Mode),
    Quit,
}

/// The game of a `pos` line, with its moves.
fn game(variant: Variant, line: &HubLine) -> Result<Game, String> {
    let mut position = if line.has("start") {
        variant.start()
    } else {
        let text = line.value("pos").ok_or("pos needs pos= or start")?;
        hub::read_position(variant, text).map_err(|e| e.to_string())?
    };
    if let Some(king_moves) = line.value("wolf") {
        position = hub::read_king_moves(&position, king_moves).map_err(|e| e.to_string())?;
    }
    let mut game = Game::from_position(position);
    for text in line.value("moves").unwrap_or_default().split_whitespace() {
        let mv = hub::read_move(game.position(), text).map_err(|e| e.to_string())?;
        match game.play(&mv) {
            Ok(()) => {}
            Err(PlayError::GameOver(_)) => {
                // The other program applies the draw rules. If it plays on, so does the engine.
                let next = game.position().play(&mv).map_err(|e| e.to_string())?;
                game = Game::from_position(next);
            }
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok(game)
}

/// Parses a `level` line. Converts seconds to milliseconds.
fn limits(line: &HubLine) -> Result<Limits, String> {
    fn number<T: std::str::FromStr>(line: &HubLine, name: &str) -> Result<Option<T>, String> {
        let value = line.value(name);
        if value.is_none() && line.has(name) {
            return Err(format!("{name} needs a value"));
        }
        value
            .map(|text| text.parse().map_err(|_| format!("{name}={text} is no number")))
            .transpose()
    }
    let seconds = |name| -> Result<Option<f64>, String> {
        match number::<f64>(line, name)? {
            Some(seconds) if !seconds.is_finite() || seconds < 0.0 => {
                Err(format!("{name}={seconds} is no time"))
            }
            seconds => Ok(seconds.map(|seconds| seconds * 1000.0)),
        }
    };
    let mut limits = match seconds("time")? {
        Some(left) => Limits::on_clock(&TimeLeft {
            left,
            moves: number(line, "moves")?,
            // In this protocol the increment is added before each move, like a delay.
            delay: seconds("inc")?.unwrap_or(0.0),
            ..TimeLeft::default()
        }),
        None => Limits::infinite(),
    };
    if let Some(millis) = seconds("move-time")? {
        limits.millis = Some((millis - PIPES).max(1.0));
        limits.soft_millis = None;
    }
    // Some programs send a large number for "no limit".
    limits.depth = number::<u64>(line, "depth")?.map(|depth| depth.clamp(1, 99) as u8);
    limits.nodes = number(line, "nodes")?;
    Ok(limits)
}

/// Formats an `info` line. `millis` counts from the start of the search; the search's own time restarts at
/// `ponder-hit`, its nodes do not.
fn info_line(info: &SearchInfo, millis: f64) -> String {
    let seconds = millis / 1000.0;
    let line: Vec<String> = info.line.iter().map(hub::write_move).collect();
    format!(
        "info depth={} score={:.2} nodes={} time={:.3} nps={:.2} pv={}",
        info.depth,
        f64::from(info.score.centipawns()) / 100.0,
        info.nodes,
        seconds,
        if seconds > 0.0 {
            info.nodes as f64 / seconds / 1e6
        } else {
            0.0
        },
        hub::value(&line.join(" ")),
    )
}

fn done(result: &SearchResult) -> String {
    let mut text = String::from("done");
    if let Some(mv) = &result.best {
        text += &format!(" move={}", hub::write_move(mv));
    }
    if let Some(mv) = &result.ponder {
        text += &format!(" ponder={}", hub::write_move(mv));
    }
    text
}
