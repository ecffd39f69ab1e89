//! Calls for endless drills: squares, captures, and endings against the best defence. Judges nothing.
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::{BoardView, CountView, MoveView, PositionView, Squares, VerdictView, view};
use draughts_engine::endgame::Value;
use draughts_lessons::{
    EndingError, EndingVerdict, Truth, capture_drill, ending, ending_hint, ending_kinds, judge_ending,
    square_drill,
};

view! {
    /// `squareDrill {variant, seed}` → `SquareDrillView`. Any seed works; use consecutive ones.
    pub struct AskSquare { pub variant: String, pub seed: u32 }
}
view! {
    /// Find the square with this number or, with `name`, name the marked square.
    #[cfg_attr(feature = "uniffi", uniffi(name = "SquareDrill"))]
    pub struct SquareDrillView {
        pub board: BoardView,
        pub name: bool,
        pub square: u8,
        /// Label of the square: "38", or "a1".
        pub label: String,
    }
}
view! {
    /// `captureDrill {variant, seed, least}` → `CaptureDrillView`: find the longest capture, of at least `least`
    /// pieces.
    pub struct AskCapture { pub variant: String, pub seed: u32, pub least: u8 }
}
view! {
    /// A position in which to find the longest capture.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CaptureDrill"))]
    pub struct CaptureDrillView {
        pub board: BoardView,
        /// Without legal moves: finding them is the drill.
        pub position: PositionView,
    }
}
view! {
    /// `captureTry {variant, seed, least, square, number}` → `CaptureTryView`: final square and length of the
    /// capture.
    pub struct CaptureTry {
        pub variant: String,
        pub seed: u32,
        pub least: u8,
        /// Final square, if asked.
        pub square: Option<u8>,
        /// Number of captured pieces, if asked.
        pub number: Option<u8>,
    }
}
view! {
    /// Verdict and solution.
    #[cfg_attr(feature = "uniffi", uniffi(name = "CaptureAttempt"))]
    pub struct CaptureTryView {
        pub right: bool,
        pub takes: u8,
        /// Final squares of the longest captures.
        pub ends: Squares,
        /// A longest capture: the one that the answer meant, if any.
        pub shown: MoveView,
    }
}

view! {
    /// `endings {variant}` → `EndingKindView[]`: endings to train; none for a variant without tables.
    pub struct Endings { pub variant: String }
}
view! {
    /// A kind of ending: "four-kings", "three-kings", "three-kings-trap", "three-kings-hold", "two-kings", "two-kings-trap",
    /// "two-kings-hold", "two-kings-seven", "two-kings-king-man", "king-march", "opposition", "king-man", "man-king",
    /// "one-move-wins", "one-move-holds". The learner is White and moves first.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingKind"))]
    pub struct EndingKindView {
        pub key: String,
        /// Men and kings of the learner, then of the opponent.
        pub pieces: Vec<u32>,
        /// `true` to win, `false` to hold the draw.
        pub win: bool,
    }
}
view! {
    /// `ending {variant, kind, seed}` → `EndingDrillView`. Any seed works; use consecutive ones.
    pub struct AskEnding { pub variant: String, pub kind: String, pub seed: u32 }
}
view! {
    /// An ending to play. The learner is White and moves first.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingDrill"))]
    pub struct EndingDrillView {
        pub board: BoardView,
        pub position: PositionView,
        pub truth: TruthView,
    }
}
view! {
    /// Result for the learner.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingResult"))]
    pub enum ResultView { Win, Draw, Loss }
}
view! {
    /// Exact value of a position for the learner.
    #[cfg_attr(feature = "uniffi", uniffi(name = "EndingTruth"))]
    pub struct TruthView {
        pub result: ResultView,
        /// Plies to the end, if the table knows them.
        pub plies: Option<u16>,
        /// `true` if a draw rule ends the game before the win.
        pub by_rule: bool,
        /// The draw rule that ends the game soonest.
        pub count: Option<CountView>,
    }
}
view! {
    /// `endingMove {variant, kind, seed, paths}` → `EndingReply`: `kept` of the last reply with the newest move.
    pub struct EndingMove { pub variant: String, pub kind: String, pub seed: u32, pub paths: Vec<Squares> }
}
view! {
    /// Verdict on a move in an ending.
    pub struct EndingReply {
        /// `goOn`, `done`, or `wrong`: a win or draw was given away, or a draw rule came first (`tooLate`).
        pub verdict: VerdictView,
        pub too_late: bool,
        /// `true` if the move wins, but only after a draw rule applies.
        pub too_slow: bool,
        /// The learner's move and the reply.
        pub played: Vec<MoveView>,
        pub position: PositionView,
        pub truth: TruthView,
        /// Moves to send again with the next one.
        pub kept: Vec<Squares>,
        /// After a mistake: the moves that keep the win or the draw.
        pub better: Vec<MoveView>,
    }
}
view! {
    /// `endingHint {variant, kind, seed, paths}` → `EndingHintView`: `kept` of the last reply.
    pub struct EndingHint { pub variant: String, pub kind: String, pub seed: u32, pub paths: Vec<Squares> }
}
view! {
    /// Origin and target of a good move; absent when the game is over.
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

/// Parses a variant with diagonal captures, as the drill requires.
fn drill_variant(key: &str) -> Result<draughts::Variant, ApiError> {
    let variant = convert::variant(key)?;
    match variant {
        draughts::Variant::Turkish => Err(ApiError::new(
            ErrorKind::BadParams,
            "the drill has diagonal captures only",
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
        Ok(EndingReply {
            played: MoveView::line(&before, &judged.played),
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
