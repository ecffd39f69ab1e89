//! A line of moves spelled out for the theme detectors: who went where, by which routes, taking whom in which order.
//!
//! In normal form: the solver's men go up the board, whatever their colour. Knows no themes.
use super::grid::{DIAGONALS, Grid};
use crate::{Move, Position, Role, Side};

/// One way to carry out a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Route {
    /// Origin, each landing, target.
    pub(super) stops: Vec<u8>,
    /// The squares of the men taken, in order.
    pub(super) taken: Vec<u8>,
}

/// One move of the line. The solver moves at even plies.
pub(super) struct Ply {
    pub(super) from: u8,
    pub(super) to: u8,
    pub(super) role: Role,
    pub(super) promotes: bool,
    /// A king is among the men taken.
    pub(super) takes_king: bool,
    /// Where there was a choice of order, every route; a quiet move has one.
    pub(super) routes: Vec<Route>,
    /// Before this move the side that makes it already had a capture with this piece, had it been on turn a ply earlier.
    pub(super) waited: bool,
    /// Without the rule of the largest number a smaller complete capture would be allowed.
    pub(super) majority: bool,
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

/// The main line of a puzzle, spelled out.
pub struct Line {
    pub(super) grid: Grid,
    pub(super) plies: Vec<Ply>,
}

impl Line {
    /// Spells out these moves from this position; the side to move is the solver. `None` if a move is not legal.
    pub fn new(position: &Position, moves: &[Move]) -> Option<Self> {
        let solver = position.turn();
        let grid = Grid::new(position, solver == Side::Black);
        let mut here = *position;
        let mut before: Option<Position> = None;
        let mut plies = Vec::new();
        for m in moves {
            let after = here.play(m).ok()?;
            plies.push(ply(&grid, before.as_ref(), &here, m));
            before = Some(std::mem::replace(&mut here, after));
        }
        Some(Self { grid, plies })
    }

    /// How many of the solver's men the line gives up before its last capture.
    pub fn sacrificed(&self) -> usize {
        let last = self.last_capture().unwrap_or(0);
        self.plies[..last].iter().skip(1).step_by(2).map(Ply::count).sum()
    }

    /// The most men taken in one move of the solver.
    pub fn largest_capture(&self) -> usize {
        self.solver().map(|(_, ply)| ply.count()).max().unwrap_or(0)
    }

    /// The index of the solver's last capture.
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
}

fn ply(grid: &Grid, before: Option<&Position>, here: &Position, m: &Move) -> Ply {
    let enemies: Vec<u8> = m.captured().iter().map(|s| grid.number(s)).collect();
    let routes = here
        .routes(m)
        .iter()
        .map(|squares| {
            let stops: Vec<u8> = squares.iter().map(|s| grid.number(*s)).collect();
            let taken = stops
                .windows(2)
                .flat_map(|leg| grid.between(leg[0], leg[1]))
                .filter(|at| enemies.contains(at))
                .collect();
            Route { stops, taken }
        })
        .collect();
    let is_king = |s| here.piece_at(s).is_some_and(|p| p.role == Role::King);
    let board = Board::new(grid, here);
    let origin = grid.number(m.origin());
    Ply {
        from: origin,
        to: grid.number(m.target()),
        role: if is_king(m.origin()) {
            Role::King
        } else {
            Role::Man
        },
        promotes: m.promotes(),
        takes_king: m.captured().iter().any(is_king),
        routes,
        waited: before
            .is_some_and(|earlier| Board::new(grid, earlier).captures(here.turn(), |from, _| from == origin)),
        majority: m.is_capture() && board.captures(here.turn(), |_, count| count < m.captured().len()),
    }
}

/// The men on the board by their numbers in normal form.
struct Board<'a> {
    grid: &'a Grid,
    men: Vec<Option<(Side, Role)>>,
}

impl<'a> Board<'a> {
    fn new(grid: &'a Grid, position: &Position) -> Self {
        let mut men = vec![None; usize::from(position.squares()) + 1];
        for (square, piece) in position.pieces() {
            men[usize::from(grid.number(square))] = Some((piece.side, piece.role));
        }
        Self { grid, men }
    }

    /// Whether the side has a complete capture, long or short, of which the test (origin, number taken) approves.
    fn captures(&self, side: Side, test: impl Fn(u8, usize) -> bool) -> bool {
        self.men.iter().enumerate().any(|(from, piece)| {
            let from = from as u8;
            piece.is_some_and(|(owner, role)| {
                owner == side && self.goes_on(side, role, from, from, &mut Vec::new(), &test)
            })
        })
    }

    fn goes_on(
        &self,
        side: Side,
        role: Role,
        from: u8,
        at: u8,
        taken: &mut Vec<u8>,
        test: &impl Fn(u8, usize) -> bool,
    ) -> bool {
        let free = |square: u8| square == from || self.men[usize::from(square)].is_none();
        let mut further = false;
        for direction in DIAGONALS {
            let mut next = self.grid.step(at, direction);
            while role == Role::King && next.is_some_and(free) {
                next = next.and_then(|square| self.grid.step(square, direction));
            }
            let Some(victim) = next.filter(|square| {
                !taken.contains(square)
                    && !free(*square)
                    && self.men[usize::from(*square)].is_some_and(|(owner, _)| owner != side)
            }) else {
                continue;
            };
            let mut landing = self.grid.step(victim, direction).filter(|s| free(*s));
            while let Some(square) = landing {
                further = true;
                taken.push(victim);
                let approved = self.goes_on(side, role, from, square, taken, test);
                taken.pop();
                if approved {
                    return true;
                }
                landing = self
                    .grid
                    .step(square, direction)
                    .filter(|s| role == Role::King && free(*s));
            }
        }
        !further && !taken.is_empty() && test(from, taken.len())
    }
}
