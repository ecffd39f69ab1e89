//! What is done at a table, what comes of it, and why it cannot be done. Knows no board.
use super::{Edition, Incorrection, Irregularity, K, Label, Move, Outcome, Place, Variant};
use crate::board::Side;

/// Who does something at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A player.
    Player(Side),
    /// The arbiter.
    Arbiter,
}

/// Who decides about an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Authority {
    /// The opponent of who committed it, and nobody else.
    #[default]
    Opponent,
    /// The arbiter, where there is one, and nobody else.
    Arbiter,
}

/// Something done at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
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

/// What came of a deed.
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

/// Why a deed is impossible, or not allowed to who does it. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
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

impl TableError {
    /// Its name in data and on the command line.
    pub const fn key(&self) -> &'static str {
        match self {
            TableError::GameOver(_) => "game-over",
            TableError::NothingThere(_) => "nothing-there",
            TableError::OffBoard(_) => "off-board",
            TableError::Occupied(_) => "occupied",
            TableError::TooShort => "too-short",
            TableError::NotInHand => "not-in-hand",
            TableError::NotToCrown(_) => "not-to-crown",
            TableError::Begun => "begun",
            TableError::NoMove => "no-move",
            TableError::NotAsked => "not-asked",
            TableError::NothingToDecide => "nothing-to-decide",
            TableError::NotYours(_) => "not-yours-to-decide",
            TableError::HalfCorrection(_) => "half-correction",
            TableError::NotRefused => "not-refused",
            TableError::NotAPlayer => "not-a-player",
        }
    }

    /// Article and edition that refuse it; `None` where it is the board that cannot do it.
    pub const fn label(&self, variant: Variant) -> Option<Label> {
        let edition = Edition::of(variant);
        let article = match (self, edition) {
            (TableError::NothingToDecide | TableError::HalfCorrection(_), Edition::Frisian2011) => "27",
            (TableError::NotYours(_), Edition::Frisian2011) => "27",
            (TableError::NothingToDecide, _) => "5.6",
            (TableError::HalfCorrection(_), _) => "5.7",
            (TableError::NotYours(_), _) => "5.4",
            (TableError::Begun, Edition::Frisian2011) => "25",
            (TableError::Begun, _) => "5.2",
            _ => return None,
        };
        Some(Label { article, edition })
    }
}
