//! Decisions about irregularities: the board stays as it is, or is corrected completely.
use super::otb_game::irregularity;
use super::{ActionError, Authority, IrregularityKind as K, Note, OtbGame, Place, Who};
use crate::Side;

impl OtbGame {
    /// Checks that this person may decide. Returns the side that committed the irregularity.
    pub(super) fn decide(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<Side, ActionError> {
        self.end_lifting(notes);
        let by = self.pending.first().ok_or(ActionError::NothingToDecide)?.what.by;
        self.may_decide(who, by)?;
        Ok(by)
    }

    /// Checks that this person may decide about an act of a side.
    pub(super) fn may_decide(&self, who: Option<Who>, by: Side) -> Result<(), ActionError> {
        let allowed = match (who, self.authority) {
            (None, _) | (Some(Who::Arbiter), Authority::Arbiter) => true,
            (Some(Who::Player(side)), Authority::Opponent) => side != by,
            _ => false,
        };
        if allowed {
            Ok(())
        } else {
            Err(ActionError::NotYours(self.authority))
        }
    }

    pub(super) fn kinds(&self) -> Vec<K> {
        self.pending.iter().map(|pending| pending.what.kind).collect()
    }

    /// Accepts all irregularities: the game continues from the board as it stands.
    pub(super) fn accept(&mut self, notes: &mut Vec<Note>) {
        notes.push(Note::Accepted(self.kinds()));
        self.pending.clear();
        self.state.lifting = None;
        self.settle();
    }

    /// Corrects the irregularity completely, or nothing.
    pub(super) fn correct(
        &mut self,
        who: Option<Who>,
        part: Option<Vec<Place>>,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        self.decide(who, notes)?;
        let first = self.pending[0].clone();
        let mut right = first.before;
        let kind = first.what.kind;
        if kind.is_of_lifting() {
            // The capture itself was regular: exactly the captured pieces leave the board.
            for place in right
                .lifting
                .take()
                .map(|lifting| lifting.left)
                .unwrap_or_default()
            {
                right.board.take(place);
            }
        } else if kind.is_of_capturing() {
            right.touched = None;
        } else if let Some(&moved) = first.what.places.first()
            && matches!(kind, K::IrregularMan | K::IrregularKing | K::OnInactiveSquare)
            && right.can_play(moved)
        {
            right.touched = right.touched.or(Some(moved));
        }
        right.held = None;
        if let Some(part) = part {
            let mut missing = right.board.differences(&self.state.board);
            missing.retain(|place| !part.contains(place));
            if !missing.is_empty() {
                return Err(ActionError::HalfCorrection(missing));
            }
        }
        notes.push(Note::Corrected(self.kinds()));
        self.pending.clear();
        self.previous = None;
        self.state = right;
        self.settle();
        Ok(())
    }

    pub(super) fn refuse(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let named = self.player(who)?;
        let by = named
            .or(self.pending.first().map(|pending| pending.what.by))
            .ok_or(ActionError::NothingToDecide)?;
        let before = self.state.clone();
        self.blame(irregularity(K::RefusedToSubmit, by, Vec::new()), before, notes);
        Ok(())
    }

    /// Makes the position on the board the position of the game.
    pub(super) fn settle(&mut self) {
        let position = self.state.position();
        if position != *self.state.game.position() {
            self.state.game.amend(position);
        }
    }
}
