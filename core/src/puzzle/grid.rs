//! Squares as points of the board: lines, neighbours, captures of fewer men than the rules ask for. Knows no move rules
//! beyond the shape of a capture.
use crate::{Position, Square};
use std::collections::HashMap;

/// Where the squares of a board lie. Squares are numbers; with `turned` the board is seen from the other side.
pub(super) struct Grid {
    points: Vec<(i8, i8)>,
    squares: HashMap<(i8, i8), u8>,
    turned: bool,
}

/// The four diagonal directions, as (column, row) steps.
pub(super) const DIAGONALS: [(i8, i8); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];

impl Grid {
    pub(super) fn new(position: &Position, turned: bool) -> Self {
        let points: Vec<(i8, i8)> = (1..=position.squares())
            .map(|n| {
                let square = Square::new(n).expect("a board's squares are numbered from 1");
                let (column, row) = position.coordinates(square);
                (column as i8, row as i8)
            })
            .collect();
        let squares = points.iter().copied().zip(1..).collect();
        Self {
            points,
            squares,
            turned,
        }
    }

    /// The number of a square as the solver would see it with White's men.
    pub(super) fn number(&self, square: Square) -> u8 {
        if self.turned {
            self.points.len() as u8 + 1 - square.number()
        } else {
            square.number()
        }
    }

    /// How many squares the board has.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn row(&self, square: u8) -> i8 {
        self.point(square).1
    }

    fn point(&self, square: u8) -> (i8, i8) {
        self.points[usize::from(square) - 1]
    }

    /// The square one step further in this direction.
    pub(super) fn step(&self, square: u8, (columns, rows): (i8, i8)) -> Option<u8> {
        let (column, row) = self.point(square);
        self.squares.get(&(column + columns, row + rows)).copied()
    }

    /// The diagonal direction from one square to another on the same line.
    pub(super) fn direction(&self, from: u8, to: u8) -> Option<(i8, i8)> {
        let ((a, b), (c, d)) = (self.point(from), self.point(to));
        let (columns, rows) = (c - a, d - b);
        (columns != 0 && columns.abs() == rows.abs()).then(|| (columns.signum(), rows.signum()))
    }

    /// The squares strictly between two squares of one diagonal, in order.
    pub(super) fn between(&self, from: u8, to: u8) -> Vec<u8> {
        let Some(direction) = self.direction(from, to) else {
            return Vec::new();
        };
        std::iter::successors(self.step(from, direction), |at| self.step(*at, direction))
            .take_while(|at| *at != to)
            .collect()
    }
}
