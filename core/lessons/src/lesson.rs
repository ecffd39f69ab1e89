//! A lesson and its steps. Texts are given by key; judges nothing.
use super::{Claim, Proof};
use draughts::{Move, Piece, Position, RefusalRule, Square, SquareSet, Variant};
use std::collections::BTreeMap;

/// A lesson: a sequence of steps.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// Its id: "man-move".
    pub id: String,
    /// The variant that it teaches.
    pub variant: Variant,
    /// The course it belongs to: "first-steps".
    pub track: String,
    /// Its difficulty: 1 (no rules known) to 5 (for club players).
    pub level: u8,
    /// The lessons to do before.
    pub requires: Vec<String>,
    /// The articles of the federation's rules that it teaches: "4.13".
    pub articles: Vec<String>,
    /// Its steps, first to last: one at least.
    pub steps: Vec<Step>,
    /// The texts in its own file, by language and key; empty where they are in the text tables.
    pub texts: BTreeMap<String, BTreeMap<String, String>>,
}

/// A step: a position and a task. The learner is to move.
#[derive(Clone, Debug)]
pub struct Step {
    /// Its id, unique in the lesson.
    pub id: String,
    /// The line of its file where it begins, 1 the first.
    pub line: usize,
    /// The task.
    pub task: Task,
    /// The position shown.
    pub position: Position,
    /// What is drawn over the board from the start.
    pub marks: Vec<Mark>,
    /// The mistakes with a text of their own; the first that matches is used.
    pub mistakes: Vec<Mistake>,
    /// Claims of the texts about the position, which the checker proves.
    pub claims: Vec<Claim>,
    /// The proof computed by the checker; absent in a lesson that is being written.
    pub proof: Option<Proof>,
    /// Other replies that matter in a `Sequence`, each with its line: a step of its own, played at another visit.
    pub variations: Vec<Step>,
    /// In a variation: what it has in common with its step.
    pub shared: Option<Shared>,
}

/// The beginning that a variation has in common with the line of its step.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The step's id.
    pub step: String,
    /// The learner's turns until the other reply: one at least.
    pub turns: usize,
    /// The step's mistakes: they explain these turns.
    pub mistakes: Vec<Mistake>,
}

/// The task of a step.
#[derive(Clone, Debug)]
pub enum Task {
    /// Look, and watch a line where there is one.
    Explain {
        /// The moves of both sides, from the step's position.
        line: Vec<Move>,
    },
    /// Tap every one of these squares.
    TapSquares {
        /// All of them.
        squares: SquareSet,
    },
    /// Tap every one of these pieces.
    TapPieces {
        /// Where they stand.
        squares: SquareSet,
    },
    /// Say how many pieces the longest capture takes.
    CountCapture {
        /// The numbers to choose from.
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
        /// Every right route, each with all intermediate squares.
        routes: Vec<Vec<Square>>,
    },
    /// Play against the computer until a goal is reached.
    PlayOut(PlayOut),
    /// Put the pieces of the step's position on the board.
    BuildPosition {
        /// The squares that are set already.
        given: SquareSet,
    },
    /// Say whether the step's text is true.
    TrueFalse {
        /// Whether it is.
        answer: bool,
    },
    /// Pick one of several texts.
    Choose(Options),
    /// Write the moves that are shown.
    WriteMove {
        /// The moves of both sides, from the step's position.
        line: Vec<Move>,
    },
    /// Say what was irregular in what the side to move has done.
    SpotIrregularity {
        /// The position after it.
        after: Vec<(Square, Piece)>,
        /// The irregularities to choose from, "none" among them.
        options: Options,
    },
}

/// Options to choose from, each with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// All of them, in the order shown.
    pub all: Vec<String>,
    /// The right one.
    pub right: String,
}

/// A game against the computer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayOut {
    /// The goal.
    pub goal: Goal,
    /// The most moves that the learner may need.
    pub moves: u8,
    /// The key of the computer's level.
    pub level: String,
}

/// The goal of a game against the computer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// To win the game.
    Win,
    /// To have a draw, or not to have lost after all the moves.
    Draw,
    /// To get a king that survives.
    King,
    /// To gain so many men (a king counts three).
    Gain(u8),
}

/// The error in an answer without a move on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Slip {
    /// A piece is not on the board yet.
    Missing,
    /// A piece is on a square that should be empty.
    Extra,
    /// A piece is of the other side.
    Side,
    /// A man where a king belongs, or a king where a man does.
    Role,
    /// The text is no move.
    Unreadable,
    /// The sign between the squares: `-` for a move, `x` for a capture.
    Sign,
    /// The two squares are the wrong way round.
    Reversed,
    /// A move is not written.
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
    /// The other side's move after it, as text: legal after every accepted move.
    pub reply: Option<String>,
}

/// A set of right moves.
#[derive(Clone, Debug)]
pub enum Accept {
    /// Every legal move.
    Any,
    /// Those of these, as text, that are legal (after a choice not all of them are).
    Moves(Vec<String>),
}

/// The content of a square from the learner's perspective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nothing.
    Empty,
    /// The learner's piece.
    Own,
    /// The other side's piece.
    Their,
}

/// A plausible wrong answer with its own explanation. A condition that is empty always holds.
#[derive(Clone, Debug, Default)]
pub struct Mistake {
    /// The last part of the text's key.
    pub say: String,
    /// Which of the learner's moves, 1 the first.
    pub turn: Option<u8>,
    /// The square tapped, or where the tried move begins.
    pub from: SquareSet,
    /// Where the tried move ends.
    pub to: SquareSet,
    /// The rule that refuses the tried move.
    pub rule: Option<RefusalRule>,
    /// The content of the tapped square, or of the origin of the tried move.
    pub on: Option<Standing>,
    /// Legal moves that are not right here, as text.
    pub moves: Vec<String>,
    /// The number chosen.
    pub numbers: Vec<u8>,
    /// The options chosen.
    pub options: Vec<String>,
    /// The error in an answer without a move.
    pub slip: Option<Slip>,
    /// The refutation: the other side's move, and the learner's after it.
    pub refute: Vec<String>,
}

impl Mistake {
    /// Whether it speaks of whatever is tried, and not of this or that move.
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
    /// A route, with the number of pieces taken on it, or its own.
    Route(Vec<Square>, Option<u8>),
}

impl Lesson {
    /// The key of one of its texts.
    pub fn key(&self, last: &str) -> String {
        format!("{}.{last}", self.id)
    }

    /// The key of an option's text: an irregularity has the same in every lesson.
    pub fn option_key(&self, step: &Step, option: &str) -> String {
        match step.task {
            Task::SpotIrregularity { .. } => format!("irregularity.{option}"),
            _ => self.step_key(step, &format!("option.{option}")),
        }
    }

    /// The key of a text of one of its steps.
    pub fn step_key(&self, step: &Step, last: &str) -> String {
        format!("{}.{}.{last}", self.id, step.id)
    }

    /// The key of a text about one of the learner's turns, 1 the first: up to the other reply a variation says what its step
    /// says.
    pub fn turn_key(&self, step: &Step, turn: usize, last: &str) -> String {
        let shared = step.shared.as_ref().filter(|shared| turn <= shared.turns);
        let id = shared.map_or(&step.id, |shared| &shared.step);
        format!("{}.{id}.{last}", self.id)
    }
}

impl Task {
    /// The kind of the step, as its file says it.
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
    /// Seconds that it takes somebody who reads it, thinks and answers: an estimate.
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

    /// The learner's turns; none where the learner does not play a line.
    pub fn turns(&self) -> &[Turn] {
        match &self.task {
            Task::PlayMove(turn) => std::slice::from_ref(turn),
            Task::Sequence(turns) => turns,
            _ => &[],
        }
    }

    /// The step and each of its variations.
    pub fn lines(&self) -> impl Iterator<Item = &Step> {
        std::iter::once(self).chain(&self.variations)
    }

    /// The step by the number of its variation: 0 its own line, 1 the first variation.
    pub fn varied(&self, variation: u8) -> Option<&Step> {
        self.lines().nth(variation.into())
    }

    /// Whether the learner moves pieces by the rules.
    pub fn plays(&self) -> bool {
        let line = !self.turns().is_empty();
        line || matches!(
            self.task,
            Task::PlayAllCaptures | Task::ChooseRoute { .. } | Task::PlayOut(_)
        )
    }

    /// The options to choose from, if any.
    pub fn options(&self) -> Option<&Options> {
        match &self.task {
            Task::Choose(options) | Task::SpotIrregularity { options, .. } => Some(options),
            _ => None,
        }
    }

    /// Whether the learner does something.
    pub fn is_interactive(&self) -> bool {
        !matches!(self.task, Task::Explain { .. })
    }

    /// How many answers complete the step.
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
    /// The legal moves that are right in this position.
    pub fn accepted(&self, position: &Position) -> Vec<Move> {
        match &self.accept {
            Accept::Any => position.legal_moves(),
            Accept::Moves(texts) => texts
                .iter()
                .filter_map(|text| draughts::notation::movetext::read(position, text).ok())
                .collect(),
        }
    }

    /// The other side's answer, where it has one that is legal here.
    pub fn reply_in(&self, position: &Position) -> Option<Move> {
        let text = self.reply.as_ref()?;
        draughts::notation::movetext::read(position, text).ok()
    }
}
