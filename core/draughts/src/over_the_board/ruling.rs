//! Rules on a piece that was carried over the board: a legal move, or which irregularity. Knows one position, no
//! game.
use super::{IrregularityKind, Place, RealBoard};
use crate::rules::{between, goes_along};
use crate::{Move, Position, Role, Square, SquareSet};

/// The ruling on an own piece moved by the side to move.
pub(super) struct Ruling {
    /// The move, if it was legal.
    pub(super) regular: Option<Move>,
    /// The irregularity and a second kind, if the move was irregular.
    pub(super) irregular: Option<(IrregularityKind, Option<IrregularityKind>)>,
    /// Pieces of the opponent that the hand passed over, in order.
    pub(super) passed: Vec<Place>,
    /// Legal moves at that moment.
    pub(super) duty: Vec<Move>,
    /// True if the piece is a king now although it ended off the last row: it was crowned in passing.
    pub(super) crowned: bool,
}

/// Returns the legal moves at a real board: a promoted man without its crown has none.
pub(super) fn duties(board: &RealBoard, position: &Position) -> Vec<Move> {
    let variant = position.variant();
    let uncrowned: SquareSet = board
        .uncrowned()
        .iter()
        .filter_map(|(place, _)| place.square(variant))
        .collect();
    let all = position.legal_moves();
    let free = |mv: &Move| !uncrowned.contains(mv.origin());
    let own: Vec<Move> = all.iter().copied().filter(free).collect();
    if !own.is_empty() || all.is_empty() {
        return own;
    }
    // Only uncrowned men could have moved: use the moves of the other pieces.
    let others = position
        .all_squares()
        .filter(|&square| !uncrowned.contains(square));
    let captures: Vec<Move> = others
        .flat_map(|square| position.partial_captures(square))
        .collect();
    let most = captures.iter().map(|mv| mv.captured().len()).max();
    match most {
        Some(most) => captures
            .into_iter()
            .filter(|mv| mv.captured().len() == most)
            .collect(),
        None => position.quiet_moves().into_iter().filter(free).collect(),
    }
}

/// Rules on the path of an own piece of the side to move.
pub(super) fn rule_on(board: &RealBoard, position: &Position, path: &[Place]) -> Ruling {
    let variant = position.variant();
    let duty = duties(board, position);
    let must_take = duty.first().is_some_and(Move::is_capture);
    let from = path[0];
    let piece = board.at(from);
    let odd = match piece.map(|piece| piece.role) {
        Some(Role::King) => IrregularityKind::IrregularKing,
        _ => IrregularityKind::IrregularMan,
    };
    let missed = must_take.then_some(IrregularityKind::MissedCapture);
    let wrong = |kind, also, passed| Ruling {
        regular: None,
        irregular: Some((kind, also)),
        passed,
        duty: duty.clone(),
        crowned: false,
    };
    let squares: Option<Vec<Square>> = path.iter().map(|place| place.square(variant)).collect();
    let Some(squares) = squares else {
        return wrong(IrregularityKind::OnInactiveSquare, Some(odd), Vec::new());
    };
    if piece.is_some_and(|piece| board.awaits_crown(from, piece)) {
        let passed = passed(position, &squares);
        return wrong(
            IrregularityKind::IrregularMan,
            Some(IrregularityKind::PlayedUncrowned),
            passed,
        );
    }
    let (origin, target) = (squares[0], squares[squares.len() - 1]);
    let goes =
        |mv: &&Move| mv.origin() == origin && mv.target() == target && goes_along(position, mv, &squares);
    if let Some(mv) = duty.iter().find(goes) {
        return Ruling {
            regular: Some(*mv),
            irregular: None,
            passed: victims(position, mv, &squares),
            crowned: mv.promotes() && piece.is_some_and(|man| !position.is_crowned_on(man, target)),
            duty,
        };
    }
    let begun: Vec<Move> = position.partial_captures(origin);
    let begun: Vec<&Move> = begun.iter().filter(goes).collect();
    let goes_on = |part: &&&Move| {
        duty.iter().any(|mv| {
            mv.origin() == origin
                && mv.captured().len() > part.captured().len()
                && part
                    .captured()
                    .iter()
                    .all(|square| mv.captured().contains(square))
        })
    };
    if let Some(part) = begun.iter().find(goes_on) {
        return wrong(
            IrregularityKind::StoppedCapture,
            None,
            victims(position, part, &squares),
        );
    }
    if let Some(part) = begun.iter().max_by_key(|mv| mv.captured().len()) {
        return wrong(
            IrregularityKind::TookWrongNumber,
            None,
            victims(position, part, &squares),
        );
    }
    let passed = passed(position, &squares);
    if position
        .quiet_moves_of(origin)
        .iter()
        .any(|mv| mv.target() == target)
        && squares.len() == 2
    {
        return match missed {
            Some(kind) => wrong(kind, None, Vec::new()),
            // A quiet move that is not legal: the king must rest.
            None => wrong(odd, None, Vec::new()),
        };
    }
    if must_take && !passed.is_empty() && passed.len() != duty[0].captured().len() {
        return wrong(IrregularityKind::TookWrongNumber, Some(odd), passed);
    }
    wrong(odd, missed, passed)
}

/// Returns the captured pieces of a move, in the order in which a route over these squares passes them.
fn victims(position: &Position, mv: &Move, squares: &[Square]) -> Vec<Place> {
    let routes = position.routes(mv);
    let fits = |route: &&Vec<Square>| {
        let mut route = route.iter();
        squares.iter().all(|square| route.any(|at| at == square))
    };
    let Some(route) = routes.iter().find(fits) else {
        return Vec::new();
    };
    let legs = route.windows(2);
    legs.filter_map(|leg| between(position, leg[0], leg[1]).find(|&square| mv.captured().contains(square)))
        .map(|square| Place::of(position.variant(), square))
        .collect()
}

/// Returns the pieces of the opponent between the squares of the path, each once.
fn passed(position: &Position, squares: &[Square]) -> Vec<Place> {
    let mut seen = SquareSet::EMPTY;
    let mut places = Vec::new();
    for leg in squares.windows(2) {
        for square in between(position, leg[0], leg[1]) {
            let enemy = position
                .piece_at(square)
                .is_some_and(|piece| piece.side != position.turn());
            if enemy && !seen.contains(square) {
                seen.insert(square);
                places.push(Place::of(position.variant(), square));
            }
        }
    }
    places
}
