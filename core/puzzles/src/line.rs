//! A line of moves with all that the theme detectors need: the piece, route and captures of each move, in order.
//!
//! In normal form the solver's men move up the board, whatever their colour. Knows no themes.
use super::grid::Grid;
use super::solution::Choice;
use draughts::rules::Precedence;
use draughts::{Move, Position, Role, Side};

/// One of the routes of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// Origin, intermediate squares, target.
    pub(super) stops: Vec<u8>,
    /// The squares of the captured pieces, in order of capture.
    pub(super) taken: Vec<u8>,
}

/// One move of the line. The solver moves at even plies.
pub(super) struct Ply {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: Role,
    pub(super) promotes: bool,
    /// `true` if a king is captured.
    pub(super) takes_king: bool,
    /// Every route of the move; a quiet move has one.
    pub(super) routes: Vec<Route>,
    /// `true` if the piece could already have captured one ply earlier, had it been its turn.
    pub(super) capture_pending: bool,
    /// `true` if the majority rule forbids a smaller capture.
    pub(super) majority: bool,
    /// `true` if a man crosses its promotion row and stays a man.
    pub(super) passes_row: bool,
    /// `true` if the same capture could end on another square, and only this one wins. Known only for solution trees.
    pub(super) only_landing: bool,
    /// `true` if another capture has the same origin and target, and only this one wins. Known only for solution
    /// trees.
    pub(super) only_route: bool,
    /// `true` if the defender had other captures, and all of them lose. Known only for solution trees.
    pub(super) fork: bool,
}

impl Ply {
    pub(super) fn count(&self) -> usize {
        self.routes[0].taken.len()
    }

    pub(super) fn quiet(&self) -> bool {
        self.count() == 0
    }

    pub(super) fn took(&self, square: u8) -> bool {
        self.routes[0].taken.contains(&square)
    }

    pub(super) fn takes_first(&self, square: u8) -> bool {
        self.routes.iter().any(|r| r.taken.first() == Some(&square))
    }
}

/// The pieces of a position by square number: `true` for the solver's, and the role.
pub(super) type Men = Vec<Option<(bool, Role)>>;

/// The main line of a puzzle, prepared for the theme detectors.
pub struct PuzzleLine {
    pub(super) grid: Grid,
    pub(super) plies: Vec<Ply>,
    pub(super) start: Men,
    pub(super) end: Men,
    /// `true` if at the end the defender is to move, has pieces and cannot move.
    pub(super) shut_in: bool,
    /// `true` if at the end the side to move must capture.
    pub(super) open: bool,
}

impl PuzzleLine {
    /// Prepares a line of moves from a position; the side to move is the solver. Returns `None` if a move is not
    /// legal.
    pub fn new(position: &Position, moves: &[Move]) -> Option<Self> {
        Self::build(position, moves.iter().map(|m| (*m, None)))
    }

    /// Prepares the main line of a solution tree, which also says which other moves win.
    pub fn of(position: &Position, tree: &[Choice]) -> Option<Self> {
        let steps = std::iter::successors(Some(tree), |choices| choices.first().map(|main| &main.then[..]));
        Self::build(
            position,
            steps.filter_map(|choices| choices.first().map(|main| (main.mv, Some(choices)))),
        )
    }

    fn build<'a>(
        position: &Position,
        moves: impl Iterator<Item = (Move, Option<&'a [Choice]>)>,
    ) -> Option<Self> {
        let solver = position.turn();
        let grid = Grid::new(position, solver == Side::Black);
        let mut here = *position;
        let mut before: Option<Position> = None;
        let mut plies = Vec::new();
        for (m, proved) in moves {
            let after = here.play(&m).ok()?;
            plies.push(ply(&grid, before.as_ref(), &here, &m, proved, plies.len()));
            before = Some(std::mem::replace(&mut here, after));
        }
        let shut_in = here.turn() != solver && !here.can_move() && here.count(here.turn()) != (0, 0);
        Some(Self {
            start: men(&grid, position, solver),
            end: men(&grid, &here, solver),
            shut_in,
            open: here.must_capture(),
            grid,
            plies,
        })
    }

    /// Returns the number of the solver's men captured before the last capture of the line.
    pub fn sacrificed(&self) -> usize {
        let last = self.last_capture().unwrap_or(0);
        self.plies[..last].iter().skip(1).step_by(2).map(Ply::count).sum()
    }

    /// Returns the size of the solver's largest capture.
    pub fn largest_capture(&self) -> usize {
        self.solver().map(|(_, ply)| ply.count()).max().unwrap_or(0)
    }

    /// Returns the index of the solver's last capture.
    pub(super) fn last_capture(&self) -> Option<usize> {
        self.solver()
            .filter(|(_, ply)| !ply.quiet())
            .map(|(at, _)| at)
            .last()
    }

    pub(super) fn solver(&self) -> impl Iterator<Item = (usize, &Ply)> {
        self.plies.iter().enumerate().step_by(2)
    }

    pub(super) fn defender(&self) -> impl Iterator<Item = (usize, &Ply)> {
        self.plies.iter().enumerate().skip(1).step_by(2)
    }

    /// Returns `true` if this piece stands on a square.
    pub(super) fn stands(&self, men: &Men, square: u8, solver: bool, role: Role) -> bool {
        men[usize::from(square)] == Some((solver, role))
    }
}

fn men(grid: &Grid, position: &Position, solver: Side) -> Men {
    let mut men = vec![None; grid.len() + 1];
    for (square, piece) in position.pieces() {
        men[usize::from(grid.number(square))] = Some((piece.side == solver, piece.role));
    }
    men
}

fn ply(
    grid: &Grid,
    before: Option<&Position>,
    here: &Position,
    m: &Move,
    proved: Option<&[Choice]>,
    at: usize,
) -> Ply {
    let routes: Vec<Route> = here
        .routes(m)
        .iter()
        .map(|squares| Route {
            stops: squares.iter().map(|s| grid.number(*s)).collect(),
            taken: here
                .legs(m, squares)
                .iter()
                .filter_map(|leg| leg.captured.map(|s| grid.number(s)))
                .collect(),
        })
        .collect();
    let solver = at.is_multiple_of(2);
    let far_row = if solver { 0 } else { grid.last_row() };
    let is_king = |s| here.piece_at(s).is_some_and(|p| p.role == Role::King);
    let role = if is_king(m.origin()) {
        Role::King
    } else {
        Role::Man
    };
    let accepted = |other: &Move| proved.is_none_or(|all| all.iter().any(|choice| choice.mv == *other));
    let other = |test: &dyn Fn(&Move) -> bool| {
        m.is_capture()
            && proved.is_some()
            && here
                .legal_moves()
                .iter()
                .any(|o| o != m && o.origin() == m.origin() && test(o))
    };
    Ply {
        from: grid.number(m.origin()),
        to: grid.number(m.target()),
        role,
        promotes: m.promotes(),
        takes_king: m.captured().iter().any(is_king),
        passes_row: role == Role::Man
            && !m.promotes()
            && routes
                .iter()
                .all(|route| route.stops.iter().any(|s| grid.row(*s) == far_row)),
        only_landing: solver && other(&|o| o.captured() == m.captured() && !accepted(o)),
        only_route: solver
            && other(&|o| o.target() == m.target() && o.captured() != m.captured() && !accepted(o)),
        fork: !solver
            && m.is_capture()
            && proved.is_some_and(|all| {
                all.iter()
                    .any(|choice| (choice.mv.origin(), choice.mv.captured()) != (m.origin(), m.captured()))
            }),
        routes,
        capture_pending: before.is_some_and(|earlier| {
            let earlier = earlier.with_turn(here.turn());
            !earlier.partial_captures(m.origin()).is_empty()
        }),
        majority: m.is_capture() && has_majority_rule(here) && smaller_capture(here, m.captured().len()),
    }
}

/// Returns `true` if the variant has a majority rule.
fn has_majority_rule(position: &Position) -> bool {
    !matches!(
        position.variant().rules().precedence,
        Precedence::Free | Precedence::KingFirst
    )
}

/// Returns `true` if the majority rule alone forbids a complete capture of fewer pieces than `than`.
fn smaller_capture(position: &Position, than: usize) -> bool {
    position.pieces().any(|(square, piece)| {
        if piece.side != position.turn() {
            return false;
        }
        let parts = position.partial_captures(square);
        parts.iter().any(|part| {
            let goes_on = |other: &Move| {
                other.captured().len() > part.captured().len()
                    && part
                        .captured()
                        .iter()
                        .all(|s| other.captured().iter().any(|o| o == s))
            };
            part.captured().len() < than && !parts.iter().any(goes_on)
        })
    })
}
