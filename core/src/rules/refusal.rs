//! Why a move that somebody tried is not allowed, with what proves it. Knows no words for it.
use super::{King, Move, Position};
use crate::board::{Piece, Role, Side, Square};

/// Which rule refuses a tried move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RefusalRule {
    /// There is a capture: it must be played.
    MustTake,
    /// A capture of more pieces exists.
    MustTakeMore,
    /// The square is empty.
    Empty,
    /// The piece is the opponent's.
    NotYours,
    /// A man moves forward; it goes back only to capture.
    Backward,
    /// Only along the diagonals.
    NotDiagonal,
    /// A man goes one step.
    TooFar,
    /// A piece stands there.
    Occupied,
    /// Something stands in the way: an own piece, or two in a row.
    InTheWay,
    /// Nothing is captured on this way.
    NothingTaken,
    /// The piece cannot move at all.
    CannotMove,
    /// The game is over.
    GameOver,
}

/// A refusal and its proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The rule.
    pub rule: RefusalRule,
    /// Where the tried move begins.
    pub from: Square,
    /// Where it was to end; `None` where the piece was only touched.
    pub to: Option<Square>,
    /// How many pieces the tried move takes.
    pub has: u8,
    /// How many must be taken; 0 where nothing can.
    pub must: u8,
    /// The tried move where it would be a capture by itself, and takes too few or stops too early.
    pub tried: Option<Move>,
    /// The moves that are allowed instead, where the rule is about captures.
    pub allowed: Vec<Move>,
}

/// Why the piece on `from` may not be touched (`to` is `None`) or may not go to `to`; `None` where it may.
/// What is impossible in itself comes before the duty to take; [`RefusalRule::GameOver`] is a side without a move.
pub fn why_not(position: &Position, from: Square, to: Option<Square>) -> Option<Refusal> {
    let legal = position.legal_moves();
    let fits = |mv: &Move| mv.origin() == from && to.is_none_or(|to| mv.target() == to);
    if legal.iter().any(fits) {
        return None;
    }
    let refuse = |rule| Refusal {
        rule,
        from,
        to,
        has: 0,
        must: 0,
        tried: None,
        allowed: Vec::new(),
    };
    if legal.is_empty() {
        return Some(refuse(RefusalRule::GameOver));
    }
    let Some(piece) = position.piece_at(from) else {
        return Some(refuse(RefusalRule::Empty));
    };
    if piece.side != position.turn() {
        return Some(refuse(RefusalRule::NotYours));
    }
    let must = legal[0].captured().len() as u8;
    let take = |rule, tried: Option<Move>| Refusal {
        has: tried.map_or(0, |mv| mv.captured().len() as u8),
        must,
        tried,
        allowed: legal.clone(),
        ..refuse(rule)
    };
    // The most that the tried move takes by itself, stopping early where it does.
    let tried = position
        .partial_captures(from)
        .into_iter()
        .filter(|mv| to.is_none_or(|to| mv.target() == to))
        .max_by_key(|mv| mv.captured().len());
    if tried.is_some() {
        return Some(take(RefusalRule::MustTakeMore, tried));
    }
    let impossible = to.and_then(|to| impossible(position, piece, from, to));
    Some(match impossible {
        Some(rule) => refuse(rule),
        None if must > 0 => take(RefusalRule::MustTake, None),
        None => refuse(RefusalRule::CannotMove),
    })
}

/// Which rule forbids a move that captures nothing, even where nothing need be taken.
fn impossible(position: &Position, piece: Piece, from: Square, to: Square) -> Option<RefusalRule> {
    let rules = position.variant().rules();
    if to.number() > position.squares() || position.piece_at(to).is_some() {
        return Some(RefusalRule::Occupied);
    }
    let (x0, y0) = position.coordinates(from);
    let (x1, y1) = position.coordinates(to);
    let (dx, dy) = (i32::from(x1) - i32::from(x0), i32::from(y1) - i32::from(y0));
    if dx.abs() != dy.abs() {
        return Some(RefusalRule::NotDiagonal);
    }
    let between = (1..dx.abs()).map(|step| {
        let (x, y) = (
            i32::from(x0) + step * dx.signum(),
            i32::from(y0) + step * dy.signum(),
        );
        position
            .all_squares()
            .find(|&at| position.coordinates(at) == (x as u8, y as u8))
    });
    let pieces_between = between
        .flatten()
        .filter(|&square| position.piece_at(square).is_some())
        .count();
    let backward = match piece.side {
        Side::White => dy > 0,
        Side::Black => dy < 0,
    };
    if pieces_between > 0 {
        return Some(RefusalRule::InTheWay);
    }
    if piece.role == Role::Man && backward {
        // Two steps back is how a capture looks: say that there is nothing to take.
        return Some(if dx.abs() == 2 {
            RefusalRule::NothingTaken
        } else {
            RefusalRule::Backward
        });
    }
    let one_step = piece.role == Role::Man || rules.king == King::Short;
    (one_step && dx.abs() > 1).then_some(RefusalRule::TooFar)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Variant;
    use crate::notation::fen;

    fn check(text: &str, from: u8, to: u8, rule: Option<RefusalRule>) -> Option<Refusal> {
        let position = fen::read(Variant::International, text).unwrap();
        let refusal = why_not(&position, Square::new(from).unwrap(), Square::new(to));
        assert_eq!(
            refusal.as_ref().map(|refusal| refusal.rule),
            rule,
            "{text} {from} {to}: {refusal:?}"
        );
        refusal
    }

    fn ends(moves: &[Move]) -> Vec<(u8, u8)> {
        moves
            .iter()
            .map(|mv| (mv.origin().number(), mv.target().number()))
            .collect()
    }

    #[test]
    fn each_rule_is_named() {
        use RefusalRule::*;
        let start = "W:W31-50:B1-20";
        check(start, 32, 28, None);
        check(start, 32, 0, None);
        check(start, 25, 0, Some(Empty));
        check(start, 20, 0, Some(NotYours));
        check(start, 20, 25, Some(NotYours));
        check(start, 47, 0, Some(CannotMove));
        check(start, 47, 41, Some(Occupied));
        check(start, 32, 32, Some(Occupied));
        check(start, 32, 22, Some(NotDiagonal));
        check(start, 32, 23, Some(TooFar));
        check(start, 42, 26, Some(InTheWay));
        check("W:W28:B1", 28, 33, Some(Backward));
        check("W:W28:B1", 28, 39, Some(NothingTaken));
        check("B:W50:B23", 23, 18, Some(Backward));
        check("W:WK46,28:B13,8", 46, 23, Some(InTheWay));
        check("W:WK46:B23,19", 46, 14, Some(InTheWay));
        check("W:W6:B1", 6, 0, Some(GameOver));
    }

    #[test]
    fn a_capture_that_is_missed_is_shown() {
        let refusal = check("W:W32,37:B28", 37, 31, Some(RefusalRule::MustTake)).unwrap();
        assert_eq!((refusal.has, refusal.must), (0, 1));
        assert_eq!(ends(&refusal.allowed), [(32, 23)]);
        assert_eq!(refusal.tried, None);
        check("W:W32,37:B28", 37, 0, Some(RefusalRule::MustTake));
        check("W:W32,37:B28", 32, 27, Some(RefusalRule::MustTake));
    }

    #[test]
    fn a_capture_of_too_few_is_shown_with_what_it_takes() {
        // 26 takes one by 37, two by 8.
        let text = "W:W26,48:B12,21,31,43";
        let refusal = check(text, 26, 37, Some(RefusalRule::MustTakeMore)).unwrap();
        assert_eq!((refusal.has, refusal.must), (1, 2));
        let tried = refusal.tried.unwrap();
        assert_eq!(
            tried.captured().iter().map(Square::number).collect::<Vec<_>>(),
            [31]
        );
        assert_eq!(ends(&refusal.allowed), [(26, 8)]);
        // Stopping after the first of two.
        let refusal = check(text, 26, 17, Some(RefusalRule::MustTakeMore)).unwrap();
        assert_eq!((refusal.has, refusal.must), (1, 2));
        // Another piece, touched only.
        let refusal = check(text, 48, 0, Some(RefusalRule::MustTakeMore)).unwrap();
        assert_eq!((refusal.has, refusal.must), (1, 2));
    }

    #[test]
    fn a_crowded_board_is_explained_as_quickly() {
        let crowd = "B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40";
        for king in [1, 6, 23, 46] {
            check(
                &format!("W:WK{king},36:{crowd}"),
                36,
                0,
                Some(RefusalRule::MustTake),
            );
            let position = fen::read(Variant::International, &format!("W:WK{king},36:{crowd}")).unwrap();
            assert!(position.partial_captures(Square::new(king).unwrap()).len() < 20_000);
        }
    }
}
