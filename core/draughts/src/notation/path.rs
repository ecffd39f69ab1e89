//! A move as the squares that a hand touched: origin, landings, target. Knows no text and no screen.
//!
//! ```
//! use draughts::{Variant, notation::{fen, path}};
//!
//! let position = fen::read(Variant::International, "W:W28:B11,22")?;
//! let mv = path::read(&position, &[28, 6])?;
//! assert_eq!(mv, path::read(&position, &[28, 17, 6])?);
//! assert_eq!(mv, path::read_begun(&position, &[28, 17])?); // the tap on 17 begins one move only
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
use crate::board::Square;
use crate::rules::{Move, Position};

/// Why squares are not a legal move of a position.
///
/// ```
/// use draughts::{Variant, notation::path::{self, PathError}};
///
/// let start = Variant::International.start();
/// assert_eq!(path::read(&start, &[32]), Err(PathError::TooShort));
/// assert_eq!(path::read(&start, &[32, 51]), Err(PathError::OffBoard(51)));
/// assert_eq!(path::read(&start, &[32, 23]).unwrap_err().to_string(), "no legal move goes 32-23");
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    /// There are fewer than two squares.
    #[error("a move has at least two squares")]
    TooShort,
    /// The board does not have this square.
    #[error("square {0} is not on the board")]
    OffBoard(u8),
    /// No legal move goes this way.
    #[error("no legal move goes {}", written(.0))]
    Illegal(Vec<u8>),
    /// Several legal moves go this way: more landing squares are needed.
    #[error("several captures go {}: name more squares", written(.0))]
    Ambiguous(Vec<u8>),
}

fn written(path: &[u8]) -> String {
    path.iter().map(u8::to_string).collect::<Vec<_>>().join("-")
}

/// Returns the legal move along these squares. Landing squares may be left out if only one move fits.
///
/// # Errors
/// No legal move, or more than one, goes this way.
pub fn read(position: &Position, path: &[u8]) -> Result<Move, PathError> {
    read_among(position, &position.legal_moves(), path)
}

/// As [`read`], among the given moves.
///
/// # Errors
/// No move, or more than one, goes this way.
pub fn read_among(position: &Position, moves: &[Move], path: &[u8]) -> Result<Move, PathError> {
    let on_board = |&number: &u8| {
        let square = Square::new(number).filter(|_| number <= position.squares());
        square.ok_or(PathError::OffBoard(number))
    };
    let squares = path.iter().map(on_board).collect::<Result<Vec<_>, _>>()?;
    if squares.len() < 2 {
        return Err(PathError::TooShort);
    }
    match fitting(position, moves, &squares)[..] {
        [only] => Ok(only),
        [] => Err(PathError::Illegal(path.to_vec())),
        _ => Err(PathError::Ambiguous(path.to_vec())),
    }
}

/// Returns the only legal move that begins with these squares if none ends on the last of them; otherwise as
/// [`read`].
///
/// # Errors
/// No legal move, or more than one, begins or goes this way.
pub fn read_begun(position: &Position, path: &[u8]) -> Result<Move, PathError> {
    let moves = position.legal_moves();
    let found = read_among(position, &moves, path);
    let Err(PathError::Illegal(_)) = found else {
        return found;
    };
    // All squares are on the board; otherwise the error would not be `Illegal`.
    let squares: Vec<Square> = path.iter().filter_map(|number| Square::new(*number)).collect();
    let begins = |mv: &&Move| {
        let passes = |route: &Vec<Square>| come_in(route, squares.iter().copied());
        squares.first() == Some(&mv.origin()) && position.routes(mv).iter().any(passes)
    };
    let mut begun = moves.iter().filter(begins);
    match (begun.next(), begun.next()) {
        (Some(only), None) => Ok(*only),
        (Some(_), Some(_)) => Err(PathError::Ambiguous(path.to_vec())),
        (None, _) => found,
    }
}

/// Returns the moves that fit the squares: with the same ends, passing the squares between in order. A move whose
/// whole route is given excludes the others, even if they pass the same squares.
pub fn fitting(position: &Position, moves: &[Move], squares: &[Square]) -> Vec<Move> {
    let [from, .., to] = squares[..] else {
        return Vec::new();
    };
    let mut moves = moves.to_vec();
    moves.retain(|mv| mv.origin() == from && mv.target() == to);
    if moves.len() > 1
        && let Some(mv) = moves
            .iter()
            .find(|mv| position.routes(mv).iter().any(|route| route == squares))
    {
        return vec![*mv];
    }
    moves.retain(|mv| position.routes(mv).iter().any(|route| passes(route, squares)));
    moves
}

/// Returns true if a route has the ends of these squares, at least two, and passes the others in order.
pub fn passes(route: &[Square], squares: &[Square]) -> bool {
    squares.len() > 1
        && route.first() == squares.first()
        && route.last() == squares.last()
        && come_in(route, squares.iter().copied())
}

fn come_in(route: &[Square], mut squares: impl Iterator<Item = Square>) -> bool {
    let mut route = route.iter();
    squares.all(|square| route.any(|at| *at == square))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::fen;
    use crate::rules::Variant;

    fn position(fen: &str) -> Position {
        fen::read(Variant::International, fen).unwrap()
    }

    #[test]
    fn a_quiet_move_is_its_two_squares() {
        let start = Variant::International.start();
        assert_eq!(read(&start, &[32, 28]).unwrap().target().number(), 28);
        assert_eq!(read(&start, &[]), Err(PathError::TooShort));
        assert_eq!(read(&start, &[32]), Err(PathError::TooShort));
        assert_eq!(read(&start, &[32, 51]), Err(PathError::OffBoard(51)));
        assert_eq!(read(&start, &[0, 28]), Err(PathError::OffBoard(0)));
        assert_eq!(read(&start, &[32, 37]), Err(PathError::Illegal(vec![32, 37])));
        assert_eq!(
            read(&start, &[32, 32, 28]),
            Err(PathError::Illegal(vec![32, 32, 28]))
        );
    }

    #[test]
    fn landings_are_needed_only_to_distinguish_captures() {
        // Two captures of three pieces from 3 to 49: over 9, 23, 43 or over 9, 29, 43.
        let fork = position("W:WK3:B9,10,23,26,29,43");
        assert_eq!(fork.legal_moves().len(), 2);
        assert!(matches!(read(&fork, &[3, 49]), Err(PathError::Ambiguous(_))));
        let left = read(&fork, &[3, 14, 49]).unwrap();
        assert!(left.captured().contains(Square::new(23).unwrap()));
        let right = read(&fork, &[3, 20, 38, 49]).unwrap();
        assert!(right.captured().contains(Square::new(29).unwrap()));
        assert!(matches!(
            read(&fork, &[3, 20, 32, 49]),
            Err(PathError::Illegal(_))
        ));
        // A beginning suffices if only one move has it.
        assert_eq!(read_begun(&fork, &[3, 14]), read(&fork, &[3, 14, 49]));
        assert!(matches!(
            read_begun(&fork, &[3, 49]),
            Err(PathError::Ambiguous(_))
        ));
        // Only one way: the landing square is not needed.
        let single = position("W:W37:B22,32");
        assert_eq!(read(&single, &[37, 17]).unwrap().captured().len(), 2);
    }
}
