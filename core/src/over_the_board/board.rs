//! A real board as front ends see it, and what is done at it.
use crate::error::{ApiError, ErrorKind};
use crate::views::{OutcomeView, PlaceView, RoleView, SideView, view};
use draughts::over_the_board::{Action, Place};

view! {
    /// Something done at the table.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Action"))]
    pub struct ActionView {
        pub what: ActionKind,
        /// The places it is about: a piece's way, its own first; the piece lifted; from where to where.
        pub places: Vec<PlaceView>,
    }
}
view! {
    /// What can be done at a table.
    pub enum ActionKind {
        /// A piece is touched.
        Touch,
        /// "J'adoube."
        Adjust,
        /// The opponent allows to adjust.
        Permit,
        /// A piece is carried over these places and let go on the last.
        Move,
        /// The same, and it stays in the hand.
        Hold,
        /// The piece in the hand is let go.
        Release,
        /// A piece is taken off the board.
        Lift,
        /// All captured pieces are taken off, in order.
        LiftAll,
        /// A stop while capturing or lifting.
        Pause,
        /// No more pieces are lifted.
        Done,
        /// A man on the last row gets its crown.
        Crown,
        /// A piece is knocked to another place, or with one place off the board.
        Knock,
        /// Before the first move: a piece is set up on another square.
        Misplace,
        /// The wrong set-up is noticed.
        SetupWrong,
        /// It is noticed that the board lies the wrong way round.
        BoardTurned,
        /// The last move is taken back.
        TakeBack,
        /// The irregularity is put right.
        Correct,
        /// It is let stand.
        Accept,
        /// Who committed it does not submit.
        Refuse,
        /// The game is claimed for that.
        Claim,
        Resign,
        /// Both agree to a draw.
        AgreeDraw,
    }
}
view! {
    /// A piece on a real board, also on a square that is not played on.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbPiece"))]
    pub struct OtbPieceView { pub place: PlaceView, pub side: SideView, pub role: RoleView }
}
view! {
    /// What stands on the board and is still to be done or decided.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbGame"))]
    pub struct OtbGameView {
        pub pieces: Vec<OtbPieceView>,
        pub turn: SideView,
        /// The way of the piece in the hand, its own place first.
        pub held: Vec<PlaceView>,
        /// Captured pieces still to be lifted, the next first.
        pub to_lift: Vec<PlaceView>,
        /// Men that wait for their crowns.
        pub uncrowned: Vec<PlaceView>,
        /// What nobody has decided about yet.
        pub pending: Vec<IrregularityView>,
        /// Who decides about it: the side, or nobody where it is the arbiter.
        pub decides: Option<SideView>,
        /// What came of the newest action.
        pub notes: Vec<OtbNoteView>,
        /// How many of the actions were done: one less than were sent where the newest was refused.
        pub done: u32,
        /// Why the newest action could not be done.
        pub refused: Option<OtbRefusalView>,
        /// A move has been made.
        pub begun: bool,
        pub outcome: Option<OutcomeView>,
    }
}
view! {
    /// An irregularity, with its article.
    #[cfg_attr(feature = "uniffi", uniffi(name = "Irregularity"))]
    pub struct IrregularityView {
        /// A word: "missed-capture".
        pub key: String,
        pub text: String,
        /// What else it was, in words.
        pub also: Option<String>,
        pub article: String,
        /// Whose rules, of what year: "international-2004".
        pub edition: String,
        pub by: SideView,
        pub places: Vec<PlaceView>,
        /// The moves that were in order, as written.
        pub instead: Vec<String>,
    }
}
view! {
    /// What came of a action.
    pub enum OtbNoteKind {
        /// A move in order: `text` is the move.
        Played,
        /// An irregularity: `text` names it.
        Irregular,
        /// A lesser fault without consequence: `text` names it.
        Incorrect,
        /// Irregularities were let stand; `text` names them.
        Accepted,
        /// They were put right; `text` names them.
        Corrected,
        /// The piece touched must be played.
        MustPlay,
        /// It cannot be played: touching it binds nobody.
        MayLeave,
        /// `side` may set pieces straight.
        MayAdjust,
        /// `side` asks whether it may.
        AsksToAdjust,
        /// The piece is in the hand: it may still go elsewhere.
        InHand,
        Lifted,
        AllLifted,
        Crowned,
        /// The set-up was put right, which is nobody's fault.
        SetUpAgain,
        NoConsequence,
    }
}
view! {
    /// A remark on what was done at the table, with the article that it rests on.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbNote"))]
    pub struct OtbNoteView {
        pub kind: OtbNoteKind,
        pub text: String,
        pub side: Option<SideView>,
        pub place: Option<PlaceView>,
        /// Of an irregularity or an incorrection: "5.4.6".
        pub article: Option<String>,
        pub edition: Option<String>,
    }
}
view! {
    /// Why something cannot be done at a table.
    #[cfg_attr(feature = "uniffi", uniffi(name = "OtbRefusal"))]
    pub struct OtbRefusalView {
        /// A word: "occupied", "not-yours-to-decide".
        pub why: String,
        /// The article that refuses it; absent where it is the board.
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
            format!("{:?}: not so many places", action.what),
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
