//! An engine by the Hub protocol: who it is, what can be set, and what it plays and thinks. Knows no page.
use super::fault::HubFault;
use super::process::{Ending, Process};
use super::setting::Setting;
use crate::clock;
use draughts::notation::hub::{self, HubLine, read_move, write_move, write_position};
use draughts::{Game, Move, Position, Variant};
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

/// How long an engine may take to say who it is, to load what it needs, to answer beyond the time it was given, and to stop.
const GREETING: f64 = 8_000.0;
const LOADING: f64 = 120_000.0;
const GRACE: f64 = 15_000.0;
const STOPPING: f64 = 5_000.0;
/// How often it is looked whether a search is to stop.
const LOOK: Duration = Duration::from_millis(20);
/// So many settings are read at most.
const SETTINGS: usize = 100;
/// The longest name, in characters.
const NAME: usize = 60;

/// Who an engine says it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Identity {
    /// Its name, with its version where it tells one.
    pub name: String,
    /// Who wrote it; empty where it does not say.
    pub author: String,
}

/// When a search ends by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Limit {
    /// After so many milliseconds: it plays.
    Time(f64),
    /// After so many plies: it plays.
    Depth(u8),
    /// After so many positions: it plays.
    Nodes(u64),
    /// When it is told to stop: it analyses.
    Infinite,
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Progress {
    /// Plies.
    pub depth: u8,
    /// Men, for the side to move.
    pub score: f64,
    /// Positions.
    pub nodes: f64,
    /// Milliseconds.
    pub millis: f64,
    /// The best line: as much of it as is legal.
    pub line: Vec<Move>,
}

/// What it plays.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// A legal move.
    pub best: Move,
    /// What it last said of the search.
    pub progress: Progress,
}

/// A running engine; it ends with the value.
#[derive(Debug)]
pub struct Engine {
    process: Process,
    identity: Identity,
    settings: Vec<Setting>,
    variant: Option<Variant>,
}

impl Engine {
    /// Starts a program and has it say who it is.
    ///
    /// # Errors
    /// [`HubFault::NotStarted`], [`HubFault::NoHub`], and [`HubFault::Silent`] where it says nothing at all.
    pub fn start(program: &Path, arguments: &[String]) -> Result<Self, HubFault> {
        let mut process = Process::start(program, arguments)?;
        // One that ends at once cannot be told anything: that it is none shows below.
        drop(process.say("hub"));
        let (mut identity, mut settings, mut spoke) = (None, Vec::new(), false);
        let end = clock::ticks() + GREETING;
        loop {
            if clock::ticks() > end {
                return Err(if spoke { HubFault::NoHub } else { HubFault::Silent });
            }
            let line = process.line(LOOK).map_err(|_| HubFault::NoHub)?;
            spoke |= line.is_some();
            // Some engines talk before they begin.
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

    /// By this it can be ended from elsewhere.
    pub(super) fn ending(&self) -> Ending {
        self.process.ending()
    }

    /// Who it says it is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// What can be set, without the game: that follows from what is played.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        let mut settings = self.settings.clone();
        settings.retain(|setting| setting.name != "variant");
        settings
    }

    /// The game that it was made ready for.
    #[must_use]
    pub fn variant(&self) -> Option<Variant> {
        self.variant
    }

    /// Makes it ready for a game, with these settings. Once only: an engine reads its settings before it begins.
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

    /// Thinks about a game that goes on, until the limit is reached or the flag is raised.
    ///
    /// # Errors
    /// [`HubFault::OtherGame`] where it was not made ready for this game, [`HubFault::Silent`], [`HubFault::Ended`],
    /// [`HubFault::Illegal`].
    pub fn search(
        &mut self,
        game: &Game,
        limit: Limit,
        stop: &StopFlag,
        mut told: impl FnMut(&Progress),
    ) -> Result<Found, HubFault> {
        if self.variant != Some(game.variant()) {
            return Err(HubFault::OtherGame(game.variant()));
        }
        self.process.say(&position_line(game))?;
        let (level, go, mut end) = match limit {
            Limit::Time(millis) => (
                format!("level move-time={:.3}", (millis / 1000.0).max(0.001)),
                "go think",
                Some(clock::ticks() + millis + GRACE),
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
                "info" if update(&mut progress, &line, game.position()) => told(&progress),
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

/// The position after the last move that cannot come again, and the moves since: they show the repetitions.
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
    // Who does not know it passes over it.
    let king_moves = hub::write_king_moves(&positions[since]);
    let moves: Vec<String> = moves[since..].iter().map(write_move).collect();
    for (name, text) in [("wolf", king_moves), ("moves", moves.join(" "))] {
        if !text.is_empty() {
            line += &format!(" {name}={}", hub::value(&text));
        }
    }
    line
}

/// Takes what a line says of a search; whether that is a depth with a line.
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
    fn what_a_king_has_marched_is_told_with_the_position() {
        let marched = fen::read(Variant::Frisian, "B:W35,K46:B6,K1:H0:F1:+0+346").expect("a position");
        let mut game = Game::from_position(marched);
        assert!(position_line(&game).ends_with(" wolf=\"W46=3\""));
        let mv = read_move(&marched, "6-11").expect("a move of the other man");
        game.play(&mv).expect("it goes on");
        // That move cannot come again: the line begins after it, and the king's march is not over.
        assert!(!position_line(&game).contains("moves="));
        assert!(position_line(&game).contains(" wolf=\"W46=3\""));
    }
}
