//! Parameters and views of the calls for lessons.
use crate::views::{BoardView, MoveView, Overlay, PieceView, PositionView, Squares, VerdictView, view};
use serde::{Deserialize, Serialize};

view! {
    /// `lessons {variant, language}` → `LessonSummary[]` in teaching order.
    pub struct ListLessons { pub variant: String, pub language: String }
}
view! {
    /// `nextLesson {variant, language}` → `LessonSummary`, or null if all are finished: the unfinished lesson begun
    /// last, else the first on the path of the first-run answer.
    pub struct NextLesson { pub variant: String, pub language: String }
}
view! {
    /// A lesson as its card shows it, for the current person.
    pub struct LessonSummary {
        /// Id: "man-move".
        pub id: String,
        pub title: String,
        /// Title of its track; empty if it is in none.
        pub track: String,
        /// Language of the texts, an ISO 639-1 code; English if not translated.
        pub language: String,
        /// From 1 (knows no rule) to 5 (club player).
        pub level: u8,
        /// Articles of the federation's rules: "4.13".
        pub articles: Vec<String>,
        pub steps: u8,
        /// Number of steps done.
        pub done: u8,
        /// Index of the next step.
        pub next_step: u8,
        /// `true` if it is finished and due for repetition.
        pub due: bool,
        /// `true` if the placement showed that the person knows it; the path skips it.
        pub known: bool,
        /// 0 unfinished, 1 solved, 2 without hints, 3 without hints or mistakes.
        pub stars: u8,
        /// Position on its card.
        pub position: PositionView,
    }
}
view! {
    /// `lesson {id, language}` → `LessonView`: the lesson with all its steps.
    pub struct OpenLesson { pub id: String, pub language: String }
}
view! {
    /// A lesson with its steps.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Lesson"))]
    pub struct LessonView {
        pub summary: LessonSummary,
        pub intro: String,
        pub outro: String,
        pub board: BoardView,
        pub steps: Vec<StepView>,
        /// Index of the step to repeat, if the lesson is due.
        pub review: Option<u8>,
        /// Next lesson, if any.
        pub next: Option<LessonSummary>,
        /// Track that ends with this lesson, if any.
        pub ends: Option<TrackEndView>,
        /// `true` if its end offers the person's first whole game: this lesson and those before suffice for it.
        pub first_game: bool,
        /// Most frequent puzzle theme of its steps; null if there are no such puzzles.
        pub theme: Option<String>,
        /// Album card of its shot.
        pub shot: Option<String>,
    }
}
view! {
    /// The end of a track.
    #[cfg_attr(feature = "uniffi", uniffi(name = "TrackEnd"))]
    pub struct TrackEndView {
        pub title: String,
        /// Position (FEN) of a small game to practise the track.
        pub match_fen: Option<String>,
    }
}
view! {
    /// Task of a step.
    pub enum StepKind {
        /// Read; `line` can be played as an animation.
        Explain,
        /// Tap all squares in question.
        TapSquares,
        /// Tap all pieces in question.
        TapPieces,
        /// Count the men of the longest capture.
        CountCapture,
        /// Play one move.
        PlayMove,
        /// Play every legal capture, one after another, from the same position.
        PlayAllCaptures,
        /// Play a line; the opponent replies.
        Sequence,
        /// Choose the right route. An ambiguous path is answered `goOn` without a move: ask for more landing squares.
        ChooseRoute,
        /// Play against the computer until `goal` is reached, in at most `moves` moves.
        PlayOut,
        /// Put pieces on the board; the answer is the whole position.
        BuildPosition,
        /// Decide whether the text is true.
        TrueFalse,
        /// Choose one of `options`.
        Choose,
        /// Write down the moves of `line`: "36-31 (17-22)".
        WriteMove,
        /// Find the irregularity between `position` and `after`.
        SpotIrregularity,
    }
}
view! {
    /// Goal of a game against the computer.
    #[cfg_attr(feature = "uniffi", uniffi(name = "LessonGoal"))]
    pub enum GoalView { Win, Draw, King, Gain }
}
view! {
    /// An option to choose.
    #[cfg_attr(feature = "uniffi", uniffi(name = "RuleOption"))]
    pub struct OptionView { pub key: String, pub text: String }
}
view! {
    /// A step without its answers.
    #[cfg_attr(feature = "uniffi", uniffi(name = "StepState"))]
    pub struct StepView {
        pub kind: StepKind,
        pub text: String,
        pub position: PositionView,
        pub overlays: Vec<Overlay>,
        /// Line to animate from `position` (explain and writeMove steps); without notation in a writeMove step.
        pub line: Vec<MoveView>,
        /// Number of answers expected: squares or pieces to tap, captures to play.
        pub wanted: u8,
        /// For `countCapture`: numbers to choose from.
        pub choices: Vec<u32>,
        /// For `choose` and `spotIrregularity`.
        pub options: Vec<OptionView>,
        /// For `spotIrregularity`: pieces on the board afterwards.
        pub after: Vec<PieceView>,
        /// For `playOut`.
        pub goal: Option<GoalView>,
        /// For `playOut`: maximum number of the learner's moves.
        pub moves: u8,
        /// For `sequence`: number of alternative replies with lines of their own.
        pub variations: u8,
        /// Variation to play now: 0 is the main line, then from 1. They take turns.
        pub variation: u8,
        pub done: bool,
    }
}

/// The learner's input in a step so far, the newest last; wrong tries may stay in the lists. `paths` includes refused
/// tries as `[from, to]`, or `[from]` if the piece could only be touched.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(export_to = "types.ts"))]
#[cfg_attr(feature = "uniffi", derive(uniffi::Enum))]
#[serde(rename_all = "camelCase", tag = "kind")]
#[allow(missing_docs, reason = "the variants say what their fields are")]
pub enum StepAnswer {
    /// An explain step was read.
    Seen,
    /// Squares or pieces tapped so far.
    Taps { squares: Squares },
    /// Chosen number.
    Count { number: u32 },
    /// Paths of the moves tried so far. In `playOut`: `kept` of the last reply with the newest move.
    Moves { paths: Vec<Squares> },
    /// All pieces on the board (`buildPosition`).
    Pieces { pieces: Vec<PieceView> },
    /// Answer to `trueFalse`.
    Truth { value: bool },
    /// Key of the chosen option.
    Pick { option: String },
    /// Written text.
    Text { text: String },
}
view! {
    /// `lessonStep` → `StepReply`. Writes nothing but the progress, when the step is done.
    pub struct LessonStep {
        pub lesson: String,
        pub step: u8,
        /// Variation, from 1; none or 0 is the main line.
        pub variation: Option<u8>,
        pub answer: StepAnswer,
        /// Mistakes and hints in this step so far, which determine the stars.
        pub mistakes: u8,
        pub hints: u8,
        pub language: String,
    }
}
view! {
    /// Verdict, and the next state of the board.
    pub struct StepReply {
        pub verdict: VerdictView,
        /// Text in the learner's language; for a wrong answer, the explanation.
        pub text: String,
        /// Moves to animate from the learner's position: the learner's, then the reply or refutation.
        pub played: Vec<MoveView>,
        /// Position to continue from; after a wrong answer, the one to try again.
        pub position: PositionView,
        pub overlays: Vec<Overlay>,
        /// Accepted squares or pieces so far.
        pub found: Squares,
        /// `playOut`: the learner's moves so far, to send again with the next one.
        pub kept: Vec<Squares>,
        /// Stars of the lesson, once it is finished.
        pub stars: Option<u8>,
        /// Due time of the finished lesson, in milliseconds since 1970.
        pub returns: Option<f64>,
    }
}
view! {
    /// `lessonHint {lesson, step, variation?, answer, strength 1..3}` → `HintView`: help with the open part of a
    /// step.
    pub struct LessonHint { pub lesson: String, pub step: u8, pub variation: Option<u8>, pub answer: StepAnswer, pub strength: u8, pub language: String }
}
view! {
    /// `forgetLesson {lesson}` → `{}`: deletes its progress.
    pub struct ForgetLesson { pub lesson: String }
}
