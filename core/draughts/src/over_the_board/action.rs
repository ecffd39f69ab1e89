//! What is done at a real board, what comes of it, and why it cannot be done. Knows no board.
use super::{Edition, Incorrection, Irregularity, IrregularityKind as K, Label, Place};
use crate::{Move, Outcome, Side, Variant};

/// Who does something at the board.
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

/// Who decides about an irregularity.
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
    /// The opponent of who committed it, and nobody else.
    #[default]
    Opponent,
    /// The arbiter, where there is one, and nobody else.
    Arbiter,
}

/// Something done at the board.
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
    /// A piece is touched.
    Touch(Place),
    /// "J'adoube": the notice that pieces will be set straight; in Frisian draughts the question whether they may.
    Adjust,
    /// The opponent allows it.
    Permit,
    /// A piece is carried over these squares, its own first, and let go on the last.
    Move(Vec<Place>),
    /// The same, and the piece stays in the hand.
    Hold(Vec<Place>),
    /// The piece in the hand is let go where it is.
    Release,
    /// A piece is taken off the board.
    Lift(Place),
    /// Every captured piece still on the board is taken off it, in order.
    LiftAll,
    /// A stop while a capture is carried out or captured pieces are lifted.
    Pause,
    /// No more captured pieces are lifted.
    Done,
    /// A man on its last row gets its crown.
    Crown(Place),
    /// The opponent will not crown it.
    RefuseCrown(Place),
    /// A piece is displaced by accident, or falls off the board.
    Knock(Place, Option<Place>),
    /// Before the first move: a piece is set up on another square than its own, and nobody sees it.
    Misplace(Place, Place),
    /// Somebody sees that the pieces were not set up rightly.
    SetupWrong,
    /// Somebody sees that the board lies the wrong way round.
    BoardTurned,
    /// The last move is taken back by who made it.
    TakeBack,
    /// The irregularity is to be put right; with squares: only what is on them.
    Correct(Option<Vec<Place>>),
    /// The irregularity is let stand.
    Accept,
    /// Who committed it will not submit.
    Refuse,
    /// The game is claimed because the other side does not submit.
    Claim,
    /// The fault is found deliberate, and the game is stopped.
    Stop,
    /// Gives up.
    Resign,
    /// The time has run out.
    Time,
    /// Will not go on playing.
    RefuseToPlay,
    /// Upsets the board.
    UpsetBoard,
    /// Both agree to a draw.
    AgreeDraw,
}

/// What came of an action.
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
    /// A move in order.
    Played(Move),
    /// An irregularity: there is something to decide.
    Irregular(Irregularity),
    /// An incorrection by this side: nothing to decide.
    Incorrect(Incorrection, Side, Place),
    /// These were let stand; by a move of the opponent's, or by word.
    Accepted(Vec<K>),
    /// These were put right, whole.
    Corrected(Vec<K>),
    /// The piece that was touched must be played.
    MustPlay(Place),
    /// Touching it binds nobody: it cannot be played.
    MayLeave(Place),
    /// Pieces may be set straight until the next move.
    MayAdjust(Side),
    /// The opponent is asked whether pieces may be set straight.
    AsksToAdjust(Side),
    /// The piece is in the hand: it may still go elsewhere.
    InHand(Place),
    /// A captured piece left the board in order.
    Lifted(Place),
    /// Every captured piece is off the board.
    AllLifted,
    /// A man got its crown.
    Crowned(Place),
    /// The set-up was put right before the first move, which is nobody's fault.
    SetUpAgain,
    /// Nothing follows from it.
    NoConsequence,
}

/// Why an action is impossible, or not allowed to who does it. The board is as it was.
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
    /// No piece stands there.
    #[error("nothing stands there")]
    NothingThere(Place),
    /// The board has no such square.
    #[error("no square of this board")]
    OffBoard(Place),
    /// Another piece stands there.
    #[error("another piece stands there")]
    Occupied(Place),
    /// A piece goes from one square to another.
    #[error("a move has at least two squares")]
    TooShort,
    /// No piece is in the hand, or another one.
    #[error("that piece is not in the hand")]
    NotInHand,
    /// It is no man on its last row without a crown.
    #[error("no man waits for its crown there")]
    NotToCrown(Place),
    /// Before the first move only.
    #[error("the game has begun")]
    Begun,
    /// No move can be taken back.
    #[error("there is no move to take back")]
    NoMove,
    /// Nobody asked.
    #[error("nobody asked to adjust pieces")]
    NotAsked,
    /// There is no irregularity to decide about, or a move let it stand.
    #[error("there is nothing to put right: a move lets an irregularity stand")]
    NothingToDecide,
    /// Somebody else decides.
    #[error("only {} decides about it", if *.0 == Authority::Opponent { "the opponent" } else { "the arbiter" })]
    NotYours(Authority),
    /// Half an irregularity is not put right: these squares are missing.
    #[error("an irregularity is put right whole or not at all")]
    HalfCorrection(Vec<Place>),
    /// The player did not refuse to submit.
    #[error("nobody refused to submit")]
    NotRefused,
    /// An arbiter carries no pieces.
    #[error("the arbiter plays no moves")]
    NotAPlayer,
}

impl ActionError {
    /// Its name in data and on the command line.
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

    /// Article and edition that refuse it; `None` where it is the board that cannot do it.
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
