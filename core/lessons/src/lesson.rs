//! A lesson and its steps. Texts are referred to by key.
use super::{Claim, Proof};
use draughts::{Move, Piece, Position, RefusalRule, Square, SquareSet, Variant};
use std::collections::BTreeMap;

/// A lesson: a sequence of steps.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Id: "man-move".
    pub id: String,
    /// The variant that it teaches.
    pub variant: Variant,
    /// Id of its track: "first-steps".
    pub track: String,
    /// Difficulty: 1 (no rules known) to 5 (for club players).
    pub level: u8,
    /// Ids of the lessons to do before.
    pub requires: Vec<String>,
    /// Articles of the federation's rules that it teaches: "4.13".
    pub articles: Vec<String>,
    /// Its steps, in order; at least one.
    pub steps: Vec<Step>,
    /// Texts of its own file, by language and key; empty if they are in the text tables.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// A step: a position and a task, with the learner to move.
#[derive(Clone, Debug)]
pub struct Step {
    /// Id, unique in the lesson.
    pub id: String,
    /// Line of the file where it begins, from 1.
    pub line: usize,
    /// The task.
    pub task: Task,
    /// The position shown.
    pub position: Position,
    /// Shapes drawn over the board from the start.
    pub marks: Vec<Mark>,
    /// Moves that show the right answer of a `TrueFalse` or `Choose` on the board.
    pub shows: Vec<Move>,
    /// Mistakes with their own text; the first that matches is used.
    pub mistakes: Vec<Mistake>,
    /// Claims of the texts about the position, which the checker proves.
    pub claims: Vec<Claim>,
    /// Proof computed by the checker; `None` in a lesson that is being written.
    pub proof: Option<Proof>,
    /// Other relevant replies in a `Sequence`. Each is a step of its own, played at another visit.
    pub variations: Vec<Step>,
    /// Data that a variation shares with its step; `None` for other steps.
    pub shared: Option<Shared>,
}

/// The beginning that a variation shares with the line of its step.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The step's id.
    pub step: String,
    /// Number of the learner's turns before the other reply; at least 1.
    pub turns: usize,
    /// The step's mistakes, which explain these turns.
    pub mistakes: Vec<Mistake>,
}

/// The task of a step.
#[derive(Clone, Debug)]
pub enum Task {
    /// Look, and watch a line if there is one.
    Explain {
        /// Moves of both sides, from the step's position.
        line: Vec<Move>,
    },
    /// Tap every one of these squares.
    TapSquares {
        /// The squares.
        squares: SquareSet,
    },
    /// Tap every one of these pieces.
    TapPieces {
        /// Squares of the pieces.
        squares: SquareSet,
    },
    /// Say how many pieces the longest capture takes.
    CountCapture {
        /// Numbers to choose from.
        choices: Vec<u8>,
    },
    /// Play one move.
    PlayMove(Turn),
    /// Play every legal capture, each from the step's position.
    PlayAllCaptures,
    /// Play a line; the other side answers.
    Sequence(Vec<Turn>),
    /// Capture along one of some routes.
    ChooseRoute {
        /// The right routes, each with all intermediate squares.
        routes: Vec<Vec<Square>>,
    },
    /// Play against the computer until a goal is reached.
    PlayOut(PlayOut),
    /// Put the pieces of the step's position on the board.
    BuildPosition {
        /// Squares that are set already.
        given: SquareSet,
    },
    /// Say whether the step's text is true.
    TrueFalse {
        /// The right answer.
        answer: bool,
    },
    /// Pick one of several texts.
    Choose(Options),
    /// Write the moves that are shown.
    WriteMove {
        /// Moves of both sides, from the step's position.
        line: Vec<Move>,
    },
    /// Name the irregularity in the other board after the mover's action.
    SpotIrregularity {
        /// Pieces on the board after it.
        after: Vec<(Square, Piece)>,
        /// Irregularities to choose from, including "none".
        options: Options,
    },
}

/// Options to choose from, each with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// All options, in the order shown.
    pub all: Vec<String>,
    /// The right one.
    pub right: String,
}

/// A game against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOut {
    /// The goal.
    pub goal: Goal,
    /// Maximum number of the learner's moves.
    pub moves: u8,
    /// Key of the computer's level.
    pub level: String,
}

/// The goal of a game against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win the game.
    Win,
    /// To draw, or not to have lost after all the moves.
    Draw,
    /// To get a king that survives.
    King,
    /// To gain this many men (a king counts three).
    Gain(u8),
}

/// The error in an answer without a move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Slip {
    /// A piece is missing on the board.
    Missing,
    /// A piece is on a square that should be empty.
    Extra,
    /// A piece belongs to the other side.
    Side,
    /// A man where a king belongs, or a king where a man does.
    Role,
    /// The text cannot be read as a move.
    Unreadable,
    /// Wrong sign between the squares: `-` for a move, `x` for a capture.
    Sign,
    /// The two squares are exchanged.
    Reversed,
    /// A move is missing.
    Few,
    /// Another move is written.
    Other,
    /// The goal can no longer be reached.
    LetGo,
    /// All the moves are used up.
    OutOfMoves,
}

/// One move of the learner and the reply.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The right moves.
    pub accept: Accept,
    /// The other side's reply, in notation. It is legal after every accepted move.
    pub reply: Option<String>,
}

/// A set of right moves.
#[derive(Clone, Debug)]
pub enum Accept {
    /// Every legal move.
    Any,
    /// Moves in notation. After a choice only some of them are legal.
    Moves(Vec<String>),
}

/// Content of a square from the learner's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Empty,
    /// The learner's piece.
    Own,
    /// The other side's piece.
    Their,
}

/// A plausible wrong answer with its own explanation. Empty conditions always hold.
#[derive(Clone, Debug, Default)]
pub struct Mistake {
    /// Last part of the text's key.
    pub say: String,
    /// Number of the learner's move, from 1.
    pub turn: Option<u8>,
    /// Square tapped, or origin of the tried move.
    pub from: SquareSet,
    /// Target of the tried move.
    pub to: SquareSet,
    /// Rule that refuses the tried move.
    pub rule: Option<RefusalRule>,
    /// Content of the tapped square, or of the origin of the tried move.
    pub on: Option<Standing>,
    /// Legal moves that are not right here, in notation.
    pub moves: Vec<String>,
    /// Numbers chosen.
    pub numbers: Vec<u8>,
    /// Options chosen.
    pub options: Vec<String>,
    /// Error in an answer without a move.
    pub slip: Option<Slip>,
    /// Refutation: the other side's move, and the learner's after it.
    pub refute: Vec<String>,
}

impl Mistake {
    /// True if it has no condition on the move.
    pub(super) fn speaks_of_all(&self) -> bool {
        let Mistake {
            from,
            to,
            rule,
            on,
            moves,
            ..
        } = self;
        from.is_empty() && to.is_empty() && rule.is_none() && on.is_none() && moves.is_empty()
    }
}

/// A shape drawn over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring on each square.
    Ring(Vec<Square>),
    /// A cross on each square.
    Cross(Vec<Square>),
    /// An arrow from a square to another.
    Arrow(Square, Square),
    /// A route, with the number of pieces that it captures.
    Route(Vec<Square>, Option<u8>),
}

impl Lesson {
    /// Returns the key of one of its texts.
    pub fn key(&self, last: &str) -> String {
        format!("{}.{last}", self.id)
    }

    /// Returns the key of an option's text. An irregularity has the same text in every lesson.
    pub fn option_key(&self, step: &Step, option: &str) -> String {
        match step.task {
            Task::SpotIrregularity { .. } => format!("irregularity.{option}"),
            _ => self.step_key(step, &format!("option.{option}")),
        }
    }

    /// Returns the key of a text of one of its steps.
    pub fn step_key(&self, step: &Step, last: &str) -> String {
        format!("{}.{}.{last}", self.id, step.id)
    }

    /// Returns the key of a text about one of the learner's turns, from 1. Up to the other reply a variation
    /// uses the texts of its step.
    pub fn turn_key(&self, step: &Step, turn: usize, last: &str) -> String {
        let shared = step.shared.as_ref().filter(|shared| turn <= shared.turns);
        let id = shared.map_or(&step.id, |shared| &shared.step);
        format!("{}.{id}.{last}", self.id)
    }
}

impl Task {
    /// Returns the kind of the step, as in its file.
    pub fn kind(&self) -> &'static str {
        match self {
            Task::Explain { .. } => "explain",
            Task::TapSquares { .. } => "tapSquares",
            Task::TapPieces { .. } => "tapPieces",
            Task::CountCapture { .. } => "countCapture",
            Task::PlayMove(_) => "playMove",
            Task::PlayAllCaptures => "playAllCaptures",
            Task::Sequence(_) => "sequence",
            Task::ChooseRoute { .. } => "chooseRoute",
            Task::PlayOut(_) => "playOut",
            Task::BuildPosition { .. } => "buildPosition",
            Task::TrueFalse { .. } => "trueFalse",
            Task::Choose(_) => "choose",
            Task::WriteMove { .. } => "writeMove",
            Task::SpotIrregularity { .. } => "spotIrregularity",
        }
    }
}

impl Step {
    /// Returns the estimated time for reading, thinking and answering, in seconds.
    pub fn seconds(&self) -> u32 {
        let one = 20 * self.wanted() as u32;
        match &self.task {
            Task::Explain { line } => 10 + 5 * line.len() as u32,
            Task::TapSquares { .. } | Task::TapPieces { .. } => 15 + 2 * self.wanted() as u32,
            Task::BuildPosition { .. } => 20 + 4 * self.wanted() as u32,
            Task::PlayOut(out) => 30 + 10 * u32::from(out.moves),
            Task::WriteMove { .. } => 15 + one,
            _ => 10 + one,
        }
    }

    /// Returns the learner's turns; none if the task is not a line.
    pub fn turns(&self) -> &[Turn] {
        match &self.task {
            Task::PlayMove(turn) => std::slice::from_ref(turn),
            Task::Sequence(turns) => turns,
            _ => &[],
        }
    }

    /// Returns the step and its variations.
    pub fn lines(&self) -> impl Iterator<Item = &Step> {
        std::iter::once(self).chain(&self.variations)
    }

    /// Returns the step for a variation: 0 is its own line, 1 the first variation.
    pub fn varied(&self, variation: u8) -> Option<&Step> {
        self.lines().nth(variation.into())
    }

    /// True if the learner plays moves.
    pub fn plays(&self) -> bool {
        let line = !self.turns().is_empty();
        line || matches!(
            self.task,
            Task::PlayAllCaptures | Task::ChooseRoute { .. } | Task::PlayOut(_)
        )
    }

    /// Returns the options to choose from, if any.
    pub fn options(&self) -> Option<&Options> {
        match &self.task {
            Task::Choose(options) | Task::SpotIrregularity { options, .. } => Some(options),
            _ => None,
        }
    }

    /// True if the learner has something to do.
    pub fn is_interactive(&self) -> bool {
        !matches!(self.task, Task::Explain { .. })
    }

    /// Returns the number of answers that complete the step.
    pub fn wanted(&self) -> usize {
        match &self.task {
            Task::Explain { .. } => 0,
            Task::TapSquares { squares } | Task::TapPieces { squares } => squares.len(),
            Task::PlayMove(_) | Task::Sequence(_) => self.turns().len(),
            Task::PlayAllCaptures => self.position.legal_moves().len(),
            Task::BuildPosition { given } => {
                let free = |(square, _): &(Square, Piece)| !given.contains(*square);
                self.position.pieces().filter(free).count()
            }
            Task::WriteMove { line } => line.len(),
            _ => 1,
        }
    }
}

impl Turn {
    /// Returns the right moves that are legal in this position.
    pub fn accepted(&self, position: &Position) -> Vec<Move> {
        match &self.accept {
            Accept::Any => position.legal_moves(),
            Accept::Moves(texts) => texts
                .iter()
                .filter_map(|text| draughts::notation::movetext::read(position, text).ok())
                .collect(),
        }
    }

    /// Returns the other side's reply, if it is legal here.
    pub fn reply_in(&self, position: &Position) -> Option<Move> {
        let text = self.reply.as_ref()?;
        draughts::notation::movetext::read(position, text).ok()
    }
}
