//! An attempt, matched against the conditions of mistakes. An attempt that matches none may still be wrong.
use crate::spelling::stops;
use crate::{Mistake, Slip, Standing};
use draughts::notation::movetext;
use draughts::notation::path::passes;
use draughts::{Move, Position, Refusal, RefusalRule, Square};

/// An attempt of the learner.
pub(super) struct Attempt<'a> {
    pub(super) position: &'a Position,
    pub(super) turn: u8,
    pub(super) from: Option<Square>,
    pub(super) to: Option<Square>,
    pub(super) mv: Option<&'a Move>,
    pub(super) rule: Option<RefusalRule>,
    pub(super) number: Option<u8>,
    pub(super) option: Option<&'a str>,
    pub(super) slip: Option<Slip>,
    /// Routes that the tried path may mean, in a step that distinguishes routes.
    pub(super) routes: &'a [Vec<Square>],
}

impl<'a> Attempt<'a> {
    pub(super) fn nothing(position: &'a Position) -> Self {
        Attempt {
            position,
            turn: 1,
            from: None,
            to: None,
            mv: None,
            rule: None,
            number: None,
            option: None,
            slip: None,
            routes: &[],
        }
    }

    pub(super) fn tap(position: &'a Position, square: Square) -> Self {
        Attempt {
            from: Some(square),
            ..Attempt::nothing(position)
        }
    }

    pub(super) fn legal(position: &'a Position, mv: &'a Move) -> Self {
        Attempt {
            from: Some(mv.origin()),
            to: Some(mv.target()),
            mv: Some(mv),
            ..Attempt::nothing(position)
        }
    }

    pub(super) fn refused(position: &'a Position, refusal: &Refusal) -> Self {
        Attempt {
            from: Some(refusal.from),
            to: refusal.to,
            rule: Some(refusal.rule),
            ..Attempt::nothing(position)
        }
    }

    /// True if it matches a mistake.
    pub(super) fn is(&self, mistake: &Mistake) -> bool {
        let standing = |square| match self.position.piece_at(square) {
            None => Standing::Empty,
            Some(piece) if piece.side == self.position.turn() => Standing::Own,
            Some(_) => Standing::Their,
        };
        let along = |text: &String| {
            let stops = stops(text).unwrap_or_default();
            self.routes.iter().all(|route| passes(route, &stops))
        };
        let played = |text: &String| match self.routes {
            [] => movetext::read(self.position, text).ok().as_ref() == self.mv,
            _ => along(text),
        };
        mistake.turn.is_none_or(|turn| turn == self.turn)
            && (mistake.from.is_empty() || self.from.is_some_and(|from| mistake.from.contains(from)))
            && (mistake.to.is_empty() || self.to.is_some_and(|to| mistake.to.contains(to)))
            && (mistake.rule.is_none() || mistake.rule == self.rule)
            && (mistake.on.is_none() || mistake.on == self.from.map(standing))
            && (mistake.moves.is_empty() || self.mv.is_some() && mistake.moves.iter().any(played))
            && (mistake.numbers.is_empty()
                || self
                    .number
                    .is_some_and(|number| mistake.numbers.contains(&number)))
            && (mistake.options.is_empty()
                || self
                    .option
                    .is_some_and(|said| mistake.options.iter().any(|option| option == said)))
            && (mistake.slip.is_none() || mistake.slip == self.slip)
    }
}
