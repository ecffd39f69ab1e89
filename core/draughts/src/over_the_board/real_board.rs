//! The pieces on a real board, including those on squares that are not played on and uncrowned men on the last row.
//! Knows no turn and no rule except where men are crowned.
use super::Place;
use crate::{Piece, Position, Role, Setup, Side, Variant};
use std::fmt;

/// All pieces with their squares.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct RealBoard {
    variant: Variant,
    cells: Vec<Option<Piece>>,
}

impl RealBoard {
    pub(super) fn of(position: &Position) -> RealBoard {
        let variant = position.variant();
        let (columns, rows) = variant.rules().board.size();
        let mut board = RealBoard {
            variant,
            cells: vec![None; usize::from(columns) * usize::from(rows)],
        };
        for (square, piece) in position.pieces() {
            board.put(Place::of(variant, square), piece);
        }
        board
    }

    pub(super) fn is_on_board(&self, place: Place) -> bool {
        let (columns, rows) = self.variant.rules().board.size();
        place.column < columns && place.row < rows
    }

    fn index(&self, place: Place) -> usize {
        usize::from(place.row) * usize::from(self.variant.rules().board.size().0) + usize::from(place.column)
    }

    pub(super) fn at(&self, place: Place) -> Option<Piece> {
        self.is_on_board(place)
            .then(|| self.cells[self.index(place)])
            .flatten()
    }

    /// Puts a piece down. The place must be on the board.
    pub(super) fn put(&mut self, place: Place, piece: Piece) {
        let index = self.index(place);
        self.cells[index] = Some(piece);
    }

    pub(super) fn take(&mut self, place: Place) -> Option<Piece> {
        let index = self.index(place);
        self.cells[index].take()
    }

    pub(super) fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        let columns = usize::from(self.variant.rules().board.size().0);
        self.cells.iter().enumerate().filter_map(move |(index, piece)| {
            let (column, row) = ((index % columns) as u8, (index / columns) as u8);
            piece.map(|piece| (Place { column, row }, piece))
        })
    }

    /// Returns the pieces on squares that are not played on. They take no part.
    pub(super) fn inactive(&self) -> Vec<(Place, Piece)> {
        self.pieces()
            .filter(|(place, _)| place.square(self.variant).is_none())
            .collect()
    }

    /// Returns the men on their last row: promoted but not crowned.
    pub(super) fn uncrowned(&self) -> Vec<(Place, Side)> {
        self.pieces()
            .filter(|(place, piece)| self.awaits_crown(*place, *piece))
            .map(|(place, piece)| (place, piece.side))
            .collect()
    }

    pub(super) fn awaits_crown(&self, place: Place, piece: Piece) -> bool {
        let far = match piece.side {
            Side::White => 0,
            Side::Black => self.variant.rules().board.size().1 - 1,
        };
        piece.role == Role::Man && place.row == far && place.square(self.variant).is_some()
    }

    /// Returns the position of the pieces on playable squares. A promoted man counts as a king.
    pub(super) fn position(&self, turn: Side) -> Position {
        let mut setup = Setup::empty(turn);
        for (place, mut piece) in self.pieces() {
            if let Some(square) = place.square(self.variant) {
                if self.awaits_crown(place, piece) {
                    piece.role = Role::King;
                }
                setup.put(square, piece);
            }
        }
        Position::from_setup(self.variant, &setup).expect("hands only shift and remove pieces")
    }

    /// Returns the places whose content differs from another board.
    pub(super) fn differences(&self, other: &RealBoard) -> Vec<Place> {
        let mut places: Vec<Place> = self
            .pieces()
            .chain(other.pieces())
            .map(|(place, _)| place)
            .collect();
        places.sort_unstable();
        places.dedup();
        places.retain(|&place| self.at(place) != other.at(place));
        places
    }
}

impl fmt::Debug for RealBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = self
            .pieces()
            .map(|(place, piece)| (place.name(self.variant), piece));
        f.debug_map().entries(named).finish()
    }
}
