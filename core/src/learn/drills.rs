//! Calls for drills without end: squares, captures, endings against the best defence. Translates; judges nothing itself.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::learn::params::VerdictView;
use crate::views::{BoardView, CountView, MoveView, PositionView, Squares, view};
use draughts_engine::endgame::Value;
use draughts_lessons::{
    EndingError, EndingVerdict, Truth, capture_drill, ending, ending_hint, ending_kinds, judge_ending,
    square_drill,
};

view! {
    /// `squareDrill {variant, seed}` → `SquareDrillView`. Any seed is good; the next one is the seed plus one.
    pub struct AskSquare { pub variant: String, pub seed: u32 }
}
view! {
    /// Find the square of this number, or, with `name`, say what this square is called.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SquareDrill"))]
    pub struct SquareDrillView {
        pub board: BoardView,
        pub name: bool,
        pub square: u8,
        /// What is written on it: "38", or "a1".
        pub label: String,
    }
}
view! {
    /// `captureDrill {variant, seed, least}` → `CaptureDrillView`: read the longest capture, of `least` pieces or more.
    pub struct AskCapture { pub variant: String, pub seed: u32, pub least: u8 }
}
view! {
    /// A position in which the longest capture is to be read.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CaptureDrill"))]
    pub struct CaptureDrillView {
        pub board: BoardView,
        /// Without its legal moves: reading them is the drill.
        pub position: PositionView,
    }
}
view! {
    /// `captureTry {variant, seed, least, square, number}` → `CaptureTryView`: the capture ends there, and takes so many.
    pub struct CaptureTry {
        pub variant: String,
        pub seed: u32,
        pub least: u8,
        /// Where it ends, when that was asked.
        pub square: Option<u8>,
        /// How many it takes, when that was asked.
        pub number: Option<u8>,
    }
}
view! {
    /// Whether the capture was read, and the truth.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CaptureAttempt"))]
    pub struct CaptureTryView {
        pub right: bool,
        pub takes: u8,
        /// Where a longest capture ends.
        pub ends: Squares,
        /// One to show; the one that was meant, where there is one.
        pub shown: MoveView,
    }
}

view! {
    /// `endings {variant}` → `EndingKindView[]`: what can be trained; none in a game without tables.
    pub struct Endings { pub variant: String }
}
view! {
    /// A kind of ending: "four-kings", "three-kings", "three-kings-trap", "three-kings-hold", "two-kings", "two-kings-trap",
    /// "two-kings-hold", "two-kings-seven", "two-kings-king-man", "king-march", "opposition", "king-man", "man-king", "one-move-wins",
    /// "one-move-holds". The learner plays White and has the move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingKind"))]
    pub struct EndingKindView {
        pub key: String,
        /// The learner's men, kings, then the other side's.
        pub pieces: Vec<u32>,
        /// To be won; otherwise the draw is to be held.
        pub win: bool,
    }
}
view! {
    /// `ending {variant, kind, seed}` → `EndingDrillView`. Any seed is good; the next one is the seed plus one.
    pub struct AskEnding { pub variant: String, pub kind: String, pub seed: u32 }
}
view! {
    /// An ending to be played: the learner is White and has the move.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingDrill"))]
    pub struct EndingDrillView {
        pub board: BoardView,
        pub position: PositionView,
        pub truth: TruthView,
    }
}
view! {
    /// A result, to the learner.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingResult"))]
    pub enum ResultView { Win, Draw, Loss }
}
view! {
    /// What a position is worth to the learner, exactly.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingTruth"))]
    pub struct TruthView {
        pub result: ResultView,
        /// Moves of either side to the end, where the table knows.
        pub plies: Option<u16>,
        /// The pieces could win or lose, but a draw rule comes first.
        pub by_rule: bool,
        /// The draw rule that is counting and ends soonest.
        pub count: Option<CountView>,
    }
}
view! {
    /// `endingMove {variant, kind, seed, paths}` → `EndingReply`: `kept` of the last reply, and the newest behind it.
    pub struct EndingMove { pub variant: String, pub kind: String, pub seed: u32, pub paths: Vec<Squares> }
}
view! {
    /// What a move of the learner's is worth in an ending.
    pub struct EndingReply {
        /// `goOn`, `done`, or `wrong`: a win or a draw was let go, or a draw rule came first (`tooLate`).
        pub verdict: VerdictView,
        pub too_late: bool,
        /// The slip would have won, had a draw rule not come first.
        pub too_slow: bool,
        /// The learner's move and the answer to it, from where the move was made.
        pub played: Vec<MoveView>,
        pub position: PositionView,
        pub truth: TruthView,
        /// To be sent again with the next move behind.
        pub kept: Vec<Squares>,
        /// After a slip: the moves that keep the win or the draw.
        pub better: Vec<MoveView>,
    }
}
view! {
    /// `endingHint {variant, kind, seed, paths}` → `EndingHintView`: `kept` of the last reply.
    pub struct EndingHint { pub variant: String, pub kind: String, pub seed: u32, pub paths: Vec<Squares> }
}
view! {
    /// A good move as squares: origin, target; absent when the game is over.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingMoveHint"))]
    pub struct EndingHintView { pub path: Option<Squares> }
}

impl Call for AskSquare {
    type Reply = SquareDrillView;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let drill = square_drill(variant, self.seed.into());
        let board = BoardView::of(variant);
        let square = drill.square.number();
        Ok(SquareDrillView {
            label: board.labels[usize::from(square) - 1].clone(),
            board,
            name: drill.name,
            square,
        })
    }
}

impl Call for AskCapture {
    type Reply = CaptureDrillView;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = drill_variant(&self.variant)?;
        let drill = capture_drill(variant, self.seed.into(), self.least);
        Ok(CaptureDrillView {
            board: BoardView::of(variant),
            position: PositionView::still(&drill.position),
        })
    }
}

impl Call for CaptureTry {
    type Reply = CaptureTryView;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = drill_variant(&self.variant)?;
        let drill = capture_drill(variant, self.seed.into(), self.least);
        let legal = drill.position.legal_moves();
        let longest = |mv: &&draughts::Move| mv.captured().len() == usize::from(drill.takes);
        let ends_there = |mv: &&draughts::Move| self.square == Some(mv.target().number());
        let meant = legal.iter().filter(longest).find(ends_there);
        let shown = meant.or_else(|| legal.iter().find(longest));
        let shown = shown.ok_or_else(|| ApiError::new(ErrorKind::Internal, "a drill without a capture"))?;
        let end_right = self.square.is_none() || meant.is_some();
        let number_right = self.number.is_none_or(|number| number == drill.takes);
        Ok(CaptureTryView {
            right: end_right && number_right,
            takes: drill.takes,
            ends: convert::numbers(drill.ends.iter()),
            shown: MoveView::of(&drill.position, shown),
        })
    }
}

/// A game whose captures go along the diagonals, as the drill builds them.
fn drill_variant(key: &str) -> Result<draughts::Variant, ApiError> {
    let variant = convert::variant(key)?;
    match variant {
        draughts::Variant::Turkish => Err(ApiError::new(
            ErrorKind::BadParams,
            "the drill knows captures along the diagonals only",
        )),
        _ => Ok(variant),
    }
}

impl Call for Endings {
    type Reply = Vec<EndingKindView>;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let kinds = ending_kinds(variant).iter().map(|kind| EndingKindView {
            key: kind.key.to_owned(),
            pieces: [kind.ours.0, kind.ours.1, kind.theirs.0, kind.theirs.1]
                .map(u32::from)
                .to_vec(),
            win: kind.win,
        });
        Ok(kinds.collect())
    }
}

impl Call for AskEnding {
    type Reply = EndingDrillView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        app.assets.need_tables(variant)?;
        let asked = ending(variant, &self.kind, self.seed.into(), &app.assets.engine);
        let (position, worth) = asked.map_err(ending_error)?;
        Ok(EndingDrillView {
            board: BoardView::of(variant),
            position: PositionView::of(&position),
            truth: worth.into(),
        })
    }
}

impl Call for EndingMove {
    type Reply = EndingReply;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        app.assets.need_tables(variant)?;
        let seed = self.seed.into();
        let judged = judge_ending(
            variant,
            &self.kind,
            seed,
            &Squares::paths(self.paths),
            &app.assets.engine,
        );
        let judged = judged.map_err(ending_error)?;
        let before = judged.before;
        let mut position = before;
        let played = judged.played.iter().map(|mv| {
            let view = MoveView::of(&position, mv);
            position.play_unchecked(mv);
            view
        });
        Ok(EndingReply {
            played: played.collect(),
            verdict: match judged.verdict {
                EndingVerdict::GoOn => VerdictView::GoOn,
                EndingVerdict::Done => VerdictView::Done,
                EndingVerdict::LetGo | EndingVerdict::TooLate => VerdictView::Wrong,
            },
            too_late: judged.verdict == EndingVerdict::TooLate,
            too_slow: judged.too_slow,
            position: PositionView::of(&judged.position),
            truth: judged.value.into(),
            kept: judged.kept.into_iter().map(Into::into).collect(),
            better: judged.better.iter().map(|mv| MoveView::of(&before, mv)).collect(),
        })
    }
}

impl Call for EndingHint {
    type Reply = EndingHintView;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let variant = convert::variant(&self.variant)?;
        app.assets.need_tables(variant)?;
        let mv = ending_hint(
            variant,
            &self.kind,
            self.seed.into(),
            &Squares::paths(self.paths),
            &*app.assets.search,
            &app.assets.engine,
        )
        .map_err(ending_error)?;
        Ok(EndingHintView {
            path: mv.map(|mv| convert::numbers([mv.origin(), mv.target()])),
        })
    }
}

impl From<Truth> for TruthView {
    fn from(truth: Truth) -> Self {
        let (result, plies) = match truth.value {
            Value::Win(plies) => (ResultView::Win, plies),
            Value::Draw => (ResultView::Draw, None),
            Value::Loss(plies) => (ResultView::Loss, plies),
        };
        Self {
            result,
            plies,
            by_rule: truth.by_rule,
            count: truth.count.map(CountView::of),
        }
    }
}

fn ending_error(error: EndingError) -> ApiError {
    let kind = match error {
        EndingError::NoTables => ErrorKind::Internal,
        EndingError::SearchPending(_) => ErrorKind::SearchWanted,
        EndingError::Unknown(_) => ErrorKind::NotFound,
        EndingError::Path(_) => ErrorKind::IllegalMove,
        EndingError::Over => ErrorKind::GameOver,
    };
    ApiError::new(kind, error.to_string())
}
