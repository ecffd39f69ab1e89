//! A game at a real board: its state, and one action after another. Knows no clock, no wording and no square names.
use super::ruling::duties;
use super::{
    Action, ActionError, Authority, Incorrection, Irregularity, IrregularityKind as K, Note, Place,
    RealBoard, Who,
};
use crate::{Game, Outcome, Piece, Position, Side, Variant};

/// A game at a real board.
///
/// ```
/// use draughts::{Square, Variant, notation::fen};
/// use draughts::over_the_board::{Action, IrregularityKind, Note, OtbGame, Place};
///
/// let at = |number| Place::of(Variant::International, Square::new(number).unwrap());
/// let mut game = OtbGame::new(fen::read(Variant::International, "W:W28,40:B22")?);
/// let notes = game.act(None, Action::Move(vec![at(40), at(35)]))?;
/// let Note::Irregular(what) = &notes[0] else { panic!("28x17 had to be played") };
/// assert_eq!(what.kind, IrregularityKind::MissedCapture);
/// assert_eq!(what.kind.label(Variant::International).article, "5.4.6");
/// game.act(None, Action::Correct(None))?; // the opponent has it put right
/// assert_eq!(game.position().piece_at(Square::new(40).unwrap()).map(|piece| piece.side), Some(game.turn()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct OtbGame {
    pub(super) state: State,
    /// State before the last move, for taking it back.
    pub(super) previous: Option<Box<State>>,
    pub(super) pending: Vec<Pending>,
    pub(super) authority: Authority,
}

#[derive(Clone, Debug)]
pub(super) struct Pending {
    pub(super) what: Irregularity,
    pub(super) before: State,
}

/// The board and everything around it at one moment.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) board: RealBoard,
    pub(super) game: Game,
    pub(super) turn: Side,
    pub(super) last: Option<Side>,
    pub(super) touched: Option<Place>,
    /// Side that may adjust pieces until the next move.
    pub(super) adjusting: Option<Side>,
    pub(super) asks: Option<Side>,
    pub(super) held: Option<Held>,
    pub(super) lifting: Option<Lifting>,
    pub(super) begun: bool,
    /// Pieces that were set up wrongly: the right square and the current square.
    pub(super) misplaced: Vec<(Place, Place)>,
    /// Uncrowned men about which the opponent was warned.
    pub(super) warned: Vec<Place>,
}

/// A piece in the hand. On `board` it still stands on its origin.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) by: Side,
    pub(super) path: Vec<Place>,
    /// Board when the piece was taken up.
    pub(super) board: RealBoard,
}

/// Captured pieces that must leave the board.
#[derive(Clone, Debug)]
pub(super) struct Lifting {
    pub(super) by: Side,
    pub(super) left: Vec<Place>,
    pub(super) stopped: bool,
}

impl OtbGame {
    /// Starts a game from a position.
    #[must_use]
    pub fn new(start: Position) -> OtbGame {
        OtbGame::from_game(Game::from_position(start))
    }

    /// Continues a game that began on a screen, with its moves and rule options.
    #[must_use]
    pub fn from_game(game: Game) -> OtbGame {
        let position = *game.position();
        OtbGame {
            state: State {
                board: RealBoard::of(&position),
                turn: position.turn(),
                last: game.moves().last().map(|_| position.turn().other()),
                begun: !game.moves().is_empty(),
                game,
                touched: None,
                adjusting: None,
                asks: None,
                held: None,
                lifting: None,
                misplaced: Vec::new(),
                warned: Vec::new(),
            },
            previous: None,
            pending: Vec::new(),
            authority: Authority::Opponent,
        }
    }

    /// Sets who decides about irregularities.
    #[must_use]
    pub fn with_authority(mut self, authority: Authority) -> OtbGame {
        self.authority = authority;
        self
    }

    /// Returns the variant.
    pub fn variant(&self) -> Variant {
        self.state.game.variant()
    }

    /// Returns the side to move.
    pub const fn turn(&self) -> Side {
        self.state.turn
    }

    /// Returns who decides about irregularities.
    pub const fn authority(&self) -> Authority {
        self.authority
    }

    /// Returns the position of the pieces on playable squares. A promoted man counts as a king; undecided
    /// irregularities are ignored.
    #[must_use]
    pub fn position(&self) -> Position {
        self.state.position()
    }

    /// Returns all pieces with their squares, light squares included.
    pub fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        self.state.board.pieces()
    }

    /// Returns the pieces on squares that are not played on.
    pub fn inactive(&self) -> Vec<(Place, Piece)> {
        self.state.board.inactive()
    }

    /// Returns the promoted men without a crown.
    pub fn uncrowned(&self) -> Vec<Place> {
        self.state
            .board
            .uncrowned()
            .into_iter()
            .map(|(place, _)| place)
            .collect()
    }

    /// Returns the squares visited by the piece in the hand, its own first; empty if no piece is held.
    pub fn in_hand(&self) -> &[Place] {
        self.state.held.as_ref().map_or(&[], |held| &held.path)
    }

    /// Returns the side that holds a piece or lifts captured ones.
    pub fn hand(&self) -> Option<Side> {
        let held = self.state.held.as_ref().map(|held| held.by);
        held.or(self.state.lifting.as_ref().map(|lifting| lifting.by))
    }

    /// Returns true once a move has been made.
    pub const fn has_started(&self) -> bool {
        self.state.begun
    }

    /// Returns the captured pieces still to be lifted, the next first.
    pub fn to_lift(&self) -> &[Place] {
        self.state.lifting.as_ref().map_or(&[], |lifting| &lifting.left)
    }

    /// Returns the undecided irregularities, oldest first.
    pub fn pending(&self) -> impl Iterator<Item = &Irregularity> {
        self.pending.iter().map(|pending| &pending.what)
    }

    /// Returns the game so far, regular or accepted, with its counters and its end.
    pub const fn game(&self) -> &Game {
        &self.state.game
    }

    /// Returns how the game ended; `None` while it goes on or a decision is open.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.state.game.outcome().filter(|_| self.pending.is_empty())
    }

    /// Performs an action. If `who` is `None`, the usual person acts: the owner of a piece moves and touches it, the
    /// side that moved last lifts, the opponent crowns, and the authority decides.
    ///
    /// # Errors
    /// The action is impossible or not allowed; nothing has changed.
    pub fn act(&mut self, who: Option<Who>, action: Action) -> Result<Vec<Note>, ActionError> {
        let before = self.clone();
        let mut notes = Vec::new();
        let done = self.carry_out(who, action, &mut notes);
        if done.is_err() {
            *self = before;
        }
        done.map(|()| notes)
    }

    fn carry_out(
        &mut self,
        who: Option<Who>,
        action: Action,
        notes: &mut Vec<Note>,
    ) -> Result<(), ActionError> {
        let closing = matches!(
            action,
            Action::Lift(_)
                | Action::LiftAll
                | Action::Pause
                | Action::Done
                | Action::Correct(_)
                | Action::Accept
                | Action::Stop
                | Action::Refuse
                | Action::Claim
                | Action::Crown(_)
                | Action::RefuseCrown(_)
        );
        if let Some(outcome) = self
            .outcome()
            .filter(|_| !closing || self.state.lifting.is_none())
        {
            return Err(ActionError::GameOver(outcome));
        }
        match action {
            Action::Touch(place) => self.touch(who, place, notes)?,
            Action::Adjust => self.adjust(who, notes)?,
            Action::Permit => self.permit(who, notes)?,
            Action::Move(path) => self.carry(who, path, false, notes)?,
            Action::Hold(path) => self.carry(who, path, true, notes)?,
            Action::Release => {
                let held = self.state.held.take().ok_or(ActionError::NotInHand)?;
                self.let_go(held, notes)?;
            }
            Action::Lift(place) => self.lift(who, place, notes)?,
            Action::LiftAll => {
                for place in self.to_lift().to_vec() {
                    self.state.board.take(place);
                }
                let lifting = self
                    .state
                    .lifting
                    .as_mut()
                    .filter(|lifting| !lifting.left.is_empty());
                notes.push(lifting.map_or(Note::NoConsequence, |lifting| {
                    lifting.left.clear();
                    Note::AllLifted
                }));
                if self.pending.is_empty() {
                    self.settle();
                }
            }
            Action::Pause => self.pause(notes),
            Action::Done => {
                let open = self.state.lifting.is_some();
                self.end_lifting(notes);
                if !open {
                    notes.push(Note::NoConsequence);
                }
            }
            Action::Crown(place) => self.crown(place, notes)?,
            Action::RefuseCrown(place) => {
                let man = self.uncrowned_man(place)?;
                self.state.warned.push(place);
                notes.push(Note::Incorrect(
                    Incorrection::RefusedToCrown,
                    man.side.other(),
                    place,
                ));
            }
            Action::Knock(from, to) => self.knock(who, from, to, notes)?,
            Action::Misplace(from, to) => self.misplace(from, to)?,
            Action::SetupWrong => self.setup_wrong(who, notes)?,
            Action::BoardTurned => {
                let by = self.player(who)?.unwrap_or(self.state.turn);
                self.pending.clear();
                self.state.game.annul();
                notes.push(Note::Irregular(irregularity(K::BoardTurned, by, Vec::new())));
            }
            Action::TakeBack => self.take_back(who, notes)?,
            Action::Correct(part) => self.correct(who, part, notes)?,
            Action::Accept => {
                self.decide(who, notes)?;
                self.accept(notes);
            }
            Action::Refuse => self.refuse(who, notes)?,
            Action::Claim => {
                self.end_lifting(notes);
                let refused = |pending: &&Pending| pending.what.kind == K::RefusedToSubmit;
                let by = match self.pending.iter().find(refused) {
                    Some(pending) => pending.what.by,
                    None if self.pending.is_empty() => return Err(ActionError::NothingToDecide),
                    None => return Err(ActionError::NotRefused),
                };
                self.may_decide(who, by)?;
                self.pending.clear();
                self.state.game.refuse_rules(by);
            }
            Action::Stop => {
                let by = self.decide(who, notes)?;
                self.pending.clear();
                self.state.game.stop_for_fault(by);
            }
            Action::Resign => self
                .state
                .game
                .resign(self.player(who)?.unwrap_or(self.state.turn)),
            Action::Time => self
                .state
                .game
                .out_of_time(self.player(who)?.unwrap_or(self.state.turn)),
            Action::RefuseToPlay => {
                self.state
                    .game
                    .refuse_to_play(self.player(who)?.unwrap_or(self.state.turn));
            }
            Action::UpsetBoard => self
                .state
                .game
                .upset_board(self.player(who)?.unwrap_or(self.state.turn)),
            Action::AgreeDraw => self.state.game.agree_draw(),
        }
        Ok(())
    }

    /// Returns the named player; an error if it is the arbiter.
    pub(super) fn player(&self, who: Option<Who>) -> Result<Option<Side>, ActionError> {
        match who {
            None => Ok(None),
            Some(Who::Player(side)) => Ok(Some(side)),
            Some(Who::Arbiter) => Err(ActionError::NotAPlayer),
        }
    }

    pub(super) fn piece(&self, place: Place) -> Result<Piece, ActionError> {
        if !self.state.board.is_on_board(place) {
            return Err(ActionError::OffBoard(place));
        }
        self.state.board.at(place).ok_or(ActionError::NothingThere(place))
    }

    pub(super) fn blame(&mut self, what: Irregularity, before: State, notes: &mut Vec<Note>) {
        notes.push(Note::Irregular(what.clone()));
        self.pending.push(Pending { what, before });
    }
}

impl State {
    /// Returns the position of the pieces on playable squares. If it equals the game's position, that one is returned
    /// with its king moves.
    pub(super) fn position(&self) -> Position {
        let here = self.board.position(self.turn);
        let game = self.game.position();
        let same = here.turn() == game.turn() && here.pieces().eq(game.pieces());
        if same { *game } else { here }
    }

    /// Returns true if a piece of the side to move has a legal move.
    pub(super) fn can_play(&self, place: Place) -> bool {
        let square = place.square(self.game.variant());
        square.is_some_and(|square| {
            duties(&self.board, &self.position())
                .iter()
                .any(|mv| mv.origin() == square)
        })
    }
}

pub(super) fn irregularity(kind: K, by: Side, places: Vec<Place>) -> Irregularity {
    Irregularity {
        kind,
        also: None,
        by,
        places,
        duty: Vec::new(),
    }
}
