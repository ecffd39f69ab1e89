//! A lesson and its steps, read and typed. Knows no words (they are by key) and judges nothing.
use super::{Claim, Proof};
use crate::{Move, Position, RefusalRule, Square, SquareSet, Variant};

/// A lesson: steps in order, each about one thing.
#[derive(Clone, Debug)]
pub struct Lesson {
    /// A word: "man-move".
    pub id: String,
    /// The game it teaches.
    pub variant: Variant,
    /// The course it belongs to: "first-steps".
    pub track: String,
    /// How hard it is: 1 (no rule known) to 5 (a club player's).
    pub level: u8,
    /// The lessons to do before.
    pub requires: Vec<String>,
    /// The articles of the federation's rules that it teaches: "4.13".
    pub articles: Vec<String>,
    /// Its steps, first to last.
    pub steps: Vec<Step>,
}

/// A step: a position and what the learner is asked to do on it. The learner has the move.
#[derive(Clone, Debug)]
pub struct Step {
    /// A word, its own within the lesson.
    pub id: String,
    /// The line of its file where it begins, 1 the first.
    pub line: usize,
    /// What is asked.
    pub task: Task,
    /// The position shown.
    pub position: Position,
    /// What is drawn over the board from the start.
    pub marks: Vec<Mark>,
    /// The mistakes that have an answer of their own; the first that fits speaks.
    pub mistakes: Vec<Mistake>,
    /// What the texts say of the position, for the checker to prove.
    pub claims: Vec<Claim>,
    /// What the checker found; absent in a lesson that is being written.
    pub proof: Option<Proof>,
}

/// What a step asks.
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
}

/// One move of the learner and the other side's answer.
#[derive(Clone, Debug)]
pub struct Turn {
    /// What is right.
    pub accept: Accept,
    /// The other side's move after it, as text: legal after every accepted move.
    pub reply: Option<String>,
}

/// The moves that are right.
#[derive(Clone, Debug)]
pub enum Accept {
    /// Every legal move.
    Any,
    /// Those of these, as text, that are legal (after a choice not all of them are).
    Moves(Vec<String>),
}

/// What stands on a square, seen by the learner.
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
    /// What stands on the square tapped, or where the tried move begins.
    pub on: Option<Standing>,
    /// Legal moves that are not right here, as text.
    pub moves: Vec<String>,
    /// The number chosen.
    pub numbers: Vec<u8>,
    /// What the other side (and then the learner) would play: shown once.
    pub refute: Vec<String>,
}

/// Something drawn over the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A ring on each square.
    Ring(Vec<Square>),
    /// A cross on each square.
    Cross(Vec<Square>),
    /// A route, with the number of pieces taken on it.
    Route(Vec<Square>, Option<u8>),
}

impl Lesson {
    /// The key of one of its texts.
    pub fn key(&self, last: &str) -> String {
        format!("{}.{last}", self.id)
    }

    /// The key of a text of one of its steps.
    pub fn step_key(&self, step: &Step, last: &str) -> String {
        format!("{}.{}.{last}", self.id, step.id)
    }
}

impl Step {
    /// The learner's turns; none where the learner does not play a line.
    pub fn turns(&self) -> &[Turn] {
        match &self.task {
            Task::PlayMove(turn) => std::slice::from_ref(turn),
            Task::Sequence(turns) => turns,
            _ => &[],
        }
    }

    /// Whether the learner does something on the board.
    pub fn is_interactive(&self) -> bool {
        !matches!(self.task, Task::Explain { .. })
    }

    /// How many answers are wanted.
    pub fn wanted(&self) -> usize {
        match &self.task {
            Task::Explain { .. } => 0,
            Task::TapSquares { squares } | Task::TapPieces { squares } => squares.len(),
            Task::CountCapture { .. } => 1,
            Task::PlayMove(_) | Task::Sequence(_) => self.turns().len(),
            Task::PlayAllCaptures => self.position.legal_moves().len(),
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
                .filter_map(|text| crate::notation::movetext::read(position, text).ok())
                .collect(),
        }
    }

    /// The other side's answer, where it has one that is legal here.
    pub fn reply_in(&self, position: &Position) -> Option<Move> {
        let text = self.reply.as_ref()?;
        crate::notation::movetext::read(position, text).ok()
    }
}
