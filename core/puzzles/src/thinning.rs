//! Takes pieces away from a position, as many as a line of moves allows.
//!
//! Removes them in halves, quarters and so on, as delta debugging does (Zeller and Hildebrandt, 2002), and at last in pairs
//! of both colours, which keep the lead. The caller says of each thinner position if what matters still holds.
use draughts::{Move, Position, Side, Square};
use std::collections::{BTreeSet, VecDeque};

/// The positions to try, and those that held.
pub(super) struct Thinning {
    line: Vec<Move>,
    /// The positions that held, the whole one first.
    thinner: Vec<Position>,
    /// The pieces that may go.
    spare: Vec<Square>,
    candidates: Candidates,
    /// The position offered last, and the pieces that it lacks.
    offered: Option<(Vec<Square>, Position)>,
}

/// The sets of pieces still to be tried.
enum Candidates {
    /// So many pieces in a row, from this one on.
    Rows { size: usize, at: usize },
    /// Pairs of both colours.
    Pairs(VecDeque<[Square; 2]>),
}

impl Thinning {
    /// Starts from a position. The line stays playable in every thinner one, with the same captures.
    pub(super) fn new(start: &Position, line: &[Move]) -> Self {
        let spare = spare(start, line);
        Self {
            line: line.to_vec(),
            thinner: vec![*start],
            candidates: Candidates::Rows {
                size: spare.len().max(1),
                at: 0,
            },
            spare,
            offered: None,
        }
    }

    /// Returns the next position to try; `None` if there is none left. Answer by `judge`.
    pub(super) fn offer(&mut self) -> Option<Position> {
        loop {
            let gone = self.next()?;
            let position = self.without(&gone);
            self.offered = position.map(|position| (gone.clone(), position));
            match position {
                Some(position) => return Some(position),
                None => self.pass_over(gone.len()),
            }
        }
    }

    /// Keeps the position offered last if it holds, so that the next ones are thinner still.
    pub(super) fn judge(&mut self, holds: bool) {
        let Some((gone, position)) = self.offered.take() else {
            return;
        };
        if holds {
            self.thinner.push(position);
            self.spare.retain(|square| !gone.contains(square));
        } else {
            self.pass_over(gone.len());
        }
    }

    /// Takes the thinnest position that held; `None` if only the whole one is left.
    pub(super) fn take_thinnest(&mut self) -> Option<Position> {
        if self.thinner.len() < 2 {
            return None;
        }
        self.thinner.pop()
    }

    fn pass_over(&mut self, pieces: usize) {
        if let Candidates::Rows { at, .. } = &mut self.candidates {
            *at += pieces;
        }
    }

    /// Returns the next pieces to take away.
    fn next(&mut self) -> Option<Vec<Square>> {
        loop {
            match &mut self.candidates {
                Candidates::Rows { size, at } => {
                    if *at >= self.spare.len() {
                        *size = (*size / 2).min(self.spare.len());
                        *at = 0;
                    }
                    if *size > 0 {
                        return Some(self.spare[*at..(*at + *size).min(self.spare.len())].to_vec());
                    }
                    self.candidates = Candidates::Pairs(self.pairs());
                }
                Candidates::Pairs(pairs) => {
                    let pair = pairs.pop_front()?;
                    if pair.iter().all(|square| self.spare.contains(square)) {
                        return Some(pair.to_vec());
                    }
                }
            }
        }
    }

    /// Returns the position without these pieces, if the line can still be played in it.
    fn without(&self, gone: &[Square]) -> Option<Position> {
        let here = self.thinner.last()?;
        let mut setup = here.to_setup();
        for square in gone {
            setup.clear(*square);
        }
        let position = Position::from_setup(here.variant(), &setup).ok()?;
        let mut end = position;
        for mv in &self.line {
            end = end.play(mv).ok()?;
        }
        Some(position)
    }

    fn pairs(&self) -> VecDeque<[Square; 2]> {
        let of = |side: Side| {
            let here = self.thinner.last();
            self.spare.iter().copied().filter(move |square| {
                here.and_then(|here| here.piece_at(*square))
                    .is_some_and(|piece| piece.side == side)
            })
        };
        of(Side::White)
            .flat_map(|white| of(Side::Black).map(move |black| [white, black]))
            .collect()
    }
}

/// Returns the pieces that the line neither moves nor captures: those far from it first, and the colours in turn.
fn spare(start: &Position, line: &[Move]) -> Vec<Square> {
    let mut touched = BTreeSet::new();
    let mut here = *start;
    for mv in line {
        touched.extend([mv.origin(), mv.target()]);
        touched.extend(mv.captured().iter());
        here.play_unchecked(mv);
    }
    let places: Vec<(u8, u8)> = touched.iter().map(|square| here.coordinates(*square)).collect();
    let distance = |square: Square| {
        let (column, row) = here.coordinates(square);
        places
            .iter()
            .map(|(other, line)| column.abs_diff(*other).max(row.abs_diff(*line)))
            .min()
    };
    let of = |side: Side| {
        let pieces = start
            .pieces()
            .filter(|(square, piece)| piece.side == side && !touched.contains(square));
        let mut squares: Vec<Square> = pieces.map(|(square, _)| square).collect();
        squares.sort_by_key(|square| std::cmp::Reverse(distance(*square)));
        squares
    };
    let (white, black) = (of(Side::White), of(Side::Black));
    let both = white.len().min(black.len());
    let in_turn = white.iter().zip(&black).flat_map(|(one, other)| [*one, *other]);
    in_turn
        .chain(white[both..].iter().copied())
        .chain(black[both..].iter().copied())
        .collect()
}
