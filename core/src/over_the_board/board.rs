//! Views of a real board, and the actions at it.
use crate::error::{ApiError, ErrorKind};
use crate::views::{MoveView, OutcomeView, PlaceView, RoleView, SideView, view};
use draughts::over_the_board::{Action, Place};

view! {
    /// An action at the table.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Action"))]
    pub struct ActionView {
        pub what: ActionKind,
        /// Places of the action: the path of a piece from its origin, the lifted piece, or origin and target.
        pub places: Vec<PlaceView>,
    }
}
view! {
    /// Kind of action.
    pub enum ActionKind {
        /// Touches a piece.
        Touch,
        /// Says "J'adoube."
        Adjust,
        /// The opponent permits an adjustment.
        Permit,
        /// Carries a piece over these places and releases it on the last.
        Move,
        /// Carries a piece and keeps it in the hand.
        Hold,
        /// Releases the piece in the hand.
        Release,
        /// Takes a piece off the board.
        Lift,
        /// Takes all captured pieces off, in order.
        LiftAll,
        /// Pauses during a capture or while lifting.
        Pause,
        /// Ends lifting.
        Done,
        /// Crowns a man on the last row.
        Crown,
        /// Knocks a piece to another place or, with one place, off the board.
        Knock,
        /// Before the first move: puts a piece on a wrong square.
        Misplace,
        /// Points out the wrong setup.
        SetupWrong,
        /// Points out that the board is turned the wrong way.
        BoardTurned,
        /// Takes the last move back.
        TakeBack,
        /// Corrects the irregularity.
        Correct,
        /// Accepts the irregularity.
        Accept,
        /// The offender refuses to submit.
        Refuse,
        /// Claims the game because of a refusal.
        Claim,
        Resign,
        /// Both players agree to a draw.
        AgreeDraw,
    }
}
view! {
    /// A piece on a real board, perhaps on an unplayable square.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbPiece"))]
    pub struct OtbPieceView { pub place: PlaceView, pub side: SideView, pub role: RoleView }
}
view! {
    /// State of the board, with open duties and decisions.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbGame"))]
    pub struct OtbGameView {
        pub pieces: Vec<OtbPieceView>,
        pub turn: SideView,
        /// Path of the piece in the hand, from its origin.
        pub held: Vec<PlaceView>,
        /// `true` if this path is a legal move that no other move continues: there is nothing left to decide.
        pub held_whole: bool,
        /// Captured pieces to lift, the next one first.
        pub to_lift: Vec<PlaceView>,
        /// Men waiting to be crowned.
        pub uncrowned: Vec<PlaceView>,
        /// Irregularities without a decision.
        pub pending: Vec<IrregularityView>,
        /// Side that decides about them; absent if the arbiter does.
        pub decides: Option<SideView>,
        /// Results of the last action.
        pub notes: Vec<OtbNoteView>,
        /// Number of actions done: one less than sent if the last was refused.
        pub done: u32,
        /// Reason why the last action was refused.
        pub refused: Option<OtbRefusalView>,
        /// `true` after the first move.
        pub begun: bool,
        pub outcome: Option<OutcomeView>,
        /// Moves played so far.
        pub moves: Vec<MoveView>,
    }
}
view! {
    /// An irregularity with its article.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Irregularity"))]
    pub struct IrregularityView {
        /// Key: "missed-capture".
        pub key: String,
        pub text: String,
        /// A second name, if it is two irregularities at once.
        pub also: Option<String>,
        pub article: String,
        /// Federation and year: "international-2004".
        pub edition: String,
        pub by: SideView,
        pub places: Vec<PlaceView>,
        /// Legal moves instead.
        pub instead: Vec<String>,
    }
}
view! {
    /// Kind of result of an action.
    pub enum OtbNoteKind {
        /// A legal move; `text` is its notation.
        Played,
        /// An irregularity, named by `text`.
        Irregular,
        /// A minor fault without consequence, named by `text`.
        Incorrect,
        /// Irregularities were accepted; `text` names them.
        Accepted,
        /// Irregularities were corrected; `text` names them.
        Corrected,
        /// The touched piece must be played.
        MustPlay,
        /// The touched piece cannot move; touching it has no consequence.
        MayLeave,
        /// `side` may adjust pieces.
        MayAdjust,
        /// `side` asks for permission to adjust.
        AsksToAdjust,
        /// The piece is in the hand and may still go elsewhere.
        InHand,
        Lifted,
        AllLifted,
        Crowned,
        /// The setup was corrected, which is no fault.
        SetUpAgain,
        NoConsequence,
    }
}
view! {
    /// A result of an action, with the article behind it.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbNote"))]
    pub struct OtbNoteView {
        pub kind: OtbNoteKind,
        pub text: String,
        pub side: Option<SideView>,
        pub place: Option<PlaceView>,
        /// Article of a fault: "5.4.6".
        pub article: Option<String>,
        pub edition: Option<String>,
    }
}
view! {
    /// Refusal of an action.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbRefusal"))]
    pub struct OtbRefusalView {
        /// Key: "occupied", "not-yours-to-decide".
        pub why: String,
        /// Article that forbids it; absent if the board does.
        pub article: Option<String>,
        pub edition: Option<String>,
    }
}

pub(super) fn places(places: &[Place]) -> Vec<PlaceView> {
    places.iter().copied().map(PlaceView::from).collect()
}

impl From<Place> for PlaceView {
    fn from(place: Place) -> Self {
        (place.column, place.row).into()
    }
}

impl From<PlaceView> for Place {
    fn from(place: PlaceView) -> Self {
        let (column, row) = place.into();
        Place { column, row }
    }
}

pub(super) fn action_of(action: &ActionView) -> Result<Action, ApiError> {
    let way: Vec<Place> = action.places.iter().copied().map(Place::from).collect();
    let wrong = || {
        ApiError::new(
            ErrorKind::BadParams,
            format!("{:?}: wrong number of places", action.what),
        )
    };
    let one = || way.first().copied().ok_or_else(wrong);
    let pair = || match way[..] {
        [from, to] => Ok((from, to)),
        _ => Err(wrong()),
    };
    Ok(match action.what {
        ActionKind::Touch => Action::Touch(one()?),
        ActionKind::Adjust => Action::Adjust,
        ActionKind::Permit => Action::Permit,
        ActionKind::Move => Action::Move(way),
        ActionKind::Hold => Action::Hold(way),
        ActionKind::Release => Action::Release,
        ActionKind::Lift => Action::Lift(one()?),
        ActionKind::LiftAll => Action::LiftAll,
        ActionKind::Pause => Action::Pause,
        ActionKind::Done => Action::Done,
        ActionKind::Crown => Action::Crown(one()?),
        ActionKind::Knock => Action::Knock(one()?, way.get(1).copied()),
        ActionKind::Misplace => pair().map(|(from, to)| Action::Misplace(from, to))?,
        ActionKind::SetupWrong => Action::SetupWrong,
        ActionKind::BoardTurned => Action::BoardTurned,
        ActionKind::TakeBack => Action::TakeBack,
        ActionKind::Correct => Action::Correct(None),
        ActionKind::Accept => Action::Accept,
        ActionKind::Refuse => Action::Refuse,
        ActionKind::Claim => Action::Claim,
        ActionKind::Resign => Action::Resign,
        ActionKind::AgreeDraw => Action::AgreeDraw,
    })
}
