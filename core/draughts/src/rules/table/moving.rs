//! Touching, adjusting and moving: a move ends when the piece is let go. Knows nothing of what is decided later.
use super::{
    Authority, Edition, Held, Incorrection, Irregularity, K, Lifting, Note, Place, Ruling, Scene, Side,
    Table, TableError, Who, duties, rule_on,
};
use crate::board::{Piece, Role};

impl Table {
    pub(super) fn touch(
        &mut self,
        who: Option<Who>,
        place: Place,
        notes: &mut Vec<Note>,
    ) -> Result<(), TableError> {
        let piece = self.piece(place)?;
        let side = self.player(who)?.unwrap_or(piece.side);
        let scene = &mut self.scene;
        if scene.adjusting == Some(side) {
            notes.push(Note::NoConsequence);
        } else if side != scene.turn {
            notes.push(Note::Incorrect(Incorrection::TouchedOutOfTurn, side, place));
        } else if piece.side != side || scene.touched.is_some() {
            notes.push(Note::NoConsequence);
        } else if scene.can_play(place) {
            scene.touched = Some(place);
            notes.push(Note::MustPlay(place));
        } else {
            notes.push(Note::MayLeave(place));
        }
        Ok(())
    }

    pub(super) fn adjust(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let side = self.player(who)?.unwrap_or(self.scene.turn);
        if Edition::of(self.variant()).adjusting_needs_permission() {
            self.scene.asks = Some(side);
            notes.push(Note::AsksToAdjust(side));
        } else if side == self.scene.turn {
            self.scene.adjusting = Some(side);
            notes.push(Note::MayAdjust(side));
        } else {
            // The notice is for who is to move; the other one may not touch the pieces at all.
            notes.push(Note::NoConsequence);
        }
        Ok(())
    }

    pub(super) fn permit(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let side = self.scene.asks.ok_or(TableError::NotAsked)?;
        if self.player(who)? == Some(side) {
            return Err(TableError::NotYours(Authority::Opponent));
        }
        self.scene.asks = None;
        self.scene.adjusting = Some(side);
        notes.push(Note::MayAdjust(side));
        Ok(())
    }

    pub(super) fn carry(
        &mut self,
        who: Option<Who>,
        path: Vec<Place>,
        hold: bool,
        notes: &mut Vec<Note>,
    ) -> Result<(), TableError> {
        let player = self.player(who)?;
        let [first, .., last] = path[..] else {
            return Err(TableError::TooShort);
        };
        if let Some(&off) = path.iter().find(|&&place| !self.scene.top.is_on_board(place)) {
            return Err(TableError::OffBoard(off));
        }
        let (by, path, top) = match self.scene.held.take() {
            // A piece in the hand goes on from where it is, or begins again.
            Some(held) if held.path.last() == Some(&first) && held.path.len() > 1 => {
                // What was taken so far is on the way; where nothing was, the piece was not put down yet.
                let taken = !self.so_far(&held).passed.is_empty();
                let way = if taken { &held.path[..] } else { &held.path[..1] };
                (held.by, [way, &path[1..]].concat(), held.top)
            }
            Some(held) if held.path[0] == first => (held.by, path, held.top),
            Some(_) => return Err(TableError::NotInHand),
            None => {
                let piece = self.piece(first)?;
                let by = player.unwrap_or(
                    if piece.side == self.scene.turn || self.scene.last != Some(piece.side) {
                        self.scene.turn
                    } else {
                        piece.side
                    },
                );
                (by, path, self.scene.top.clone())
            }
        };
        let origin = path[0];
        for &place in &path[1..] {
            if place != origin && self.scene.top.at(place).is_some() {
                return Err(TableError::Occupied(place));
            }
        }
        if hold {
            self.scene.held = Some(Held { by, path, top });
            notes.push(Note::InHand(last));
            return Ok(());
        }
        self.let_go(Held { by, path, top }, notes)
    }

    /// What the way of a piece in the hand is, were it let go.
    pub(super) fn so_far(&self, held: &Held) -> Ruling {
        let scene = Scene {
            top: held.top.clone(),
            ..self.scene.clone()
        };
        rule_on(&held.top, &scene.position(), &held.path)
    }

    /// A move ends when the piece is let go.
    pub(super) fn let_go(&mut self, held: Held, notes: &mut Vec<Note>) -> Result<(), TableError> {
        if held.path.first() == held.path.last() && self.so_far(&held).passed.is_empty() {
            // Put back where it stood, it was touched and not moved.
            return self.touch(Some(Who::Player(held.by)), held.path[0], notes);
        }
        let Held { by, path, top } = held;
        self.end_lifting(notes);
        if self.pending.iter().any(|pending| pending.what.by != by) {
            self.accept(notes);
        }
        if let Some(outcome) = self.outcome() {
            return Err(TableError::GameOver(outcome));
        }
        self.tell_off_for_crowns(by, notes);
        if self.pending.is_empty() {
            self.settle();
        }
        let before = self.scene.clone();
        let (origin, target) = (path[0], path[path.len() - 1]);
        let mut piece = self.piece(origin)?;
        let position = Scene {
            top: top.clone(),
            ..before.clone()
        }
        .position();
        let ruling = if by == self.scene.turn && piece.side == by {
            rule_on(&top, &position, &path)
        } else {
            let kind = if piece.side == by {
                K::PlayedTwice
            } else {
                K::PlayedOpponentsPiece
            };
            let as_played = rule_on(&top, &position.with_turn(piece.side), &path);
            let to_move = by == self.scene.turn;
            Ruling {
                regular: None,
                irregular: Some((kind, as_played.irregular.map(|(kind, _)| kind))),
                // Out of turn there is nothing to play.
                duty: if to_move {
                    duties(&top, &position)
                } else {
                    Vec::new()
                },
                ..as_played
            }
        };
        let left_touched = before
            .touched
            .filter(|&touched| touched != origin && before.can_play(touched));
        let mut duty = ruling.duty;
        let irregular = match (ruling.irregular, left_touched) {
            (None, Some(touched)) => {
                duty.retain(|mv| Place::of(self.variant(), mv.origin()) == touched);
                Some((K::TouchedAnother, None))
            }
            (irregular, _) => irregular,
        };

        self.scene.top.take(origin);
        if ruling.crowned {
            piece.role = Role::King;
        }
        self.scene.top.put(target, piece);
        self.scene.turn = by.other();
        self.scene.last = Some(by);
        self.scene.touched = None;
        self.scene.adjusting = None;
        self.scene.asks = None;
        self.scene.begun = true;
        let passed: Vec<Place> = ruling
            .passed
            .into_iter()
            .filter(|&place| self.scene.top.at(place).is_some())
            .collect();
        if !passed.is_empty() {
            self.scene.lifting = Some(Lifting {
                by,
                left: passed,
                stopped: false,
            });
        }
        match (irregular, ruling.regular) {
            (Some((kind, also)), _) => {
                let what = Irregularity {
                    kind,
                    also,
                    by,
                    places: path,
                    duty,
                };
                self.blame(what, before.clone(), notes);
            }
            (None, Some(mv)) => {
                if self.pending.is_empty() && self.scene.game.play(&mv).is_err() {
                    // Legal only because a promoted man has no crown yet.
                    self.settle();
                }
                notes.push(Note::Played(mv));
            }
            (None, None) => {}
        }
        self.previous = Some(Box::new(before));
        Ok(())
    }

    /// Who moves without having crowned the opponent's man is told so, once a man.
    pub(super) fn tell_off_for_crowns(&mut self, by: Side, notes: &mut Vec<Note>) {
        for (place, side) in self.scene.top.uncrowned() {
            if side != by && !self.scene.told.contains(&place) {
                self.scene.told.push(place);
                notes.push(Note::Incorrect(Incorrection::RefusedToCrown, by, place));
            }
        }
    }

    pub(super) fn uncrowned_man(&self, place: Place) -> Result<Piece, TableError> {
        let piece = self.piece(place)?;
        if !self.scene.top.awaits_crown(place, piece) {
            return Err(TableError::NotToCrown(place));
        }
        Ok(piece)
    }

    pub(super) fn crown(&mut self, place: Place, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let man = self.uncrowned_man(place)?;
        let king = Piece {
            role: Role::King,
            ..man
        };
        self.scene.top.put(place, king);
        self.scene.told.retain(|&told| told != place);
        // What is put right later is put right with the crown on.
        for pending in &mut self.pending {
            if pending.before.top.at(place) == Some(man) {
                pending.before.top.put(place, king);
            }
        }
        notes.push(Note::Crowned(place));
        Ok(())
    }
}
