//! Proves claims of a step.
use super::judge::after;
use super::{Claim, Mark, Proof, Step, Task, Worth};
use draughts::notation::movetext;
use draughts::{Move, Piece, Position, RefusalRule, Role, Side, Square, SquareSet, why_not};
use draughts_engine::EngineAssets;
use draughts_puzzles::{PuzzleLine, detect};

mod worth;

impl Claim {
    /// True if the claim is true of the step.
    pub fn holds(&self, step: &Step, assets: &EngineAssets) -> bool {
        let position = &step.position;
        let legal = position.legal_moves();
        let (proof, _) = Proof::without_search(step);
        let (last_row, last_column) = far_corner(position);
        let at = |square: Square| position.coordinates(square);
        match self {
            Claim::OnlyMove => proof.unique,
            Claim::Forced => proof.forced == Some(true),
            Claim::Forward => captures(step).is_some_and(|all| all.iter().all(|mv| !goes_back(position, mv))),
            Claim::Backward => captures(step).is_some_and(|all| all.iter().all(|mv| goes_back(position, mv))),
            Claim::Quiet => !position.must_capture(),
            Claim::Start => *position == position.variant().start(),
            Claim::Promotes => ends(step).is_some_and(|all| all.iter().all(Move::promotes)),
            Claim::Passes => {
                let touches = |route: &Vec<Square>| route.iter().any(|&square| at(square).1 == 0);
                legal.len() == 1 && !legal[0].promotes() && position.routes(&legal[0]).iter().all(touches)
            }
            Claim::Landings => {
                let routes = legal.first().map(|mv| position.routes(mv)).unwrap_or_default();
                legal.len() == 1 && routes.len() == 1 && wants(step, routes[0][1..].iter().copied())
            }
            Claim::Gains => proof.gain.is_some_and(|gain| gain > 0),
            Claim::Equal => legal.len() > 1 && position.must_capture(),
            Claim::LongestOnly => shorter(step).next().is_some(),
            Claim::Fork => legal
                .iter()
                .any(|mv| shorter(step).any(|tried| tried.origin() == mv.origin())),
            Claim::FourWays => {
                let ways = legal
                    .iter()
                    .map(|mv| (goes_back(position, mv), at(mv.target()).0 < at(mv.origin()).0));
                let ways: std::collections::BTreeSet<_> = ways.collect();
                ways.len() == 4 && legal.iter().all(|mv| mv.origin() == legal[0].origin())
            }
            Claim::LeftCorner => wants(step, position.all_squares().filter(|&s| at(s) == (0, last_row))),
            Claim::Base => wants(step, position.all_squares().filter(|&s| at(s).1 == last_row)),
            Claim::PromotionRow => wants(step, position.all_squares().filter(|&s| at(s).1 == 0)),
            Claim::LongDiagonal => wants(
                step,
                occupied(position).filter(|&s| at(s).0 + at(s).1 == last_row),
            ),
            Claim::Edges => wants(
                step,
                occupied(position).filter(|&s| [0, last_column].contains(&at(s).0)),
            ),
            Claim::Reach => ringed(step).is_some_and(|from| {
                wants(
                    step,
                    legal.iter().filter(|mv| mv.origin() == from).map(Move::target),
                )
            }),
            Claim::Blocked => {
                let can = |square: &Square| legal.iter().any(|mv| mv.origin() == *square);
                !position.must_capture() && wants(step, own(position).filter(|square| !can(square)))
            }
            Claim::Takeable => {
                position.must_capture()
                    && wants(
                        step,
                        legal
                            .iter()
                            .flat_map(|mv| mv.captured().iter().collect::<Vec<_>>()),
                    )
            }
            Claim::Takers => position.must_capture() && wants(step, legal.iter().map(Move::origin)),
            Claim::Movable => !legal.is_empty() && wants(step, legal.iter().map(Move::origin)),
            Claim::Kings => wants(step, of_role(position, Role::King)),
            Claim::Men => wants(step, of_role(position, Role::Man)),
            Claim::LeftEdge => wants(step, position.all_squares().filter(|&s| at(s).0 == 0)),
            Claim::RightEdge => wants(step, position.all_squares().filter(|&s| at(s).0 == last_column)),
            Claim::Row(row) => wants(step, position.all_squares().filter(|&s| at(s).1 + 1 == *row)),
            Claim::Column(column) => wants(step, position.all_squares().filter(|&s| at(s).0 + 1 == *column)),
            Claim::Diagonal(ends) => {
                diagonal(position, ends).is_some_and(|line| wants(step, line.into_iter()))
            }
            Claim::Numbered(numbers) => wants(step, numbers.iter().filter_map(|&number| Square::new(number))),
            Claim::NoMove => legal.is_empty(),
            Claim::Best => best(step),
            Claim::Won => worth::value(position, assets) == Some(Worth::Won),
            Claim::Lost => worth::value(position, assets) == Some(Worth::Lost),
            Claim::Drawn => worth::value(position, assets) == Some(Worth::Men(0)),
            Claim::Legal(texts) => texts.iter().all(|text| movetext::read(position, text).is_ok()),
            Claim::Illegal(texts) => texts.iter().all(|text| {
                matches!(
                    movetext::read(position, text),
                    Err(movetext::MoveTextError::Illegal { .. })
                )
            }),
            Claim::Wins(texts) => {
                worth::gains(position, texts).is_some_and(|all| all.iter().all(|men| *men >= 1))
            }
            Claim::Loses(texts) => {
                worth::gains(position, texts).is_some_and(|all| all.iter().all(|men| *men <= -1))
            }
            Claim::Safe(texts) => {
                worth::gains(position, texts).is_some_and(|all| all.iter().all(|men| *men >= 0))
            }
            Claim::Theme(word) => main_line(step).is_some_and(|line| {
                let found = PuzzleLine::new(position, &line).map(|line| detect(&line));
                found.is_some_and(|themes| themes.iter().any(|theme| theme.key() == word))
            }),
            Claim::Article(number) => is_article(number),
        }
    }
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
fn wants(step: &Step, squares: impl Iterator<Item = Square>) -> bool {
    match &step.task {
        Task::TapSquares { squares: wanted } | Task::TapPieces { squares: wanted } => {
            squares.collect::<SquareSet>() == *wanted
        }
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
pub(super) fn is_article(text: &str) -> bool {
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
    let value = |mv: &Move| worth::after(&step.position, mv);
    match (right.iter().map(value).min(), others.map(|mv| value(&mv)).max()) {
        (Some(right), Some(other)) => right - other >= worth::CLEAR,
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
