//! Actions at a real board, their consequences, and the errors. Knows no board.
use super::{Edition, Incorrection, Irregularity, IrregularityKind as K, Label, Place};
use crate::{Move, Outcome, Side, Variant};

/// The person who acts.
///
/// ```
/// use draughts::{Side, Variant};
/// use draughts::over_the_board::{Action, ActionError, OtbGame, Who};
///
/// let mut game = OtbGame::new(Variant::International.start());
/// assert_eq!(game.act(Some(Who::Arbiter), Action::Resign), Err(ActionError::NotAPlayer));
/// game.act(Some(Who::Player(Side::Black)), Action::Resign)?;
/// assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(Side::White));
/// # Ok::<(), ActionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A player.
    Player(Side),
    /// The arbiter.
    Arbiter,
}

/// The person who decides about an irregularity.
///
/// ```
/// use draughts::{Side, Square, Variant};
/// use draughts::over_the_board::{Action, ActionError, Authority, OtbGame, Place, Who};
///
/// let at = |number| Place::of(Variant::International, Square::new(number).unwrap());
/// let mut game = OtbGame::new(Variant::International.start()).with_authority(Authority::Arbiter);
/// game.act(None, Action::Knock(at(31), None))?;
/// let black = Some(Who::Player(Side::Black));
/// assert_eq!(game.act(black, Action::Accept), Err(ActionError::NotYours(Authority::Arbiter)));
/// game.act(Some(Who::Arbiter), Action::Correct(None))?;
/// # Ok::<(), ActionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Authority {
    /// Only the opponent of the player who committed it.
    #[default]
    Opponent,
    /// Only the arbiter.
    Arbiter,
}

/// An action at the board.
///
/// ```
/// use draughts::{Square, Variant};
/// use draughts::over_the_board::{Action, Note, OtbGame, Place};
///
/// let at = |number| Place::of(Variant::International, Square::new(number).unwrap());
/// let mut game = OtbGame::new(Variant::International.start());
/// assert_eq!(game.act(None, Action::Touch(at(32)))?, [Note::MustPlay(at(32))]);
/// let notes = game.act(None, Action::Move(vec![at(32), at(28)]))?;
/// assert!(matches!(notes[..], [Note::Played(_)]));
/// # Ok::<(), draughts::over_the_board::ActionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    /// Touches a piece.
    Touch(Place),
    /// "J'adoube": announces that pieces will be adjusted; in Frisian draughts, asks for permission.
    Adjust,
    /// Allows the opponent to adjust pieces.
    Permit,
    /// Carries a piece over these squares, its own first, and releases it on the last.
    Move(Vec<Place>),
    /// As `Move`, but the piece stays in the hand.
    Hold(Vec<Place>),
    /// Releases the piece in the hand where it is.
    Release,
    /// Takes a piece off the board.
    Lift(Place),
    /// Takes all remaining captured pieces off the board, in order.
    LiftAll,
    /// Pauses while a capture is carried out or captured pieces are lifted.
    Pause,
    /// Ends the lifting of captured pieces.
    Done,
    /// Crowns a man on its last row.
    Crown(Place),
    /// Refuses to crown the opponent's man.
    RefuseCrown(Place),
    /// Displaces a piece by accident, or knocks it off the board (`None`).
    Knock(Place, Option<Place>),
    /// Before the first move: sets up a piece on the wrong square, unnoticed.
    Misplace(Place, Place),
    /// Reports that the pieces were set up wrongly.
    SetupWrong,
    /// Reports that the board lies the wrong way round.
    BoardTurned,
    /// Takes back the player's own last move.
    TakeBack,
    /// Demands correction of the irregularity; with squares, only of what is on them.
    Correct(Option<Vec<Place>>),
    /// Accepts the irregularity.
    Accept,
    /// The player who committed it refuses to submit.
    Refuse,
    /// Claims the game because the other side does not submit.
    Claim,
    /// Finds the fault deliberate and stops the game.
    Stop,
    /// Resigns.
    Resign,
    /// Runs out of time.
    Time,
    /// Refuses to continue.
    RefuseToPlay,
    /// Upsets the board.
    UpsetBoard,
    /// Agrees to a draw, both sides.
    AgreeDraw,
}

/// A consequence of an action.
///
/// ```
/// use draughts::{Side, Variant};
/// use draughts::over_the_board::{Action, Note, OtbGame};
///
/// let mut game = OtbGame::new(Variant::International.start());
/// assert_eq!(game.act(None, Action::Adjust), Ok(vec![Note::MayAdjust(Side::White)]));
/// let mut frisian = OtbGame::new(Variant::Frisian.start());
/// assert_eq!(frisian.act(None, Action::Adjust), Ok(vec![Note::AsksToAdjust(Side::White)]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A regular move.
    Played(Move),
    /// An irregularity that needs a decision.
    Irregular(Irregularity),
    /// An incorrection by this side; no decision is needed.
    Incorrect(Incorrection, Side, Place),
    /// These irregularities were accepted, by a move of the opponent or by word.
    Accepted(Vec<K>),
    /// These irregularities were corrected completely.
    Corrected(Vec<K>),
    /// The touched piece must be played.
    MustPlay(Place),
    /// The touched piece cannot be played, so touching it has no effect.
    MayLeave(Place),
    /// The side may adjust pieces until the next move.
    MayAdjust(Side),
    /// The side asks the opponent for permission to adjust pieces.
    AsksToAdjust(Side),
    /// The piece is in the hand and may still go elsewhere.
    InHand(Place),
    /// A captured piece was lifted in order.
    Lifted(Place),
    /// All captured pieces are off the board.
    AllLifted,
    /// A man was crowned.
    Crowned(Place),
    /// The set-up was corrected before the first move, without fault.
    SetUpAgain,
    /// The action has no consequence.
    NoConsequence,
}

/// Why an action is impossible or not allowed. The board is unchanged.
///
/// ```
/// use draughts::Variant;
/// use draughts::over_the_board::{Action, ActionError, OtbGame};
///
/// let mut game = OtbGame::new(Variant::International.start());
/// let error = game.act(None, Action::Accept).unwrap_err();
/// assert_eq!((error.key(), &error), ("nothing-to-decide", &ActionError::NothingToDecide));
/// assert_eq!(error.label(Variant::International).unwrap().article, "5.6");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The game is over.
    #[error("the game is over ({})", .0.reason.key())]
    GameOver(Outcome),
    /// The square is empty.
    #[error("the square is empty")]
    NothingThere(Place),
    /// The board does not have this square.
    #[error("not a square of this board")]
    OffBoard(Place),
    /// The square is occupied.
    #[error("the square is occupied")]
    Occupied(Place),
    /// A move needs at least two squares.
    #[error("a move has at least two squares")]
    TooShort,
    /// No piece is in the hand, or a different one.
    #[error("that piece is not in the hand")]
    NotInHand,
    /// The piece is not an uncrowned man on its last row.
    #[error("no man waits for its crown there")]
    NotToCrown(Place),
    /// Allowed only before the first move.
    #[error("the game has begun")]
    Begun,
    /// There is no move to take back.
    #[error("there is no move to take back")]
    NoMove,
    /// The opponent did not ask to adjust.
    #[error("the opponent did not ask to adjust pieces")]
    NotAsked,
    /// There is no open irregularity, or a move accepted it.
    #[error("there is nothing to decide: a move accepts an irregularity")]
    NothingToDecide,
    /// This person does not decide; the named authority does.
    #[error("only {} decides about it", if *.0 == Authority::Opponent { "the opponent" } else { "the arbiter" })]
    NotYours(Authority),
    /// An irregularity must be corrected completely: these squares are missing.
    #[error("an irregularity is corrected completely or not at all")]
    HalfCorrection(Vec<Place>),
    /// The player did not refuse to submit.
    #[error("the player did not refuse to submit")]
    NotRefused,
    /// An arbiter does not play.
    #[error("the arbiter plays no moves")]
    NotAPlayer,
}

impl ActionError {
    /// Returns its key in data and on the command line.
    pub const fn key(&self) -> &'static str {
        match self {
            ActionError::GameOver(_) => "game-over",
            ActionError::NothingThere(_) => "nothing-there",
            ActionError::OffBoard(_) => "off-board",
            ActionError::Occupied(_) => "occupied",
            ActionError::TooShort => "too-short",
            ActionError::NotInHand => "not-in-hand",
            ActionError::NotToCrown(_) => "not-to-crown",
            ActionError::Begun => "begun",
            ActionError::NoMove => "no-move",
            ActionError::NotAsked => "not-asked",
            ActionError::NothingToDecide => "nothing-to-decide",
            ActionError::NotYours(_) => "not-yours-to-decide",
            ActionError::HalfCorrection(_) => "half-correction",
            ActionError::NotRefused => "not-refused",
            ActionError::NotAPlayer => "not-a-player",
        }
    }

    /// Returns the article and edition that forbid the action; `None` if it is physically impossible.
    pub const fn label(&self, variant: Variant) -> Option<Label> {
        let edition = Edition::of(variant);
        let article = match (self, edition) {
            (ActionError::NothingToDecide | ActionError::HalfCorrection(_), Edition::Frisian2011) => "27",
            (ActionError::NotYours(_), Edition::Frisian2011) => "27",
            (ActionError::NothingToDecide, _) => "5.6",
            (ActionError::HalfCorrection(_), _) => "5.7",
            (ActionError::NotYours(_), _) => "5.4",
            (ActionError::Begun, Edition::Frisian2011) => "25",
            (ActionError::Begun, _) => "5.2",
            _ => return None,
        };
        Some(Label { article, edition })
    }
}
