//! Proves claims of a step.
use super::Claim;
use crate::judge::after;
use crate::{Mark, Proof, Step, Task};
use draughts::notation::movetext;
use draughts::{Move, Piece, Position, RefusalRule, Role, Side, Square, SquareSet, why_not};
use draughts_engine::EngineAssets;
use draughts_engine::endgame::Value;
use draughts_puzzles::{PuzzleLine, detect};
use std::collections::BTreeSet;

/// Centipawns by which a move is clearly better than another.
const CLEAR: i32 = 80;

impl Claim {
    /// True if the claim is true of the step.
    pub fn holds(&self, step: &Step, assets: &EngineAssets) -> bool {
        let position = &step.position;
        let legal = position.legal_moves();
        let proof = || Proof::without_search(step).0;
        let back = |mv: &Move| goes_back(position, mv);
        let gains = |texts: &[String], enough: fn(i32) -> bool| {
            draughts_claims::gains(position, texts).is_some_and(|all| all.into_iter().all(enough))
        };
        match self {
            Claim::OnlyMove => proof().unique,
            Claim::Forced => proof().forced == Some(true),
            Claim::Forward => captures(step).is_some_and(|all| !all.iter().any(back)),
            Claim::Backward => captures(step).is_some_and(|all| all.iter().all(back)),
            Claim::Quiet => !position.must_capture(),
            Claim::Start => *position == position.variant().start(),
            Claim::Promotes => ends(step).is_some_and(|all| all.iter().all(Move::promotes)),
            Claim::Passes => only(&legal).is_some_and(|mv| passes_promotion_row(position, mv)),
            Claim::Gains => proof().gain.is_some_and(|gain| gain > 0),
            Claim::Equal => legal.len() > 1 && position.must_capture(),
            Claim::LongestOnly => shorter(step).next().is_some(),
            Claim::Fork => {
                let has_shorter = |mv: &Move| shorter(step).any(|tried| tried.origin() == mv.origin());
                legal.iter().any(has_shorter)
            }
            Claim::FourWays => four_ways(position, &legal),
            Claim::NoMove => legal.is_empty(),
            Claim::Best => best(step),
            Claim::Won => matches!(result(position, assets), Some(Value::Win(_))),
            Claim::Lost => matches!(result(position, assets), Some(Value::Loss(_))),
            Claim::Drawn => result(position, assets) == Some(Value::Draw),
            Claim::Legal(texts) => texts.iter().all(|text| movetext::read(position, text).is_ok()),
            Claim::Illegal(texts) => texts.iter().all(|text| {
                let read = movetext::read(position, text);
                matches!(read, Err(movetext::MoveTextError::Illegal { .. }))
            }),
            Claim::Wins(texts) => gains(texts, |men| men >= 1),
            Claim::Loses(texts) => gains(texts, |men| men <= -1),
            Claim::Safe(texts) => gains(texts, |men| men >= 0),
            Claim::Theme(word) => main_line(step).is_some_and(|line| {
                let found = PuzzleLine::new(position, &line).map(|line| detect(&line));
                found.is_some_and(|themes| themes.iter().any(|theme| theme.key() == word))
            }),
            Claim::Article(number) => is_article(number),
            taps => taps.squares(step).is_some_and(|squares| is_wanted(step, squares)),
        }
    }

    /// Returns the squares of a claim about the squares to tap; `None` for another claim, or if it does not fit
    /// the step.
    fn squares(&self, step: &Step) -> Option<SquareSet> {
        let position = &step.position;
        let legal = position.legal_moves();
        let (last_row, last_column) = far_corner(position);
        let at = |square: Square| position.coordinates(square);
        let all = |is: &dyn Fn((u8, u8)) -> bool| position.all_squares().filter(|&s| is(at(s))).collect();
        let pieces = |is: &dyn Fn((u8, u8)) -> bool| occupied(position).filter(|&s| is(at(s))).collect();
        let origins = || legal.iter().map(Move::origin).collect();
        Some(match self {
            Claim::Landings => {
                let routes = position.routes(only(&legal)?);
                let route = only(&routes)?;
                route[1..].iter().copied().collect()
            }
            Claim::LeftCorner => all(&|at| at == (0, last_row)),
            Claim::Base => all(&|(_, row)| row == last_row),
            Claim::PromotionRow => all(&|(_, row)| row == 0),
            Claim::LongDiagonal => pieces(&|(column, row)| column + row == last_row),
            Claim::Edges => pieces(&|(column, _)| [0, last_column].contains(&column)),
            Claim::Reach => {
                let from = ringed(step)?;
                let moves = legal.iter().filter(|mv| mv.origin() == from);
                moves.map(Move::target).collect()
            }
            Claim::Blocked if !position.must_capture() => {
                let can_move = |square: &Square| legal.iter().any(|mv| mv.origin() == *square);
                own(position).filter(|square| !can_move(square)).collect()
            }
            Claim::Takeable if position.must_capture() => {
                let captured = legal
                    .iter()
                    .flat_map(|mv| mv.captured().iter().collect::<Vec<_>>());
                captured.collect()
            }
            Claim::Takers if position.must_capture() => origins(),
            Claim::Movable if !legal.is_empty() => origins(),
            Claim::Kings => of_role(position, Role::King).collect(),
            Claim::Men => of_role(position, Role::Man).collect(),
            Claim::LeftEdge => all(&|(column, _)| column == 0),
            Claim::RightEdge => all(&|(column, _)| column == last_column),
            Claim::Row(number) => all(&|(_, row)| row + 1 == *number),
            Claim::Column(number) => all(&|(column, _)| column + 1 == *number),
            Claim::Diagonal(ends) => diagonal(position, ends)?.into_iter().collect(),
            Claim::Numbered(numbers) => numbers.iter().filter_map(|&number| Square::new(number)).collect(),
            _ => return None,
        })
    }
}

/// Returns the proved result for the side to move.
fn result(position: &Position, assets: &EngineAssets) -> Option<Value> {
    draughts_claims::result(position, assets.bundled_tables(position.variant()).as_deref())
}

/// Returns the only item of a list.
fn only<T>(list: &[T]) -> Option<&T> {
    match list {
        [item] => Some(item),
        _ => None,
    }
}

/// True if a move touches the promotion row on every route without promoting.
fn passes_promotion_row(position: &Position, mv: &Move) -> bool {
    let touches = |route: &Vec<Square>| route.iter().any(|&square| position.coordinates(square).1 == 0);
    !mv.promotes() && position.routes(mv).iter().all(touches)
}

/// True if one piece can move in all four directions, and no other piece can move.
fn four_ways(position: &Position, legal: &[Move]) -> bool {
    let column = |square: Square| position.coordinates(square).0;
    let way = |mv: &Move| (goes_back(position, mv), column(mv.target()) < column(mv.origin()));
    let ways: BTreeSet<_> = legal.iter().map(way).collect();
    ways.len() == 4 && legal.iter().all(|mv| mv.origin() == legal[0].origin())
}

/// Returns the last row and the last column, from 0.
fn far_corner(position: &Position) -> (u8, u8) {
    let all = || position.all_squares().map(|square| position.coordinates(square));
    (
        all().map(|at| at.1).max().unwrap_or(0),
        all().map(|at| at.0).max().unwrap_or(0),
    )
}

/// True if these are exactly the squares or pieces to tap.
fn is_wanted(step: &Step, squares: SquareSet) -> bool {
    match &step.task {
        Task::TapSquares { squares: wanted } | Task::TapPieces { squares: wanted } => squares == *wanted,
        _ => false,
    }
}

fn occupied(position: &Position) -> impl Iterator<Item = Square> {
    position.pieces().map(|(square, _)| square)
}

fn of_role(position: &Position, role: Role) -> impl Iterator<Item = Square> {
    let is = move |(_, piece): &(Square, Piece)| piece.role == role;
    position.pieces().filter(is).map(|(square, _)| square)
}

/// Returns the whole diagonal between these two end squares.
fn diagonal(position: &Position, ends: &[u8]) -> Option<Vec<Square>> {
    let &[from, to] = ends else { return None };
    let (from, to) = (Square::new(from)?, Square::new(to)?);
    let place = |square| {
        let (column, row) = position.coordinates(square);
        (i16::from(column), i16::from(row))
    };
    let ((x0, y0), (x1, y1)) = (place(from), place(to));
    let (dx, dy) = ((x1 - x0).signum(), (y1 - y0).signum());
    if (x1 - x0).abs() != (y1 - y0).abs() || dx == 0 {
        return None;
    }
    let on = |x: i16, y: i16| position.all_squares().find(|&square| place(square) == (x, y));
    // It is whole if no square lies beyond its ends.
    if on(x0 - dx, y0 - dy).is_some() || on(x1 + dx, y1 + dy).is_some() {
        return None;
    }
    (0..=(x1 - x0).abs())
        .map(|i| on(x0 + i * dx, y0 + i * dy))
        .collect()
}

/// True for a number of chapter and article: "4.13".
pub(crate) fn is_article(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    parts.len() <= 3 && parts.iter().all(|part| part.parse::<u8>().is_ok())
}

/// Returns the first accepted branch of a line, replies included.
fn main_line(step: &Step) -> Option<Vec<Move>> {
    if let Task::Explain { line } = &step.task {
        return Some(line.clone()).filter(|line| !line.is_empty());
    }
    let (mut position, mut line) = (step.position, Vec::new());
    for turn in step.turns() {
        let mv = turn.accepted(&position).first().copied()?;
        let (next, played) = after(&position, &mv, turn);
        position = next;
        line.extend(played);
    }
    Some(line).filter(|line| !line.is_empty())
}

/// True if no other first move is nearly as good.
fn best(step: &Step) -> bool {
    let Some(turn) = step.turns().first() else {
        return false;
    };
    let right = turn.accepted(&step.position);
    let others = step
        .position
        .legal_moves()
        .into_iter()
        .filter(|mv| !right.contains(mv));
    let value = |mv: &Move| draughts_claims::value_after(&step.position, mv);
    match (right.iter().map(value).min(), others.map(|mv| value(&mv)).max()) {
        (Some(right), Some(other)) => right - other >= CLEAR,
        (right, None) => right.is_some(),
        (None, _) => false,
    }
}

fn own(position: &Position) -> impl Iterator<Item = Square> {
    let turn = position.turn();
    position
        .pieces()
        .filter(move |(_, Piece { side, .. })| *side == turn)
        .map(|(square, _)| square)
}

fn ringed(step: &Step) -> Option<Square> {
    step.marks.iter().find_map(|mark| match mark {
        Mark::Ring(on) => on.first().copied(),
        _ => None,
    })
}

/// True if a move ends farther from the other side's first row than it began.
fn goes_back(position: &Position, mv: &Move) -> bool {
    let down = position.coordinates(mv.target()).1 > position.coordinates(mv.origin()).1;
    down == (position.turn() == Side::White)
}

/// Returns the learner's first moves if all of them are captures.
fn captures(step: &Step) -> Option<Vec<Move>> {
    Some(step.position.legal_moves()).filter(|all| !all.is_empty() && all.iter().all(Move::is_capture))
}

/// Returns the learner's last moves on every branch.
fn ends(step: &Step) -> Option<Vec<Move>> {
    fn last(step: &Step, at: usize, position: Position, into: &mut Vec<Move>) {
        let turn = &step.turns()[at];
        for mv in turn.accepted(&position) {
            if at + 1 == step.turns().len() {
                into.push(mv);
            } else {
                last(step, at + 1, after(&position, &mv, turn).0, into);
            }
        }
    }
    let mut all = Vec::new();
    for line in step.lines().filter(|line| !line.turns().is_empty()) {
        last(line, 0, step.position, &mut all);
    }
    Some(all).filter(|all| !all.is_empty())
}

/// Returns the complete captures that the rules refuse because they take too few pieces.
fn shorter(step: &Step) -> impl Iterator<Item = Move> {
    let position = step.position;
    let on_route = move |from: Square, to: Square| {
        let same = move |mv: &Move| mv.origin() == from;
        let passes = move |mv: Move| position.routes(&mv).iter().any(|route| route.contains(&to));
        position.legal_moves().into_iter().filter(same).any(passes)
    };
    own(&position)
        .collect::<Vec<_>>()
        .into_iter()
        .flat_map(move |from| {
            position.all_squares().filter_map(move |to| {
                let refusal = why_not(&position, from, Some(to))?;
                let short = refusal.rule == RefusalRule::MustTakeMore && !on_route(from, to);
                refusal.tried.filter(|_| short)
            })
        })
}
