//! The coordinates of squares: neighbours, lines and directions. Knows no rule.
use draughts::{Position, Square};
use std::collections::HashMap;

/// The column and row of every square of a board. Squares are given by number; with `rotated` the board is rotated by 180°.
pub(super) struct Grid {
    points: Vec<(i8, i8)>,
    squares: HashMap<(i8, i8), u8>,
    rotated: bool,
}

impl Grid {
    pub(super) fn new(position: &Position, rotated: bool) -> Self {
        let points: Vec<(i8, i8)> = position
            .all_squares()
            .map(|square| {
                let (column, row) = position.coordinates(square);
                (column as i8, row as i8)
            })
            .collect();
        let squares = points.iter().copied().zip(1..).collect();
        Self {
            points,
            squares,
            rotated,
        }
    }

    /// Returns the number of a square as if the solver had White.
    pub(super) fn number(&self, square: Square) -> u8 {
        if self.rotated {
            self.points.len() as u8 + 1 - square.number()
        } else {
            square.number()
        }
    }

    /// Returns the number of squares of the board.
    pub(super) fn len(&self) -> usize {
        self.points.len()
    }

    pub(super) fn row(&self, square: u8) -> i8 {
        self.point(square).1
    }

    /// Returns the last row, the solver's own.
    pub(super) fn last_row(&self) -> i8 {
        self.points.last().map_or(0, |point| point.1)
    }

    fn point(&self, square: u8) -> (i8, i8) {
        self.points[usize::from(square) - 1]
    }

    /// Returns the square at these coordinates.
    fn at(&self, point: (i8, i8)) -> Option<u8> {
        self.squares.get(&point).copied()
    }

    /// Returns the square that is `columns` and `rows` away.
    pub(super) fn beside(&self, square: u8, columns: i8, rows: i8) -> Option<u8> {
        let (column, row) = self.point(square);
        self.at((column + columns, row + rows))
    }

    /// Returns the next square in this direction. Along rows and columns of a board with only its dark squares in
    /// play it is two columns or rows away.
    pub(super) fn step(&self, square: u8, (columns, rows): (i8, i8)) -> Option<u8> {
        self.beside(square, columns, rows)
            .or_else(|| self.beside(square, 2 * columns, 2 * rows))
            .filter(|_| columns == 0 || rows == 0 || self.beside(square, columns, rows).is_some())
    }

    /// Returns the number of steps between two squares of a piece that moves in all directions.
    pub(super) fn distance(&self, from: u8, to: u8) -> usize {
        let ((a, b), (c, d)) = (self.point(from), self.point(to));
        usize::from((c - a).unsigned_abs().max((d - b).unsigned_abs()))
    }

    /// Returns the direction from one square to another on the same line.
    pub(super) fn direction(&self, from: u8, to: u8) -> Option<(i8, i8)> {
        let ((a, b), (c, d)) = (self.point(from), self.point(to));
        let (columns, rows) = (c - a, d - b);
        let straight = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        (from != to && straight).then(|| (columns.signum(), rows.signum()))
    }
}
