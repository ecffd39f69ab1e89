//! Squares as points of the board: lines and neighbours. Knows no rule.
use draughts::{Position, Square};
use std::collections::HashMap;

/// Where the squares of a board lie. Squares are numbers; with `turned` the board is seen from the other side.
pub(super) struct Grid {
    points: Vec<(i8, i8)>,
    squares: HashMap<(i8, i8), u8>,
    turned: bool,
}

impl Grid {
    pub(super) fn new(position: &Position, turned: bool) -> Self {
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

    /// The last row, at the solver's own edge.
    pub(super) fn last_row(&self) -> i8 {
        self.points.last().map_or(0, |point| point.1)
    }

    fn point(&self, square: u8) -> (i8, i8) {
        self.points[usize::from(square) - 1]
    }

    /// The square at this point, where there is one.
    fn at(&self, point: (i8, i8)) -> Option<u8> {
        self.squares.get(&point).copied()
    }

    /// The square so many columns and rows away.
    pub(super) fn beside(&self, square: u8, columns: i8, rows: i8) -> Option<u8> {
        let (column, row) = self.point(square);
        self.at((column + columns, row + rows))
    }

    /// The next square in this direction; along a row or a column of a board played on one colour that is two points on.
    pub(super) fn step(&self, square: u8, (columns, rows): (i8, i8)) -> Option<u8> {
        self.beside(square, columns, rows)
            .or_else(|| self.beside(square, 2 * columns, 2 * rows))
            .filter(|_| columns == 0 || rows == 0 || self.beside(square, columns, rows).is_some())
    }

    /// The direction from one square to another on the same line.
    pub(super) fn direction(&self, from: u8, to: u8) -> Option<(i8, i8)> {
        let ((a, b), (c, d)) = (self.point(from), self.point(to));
        let (columns, rows) = (c - a, d - b);
        let straight = columns == 0 || rows == 0 || columns.abs() == rows.abs();
        (from != to && straight).then(|| (columns.signum(), rows.signum()))
    }
}
