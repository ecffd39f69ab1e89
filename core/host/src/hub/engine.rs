//! An engine that speaks the Hub protocol: identity, settings, searches.
use super::fault::HubFault;
use super::process::{KillHandle, Process};
use super::setting::Setting;
use crate::clock;
use draughts::notation::hub::{self, HubLine, read_move, write_move, write_position};
use draughts::{Game, Move, Position, Variant};
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// Time limits in milliseconds: to identify itself, to load, to answer after its thinking time, and to stop.
const GREETING: f64 = 8_000.0;
const LOADING: f64 = 120_000.0;
const ANSWER_TIMEOUT: f64 = 15_000.0;
const STOPPING: f64 = 5_000.0;
/// Interval between two checks for a stop.
const LOOK: Duration = Duration::from_millis(20);
/// Maximum number of settings.
const SETTINGS: usize = 100;
/// Longest name, in characters.
const NAME: usize = 60;

/// Identity of an engine.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Name, with the version if it has one.
    pub name: String,
    /// Author; empty if unknown.
    pub author: String,
}

/// Limit of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// Plays after this many milliseconds.
    Time(f64),
    /// Plays after this many plies.
    Depth(u8),
    /// Plays after this many positions.
    Nodes(u64),
    /// Analyses until stopped.
    Infinite,
}

/// Progress of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Depth in plies.
    pub depth: u8,
    /// Score in men, for the side to move.
    pub score: f64,
    /// Number of positions.
    pub nodes: f64,
    /// Time in milliseconds.
    pub millis: f64,
    /// Best line, up to its first illegal move.
    pub line: Vec<Move>,
}

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The chosen move; legal.
    pub best: Move,
    /// The last progress report.
    pub progress: Progress,
}

/// A running engine. Dropping it ends the program.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    identity: Identity,
    settings: Vec<Setting>,
    variant: Option<Variant>,
}

impl Engine {
    /// Starts a program and waits for its identity.
    ///
    /// # Errors
    /// [`HubFault::NotStarted`], [`HubFault::NoHub`], and [`HubFault::Silent`] if it prints nothing.
    pub fn start(program: &Path, arguments: &[String]) -> Result<Self, HubFault> {
        let mut process = Process::start(program, arguments)?;
        // A write error means that it ended at once; the loop below reports that.
        drop(process.say("hub"));
        let (mut identity, mut settings, mut spoke) = (None, Vec::new(), false);
        let end = clock::ticks() + GREETING;
        loop {
            if clock::ticks() > end {
                return Err(if spoke { HubFault::NoHub } else { HubFault::Silent });
            }
            let line = process.line(LOOK).map_err(|_| HubFault::NoHub)?;
            spoke |= line.is_some();
            // Some engines print other text first.
            let Some(line) = line.and_then(|line| HubLine::read(&line).ok()) else {
                continue;
            };
            match line.command.as_str() {
                "id" => identity = Some(read_identity(&line)),
                "param" if settings.len() < SETTINGS => settings.extend(Setting::read(&line)),
                "wait" => break,
                _ => {}
            }
        }
        Ok(Self {
            process,
            identity: identity.ok_or(HubFault::NoHub)?,
            settings,
            variant: None,
        })
    }

    /// Handle that ends the engine from another thread.
    pub(super) fn kill_handle(&self) -> KillHandle {
        self.process.kill_handle()
    }

    /// Identity of the engine.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Settings of the engine, without the variant: the game decides that.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings = self.settings.clone();
        settings.retain(|setting| setting.name != "variant");
        settings
    }

    /// The variant that it was prepared for.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// Prepares the engine for a variant with these settings. Call it once: engines read their settings only at the
    /// start.
    ///
    /// # Errors
    /// [`HubFault::OtherGame`], [`HubFault::Setting`], [`HubFault::Silent`], [`HubFault::Ended`].
    pub fn prepare(&mut self, variant: Variant, chosen: &BTreeMap<String, String>) -> Result<(), HubFault> {
        let other = || HubFault::OtherGame(variant);
        let name = hub::variant_name(variant).ok_or_else(other)?;
        match self.settings.iter().find(|setting| setting.name == "variant") {
            Some(setting) if setting.takes(name) => self.set("variant", name)?,
            None if variant == Variant::International => {}
            _ => return Err(other()),
        }
        for (name, value) in chosen {
            let known = self.settings.iter().find(|setting| setting.name == *name);
            if !known.is_some_and(|setting| setting.takes(value)) {
                return Err(HubFault::Setting(name.clone(), value.clone()));
            }
            self.set(name, value)?;
        }
        self.process.say("init")?;
        let end = clock::ticks() + LOADING;
        while clock::ticks() < end {
            if let Some(line) = self.process.line(LOOK)?
                && line.trim() == "ready"
            {
                self.variant = Some(variant);
                return Ok(());
            }
        }
        Err(HubFault::Silent)
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), HubFault> {
        self.process.say(&format!(
            "set-param name={} value={}",
            hub::value(name),
            hub::value(value)
        ))
    }

    /// Searches the current position of a game until the limit or the flag stops it.
    ///
    /// # Errors
    /// [`HubFault::OtherGame`] if it was not prepared for this variant, [`HubFault::Silent`], [`HubFault::Ended`],
    /// [`HubFault::Illegal`].
    pub fn search(
        &mut self,
        game: &Game,
        limit: Limit,
        stop: &StopFlag,
        mut on_progress: impl FnMut(&Progress),
    ) -> Result<Found, HubFault> {
        if self.variant != Some(game.variant()) {
            return Err(HubFault::OtherGame(game.variant()));
        }
        self.process.say(&position_line(game))?;
        let (level, go, mut end) = match limit {
            Limit::Time(millis) => (
                format!("level move-time={:.3}", (millis / 1000.0).max(0.001)),
                "go think",
                Some(clock::ticks() + millis + ANSWER_TIMEOUT),
            ),
            Limit::Depth(depth) => (format!("level depth={depth}"), "go think", None),
            Limit::Nodes(nodes) => (format!("level nodes={nodes}"), "go think", None),
            Limit::Infinite => ("level infinite".into(), "go analyze", None),
        };
        self.process.say(&level)?;
        self.process.say(go)?;
        let (mut progress, mut stopping) = (Progress::default(), false);
        loop {
            if stop.is_stopped() && !stopping {
                stopping = true;
                self.process.say("stop")?;
                end = Some(clock::ticks() + STOPPING);
            }
            if end.is_some_and(|end| clock::ticks() > end) {
                return Err(HubFault::Silent);
            }
            let Some(line) = self.process.line(LOOK)? else {
                continue;
            };
            let Ok(line) = HubLine::read(&line) else { continue };
            match line.command.as_str() {
                "info" if update(&mut progress, &line, game.position()) => on_progress(&progress),
                "done" => {
                    let text = line.value("move").unwrap_or_default();
                    let best = read_move(game.position(), text)
                        .map_err(|_| HubFault::Illegal(text.chars().take(NAME).collect()))?;
                    return Ok(Found { best, progress });
                }
                _ => {}
            }
        }
    }
}

fn read_identity(line: &HubLine) -> Identity {
    let text = |name| {
        let value = line.value(name).unwrap_or_default();
        let clean = value.chars().filter(|letter| !letter.is_control());
        clean.take(NAME).collect::<String>().trim().to_owned()
    };
    let (name, version) = (text("name"), text("version"));
    let name = match (name.is_empty(), version.is_empty()) {
        (true, _) => "Hub".into(),
        (false, true) => name,
        (false, false) => format!("{name} {version}"),
    };
    Identity {
        name,
        author: text("author"),
    }
}

/// Builds the `pos` line: the position after the last irreversible move, and the moves since, for repetitions.
fn position_line(game: &Game) -> String {
    let (positions, moves) = (game.positions(), game.moves());
    let turns_back = |(ply, mv): (usize, &Move)| {
        let man = positions[ply]
            .piece_at(mv.origin())
            .is_none_or(|piece| piece.role == draughts::Role::Man);
        (mv.is_capture() || man).then_some(ply + 1)
    };
    let since = moves
        .iter()
        .enumerate()
        .filter_map(turns_back)
        .next_back()
        .unwrap_or(0);
    let mut line = format!("pos pos={}", write_position(&positions[since]));
    // Engines that do not know this argument ignore it.
    let king_moves = hub::write_king_moves(&positions[since]);
    let moves: Vec<String> = moves[since..].iter().map(write_move).collect();
    for (name, text) in [("wolf", king_moves), ("moves", moves.join(" "))] {
        if !text.is_empty() {
            line += &format!(" {name}={}", hub::value(&text));
        }
    }
    line
}

/// Reads an `info` line. Returns true if it has a line of moves.
fn update(progress: &mut Progress, line: &HubLine, position: &Position) -> bool {
    let number = |name| {
        let value = line.value(name).and_then(|text| text.parse::<f64>().ok());
        value.filter(|number| number.is_finite())
    };
    if let Some(depth) = number("depth") {
        progress.depth = depth.clamp(0.0, 255.0) as u8;
    }
    if let Some(score) = number("score") {
        progress.score = score.clamp(-100.0, 100.0);
    }
    if let Some(nodes) = number("nodes") {
        progress.nodes = nodes.max(0.0);
    }
    if let Some(time) = number("time") {
        progress.millis = (time * 1000.0).max(0.0);
    }
    let Some(pv) = line.value("pv") else {
        return false;
    };
    let mut position = *position;
    progress.line = pv
        .split_whitespace()
        .map_while(|text| {
            let mv = read_move(&position, text).ok()?;
            position = position.play(&mv).ok()?;
            Some(mv)
        })
        .collect();
    !progress.line.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::fen;

    #[test]
    fn the_position_line_includes_king_moves() {
        let marched = fen::read(Variant::Frisian, "B:W35,K46:B6,K1:H0:F1:+0+346").expect("a position");
        let mut game = Game::from_position(marched);
        assert!(position_line(&game).ends_with(" wolf=\"W46=3\""));
        let mv = read_move(&marched, "6-11").expect("a move of the other man");
        game.play(&mv).expect("it goes on");
        // A man's move is irreversible: the position follows it, and the king's moves still count.
        assert!(!position_line(&game).contains("moves="));
        assert!(position_line(&game).contains(" wolf=\"W46=3\""));
    }
}
