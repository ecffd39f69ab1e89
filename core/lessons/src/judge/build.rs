//! Judges a position built on the board.
use super::{Attempt, Judge, Judgement, Verdict, WrongAnswer};
use crate::{Mark, Slip};
use draughts::{Piece, Position, Square};
use std::collections::BTreeMap;

impl Judge<'_> {
    pub(super) fn build(&self, pieces: &[(u8, Piece)]) -> Result<Judgement, WrongAnswer> {
        let position = self.step.position;
        let numbers: Vec<u8> = pieces.iter().map(|(number, _)| *number).collect();
        let squares = self.squares(&numbers)?;
        let built: Vec<(Square, Piece)> = squares
            .into_iter()
            .zip(pieces)
            .map(|(square, (_, piece))| (square, *piece))
            .collect();
        let wrong = difference(&position, &built);
        let Some(&(slip, first)) = wrong.first() else {
            return Ok(self.right(Verdict::Done, self.own("right")));
        };
        // Missing pieces are not drawn: finding their squares is the task.
        let drawn: Vec<Square> = wrong
            .iter()
            .filter(|(slip, _)| *slip != Slip::Missing)
            .map(|(_, square)| *square)
            .collect();
        let marks = if drawn.is_empty() {
            Vec::new()
        } else {
            vec![Mark::Cross(drawn)]
        };
        let tried = Attempt {
            slip: Some(slip),
            ..Attempt::tap(&position, first)
        };
        Ok(self.wrong(&position, &tried, marks))
    }
}

/// Returns the differences from the wanted position: wrong pieces first, then missing ones.
pub(crate) fn difference(wanted: &Position, built: &[(Square, Piece)]) -> Vec<(Slip, Square)> {
    let built: BTreeMap<Square, Piece> = built.iter().copied().collect();
    let mut wrong = Vec::new();
    for (&square, piece) in &built {
        match wanted.piece_at(square) {
            None => wrong.push((Slip::Extra, square)),
            Some(right) if right.side != piece.side => wrong.push((Slip::Side, square)),
            Some(right) if right.role != piece.role => wrong.push((Slip::Role, square)),
            Some(_) => {}
        }
    }
    let missing = wanted.pieces().filter(|(square, _)| !built.contains_key(square));
    wrong.extend(missing.map(|(square, _)| (Slip::Missing, square)));
    wrong
}
