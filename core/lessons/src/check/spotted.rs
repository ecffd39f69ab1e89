//! Finds the irregularities that explain the difference between two positions. The names are those of games
//! at a real board.
use super::played;
use draughts::{Move, Piece, Position, Role, Side, Square, why_not};
use std::collections::{BTreeMap, BTreeSet};

type Board = BTreeMap<Square, (Side, Role)>;

/// Returns every name that fits, "none" for a legal move.
pub(super) fn spotted(before: &Position, after: &[(Square, Piece)]) -> BTreeSet<&'static str> {
    let (from, to) = (board(before.pieces()), board(after.iter().copied()));
    let mut names = BTreeSet::new();
    for mv in before.legal_moves() {
        let regular = played(before, &mv);
        if board(regular.pieces()) == to {
            return BTreeSet::from(["none"]);
        }
        names.extend(lifted(before, &mv, &board(regular.pieces()), &to));
        let again = regular.with_turn(before.turn());
        let twice = |second: &Move| board(played(&again, second).pieces()) == to;
        if again.legal_moves().iter().any(twice) {
            names.insert("played-twice");
        }
    }
    names.extend(moved(before, &from, &to));
    names
}

fn board(pieces: impl Iterator<Item = (Square, Piece)>) -> Board {
    pieces
        .map(|(square, piece)| (square, (piece.side, piece.role)))
        .collect()
}

/// Returns the pieces on one board that are not on the other.
fn less(of: &Board, other: &Board) -> Board {
    let differs = |(square, piece): &(&Square, &(Side, Role))| other.get(square) != Some(piece);
    of.iter()
        .filter(differs)
        .map(|(square, piece)| (*square, *piece))
        .collect()
}

/// Returns the name if a legal capture was made and too few or too many pieces were removed after it.
fn lifted(before: &Position, mv: &Move, regular: &Board, to: &Board) -> Option<&'static str> {
    if !mv.is_capture() {
        return None;
    }
    let (left, gone) = (less(to, regular), less(regular, to));
    let was_taken = |(square, piece): (&Square, &(Side, Role))| {
        let stood = before.piece_at(*square).map(|piece| (piece.side, piece.role));
        mv.captured().contains(*square) && stood == Some(*piece)
    };
    let all_of = |side: Side| {
        gone.iter()
            .all(|(square, piece)| piece.0 == side && *square != mv.target())
    };
    match (left.is_empty(), gone.is_empty()) {
        (false, true) if left.iter().all(was_taken) => Some("lifted-too-few"),
        (true, false) if all_of(before.turn().other()) => Some("lifted-not-taken"),
        (true, false) if all_of(before.turn()) => Some("lifted-own"),
        _ => None,
    }
}

/// Returns the name if one piece moved illegally, or none.
fn moved(before: &Position, from: &Board, to: &Board) -> Option<&'static str> {
    let (gone, new) = (less(from, to), less(to, from));
    let mover = before.turn();
    let of = |board: &Board, side: Side| -> Vec<(Square, Role)> {
        let his = board.iter().filter(|(_, piece)| piece.0 == side);
        his.map(|(square, piece)| (*square, piece.1)).collect()
    };
    let (ours_gone, theirs_gone) = (of(&gone, mover), of(&gone, mover.other()));
    match (
        &ours_gone[..],
        &of(&new, mover)[..],
        &theirs_gone[..],
        &of(&new, mover.other())[..],
    ) {
        ([(start, role)], [(end, _)], taken, []) => {
            if taken.is_empty() {
                return Some(match (goes(before, *start, *end, *role), role) {
                    (true, _) => "missed-capture",
                    (false, Role::Man) => "irregular-man",
                    (false, Role::King) => "irregular-king",
                });
            }
            let tried = why_not(before, *start, Some(*end)).and_then(|refusal| refusal.tried);
            let same = |mv: &Move| {
                mv.captured().len() == taken.len()
                    && taken.iter().all(|(square, _)| mv.captured().contains(*square))
            };
            tried.filter(same).map(|_| "took-wrong-number")
        }
        ([], [], [(_, _)], [(_, _)]) => Some("played-opponents-piece"),
        (_, [], _, []) if !gone.is_empty() => Some("lifted-without-reason"),
        _ => None,
    }
}

/// True if a piece can move like this without a capture.
fn goes(position: &Position, from: Square, to: Square, role: Role) -> bool {
    let place = |square| {
        let (column, row) = position.coordinates(square);
        (i16::from(column), i16::from(row))
    };
    let ((x0, y0), (x1, y1)) = (place(from), place(to));
    let (dx, dy) = (x1 - x0, y1 - y0);
    if dx.abs() != dy.abs() || dx == 0 {
        return false;
    }
    let forward = if position.turn() == Side::White { -1 } else { 1 };
    if role == Role::Man {
        return dy == forward;
    }
    let between = |square: &Square| {
        let (x, y) = place(*square);
        let n = (x - x0) * dx.signum();
        (1..=dx.abs()).contains(&n) && (x, y) == (x0 + n * dx.signum(), y0 + n * dy.signum())
    };
    let mut way = position.all_squares().filter(between);
    way.all(|square| position.piece_at(square).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::fen;

    #[test]
    fn irregularities_are_named_from_two_boards() {
        for (before, after, name) in [
            ("B:W28,40:B10,22", "W:W40:B10,33", "none"),
            ("B:W28,40:B10,22", "W:W28,40:B14,22", "missed-capture"),
            ("B:W40:B10,22", "W:W40:B10,17", "irregular-man"),
            ("B:W40:B10,K5", "W:W40:B10,K19", "irregular-king"),
            ("B:W40:B10,22", "W:W40:B14,27", "played-twice"),
            ("B:W40:B10,22", "W:W34:B10,22", "played-opponents-piece"),
            ("B:W28,39:B10,22", "W:W39:B10,44", "lifted-too-few"),
            ("B:W28,40:B10,22", "W:W:B10,33", "lifted-not-taken"),
            ("B:W28,40:B10,22", "W:W40:B33", "lifted-own"),
            ("B:W40:B10,22", "W:W40:B10", "lifted-without-reason"),
            ("B:W27,28,39:B10,22", "W:W28,39:B10,31", "took-wrong-number"),
        ] {
            let position = fen::read(Variant::International, before).unwrap();
            let hand = fen::read_setup(Variant::International, after).unwrap();
            let names: Vec<&str> = spotted(&position, &hand.pieces).into_iter().collect();
            assert_eq!(names, [name], "{before} -> {after}");
        }
    }
}
