//! Touching, adjusting and moving. A move ends when the piece is released. Decides nothing.
use super::otb_game::{Held, Lifting, State};
use super::ruling::{Ruling, duties, rule_on};
use super::{
    ActionError, Authority, Edition, Incorrection, Irregularity, IrregularityKind as K, Note, OtbGame, Place,
    Who,
};
use crate::{Piece, Role, Side};

impl OtbGame {
    pub(super) fn touch(
        &mut self,
        who: Option<Who>,
        place: Place,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        let piece = self.piece(place)?;
        let side = self.player(who)?.unwrap_or(piece.side);
        let state = &mut self.state;
        if state.adjusting == Some(side) {
            notes.push(Note::NoConsequence);
        } else if side != state.turn {
            notes.push(Note::Incorrect(Incorrection::TouchedOutOfTurn, side, place));
        } else if piece.side != side || state.touched.is_some() {
            notes.push(Note::NoConsequence);
        } else if state.can_play(place) {
            state.touched = Some(place);
            notes.push(Note::MustPlay(place));
        } else {
            notes.push(Note::MayLeave(place));
        }
        Ok(())
    }

    pub(super) fn adjust(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let side = self.player(who)?.unwrap_or(self.state.turn);
        if Edition::of(self.variant()).adjusting_needs_permission() {
            self.state.asks = Some(side);
            notes.push(Note::AsksToAdjust(side));
        } else if side == self.state.turn {
            self.state.adjusting = Some(side);
            notes.push(Note::MayAdjust(side));
        } else {
            // Only the side to move may announce an adjustment; the other side may not touch pieces at all.
            notes.push(Note::NoConsequence);
        }
        Ok(())
    }

    pub(super) fn permit(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let side = self.state.asks.ok_or(ActionError::NotAsked)?;
        if self.player(who)? == Some(side) {
            return Err(ActionError::NotYours(Authority::Opponent));
        }
        self.state.asks = None;
        self.state.adjusting = Some(side);
        notes.push(Note::MayAdjust(side));
        Ok(())
    }

    pub(super) fn carry(
        &mut self,
        who: Option<Who>,
        path: Vec<Place>,
        hold: bool,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        let player = self.player(who)?;
        let [first, .., last] = path[..] else {
            return Err(ActionError::TooShort);
        };
        if let Some(&off) = path.iter().find(|&&place| !self.state.board.is_on_board(place)) {
            return Err(ActionError::OffBoard(off));
        }
        let (by, path, board) = match self.state.held.take() {
            // A piece in the hand continues from where it is, or starts again.
            Some(held) if held.path.last() == Some(&first) && held.path.len() > 1 => {
                // Pieces captured so far lie on the way. Without any, the piece was not put down yet.
                let taken = !self.so_far(&held).passed.is_empty();
                let way = if taken { &held.path[..] } else { &held.path[..1] };
                (held.by, [way, &path[1..]].concat(), held.board)
            }
            Some(held) if held.path[0] == first => (held.by, path, held.board),
            Some(_) => return Err(ActionError::NotInHand),
            None => {
                let piece = self.piece(first)?;
                let by = player.unwrap_or(
                    if piece.side == self.state.turn || self.state.last != Some(piece.side) {
                        self.state.turn
                    } else {
                        piece.side
                    },
                );
                (by, path, self.state.board.clone())
            }
        };
        let origin = path[0];
        for &place in &path[1..] {
            if place != origin && self.state.board.at(place).is_some() {
                return Err(ActionError::Occupied(place));
            }
        }
        if hold {
            self.state.held = Some(Held { by, path, board });
            notes.push(Note::InHand(last));
            return Ok(());
        }
        self.let_go(Held { by, path, board }, notes)
    }

    /// Returns the ruling on the piece in the hand if it were released now.
    pub(super) fn so_far(&self, held: &Held) -> Ruling {
        let state = State {
            board: held.board.clone(),
            ..self.state.clone()
        };
        rule_on(&held.board, &state.position(), &held.path)
    }

    /// Ends a move: the piece is released.
    pub(super) fn let_go(&mut self, held: Held, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        if held.path.first() == held.path.last() && self.so_far(&held).passed.is_empty() {
            // A piece put back on its square was touched, not moved.
            return self.touch(Some(Who::Player(held.by)), held.path[0], notes);
        }
        let Held { by, path, board } = held;
        self.end_lifting(notes);
        if self.pending.iter().any(|pending| pending.what.by != by) {
            self.accept(notes);
        }
        if let Some(outcome) = self.outcome() {
            return Err(ActionError::GameOver(outcome));
        }
        self.warn_about_crowns(by, notes);
        if self.pending.is_empty() {
            self.settle();
        }
        let before = self.state.clone();
        let (origin, target) = (path[0], path[path.len() - 1]);
        let mut piece = self.piece(origin)?;
        let position = State {
            board: board.clone(),
            ..before.clone()
        }
        .position();
        let ruling = if by == self.state.turn && piece.side == by {
            rule_on(&board, &position, &path)
        } else {
            let kind = if piece.side == by {
                K::PlayedTwice
            } else {
                K::PlayedOpponentsPiece
            };
            let as_played = rule_on(&board, &position.with_turn(piece.side), &path);
            let to_move = by == self.state.turn;
            Ruling {
                regular: None,
                irregular: Some((kind, as_played.irregular.map(|(kind, _)| kind))),
                // Out of turn there is no legal move.
                duty: if to_move {
                    duties(&board, &position)
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

        self.state.board.take(origin);
        if ruling.crowned {
            piece.role = Role::King;
        }
        self.state.board.put(target, piece);
        self.state.turn = by.other();
        self.state.last = Some(by);
        self.state.touched = None;
        self.state.adjusting = None;
        self.state.asks = None;
        self.state.begun = true;
        let passed: Vec<Place> = ruling
            .passed
            .into_iter()
            .filter(|&place| self.state.board.at(place).is_some())
            .collect();
        if !passed.is_empty() {
            self.state.lifting = Some(Lifting {
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
                if self.pending.is_empty() && self.state.game.play(&mv).is_err() {
                    // The move is legal only because a promoted man has no crown yet.
                    self.settle();
                }
                notes.push(Note::Played(mv));
            }
            (None, None) => {}
        }
        self.previous = Some(Box::new(before));
        Ok(())
    }

    /// Records an incorrection for each man of the opponent that the mover has left uncrowned, once per man.
    pub(super) fn warn_about_crowns(&mut self, by: Side, notes: &mut Vec<Note>) {
        for (place, side) in self.state.board.uncrowned() {
            if side != by && !self.state.warned.contains(&place) {
                self.state.warned.push(place);
                notes.push(Note::Incorrect(Incorrection::RefusedToCrown, by, place));
            }
        }
    }

    pub(super) fn uncrowned_man(&self, place: Place) -> Result<Piece, ActionError> {
        let piece = self.piece(place)?;
        if !self.state.board.awaits_crown(place, piece) {
            return Err(ActionError::NotToCrown(place));
        }
        Ok(piece)
    }

    pub(super) fn crown(&mut self, place: Place, notes: &mut Vec<Note>) -> Result<(), ActionError> {
        let man = self.uncrowned_man(place)?;
        let king = Piece {
            role: Role::King,
            ..man
        };
        self.state.board.put(place, king);
        self.state.warned.retain(|&warned| warned != place);
        // A later correction keeps the crown.
        for pending in &mut self.pending {
            if pending.before.board.at(place) == Some(man) {
                pending.before.board.put(place, king);
            }
        }
        notes.push(Note::Crowned(place));
        Ok(())
    }
}
