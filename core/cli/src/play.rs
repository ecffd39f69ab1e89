//! `damier play`: plays moves under all rules of the game; with `--table` events at a real board.
use crate::Status;
use crate::game::Rules;
use crate::moves::line;
use crate::play_table::play_at_table;
use clap::{Args, ValueEnum};
use draughts::notation::movetext::{self, MoveTextError};
use draughts::notation::{Signs, fen, squares};
use draughts::{
    Game, Handicap, HandicapError, Move, Outcome, Position, ResultStyle, RuleOption, RuleOptions, Side,
    Square, why_not_along,
};
use serde::Serialize;
use std::io::{self, Read, Write};

/// Play moves from a position: one line of JSON a ply
///
/// The moves come from --moves, as words on the command line, or from standard input with --stdin. Each line is
/// {"ply","move","fen","counters","repetition","outcome"}: the outcome is "*", "2-0", "0-2" or "1-1" (see --result),
/// with "reason" and "article" when the game is over; "counters" are the draw rules that are counting ("9 of 16
/// moves"). A move that is not legal is an error that names its ply and the rule, and ends the command with status 1.
///
/// Other words: takeback, redo, resign, draw, time, refuse-rules, refuse-to-play, upset-board (of the side to move, or
/// with "white:" or "black:" before), huff:SQUARE (historic rule, with --option huffing).
///
/// With --table it is a game at a real board, that takes what a hand can do and says what was irregular. The events:
///
///   32-28  26x37  47x38x24     a piece is carried over squares and let go; 32-28.. keeps it in the hand
///   release                    the piece in the hand is let go
///   lift:23  lift:all          a piece, or every captured one, leaves the board; a capture that no lift, pause or
///                              done follows is lifted whole by itself
///   pause  done                a stop while capturing or lifting; no more is lifted
///   touch:31  adjust  permit   a piece is touched; j'adoube; the Frisian opponent allows it
///   crown:4  refuse-crown:4    the opponent crowns a man, or will not
///   knock:31  knock:31-26      an accident: a piece falls, or slides
///   misplace:31-26             before the first move: set up wrongly, and not noticed
///   setup-wrong  board-turned  a player notices it
///   take-back                  the last move is taken back
///   accept  correct            the opponent decides; correct:23,18 puts only that right (refused as half a correction)
///   refuse  claim  stop        will not submit; the game is claimed for it; stopped for a deliberate fault
///   resign  draw  time  refuse-to-play  upset-board
///
/// Any event may begin with its doer, "white:", "black:" or "arbiter:". Light squares are named by file and rank from
/// White's left corner, "d4". Each line is {"event","notes","irregularities","incorrections","refused","fen",
/// "inactive","uncrowned","to_lift","pending","counters","outcome"}; each irregularity has its kind, article and
/// edition.
#[derive(Args)]
#[command(verbatim_doc_comment)]
pub(crate) struct Play {
    #[command(flatten)]
    rules: Rules,
    /// The position; the start of the game without it
    #[arg(long)]
    fen: Option<String>,
    /// Men fewer at the start, White's and Black's, 0 to 10 each: the standard squares
    #[arg(long, value_name = "WHITE[,BLACK]", value_parser = handicap, conflicts_with = "fen")]
    handicap: Option<Handicap>,
    /// Men fewer at the start: those on these squares, "48,47,3"
    #[arg(long, value_name = "SQUARES", conflicts_with_all = ["fen", "handicap"])]
    without: Option<String>,
    /// The moves, "32-28 19-23 …"; move numbers, signs, parentheses and results are skipped
    #[arg(long)]
    moves: Option<String>,
    /// The moves or events from standard input
    #[arg(long, conflicts_with = "moves")]
    stdin: bool,
    /// A reading of the rules to switch on, or off with "no_" before its name; may be given several times. House and
    /// historic rules: capture_optional, huffing
    #[arg(long = "option", value_name = "NAME", value_parser = choice)]
    options: Vec<(RuleOption, bool)>,
    /// How results are written
    #[arg(long, value_enum, default_value_t = Style::Two)]
    result: Style,
    /// A game at a real board
    #[arg(long)]
    table: bool,
    /// An arbiter decides about irregularities, and not the opponent
    #[arg(long, requires = "table")]
    arbiter: bool,
    /// The moves or events
    words: Vec<String>,
}

/// Style of a result.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Style {
    /// 2-0, 1-1, 0-2
    #[value(name = "2-0")]
    Two,
    /// 1-0, 1/2-1/2, 0-1
    #[value(name = "1-0")]
    One,
    /// 1-0, ½-½, 0-1
    #[value(name = "1-½-0", alias = "half")]
    Half,
}

impl From<Style> for ResultStyle {
    fn from(style: Style) -> ResultStyle {
        match style {
            Style::Two => ResultStyle::Two,
            Style::One => ResultStyle::One,
            Style::Half => ResultStyle::Half,
        }
    }
}

fn choice(name: &str) -> Result<(RuleOption, bool), String> {
    let (name, on) = name
        .strip_prefix("no_")
        .map_or((name, true), |name| (name, false));
    let option = name.parse::<RuleOption>();
    option.map(|option| (option, on)).map_err(|error| {
        let keys: Vec<&str> = RuleOption::ALL.into_iter().map(RuleOption::key).collect();
        format!("{error}; known: {}", keys.join(", "))
    })
}

fn handicap(text: &str) -> Result<Handicap, String> {
    let (white, black) = text.split_once(',').unwrap_or((text, "0"));
    let number = |text: &str| text.trim().parse::<u8>().map_err(|error| error.to_string());
    Ok(Handicap {
        white: number(white)?,
        black: number(black)?,
    })
}

/// A draw rule that is counting.
#[derive(Serialize)]
pub(crate) struct Counter {
    reason: &'static str,
    /// In moves of both sides, rounded down.
    text: String,
    plies: u16,
    of_plies: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
}

/// State of a game.
#[derive(Serialize)]
pub(crate) struct Standing {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    counters: Vec<Counter>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repetition: Option<String>,
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    article: Option<&'static str>,
}

impl Standing {
    pub(crate) fn of(game: &Game, outcome: Option<Outcome>, style: ResultStyle) -> Standing {
        let counters = game.counts().into_iter().map(|count| Counter {
            reason: count.reason.key(),
            text: format!("{} of {} moves", count.plies / 2, count.of_plies / 2),
            plies: count.plies,
            of_plies: count.of_plies,
            article: Some(count.article).filter(|article| !article.is_empty()),
        });
        let times = game.repetitions();
        Standing {
            counters: counters.collect(),
            repetition: game
                .repetitions_that_draw()
                .filter(|_| times > 1)
                .map(|limit| format!("{times} of {limit} times")),
            outcome: outcome.map_or("*", |end| end.written(style)),
            reason: outcome.map(|end| end.reason.key()),
            article: outcome.and_then(|end| end.reason.article_under(game.variant(), game.options())),
        }
    }
}

#[derive(Serialize)]
struct Ply {
    ply: usize,
    #[serde(rename = "move")]
    text: String,
    fen: String,
    #[serde(flatten)]
    standing: Standing,
}

impl Play {
    pub(crate) fn run(&self, out: &mut impl Write) -> io::Result<Status> {
        let start = match self.start() {
            Ok(position) => position,
            Err(error) => {
                eprintln!("error: {error}");
                return Ok(Status::BadInput);
            }
        };
        let game = Game::from_position(start);
        let options = self.chosen(game.options());
        let game = game.with_options(options);
        let mut text = self.moves.clone().unwrap_or_default();
        if self.stdin {
            let mut bytes = Vec::new();
            io::stdin().lock().read_to_end(&mut bytes)?;
            text = String::from_utf8_lossy(&bytes).into_owned();
        }
        for words in &self.words {
            text.push(' ');
            text.push_str(words);
        }
        // French papers put Black's moves in parentheses.
        let words: Vec<&str> = text
            .split(|letter: char| letter.is_whitespace() || matches!(letter, '(' | ')'))
            .filter_map(move_text)
            .collect();
        if self.table {
            return play_at_table(out, &self.rules, game, self.arbiter, self.result.into(), &words);
        }
        self.play(out, game, &words)
    }

    fn start(&self) -> Result<Position, String> {
        let variant = self.rules.variant;
        if let Some(handicap) = self.handicap {
            return handicap.start(variant).map_err(|error| error.to_string());
        }
        if let Some(list) = &self.without {
            let squares: Option<Vec<Square>> = list.split(',').map(|name| self.square(name.trim())).collect();
            let squares = squares.ok_or_else(|| format!("{list:?} is no list of squares"))?;
            return Handicap::without(variant, &squares).map_err(|error| match error {
                HandicapError::NoMan(square) => {
                    let name = squares::name(variant, self.rules.numbering.into(), square);
                    format!("no man stands on {name} at the start")
                }
                HandicapError::TooMany { .. } => error.to_string(),
            });
        }
        self.rules
            .position(self.fen.as_deref())
            .map_err(|error| error.to_string())
    }

    /// Applies the chosen options to those of the variant.
    fn chosen(&self, mut options: RuleOptions) -> RuleOptions {
        for &(option, on) in &self.options {
            if !option.is_for(self.rules.variant) {
                let fit: Vec<&str> = RuleOption::ALL
                    .into_iter()
                    .filter(|option| option.is_for(self.rules.variant))
                    .map(RuleOption::key)
                    .collect();
                let error = format!(
                    "the option {option} means nothing in {} draughts; its options: {}\n",
                    self.rules.variant,
                    fit.join(", ")
                );
                clap::Error::raw(clap::error::ErrorKind::InvalidValue, error).exit();
            }
            if let Some(label) = option.label().filter(|_| on) {
                eprintln!("note: {option}: {label}");
            }
            options = if on {
                options.with(option)
            } else {
                options.without(option)
            };
        }
        options
    }

    fn play(&self, out: &mut impl Write, mut game: Game, words: &[&str]) -> io::Result<Status> {
        for word in words {
            let ply = game.moves().len() + 1;
            match self.step(&mut game, word) {
                Ok(text) => line(
                    out,
                    &Ply {
                        ply: game.moves().len(),
                        text,
                        fen: fen::write_numbered(game.position(), self.rules.numbering.into()),
                        standing: Standing::of(&game, game.outcome(), self.result.into()),
                    },
                )?,
                Err(error) => {
                    out.flush()?;
                    eprintln!("error: ply {ply}, {:?}: {error}", beginning(word));
                    return Ok(Status::BadInput);
                }
            }
        }
        Ok(Status::Good)
    }

    /// Applies one word to the game and returns its notation.
    fn step(&self, game: &mut Game, word: &str) -> Result<String, String> {
        let (side, event) = doer(word, game.position().turn());
        match event {
            "takeback" => {
                let mv = game.take_back().ok_or("there is no move to take back")?;
                return Ok(format!("takeback {}", self.written(game, &mv)));
            }
            "redo" => {
                let before = game.clone();
                let mv = game.redo().ok_or("there is no move to play again")?;
                return Ok(self.written(&before, &mv));
            }
            _ => {}
        }
        // After the end every move is refused for that reason, legal or not.
        if let Some(end) = game.outcome() {
            return Err(format!("the game is over ({})", end.reason.key()));
        }
        match event {
            "resign" => game.resign(side),
            "draw" => game.agree_draw(),
            "time" => game.out_of_time(side),
            "refuse-rules" => game.refuse_rules(side),
            "refuse-to-play" => game.refuse_to_play(side),
            "upset-board" => game.upset_board(side),
            _ => match event.strip_prefix("huff:") {
                Some(name) => {
                    let square = self.square(name).ok_or("not a square")?;
                    game.huff(square)
                        .map_err(|_| format!("no capture was missed by a piece on {name}"))?;
                }
                None => {
                    let mv = self.read(game, word)?;
                    let text = self.written(game, &mv);
                    game.play(&mv).map_err(|error| error.to_string())?;
                    return Ok(text);
                }
            },
        }
        Ok(word.to_string())
    }

    fn written(&self, game: &Game, mv: &Move) -> String {
        let legal = game.legal_moves();
        movetext::write_numbered(game.position(), mv, &legal, self.rules.numbering.into())
    }

    /// Parses a move, ignoring signs after it. With optional captures (a house rule) it may be one that leaves a
    /// capture. The error is the rule that refuses the move.
    fn read(&self, game: &Game, text: &str) -> Result<Move, String> {
        let position = game.position();
        let numbering = self.rules.numbering.into();
        let error = match movetext::read_signed(position, game.options(), numbering, text) {
            Ok((mv, _)) => return Ok(mv),
            Err(error) => error,
        };
        let path = self.squares(text).filter(|path| path.len() > 1);
        let (MoveTextError::Illegal { .. }, Some(path)) = (&error, path) else {
            return Err(error.to_string());
        };
        let refusal = why_not_along(position, &path);
        Err(refusal.map_or_else(
            || error.to_string(),
            |refusal| {
                let mut why = format!("{error}: {}", refusal.rule.key());
                if refusal.must > 0 {
                    why.push_str(&format!(" (takes {}, must take {})", refusal.has, refusal.must));
                }
                why
            },
        ))
    }

    /// Parses a single square.
    fn square(&self, text: &str) -> Option<Square> {
        match self.squares(text)?[..] {
            [square] => Some(square),
            _ => None,
        }
    }

    /// Parses squares in sequence; `None` if anything else is between them.
    fn squares(&self, text: &str) -> Option<Vec<Square>> {
        let mut rest = text.as_bytes();
        let mut path = Vec::new();
        while !rest.is_empty() {
            let (square, read) = squares::take(self.rules.variant, self.rules.numbering.into(), rest).ok()?;
            path.push(square);
            rest = &rest[read..];
            if let [b'-' | b'x' | b':', after @ ..] = rest {
                rest = after;
            }
        }
        Some(path)
    }
}

/// Shortens a word for an error message: input may be megabytes without a blank.
pub(crate) fn beginning(word: &str) -> String {
    word.chars().take(80).collect()
}

/// Splits a word into its side and its action, as in "black:resign".
fn doer(word: &str, turn: Side) -> (Side, &str) {
    let of = |name, side| word.strip_prefix(name).map(|event| (side, event));
    of("white:", Side::White)
        .or_else(|| of("black:", Side::Black))
        .unwrap_or((turn, word))
}

/// A word of a move list without its move number; `None` for a bare number, a result or a sign.
fn move_text(word: &str) -> Option<&str> {
    let digits = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let text = if digits.len() < word.len() && digits.starts_with('.') {
        digits.trim_start_matches('.')
    } else {
        word
    };
    let result = matches!(
        text,
        "" | "2-0" | "0-2" | "1-1" | "0-0" | "1-0" | "0-1" | "1/2-1/2" | "½-½"
    );
    (!result && Signs::read(text).is_none()).then_some(text)
}
