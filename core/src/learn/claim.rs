//! What a step's texts say of its position, each with its proof. Knows no words.
use super::judge::after;
use super::{Mark, Step, Task};
use crate::{Move, Piece, Position, RefusalRule, Side, Square, SquareSet, why_not};
use serde::Deserialize;

/// A statement that the checker proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum Claim {
    /// Each of the learner's moves is the only legal one.
    OnlyMove,
    /// Each reply is the only legal one.
    Forced,
    /// The learner's first captures go forward.
    Forward,
    /// The learner's first captures go backward.
    Backward,
    /// Nothing can be taken.
    Quiet,
    /// It is the start of a game.
    Start,
    /// The line ends with the learner's man on the promotion row.
    Promotes,
    /// The only move passes over the promotion row without stopping on it.
    Passes,
    /// The squares wanted are where the only capture lands, stop by stop.
    Landings,
    /// The learner wins at least a man by the line.
    Gains,
    /// There are several captures, all of the same number.
    Equal,
    /// A shorter capture exists, and the rules refuse it.
    LongestOnly,
    /// One piece may choose between a longer and a shorter way.
    Fork,
    /// One piece captures in all four directions.
    FourWays,
    /// The square wanted is the dark corner at the learner's left.
    LeftCorner,
    /// The squares wanted are the learner's own first row.
    Base,
    /// The squares wanted are the row where the learner's men promote.
    PromotionRow,
    /// The pieces wanted are those on the main diagonal.
    LongDiagonal,
    /// The pieces wanted are those on the left and right edges.
    Edges,
    /// The squares wanted are where the ringed piece can go.
    Reach,
    /// The pieces wanted are the learner's that cannot move, and nothing can be taken.
    Blocked,
    /// The pieces wanted are those that can be taken.
    Takeable,
    /// The pieces wanted are those that must take.
    Takers,
}

impl Claim {
    /// Whether it says what the whole answer of a tap step is.
    pub(super) fn settles_taps(self) -> bool {
        use Claim::{
            Base, Blocked, Edges, Landings, LeftCorner, LongDiagonal, PromotionRow, Reach, Takeable, Takers,
        };
        matches!(
            self,
            LeftCorner
                | Landings
                | Base
                | PromotionRow
                | LongDiagonal
                | Edges
                | Reach
                | Blocked
                | Takeable
                | Takers
        )
    }

    /// Whether it is true of the step.
    pub fn holds(self, step: &Step) -> bool {
        let position = &step.position;
        let legal = position.legal_moves();
        let proof = super::Proof::of(step);
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
        }
    }
}

/// The last row and the last column, counted from 0.
fn far_corner(position: &Position) -> (u8, u8) {
    let all = || position.all_squares().map(|square| position.coordinates(square));
    (
        all().map(|at| at.1).max().unwrap_or(0),
        all().map(|at| at.0).max().unwrap_or(0),
    )
}

/// Whether these are exactly the squares or pieces to tap.
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

/// Whether a move ends further from the other side's first row than it began.
fn goes_back(position: &Position, mv: &Move) -> bool {
    let down = position.coordinates(mv.target()).1 > position.coordinates(mv.origin()).1;
    down == (position.turn() == Side::White)
}

/// The learner's first moves where all of them are captures.
fn captures(step: &Step) -> Option<Vec<Move>> {
    Some(step.position.legal_moves()).filter(|all| !all.is_empty() && all.iter().all(Move::is_capture))
}

/// The learner's last moves on every branch.
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
    if !step.turns().is_empty() {
        last(step, 0, step.position, &mut all);
    }
    Some(all).filter(|all| !all.is_empty())
}

/// Complete captures that the rules refuse because they take too few.
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
