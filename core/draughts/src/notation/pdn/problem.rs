//! Problems of a PDN file, each with its message.
use super::split::Place;
use crate::notation::fen::FenError;
use crate::notation::movetext::MoveTextError;
use crate::rules::Variant;

/// Largest depth of variations. Deeper ones are skipped.
pub const DEEPEST: usize = 20_000;

/// A problem in a file.
///
/// ```
/// use draughts::notation::pdn;
///
/// let game = pdn::read_first("1. 32-28 {never closed", None).unwrap();
/// let problem = &game.problems[0];
/// assert_eq!((problem.place.line, problem.place.column), (1, 10));
/// assert_eq!(problem.error.to_string(), "a comment without its closing brace");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PdnProblem {
    /// Place of the problem.
    pub place: Place,
    /// Kind of the problem.
    pub error: PdnError,
}

/// A kind of problem. Only some of them cost moves.
///
/// ```
/// use draughts::notation::pdn::{self, PdnError};
///
/// let game = pdn::read_first("1. 32-28 19-23 2. 28-22 *", None).unwrap();
/// let problem = game.failure().unwrap();
/// assert!(matches!(problem.error, PdnError::Move(_))); // 28x19 had to be played
/// assert_eq!((problem.place.line, problem.place.column), (1, 19));
/// assert!(!game.whole);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PdnError {
    /// A move cannot be played; the rest of its line is lost with it.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// The FEN of the start or of a change of position is invalid.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// The game type is unknown.
    #[error("game type {0:?} is not known")]
    GameType(String),
    /// The tags name one game, but the moves are those of another, as which they were read.
    #[error("GameType {said:?} does not fit the moves: read as {}", .read.key())]
    OtherGame {
        /// The tags GameType and Variant.
        said: String,
        /// The variant of the moves.
        read: Variant,
    },
    /// The game is played on a board, or by rules, that this program does not have.
    #[error("this program does not have the board of {0}")]
    NoBoard(String),
    /// A date can be read in several ways, or in none. It is kept as text.
    #[error("the date {0:?} is not certain: it is kept as written")]
    Date(String),
    /// A text matches several captures; the following moves decided.
    #[error("the capture is ambiguous: read as {0}")]
    Ambiguous(String),
    /// A tag has no end or no quotes.
    #[error("the tag {0} is damaged")]
    Tag(String),
    /// A comment has no closing brace.
    #[error("a comment without its closing brace")]
    OpenComment,
    /// A comment is too long; the number of dropped bytes.
    #[error("a comment too long by {0} bytes")]
    LongComment(u64),
    /// A game is too long and was cut.
    #[error(
        "a game of more than {} bytes: its end was left out",
        super::split::LONGEST_GAME
    )]
    LongGame,
    /// A variation is not closed.
    #[error("a variation without its closing parenthesis")]
    OpenVariation,
    /// There is one closing parenthesis too many.
    #[error("a closing parenthesis too many")]
    Close,
    /// Variations are nested too deeply.
    #[error("variations more than {DEEPEST} deep are left out")]
    Deep,
    /// A word is not part of a game; it is kept as a comment.
    #[error("{0:?} is not part of a game")]
    Word(String),
    /// A byte is not allowed here.
    #[error("{0:?} is not allowed here")]
    Stray(char),
    /// The tag and the end of the game give different results.
    #[error("the tag says {tag}, the end of the game {end}")]
    Results {
        /// Result of the tag.
        tag: String,
        /// Result after the moves.
        end: String,
    },
    /// Number of further problems, which are not listed.
    #[error("{0} more problems")]
    More(usize),
}
