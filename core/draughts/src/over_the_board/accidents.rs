//! Accidents, wrong set-ups and moves taken back. Decides nothing.
use super::otb_game::irregularity;
use super::{ActionError, IrregularityKind as K, Note, OtbGame, Place, RealBoard, Who};

impl OtbGame {
    pub(super) fn knock(
        &mut self,
        who: Option<Who>,
        from: Place,
        to: Option<Place>,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        let piece = self.piece(from)?;
        let by = self.player(who)?.unwrap_or(self.state.turn);
        let before = self.state.clone();
        if let Some(to) = to {
            self.free(to)?;
            self.state.board.put(to, piece);
        }
        self.state.board.take(from);
        let what = irregularity(K::Displaced, by, [Some(from), to].into_iter().flatten().collect());
        self.blame(what, before, notes);
        Ok(())
    }

    pub(super) fn free(&self, place: Place) -> Result<(), ActionError> {
        match self.piece(place) {
            Err(ActionError::NothingThere(_)) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(ActionError::Occupied(place)),
        }
    }

    pub(super) fn misplace(&mut self, from: Place, to: Place) -> Result<(), ActionError> {
        if self.state.begun {
            return Err(ActionError::Begun);
        }
        let piece = self.piece(from)?;
        self.free(to)?;
        self.state.board.take(from);
        self.state.board.put(to, piece);
        self.state.misplaced.push((from, to));
        Ok(())
    }

    /// Corrects a wrong set-up before the first move. Afterwards it is an irregularity like any other.
    pub(super) fn setup_wrong(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let named = self.player(who)?;
        if !self.state.begun {
            self.state.board = RealBoard::of(self.state.game.start());
            self.state.misplaced.clear();
            notes.push(Note::SetUpAgain);
            return Ok(());
        }
        let places: Vec<Place> = self
            .state
            .misplaced
            .iter()
            .flat_map(|&(right, now)| [right, now])
            .collect();
        let owner = self
            .state
            .misplaced
            .iter()
            .find_map(|&(_, now)| self.state.board.at(now));
        let by = named
            .or(owner.map(|piece| piece.side))
            .unwrap_or(self.state.turn.other());
        let mut before = self.state.clone();
        for (right, now) in std::mem::take(&mut before.misplaced).into_iter().rev() {
            // A piece that has moved since, or whose square is occupied, stays.
            if let Some(piece) = before.board.at(now).filter(|_| before.board.at(right).is_none()) {
                before.board.take(now);
                before.board.put(right, piece);
            }
        }
        self.blame(irregularity(K::SetupWrong, by, places), before, notes);
        Ok(())
    }

    pub(super) fn take_back(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let named = self.player(who)?;
        let earlier = self.previous.take().ok_or(ActionError::NoMove)?;
        let by = named.or(self.state.last).ok_or(ActionError::NoMove)?;
        let before = std::mem::replace(&mut self.state, *earlier);
        let places = before.board.differences(&self.state.board);
        self.blame(irregularity(K::TookMoveBack, by, places), before, notes);
        Ok(())
    }
}
