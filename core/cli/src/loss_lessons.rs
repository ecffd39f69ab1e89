//! `damier loss-lessons`: makes lessons from lost games between levels, and measures how many games give one.
use crate::Status;
use crate::clock::{self, Times};
use crate::game::Rules;
use crate::match_games::{Openings, Player, opening, play};
use clap::Args;
use damier_core::{ApiError, App, Assets};
use damier_store::Store;
use draughts::Side;
use draughts::notation::movetext;
use draughts_engine::EngineAssets;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Make a lesson from each lost game between levels, as the app does after a loss
///
/// Colours are reversed every other game. Printed for each pair: the number of lost games; the number of lessons about an
/// allowed shot, a missed shot and a blunder, and of games that give none; the number of lessons with each step, and with all
/// four; and the time of a lesson in milliseconds.
#[derive(Args)]
pub(crate) struct LossLessons {
    #[command(flatten)]
    rules: Rules,
    /// The pairs of levels
    #[arg(value_delimiter = ',', default_value = "0c:0e,0f:0g,1:2,2:3,3:4,4:5,5:6,6:7")]
    pairs: Vec<String>,
    /// Number of lost games
    #[arg(long, default_value_t = 1000)]
    games: u32,
    /// The seed of the openings and of the levels
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print each puzzle as well: the pair, the number of its game, the step, the FEN and the solution
    #[arg(long)]
    puzzles: bool,
}

/// Counts of lessons.
#[derive(Default)]
struct Counts {
    games: u32,
    allowed: u32,
    missed: u32,
    blunder: u32,
    nothing: u32,
    core: u32,
    elsewhere: u32,
    quiet: u32,
    whole: u32,
    times: Times,
}

impl LossLessons {
    pub(crate) fn run(&self, assets: &EngineAssets, out: &mut impl Write) -> io::Result<Status> {
        let mut pairs = Vec::new();
        for text in &self.pairs {
            let (one, other) = text.split_once(':').unwrap_or((text, text));
            match [one, other].map(|key| Player::read(self.rules.variant, key)) {
                [Ok(one), Ok(other)] => pairs.push((text.clone(), [one, other])),
                [Err(error), _] | [_, Err(error)] => {
                    eprintln!("error: {error}");
                    return Ok(Status::BadInput);
                }
            }
        }
        writeln!(
            out,
            "pair\tlost\tallowed\tmissed\tblunder\tnothing\tcore\telsewhere\tquiet\tall four\tms mean\tms 80 %\tms most"
        )?;
        let each = self.games.div_ceil(pairs.len().max(1) as u32);
        let mut all = Counts::default();
        for (text, players) in &pairs {
            let mut counts = Counts::default();
            let mut number = 0;
            while counts.games < each && number < 20 * each {
                self.game((text, players), assets, number, &mut counts, out)?;
                number += 1;
            }
            writeln!(out, "{text}\t{}", counts.row())?;
            out.flush()?;
            all.add(counts);
        }
        writeln!(out, "all\t{}", all.row())?;
        Ok(Status::Good)
    }

    /// Plays a game, and makes its lesson if it was lost.
    fn game(
        &self,
        (pair, players): (&str, &[Player; 2]),
        assets: &EngineAssets,
        number: u32,
        counts: &mut Counts,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let variant = self.rules.variant;
        let seed = self
            .seed
            .wrapping_mul(1_000_003)
            .wrapping_add(u64::from(number) / 2);
        let start = opening(variant, Openings::Even, 6, seed, assets);
        let [one, other] = players;
        let seated = if number.is_multiple_of(2) {
            [one, other]
        } else {
            [other, one]
        };
        let played = play(start, seated, assets, seed);
        let Some(winner) = played.winner else {
            return Ok(());
        };
        let moves = movetext::write_line(played.game.start(), played.game.moves());
        let (lesson, puzzles, time) = self.lesson(&moves.join(" "), !winner).map_err(io::Error::other)?;
        counts.count(&lesson, time);
        if self.puzzles {
            for puzzle in puzzles {
                writeln!(out, "{pair}\t{}\t{puzzle}", counts.games)?;
            }
        }
        Ok(())
    }

    /// Makes the lesson of a game. Returns its view, its puzzles, and the milliseconds.
    fn lesson(&self, moves: &str, loser: Side) -> Result<(Value, Vec<String>, f64), ApiError> {
        let store = Store::in_memory().map_err(ApiError::from)?;
        let mut app = App::new(store, Assets::bundled(), 1.8e12)?;
        let mut call = |name: &str, params: Value| -> Result<Value, ApiError> {
            let reply = app.call(name, &params.to_string(), 1.8e12)?;
            Ok(serde_json::from_str(&reply).unwrap_or(Value::Null))
        };
        let variant = self.rules.variant.key();
        let game = call(
            "beginAnalysis",
            json!({"variant": variant, "text": format!("{moves} *")}),
        )?;
        let side = if loser == Side::White { "white" } else { "black" };
        let begin = clock::now();
        let mut lesson = call("beginLossLesson", json!({"game": game["id"], "side": side}))?;
        while lesson["done"] == false {
            lesson = call("lossLessonStep", json!({"job": lesson["job"]}))?;
        }
        let time = clock::now() - begin;
        let mut puzzles = Vec::new();
        for step in lesson["steps"].as_array().into_iter().flatten() {
            let id = &step["puzzle"];
            let puzzle = call("puzzle", json!({"id": id, "variant": variant}))?;
            let solution = call("puzzleSolution", json!({"puzzle": id}))?;
            puzzles.push(format!(
                "{}\t{}\t{}",
                step["kind"].as_str().unwrap_or_default(),
                puzzle["summary"]["position"]["fen"].as_str().unwrap_or_default(),
                solution["tree"].as_str().unwrap_or_default()
            ));
        }
        Ok((lesson, puzzles, time))
    }
}

impl Counts {
    fn count(&mut self, lesson: &Value, time: f64) {
        self.games += 1;
        self.times.push(time);
        match lesson["moment"]["kind"].as_str() {
            Some("allowed") => self.allowed += 1,
            Some("missed") => self.missed += 1,
            Some("blunder") => self.blunder += 1,
            _ => self.nothing += 1,
        }
        let steps: Vec<&str> = lesson["steps"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(|step| step["kind"].as_str())
            .collect();
        self.core += u32::from(steps.contains(&"core"));
        self.elsewhere += u32::from(steps.contains(&"elsewhere"));
        self.quiet += u32::from(steps.contains(&"quiet"));
        self.whole += u32::from(steps.len() == 4);
    }

    fn add(&mut self, other: Counts) {
        self.games += other.games;
        self.allowed += other.allowed;
        self.blunder += other.blunder;
        self.nothing += other.nothing;
        self.core += other.core;
        self.elsewhere += other.elsewhere;
        self.quiet += other.quiet;
        self.whole += other.whole;
        self.missed += other.missed;
        self.times.add(other.times);
    }

    fn row(&self) -> String {
        let (mean, at) = (self.times.mean(), |share| self.times.at(share));
        format!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{mean:.0}\t{:.0}\t{:.0}",
            self.games,
            self.allowed,
            self.missed,
            self.blunder,
            self.nothing,
            self.core,
            self.elsewhere,
            self.quiet,
            self.whole,
            at(0.8),
            at(1.0),
        )
    }
}
