//! Accidents, a wrong set-up, moves taken back. Knows nothing of what is decided later.
use super::{K, Note, Place, Table, TableError, Tabletop, Who, irregularity};

impl Table {
    pub(super) fn knock(
        &mut self,
        who: Option<Who>,
        from: Place,
        to: Option<Place>,
        notes: &mut Vec<Note>,
    ) -> Result<(), TableError> {
        let piece = self.piece(from)?;
        let by = self.player(who)?.unwrap_or(self.scene.turn);
        let before = self.scene.clone();
        if let Some(to) = to {
            self.free(to)?;
            self.scene.top.put(to, piece);
        }
        self.scene.top.take(from);
        let what = irregularity(K::Displaced, by, [Some(from), to].into_iter().flatten().collect());
        self.blame(what, before, notes);
        Ok(())
    }

    pub(super) fn free(&self, place: Place) -> Result<(), TableError> {
        match self.piece(place) {
            Err(TableError::NothingThere(_)) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(TableError::Occupied(place)),
        }
    }

    pub(super) fn misplace(&mut self, from: Place, to: Place) -> Result<(), TableError> {
        if self.scene.begun {
            return Err(TableError::Begun);
        }
        let piece = self.piece(from)?;
        self.free(to)?;
        self.scene.top.take(from);
        self.scene.top.put(to, piece);
        self.scene.misplaced.push((from, to));
        Ok(())
    }

    /// Before the first move the set-up is simply put right; afterwards it is an irregularity like any other.
    pub(super) fn setup_wrong(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let named = self.player(who)?;
        if !self.scene.begun {
            self.scene.top = Tabletop::of(self.scene.game.start());
            self.scene.misplaced.clear();
            notes.push(Note::SetUpAgain);
            return Ok(());
        }
        let places: Vec<Place> = self
            .scene
            .misplaced
            .iter()
            .flat_map(|&(right, now)| [right, now])
            .collect();
        let owner = self
            .scene
            .misplaced
            .iter()
            .find_map(|&(_, now)| self.scene.top.at(now));
        let by = named
            .or(owner.map(|piece| piece.side))
            .unwrap_or(self.scene.turn.other());
        let mut before = self.scene.clone();
        for (right, now) in std::mem::take(&mut before.misplaced).into_iter().rev() {
            // A piece that has moved on since, or whose square is taken, stays.
            if let Some(piece) = before.top.at(now).filter(|_| before.top.at(right).is_none()) {
                before.top.take(now);
                before.top.put(right, piece);
            }
        }
        self.blame(irregularity(K::SetupWrong, by, places), before, notes);
        Ok(())
    }

    pub(super) fn take_back(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let named = self.player(who)?;
        let earlier = self.previous.take().ok_or(TableError::NoMove)?;
        let by = named.or(self.scene.last).ok_or(TableError::NoMove)?;
        let before = std::mem::replace(&mut self.scene, *earlier);
        let places = before.top.differences(&self.scene.top);
        self.blame(irregularity(K::TookMoveBack, by, places), before, notes);
        Ok(())
    }
}
