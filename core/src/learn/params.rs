//! Calls for the lessons. Judging is here in the core; the front end shows.
use crate::views::{BoardView, MoveView, PieceView, PositionView, Squares, view};
use serde::{Deserialize, Serialize};

view! {
    /// `lessons {variant, language}` → `LessonSummary[]` in teaching order.
    pub struct ListLessons { pub variant: String, pub language: String }
}
view! {
    /// `nextLesson {variant, language}` → `LessonSummary`, or null where all are finished: the lesson begun last and not
    /// finished, else the first one on the path of the answer given at the first run.
    pub struct NextLesson { pub variant: String, pub language: String }
}
view! {
    /// A lesson as its card shows it, for the person of this profile.
    pub struct LessonSummary {
        /// A word: "man-move".
        pub id: String,
        pub title: String,
        /// The title of its track; empty where it stands in none.
        pub track: String,
        /// The language in which it is told, by its two letters: English where it is not translated.
        pub language: String,
        /// 1 no rule known, 5 a club player's.
        pub level: u8,
        /// Of the federation's rules: "4.13".
        pub articles: Vec<String>,
        pub steps: u8,
        /// Steps done so far.
        pub done: u8,
        /// The step to go on with, 0 the first: where one left off.
        pub next_step: u8,
        /// Finished, and to be repeated by its hardest step.
        pub due: bool,
        /// The placement showed that the person knows what it teaches: the path passes it over.
        pub known: bool,
        /// 0 not finished, 1 solved, 2 without hint, 3 without hint and without a mistake.
        pub stars: u8,
        /// The position drawn on its card.
        pub position: PositionView,
    }
}
view! {
    /// `lesson {id, language}` → `LessonView`: the lesson with all its steps.
    pub struct OpenLesson { pub id: String, pub language: String }
}
view! {
    /// A lesson, opened.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Lesson"))]
    pub struct LessonView {
        pub summary: LessonSummary,
        pub intro: String,
        pub outro: String,
        pub board: BoardView,
        pub steps: Vec<StepView>,
        /// The step by which it is repeated, 0 the first, where its time has come.
        pub review: Option<u8>,
        /// The lesson to go on with, when there is one.
        pub next: Option<String>,
        /// The track that ends with this lesson, if one does.
        pub ends: Option<TrackEndView>,
        /// The theme of puzzles that most of its steps show; null where there are no such puzzles.
        pub theme: Option<String>,
        /// The card of the album that shows its shot.
        pub shot: Option<String>,
    }
}
view! {
    /// The end of a track.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TrackEnd"))]
    pub struct TrackEndView {
        pub title: String,
        /// The position (FEN) of a small game that uses what was taught.
        pub match_fen: Option<String>,
    }
}
view! {
    /// What the learner is asked to do.
    pub enum StepKind {
        /// Look: `line` plays itself when asked.
        Explain,
        /// Tap every square that is asked for.
        TapSquares,
        /// Tap every piece that is asked for.
        TapPieces,
        /// Say how many men the longest capture takes.
        CountCapture,
        /// Play one move.
        PlayMove,
        /// Play every legal capture, one after another, from the same position.
        PlayAllCaptures,
        /// Play a line; the other side answers.
        Sequence,
        /// Take along the right route. A path that leaves it open is answered `goOn` without a move: ask for more landings.
        ChooseRoute,
        /// Play against the computer until `goal` is reached, in `moves` moves.
        PlayOut,
        /// Put pieces on the board, then answer with all that stands there.
        BuildPosition,
        /// Say whether the text is true.
        TrueFalse,
        /// Pick one of `options`.
        Choose,
        /// `line` plays; write its moves: "36-31 (17-22)".
        WriteMove,
        /// The side to move in `position` did something, `after` is what stands there then: pick what was irregular.
        SpotIrregularity,
    }
}
view! {
    /// What is to be reached in a game against the computer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LessonGoal"))]
    pub enum GoalView { Win, Draw, King, Gain }
}
view! {
    /// A text to pick.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleOption"))]
    pub struct OptionView { pub key: String, pub text: String }
}
view! {
    /// A step as shown: no answers in it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StepState"))]
    pub struct StepView {
        pub kind: StepKind,
        pub text: String,
        pub position: PositionView,
        pub overlays: Vec<Overlay>,
        /// A line to animate (explain and writeMove steps): played from `position`. Unwritten in a writeMove step.
        pub line: Vec<MoveView>,
        /// How many answers are wanted (squares or pieces to tap, captures to play).
        pub wanted: u8,
        /// For `countCapture`: the numbers to choose from.
        pub choices: Vec<u32>,
        /// For `choose` and `spotIrregularity`.
        pub options: Vec<OptionView>,
        /// For `spotIrregularity`: what stands on the board afterwards.
        pub after: Vec<PieceView>,
        /// For `playOut`.
        pub goal: Option<GoalView>,
        /// For `playOut`: the most moves the learner may need.
        pub moves: u8,
        /// For `sequence`: how many other replies of the other side have a line of their own.
        pub variations: u8,
        /// The one to be played now, 1 the first; 0 the line with the reply that comes first. Each has its turn.
        pub variation: u8,
        pub done: bool,
    }
}

/// Something drawn over the board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum Overlay {
    /// A ring on each square.
    Ring { squares: Squares },
    /// A route; the label is the number of pieces taken on it.
    Route { path: Squares, label: Option<String> },
    /// A cross on each square (taken, or forbidden).
    Cross { squares: Squares },
    /// An arrow from a square to another.
    Arrow { origin: u8, target: u8 },
}

/// What the learner did, all of it so far in this step, the newest last; wrong tries may stay in the lists. `paths`
/// holds refused tries too, as `[from, to]` (`[from]` where the piece could only be touched): the lesson says why.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum StepAnswer {
    /// An explain step was read.
    Seen,
    /// All squares or pieces tapped so far, the newest last.
    Taps { squares: Squares },
    /// The number chosen.
    Count { number: u32 },
    /// The moves tried in this step so far, the newest last, each a path. In `playOut`: `kept` of the last reply, and
    /// the newest behind it.
    Moves { paths: Vec<Squares> },
    /// Everything that stands on the board (`buildPosition`).
    Pieces { pieces: Vec<PieceView> },
    /// Whether the text is true.
    Truth { value: bool },
    /// The key of the option picked.
    Pick { option: String },
    /// What was written.
    Text { text: String },
}
view! {
    /// `lessonStep` → `StepReply`. Pure but for the progress, which is written when the step is done.
    pub struct LessonStep {
        pub lesson: String,
        pub step: u8,
        /// Which of its variations is played, 1 the first; none or 0 is its own line.
        pub variation: Option<u8>,
        pub answer: StepAnswer,
        /// Mistakes made and hints used in this step so far (they decide the stars).
        pub mistakes: u8,
        pub hints: u8,
        pub language: String,
    }
}
view! {
    /// What an answer is worth.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Verdict"))]
    pub enum VerdictView {
        /// Right, and more is wanted.
        GoOn,
        /// The step or puzzle is solved.
        Done,
        /// Good, but there is better (puzzles).
        Lesser,
        /// Not right: once more from the same position.
        Wrong,
    }
}
view! {
    /// The judgement, and what the board shows next.
    pub struct StepReply {
        pub verdict: VerdictView,
        /// In the learner's language; for a wrong answer, why.
        pub text: String,
        /// Moves to animate from the position in which the learner answered: the learner's own, then the reply or refutation.
        pub played: Vec<MoveView>,
        /// Where the learner goes on: after the reply, or for a wrong answer the position to try again from.
        pub position: PositionView,
        pub overlays: Vec<Overlay>,
        /// Every accepted answer so far, when squares or pieces are tapped.
        pub found: Squares,
        /// `playOut`: the learner's moves that count, to be sent again with the next behind them.
        pub kept: Vec<Squares>,
        /// Stars of the lesson, once it is finished.
        pub stars: Option<u8>,
        /// When the lesson comes back, in milliseconds since 1970, once it is finished.
        pub returns: Option<f64>,
    }
}
view! {
    /// `lessonHint {lesson, step, variation?, answer, strength 1..3}` → `HintView`: help with a step, as far as it is answered.
    pub struct LessonHint { pub lesson: String, pub step: u8, pub variation: Option<u8>, pub answer: StepAnswer, pub strength: u8, pub language: String }
}
view! {
    /// A hint: words where the lesson has them, and what to draw. 1 = where, 2 = which piece, 3 = the move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Hint"))]
    pub struct HintView { pub text: Option<String>, pub overlays: Vec<Overlay> }
}
view! {
    /// `forgetLesson {lesson}` → `{}`: its progress is cleared, to learn it again.
    pub struct ForgetLesson { pub lesson: String }
}
