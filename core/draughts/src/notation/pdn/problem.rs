//! What can be wrong in a file, each with its sentence. Reads nothing.
use super::split::Place;
use crate::notation::fen::FenError;
use crate::notation::movetext::MoveTextError;

/// Variations deeper than this are passed over.
pub const DEEPEST: usize = 20_000;

/// Something in a file that is not as it should be.
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
    /// Where.
    pub place: Place,
    /// What.
    pub error: PdnError,
}

/// What is not as it should be. Only some of it costs moves.
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
    /// A move that cannot be played, and with it the rest of its line.
    #[error(transparent)]
    Move(#[from] MoveTextError),
    /// The FEN of the start or of a change of position.
    #[error("FEN: {0}")]
    Fen(#[from] FenError),
    /// A game that is not known.
    #[error("game type {0:?} is not known")]
    GameType(String),
    /// Several captures were meant by one text; what follows decided.
    #[error("the capture is ambiguous: read as {0}")]
    Ambiguous(String),
    /// A tag without its end or its quotes.
    #[error("the tag {0} is damaged")]
    Tag(String),
    /// A comment without its closing brace.
    #[error("a comment without its closing brace")]
    OpenComment,
    /// A comment that was not kept whole.
    #[error("a comment too long by {0} bytes")]
    LongComment(u64),
    /// A game that was not kept whole.
    #[error(
        "a game of more than {} bytes: its end was left out",
        super::split::LONGEST_GAME
    )]
    LongGame,
    /// A variation that was not closed.
    #[error("a variation without its closing parenthesis")]
    OpenVariation,
    /// A closing parenthesis too many.
    #[error("a closing parenthesis too many")]
    Close,
    /// Variations in variations, deeper than anybody reads.
    #[error("variations more than {DEEPEST} deep are left out")]
    Deep,
    /// A word that is no part of a game: kept as a comment.
    #[error("{0:?} is no part of a game")]
    Word(String),
    /// A byte that has no business there.
    #[error("{0:?} has no business here")]
    Stray(char),
    /// Tag and end of the game say different results.
    #[error("the tag says {tag}, the end of the game {end}")]
    Results {
        /// Result of the tag.
        tag: String,
        /// Result behind the moves.
        end: String,
    },
    /// So many problems more.
    #[error("{0} more problems")]
    More(usize),
}
