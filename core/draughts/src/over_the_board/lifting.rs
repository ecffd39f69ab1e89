//! Lifting captured pieces, and pausing meanwhile. Decides nothing.
use super::otb_game::irregularity;
use super::{ActionError, Irregularity, IrregularityKind as K, Note, OtbGame, Place, Who};
use crate::rules::Removal;

impl OtbGame {
    pub(super) fn lift(
        &mut self,
        who: Option<Who>,
        place: Place,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        let piece = self.piece(place)?;
        let by = match (self.player(who)?, &self.state.held, &self.state.lifting) {
            (Some(side), _, _) => side,
            (None, Some(held), _) => held.by,
            (None, None, Some(lifting)) => lifting.by,
            (None, None, None) => self.state.last.unwrap_or(self.state.turn),
        };
        let before = self.state.clone();
        self.state.board.take(place);
        let capturing = self.state.held.as_ref().is_some_and(|held| held.by == by);
        let stopped_capture = self
            .pending
            .iter()
            .any(|pending| pending.what.kind == K::StoppedCapture && pending.what.by == by);
        let at_once = self.variant().rules().removal == Removal::AtOnce;
        let lifting = self.state.lifting.as_mut().filter(|lifting| lifting.by == by);
        let index = lifting
            .as_ref()
            .and_then(|lifting| lifting.left.iter().position(|&left| left == place));
        if let (Some(lifting), Some(index)) = (lifting, index) {
            lifting.left.remove(index);
            if lifting.left.is_empty() {
                notes.push(Note::AllLifted);
            } else {
                notes.push(Note::Lifted(place));
            }
            let fault = if stopped_capture && !at_once {
                Some(K::LiftedDuringCapture)
            } else if index > 0 && !at_once {
                Some(K::LiftedOutOfOrder)
            } else {
                None
            };
            if let Some(kind) = fault {
                self.blame(irregularity(kind, by, vec![place]), before, notes);
            } else if self.to_lift().is_empty() && self.pending.is_empty() {
                self.settle();
            }
            return Ok(());
        }
        let kind = if capturing {
            if at_once {
                notes.push(Note::Lifted(place));
                return Ok(());
            }
            K::LiftedDuringCapture
        } else if self.state.lifting.as_ref().is_none_or(|lifting| lifting.by != by) {
            K::LiftedWithoutReason
        } else if piece.side == by {
            K::LiftedOwn
        } else {
            K::LiftedNotTaken
        };
        self.blame(irregularity(kind, by, vec![place]), before, notes);
        Ok(())
    }

    /// Ends the lifting: after the last captured piece, at a pause, or when play continues.
    pub(super) fn end_lifting(&mut self, notes: &mut Vec<Note>) {
        let Some(lifting) = self.state.lifting.clone() else {
            return;
        };
        if !lifting.left.is_empty() && !lifting.stopped {
            let before = self.state.clone();
            let what = irregularity(K::LiftedTooFew, lifting.by, lifting.left);
            self.blame(what, before, notes);
        }
        self.state.lifting = None;
    }

    pub(super) fn pause(&mut self, notes: &mut Vec<Note>) {
        if let Some(held) = self.state.held.take() {
            let before = self.state.clone();
            let ruling = self.so_far(&held);
            let capturing = !ruling.passed.is_empty();
            if capturing {
                let what = Irregularity {
                    duty: ruling.duty,
                    ..irregularity(K::StoppedCapture, held.by, held.path.clone())
                };
                self.state.held = Some(held);
                self.blame(what, before, notes);
                return;
            }
            self.state.held = Some(held);
        } else if let Some(lifting) = self
            .state
            .lifting
            .as_mut()
            .filter(|lifting| !lifting.left.is_empty() && !lifting.stopped)
        {
            lifting.stopped = true;
            let what = irregularity(K::StoppedLifting, lifting.by, lifting.left.clone());
            let before = self.state.clone();
            self.blame(what, before, notes);
            return;
        }
        notes.push(Note::NoConsequence);
    }
}
