//! Reads a lesson file (TOML) into a `Lesson`. Checks the form only; the checker proves the content.
use super::lesson::{
    Accept, Goal, Lesson, Mark, Mistake, Options, PlayOut, Slip, Standing, Step, Task, Turn,
};
use super::source::line_of;
use super::spelling::{RULES, stops};
use super::{Claim, Proof, SourceError};
use draughts::notation::path::passes;
use draughts::notation::{fen, movetext};
use draughts::over_the_board::IrregularityKind;
use draughts::{Position, Square, SquareSet, Variant};
use draughts_engine::Level;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;
use toml::de::Deserializer;

mod variation;

use variation::RawVariation;

/// Why a text is not a lesson.
#[derive(Debug, thiserror::Error)]
pub enum LessonError {
    /// Not TOML, or not the form of a lesson.
    #[error("{0}")]
    Form(#[from] SourceError),
    /// The file's texts are invalid.
    #[error("{0}")]
    Text(#[from] super::TextError),
    /// Its id is not a word, or is reserved for the program's own texts.
    #[error("{0:?} cannot be its id: use small letters, digits and hyphens, but not {reserved}", reserved = RESERVED.join(", "))]
    Id(String),
    /// No variant has this key.
    #[error("{0}")]
    Variant(#[from] draughts::UnknownVariant),
    /// It has no steps.
    #[error("it has no steps")]
    NoSteps,
    /// A step has an invalid value.
    #[error("step {step}: {what}")]
    Step {
        /// Line of the file where the step begins, from 1.
        line: usize,
        /// The step's id.
        step: String,
        /// The error in a sentence.
        what: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLesson {
    id: String,
    variant: String,
    track: String,
    level: u8,
    requires: Vec<String>,
    articles: Vec<String>,
    steps: Vec<RawStep>,
    #[serde(default)]
    text: BTreeMap<String, toml::Value>,
    /// Steps that are skipped; `partial` has removed them.
    #[serde(default, rename = "left_out")]
    _left_out: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum RawKind {
    Explain,
    TapSquares,
    TapPieces,
    CountCapture,
    PlayMove,
    PlayAllCaptures,
    Sequence,
    ChooseRoute,
    PlayOut,
    BuildPosition,
    TrueFalse,
    Choose,
    WriteMove,
    SpotIrregularity,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawStep {
    id: Spanned<String>,
    kind: RawKind,
    fen: String,
    #[serde(default)]
    line: Vec<String>,
    #[serde(default)]
    squares: Vec<u8>,
    #[serde(default)]
    choices: Vec<u8>,
    #[serde(default)]
    any: bool,
    #[serde(default)]
    accept: Vec<String>,
    reply: Option<String>,
    #[serde(default)]
    turns: Vec<RawTurn>,
    goal: Option<RawGoal>,
    by: Option<u8>,
    moves: Option<u8>,
    level: Option<String>,
    #[serde(default)]
    given: Vec<u8>,
    answer: Option<bool>,
    #[serde(default)]
    options: Vec<String>,
    right: Option<String>,
    after: Option<String>,
    #[serde(default)]
    overlays: Vec<RawMark>,
    #[serde(default)]
    wrong: Vec<RawMistake>,
    #[serde(default)]
    claims: Vec<Claim>,
    proof: Option<Proof>,
    #[serde(default)]
    variations: Vec<RawVariation>,
}

#[derive(Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTurn {
    #[serde(default)]
    any: bool,
    #[serde(default)]
    accept: Vec<String>,
    reply: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum RawGoal {
    Win,
    Draw,
    King,
    Gain,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMark {
    ring: Option<Vec<u8>>,
    cross: Option<Vec<u8>>,
    arrow: Option<Vec<u8>>,
    route: Option<Vec<u8>>,
    label: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
enum RawStanding {
    Empty,
    Own,
    Their,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawMistake {
    say: String,
    turn: Option<u8>,
    #[serde(default)]
    from: Vec<u8>,
    #[serde(default)]
    to: Vec<u8>,
    #[serde(default)]
    squares: Vec<u8>,
    rule: Option<String>,
    on: Option<RawStanding>,
    #[serde(default)]
    moves: Vec<String>,
    #[serde(default)]
    numbers: Vec<u8>,
    #[serde(default)]
    options: Vec<String>,
    slip: Option<Slip>,
    #[serde(default)]
    refute: Vec<String>,
}

impl Lesson {
    /// Reads a lesson file.
    ///
    /// # Errors
    /// If the file does not have the form of a lesson, has no steps, or a step's position or line cannot be
    /// read.
    pub fn read(source: &str) -> Result<Lesson, LessonError> {
        let file = super::partial::read(source)?;
        let raw = RawLesson::deserialize(Deserializer::from(file));
        let raw = raw.map_err(|e| SourceError::of(source, &e))?;
        if !is_id(&raw.id) {
            return Err(LessonError::Id(raw.id));
        }
        let variant: Variant = raw.variant.parse()?;
        if raw.steps.is_empty() {
            return Err(LessonError::NoSteps);
        }
        let steps = raw.steps.into_iter().map(|step| {
            let line = line_of(source, step.id.span().start);
            read_step(variant, step, line)
        });
        let texts = raw
            .text
            .into_iter()
            .map(|(language, table)| Ok((language, super::text::flat(&raw.id, table)?)))
            .collect::<Result<_, super::TextError>>()?;
        Ok(Lesson {
            texts,
            id: raw.id,
            variant,
            track: raw.track,
            level: raw.level,
            requires: raw.requires,
            articles: raw.articles,
            steps: steps.collect::<Result<_, _>>()?,
        })
    }
}

/// First words of the keys of texts that belong to no lesson.
const RESERVED: [&str; 4] = ["common", "irregularity", "subject", "track"];

/// True for a valid id. Texts are found by the id, so it must not be the prefix of other texts.
fn is_id(id: &str) -> bool {
    let letter = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-';
    !id.is_empty() && id.bytes().all(letter) && !RESERVED.contains(&id)
}

fn read_step(variant: Variant, raw: RawStep, line: usize) -> Result<Step, LessonError> {
    let id = raw.id.get_ref().clone();
    try_read_step(variant, raw, line).map_err(|what| LessonError::Step { line, step: id, what })
}

fn try_read_step(variant: Variant, raw: RawStep, line: usize) -> Result<Step, String> {
    let position = fen::read(variant, &raw.fen).map_err(|e| e.to_string())?;
    let task = read_task(variant, &position, &raw)?;
    let shows = match task {
        Task::TrueFalse { .. } | Task::Choose(_) => read_line(&position, &raw.line)?,
        _ => Vec::new(),
    };
    let marks = raw.overlays.iter().map(|mark| read_mark(&position, mark));
    let mut step = Step {
        marks: marks.collect::<Result<_, _>>()?,
        shows,
        mistakes: read_mistakes(&position, raw.wrong)?,
        id: raw.id.into_inner(),
        line,
        task,
        position,
        claims: raw.claims,
        proof: raw.proof,
        variations: Vec::new(),
        shared: None,
    };
    let variations = raw.variations.into_iter().zip(1..);
    step.variations = variations
        .map(|(variation, number)| variation.read(&step, number))
        .collect::<Result<_, _>>()?;
    Ok(step)
}

fn read_task(variant: Variant, position: &Position, raw: &RawStep) -> Result<Task, String> {
    let line = || read_line(position, &raw.line);
    let options = || read_options(&raw.options, raw.right.as_ref());
    Ok(match raw.kind {
        RawKind::Explain => Task::Explain { line: line()? },
        RawKind::TapSquares => Task::TapSquares {
            squares: read_taps(position, &raw.squares)?,
        },
        RawKind::TapPieces => Task::TapPieces {
            squares: read_taps(position, &raw.squares)?,
        },
        RawKind::CountCapture => Task::CountCapture {
            choices: raw.choices.clone(),
        },
        RawKind::PlayMove => Task::PlayMove(read_turn(raw.any, raw.accept.clone(), raw.reply.clone())?),
        RawKind::PlayAllCaptures => Task::PlayAllCaptures,
        RawKind::Sequence if raw.turns.is_empty() => {
            return Err("`turns` lists the moves to play, at least one".to_owned());
        }
        RawKind::Sequence => {
            let turns = raw.turns.iter().cloned();
            let turns = turns.map(|turn| read_turn(turn.any, turn.accept, turn.reply));
            Task::Sequence(turns.collect::<Result<_, _>>()?)
        }
        RawKind::ChooseRoute => Task::ChooseRoute {
            routes: read_routes(position, raw.any, &raw.accept)?,
        },
        RawKind::PlayOut => Task::PlayOut(read_play_out(variant, raw)?),
        RawKind::BuildPosition => Task::BuildPosition {
            given: square_set(position, &raw.given)?,
        },
        RawKind::TrueFalse => Task::TrueFalse {
            answer: raw.answer.ok_or("`answer` is true or false")?,
        },
        RawKind::Choose => Task::Choose(options()?),
        RawKind::WriteMove => Task::WriteMove { line: line()? },
        RawKind::SpotIrregularity => {
            let after = raw.after.as_ref().ok_or("`after` is the FEN of the board then")?;
            // The resulting board may be impossible in a game.
            let setup = fen::read_setup(variant, after).map_err(|e| e.to_string())?;
            let options = options()?;
            let known = |word: &&String| *word == "none" || IrregularityKind::from_key(word).is_some();
            if let Some(unknown) = options.all.iter().find(|word| !known(word)) {
                return Err(format!("no irregularity is called {unknown:?}"));
            }
            Task::SpotIrregularity {
                after: setup.pieces,
                options,
            }
        }
    })
}

fn read_taps(position: &Position, numbers: &[u8]) -> Result<SquareSet, String> {
    let squares = square_set(position, numbers)?;
    if squares.is_empty() {
        return Err("`squares` lists the squares to tap, at least one".to_owned());
    }
    Ok(squares)
}

fn read_mark(position: &Position, raw: &RawMark) -> Result<Mark, String> {
    let list = |numbers: &[u8]| squares(position, numbers);
    match raw {
        RawMark { ring: Some(on), .. } => Ok(Mark::Ring(list(on)?)),
        RawMark { cross: Some(on), .. } => Ok(Mark::Cross(list(on)?)),
        RawMark {
            arrow: Some(ends), ..
        } => match list(ends)?[..] {
            [from, to] => Ok(Mark::Arrow(from, to)),
            _ => Err("an arrow goes from one square to another".to_owned()),
        },
        RawMark {
            route: Some(path),
            label,
            ..
        } => Ok(Mark::Route(list(path)?, *label)),
        _ => Err("an overlay is a ring, a cross, an arrow or a route".to_owned()),
    }
}

fn read_mistakes(position: &Position, raw: Vec<RawMistake>) -> Result<Vec<Mistake>, String> {
    let set = |numbers: &[u8]| square_set(position, numbers);
    let mut mistakes = Vec::new();
    for mistake in raw {
        let rule = mistake.rule.as_ref().map(|word| {
            let known = RULES.iter().find(|(_, name)| name == word);
            known
                .map(|(rule, _)| *rule)
                .ok_or_else(|| format!("no rule is called {word:?}"))
        });
        mistakes.push(Mistake {
            say: mistake.say,
            turn: mistake.turn,
            // A tap step calls them "squares".
            from: set(&[mistake.from, mistake.squares].concat())?,
            to: set(&mistake.to)?,
            rule: rule.transpose()?,
            on: mistake.on.map(|on| match on {
                RawStanding::Empty => Standing::Empty,
                RawStanding::Own => Standing::Own,
                RawStanding::Their => Standing::Their,
            }),
            moves: mistake.moves,
            numbers: mistake.numbers,
            options: mistake.options,
            slip: mistake.slip,
            refute: mistake.refute,
        });
    }
    Ok(mistakes)
}

fn read_turn(any: bool, accept: Vec<String>, reply: Option<String>) -> Result<Turn, String> {
    match (any, accept.is_empty()) {
        (true, true) => Ok(Turn {
            accept: Accept::Any,
            reply,
        }),
        (false, false) => Ok(Turn {
            accept: Accept::Moves(accept),
            reply,
        }),
        _ => Err("a turn takes either `any = true` or a list `accept`".to_owned()),
    }
}

fn read_options(all: &[String], right: Option<&String>) -> Result<Options, String> {
    let twice = |(at, option): (usize, &String)| all[..at].contains(option);
    if all.len() < 2 || all.iter().enumerate().any(twice) {
        return Err("`options` needs two or more different words".to_owned());
    }
    match right.filter(|right| all.contains(right)) {
        Some(right) => Ok(Options {
            all: all.to_vec(),
            right: right.clone(),
        }),
        None => Err("`right` must be one of the options".to_owned()),
    }
}

fn read_play_out(variant: Variant, raw: &RawStep) -> Result<PlayOut, String> {
    let goal = match (&raw.goal, raw.by) {
        (Some(RawGoal::Win), None) => Goal::Win,
        (Some(RawGoal::Draw), None) => Goal::Draw,
        (Some(RawGoal::King), None) => Goal::King,
        (Some(RawGoal::Gain), Some(by)) if by > 0 => Goal::Gain(by),
        _ => return Err("`goal` must be win, draw, king, or gain with `by` saying how many men".to_owned()),
    };
    let moves = raw
        .moves
        .filter(|moves| (1..=40).contains(moves))
        .ok_or("`moves` must be 1 to 40")?;
    let level = raw.level.clone().unwrap_or_else(|| "8".to_owned());
    match Level::by_key(variant, &level) {
        Some(_) => Ok(PlayOut { goal, moves, level }),
        None => Err(format!("the computer has no level {level:?}")),
    }
}

/// Returns every route that passes the squares of one of these texts; every route with `any`.
fn read_routes(position: &Position, any: bool, texts: &[String]) -> Result<Vec<Vec<Square>>, String> {
    let all: Vec<Vec<Square>> = position
        .legal_moves()
        .iter()
        .flat_map(|mv| position.routes(mv))
        .collect();
    if any != texts.is_empty() {
        return Err("a route step takes either `any = true` or a list `accept`".to_owned());
    }
    if any {
        return Ok(all);
    }
    let mut wanted = Vec::new();
    for text in texts {
        let stops = stops(text).ok_or_else(|| format!("{text:?} is not a route"))?;
        let before = wanted.len();
        wanted.extend(all.iter().filter(|route| passes(route, &stops)).cloned());
        if wanted.len() == before {
            return Err(format!("no capture follows {text}"));
        }
    }
    Ok(wanted)
}

/// Parses a line of both sides' moves, each legal after the one before.
pub(super) fn read_line(start: &Position, texts: &[String]) -> Result<Vec<draughts::Move>, String> {
    let mut position = *start;
    texts
        .iter()
        .map(|text| {
            let mv = movetext::read(&position, text).map_err(|e| format!("line: {e}"))?;
            position.play_unchecked(&mv);
            Ok(mv)
        })
        .collect()
}

pub(super) fn squares(position: &Position, numbers: &[u8]) -> Result<Vec<Square>, String> {
    let on_board = |&number: &u8| {
        let square = Square::new(number).filter(|_| number <= position.squares());
        square.ok_or_else(|| format!("square {number} is not on the board"))
    };
    numbers.iter().map(on_board).collect()
}

fn square_set(position: &Position, numbers: &[u8]) -> Result<SquareSet, String> {
    Ok(squares(position, numbers)?.into_iter().collect())
}
