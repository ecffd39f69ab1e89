//! `damier repetition`: plays a year of repetitions through the calls, with learners whose memory is known.
use crate::Status;
use clap::Args;
use damier_core::{ApiError, App, Assets};
use damier_store::Store;
use draughts::Variant;
use draughts::notation::fen;
use draughts::raw::Rng;
use draughts_puzzles::{IdeaAttempt, IdeaMemories, Score, Stocks, Theme, pattern};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::io::{self, Write};

/// Milliseconds in a day, those between two positions, and the first day.
const DAY: f64 = 86_400_000.0;
const BETWEEN: f64 = 120_000.0;
const START: f64 = 1.8e12;
/// Rating points by which puzzles are easier than the solver, and the distance that counts as near.
const EASIER: f64 = 120.0;
const NEAR: f64 = 100.0;

/// Play a year of repetitions by simulated learners whose memory is known
///
/// Each learner has a true rating, and forgets at a true pace: with the pace 2 an idea lasts twice as long as usual. Every
/// day the learner repeats the ideas that are due, in the positions that the app gives, and fills the day with rated
/// puzzles. Printed for each learner: the repetitions, the positions that came twice (also mirrored, shifted or with the
/// colours exchanged), the share of repetitions within 100 points of the rating asked, that share where the idea has
/// puzzles of this rating, the quiet positions, the composed ones, the positions that could not be had, the rating at the
/// end, and the pace that the app has estimated.
#[derive(Args)]
pub(crate) struct Repetition {
    /// The variant
    #[arg(long, default_value = "international")]
    variant: Variant,
    /// Number of days
    #[arg(long, default_value_t = 365)]
    days: u32,
    /// Number of positions a day
    #[arg(long, default_value_t = 10)]
    positions: u32,
    /// The learners' true rating
    #[arg(long, default_value_t = 1200.0)]
    rating: f64,
    /// The true paces, one learner each
    #[arg(long, value_delimiter = ',', default_value = "0.5,1,2")]
    paces: Vec<f64>,
    /// The seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Counts of a learner's year.
#[derive(Default)]
struct Counts {
    repeated: u32,
    twice: u32,
    near: u32,
    within: u32,
    quiet: u32,
    composed: u32,
    none: u32,
}

/// The app of one learner.
struct Learner<'a> {
    app: App,
    wishes: &'a Repetition,
    rng: Rng,
    memory: IdeaMemories,
    seen: HashSet<u64>,
    stocks: Stocks,
    now: f64,
}

impl Learner<'_> {
    fn call(&mut self, name: &str, params: &Value) -> Result<Value, ApiError> {
        let reply = self.app.call(name, &params.to_string(), self.now)?;
        Ok(serde_json::from_str(&reply).unwrap_or(Value::Null))
    }

    fn next(&mut self, mode: &str) -> Result<Value, ApiError> {
        let asked = json!({"variant": self.wishes.variant.key(), "mode": mode, "zone": 0});
        self.call("nextPuzzle", &asked)
    }

    /// Composes the position that an idea wants. Returns `true` if there was such an idea.
    fn compose(&mut self, counts: &mut Counts) -> Result<bool, ApiError> {
        let begin = json!({"variant": self.wishes.variant.key(), "name": "composed"});
        let mut step = self.call("beginFreshPuzzle", &begin)?;
        if step["idea"].is_null() {
            return Ok(false);
        }
        while step["done"] == false {
            step = self.call("freshPuzzleStep", &json!({"job": step["job"]}))?;
        }
        let found = !step["puzzle"].is_null();
        counts.composed += u32::from(found);
        counts.none += u32::from(!found);
        Ok(true)
    }

    /// Takes one position: repeats an idea, or solves a rated puzzle.
    fn take_one(&mut self, counts: &mut Counts) -> Result<(), ApiError> {
        let mut puzzle = self.next("repeat")?;
        while puzzle.is_null() && self.compose(counts)? {
            puzzle = self.next("repeat")?;
        }
        let repeats = !puzzle.is_null();
        if !repeats {
            puzzle = self.next("rated")?;
        }
        let summary = &puzzle["summary"];
        let (Some(id), Some(text), Some(rating)) = (
            summary["id"].as_str().map(str::to_owned),
            summary["position"]["fen"].as_str(),
            summary["rating"].as_f64(),
        ) else {
            return Ok(());
        };
        let Ok(position) = fen::read(self.wishes.variant, text) else {
            return Ok(());
        };
        let new = self.seen.insert(pattern(&position));
        let quiet = id.ends_with('~');
        if repeats {
            let training = json!({"variant": self.wishes.variant.key(), "zone": 0});
            let own = self.call("training", &training)?["rating"]["rating"].as_f64();
            counts.repeated += 1;
            counts.twice += u32::from(!new);
            counts.quiet += u32::from(quiet);
            counts.within += u32::from(puzzle["returns"]["near"] == true);
            counts.near += u32::from(own.is_some_and(|own| (own - EASIER - rating).abs() <= NEAR));
        }
        if quiet {
            let nothing = json!({"puzzle": id, "moves": [], "hints": 0, "nothing": true});
            self.call("tryPuzzleMove", &nothing)?;
            return Ok(());
        }
        let idea = match puzzle["returns"]["idea"].as_str() {
            Some(key) => Theme::named(key),
            None => self.stocks.find(&id).and_then(|puzzle| puzzle.idea()),
        };
        self.solve(&id, rating, idea)
    }

    /// Solves a puzzle or fails, by the learner's true strength at its idea.
    fn solve(&mut self, id: &str, rating: f64, idea: Option<Theme>) -> Result<(), ApiError> {
        let person = self.wishes.rating;
        let known = idea.and_then(|idea| self.memory.memory(idea));
        let strength = known.map_or(person, |memory| memory.strength(person, self.now));
        let chance = 1.0 / (1.0 + 10_f64.powf((rating - strength) / 400.0));
        let right = (self.rng.below(1_000_000) as f64) < 1e6 * chance;
        if right {
            let mut moves: Vec<Value> = Vec::new();
            loop {
                let hint = json!({"puzzle": id, "moves": moves, "strength": 3});
                moves.push(self.call("puzzleHint", &hint)?["overlays"][0]["path"].clone());
                let tried = json!({"puzzle": id, "moves": moves, "hints": 0});
                if self.call("tryPuzzleMove", &tried)?["verdict"] != "goOn" {
                    break;
                }
            }
        } else {
            self.call("puzzleSolution", &json!({"puzzle": id}))?;
        }
        if let Some(idea) = idea {
            self.memory.add(&IdeaAttempt {
                idea,
                at: self.now,
                score: if right { Score::Clean } else { Score::Failed },
                puzzle: rating,
                person,
            });
        }
        Ok(())
    }
}

impl Repetition {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        writeln!(
            out,
            "pace\trepeated\ttwice\tnear %\tnear where it can be %\tquiet %\tcomposed\tnone\trating\tfound pace"
        )?;
        for (at, pace) in self.paces.iter().enumerate() {
            let line = self
                .year(*pace, self.seed + at as u64)
                .map_err(io::Error::other)?;
            writeln!(out, "{pace}\t{line}")?;
            out.flush()?;
        }
        Ok(Status::Good)
    }

    /// Plays the year of one learner; returns its line.
    fn year(&self, pace: f64, seed: u64) -> Result<String, ApiError> {
        let store = Store::in_memory().map_err(ApiError::from)?;
        let mut learner = Learner {
            app: App::new(store, Assets::bundled(), START)?,
            wishes: self,
            rng: Rng::new(seed),
            memory: IdeaMemories::with_pace(pace),
            seen: HashSet::new(),
            stocks: Stocks::bundled(),
            now: START,
        };
        let mut counts = Counts::default();
        for day in 0..self.days {
            for position in 0..self.positions {
                learner.now = START + f64::from(day) * DAY + f64::from(position) * BETWEEN;
                learner.take_one(&mut counts)?;
            }
        }
        let variant = self.variant.key();
        let training = learner.call("training", &json!({"variant": variant, "zone": 0}))?;
        let ideas = learner.call("ideas", &json!({"variant": variant}))?;
        let percent = |part: u32| 100.0 * f64::from(part) / f64::from(counts.repeated.max(1));
        Ok(format!(
            "{}\t{}\t{:.1}\t{:.1}\t{:.1}\t{}\t{}\t{}\t{:.2}",
            counts.repeated,
            counts.twice,
            percent(counts.near),
            percent(counts.within),
            percent(counts.quiet),
            counts.composed,
            counts.none,
            training["rating"]["rating"],
            ideas["pace"].as_f64().unwrap_or_default(),
        ))
    }
}
