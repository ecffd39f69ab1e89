//! A game at a real board: takes whatever a hand can do, says what was irregular, and leaves it to the opponent, or to
//! an arbiter, whether it is put right. Knows no clock, no words and no square names.
mod deciding;
mod deed;
mod lifting;
mod mishaps;
mod moving;

pub use deed::{Authority, Deed, Note, TableError, Who};

use super::irregularity::{Edition, Incorrection, Irregularity, IrregularityKind as K, Label};
use super::ruling::{Ruling, duties, rule_on};
use super::tabletop::Tabletop;
use super::{Game, Move, Outcome, Place, Position, Removal, Variant};
use crate::board::{Piece, Side};

/// A game on a real board.
#[derive(Clone, Debug)]
pub struct Table {
    scene: Scene,
    /// Before the last move, for who takes it back.
    previous: Option<Box<Scene>>,
    pending: Vec<Pending>,
    authority: Authority,
}

#[derive(Clone, Debug)]
struct Pending {
    what: Irregularity,
    before: Scene,
}

/// Everything on and about the board at a moment.
#[derive(Clone, Debug)]
struct Scene {
    top: Tabletop,
    game: Game,
    turn: Side,
    last: Option<Side>,
    touched: Option<Place>,
    /// May set pieces straight until the next move.
    adjusting: Option<Side>,
    asks: Option<Side>,
    held: Option<Held>,
    lifting: Option<Lifting>,
    begun: bool,
    /// Pieces that were set up elsewhere: their right square, and where they stand.
    misplaced: Vec<(Place, Place)>,
    /// Men for whose missing crown the opponent was told off.
    told: Vec<Place>,
}

/// A piece in the hand. On the table it still stands where it came from.
#[derive(Clone, Debug)]
struct Held {
    by: Side,
    path: Vec<Place>,
    /// The board when it was taken up.
    top: Tabletop,
}

/// Captured pieces that are to leave the board.
#[derive(Clone, Debug)]
struct Lifting {
    by: Side,
    left: Vec<Place>,
    stopped: bool,
}

impl Table {
    /// A table with a position on it.
    pub fn new(start: Position) -> Table {
        Table::with_game(Game::from_position(start))
    }

    /// A table for a game that is under way, with its choices of rules.
    pub fn with_game(game: Game) -> Table {
        let position = *game.position();
        Table {
            scene: Scene {
                top: Tabletop::of(&position),
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
                told: Vec::new(),
            },
            previous: None,
            pending: Vec::new(),
            authority: Authority::Opponent,
        }
    }

    /// The same table where somebody else decides about irregularities.
    #[must_use]
    pub fn under(mut self, authority: Authority) -> Table {
        self.authority = authority;
        self
    }

    /// The rules played.
    pub fn variant(&self) -> Variant {
        self.scene.game.variant()
    }

    /// Who is to move.
    pub const fn turn(&self) -> Side {
        self.scene.turn
    }

    /// Who decides about irregularities.
    pub const fn authority(&self) -> Authority {
        self.authority
    }

    /// The pieces that take part, a promoted man as the king it is, whatever is still to be decided.
    pub fn position(&self) -> Position {
        self.scene.position()
    }

    /// Every piece where it stands, light squares included.
    pub fn pieces(&self) -> impl Iterator<Item = (Place, Piece)> {
        self.scene.top.pieces()
    }

    /// Pieces on squares that are not played on.
    pub fn inactive(&self) -> Vec<(Place, Piece)> {
        self.scene.top.inactive()
    }

    /// Promoted men that nobody has crowned.
    pub fn uncrowned(&self) -> Vec<Place> {
        self.scene
            .top
            .uncrowned()
            .into_iter()
            .map(|(place, _)| place)
            .collect()
    }

    /// The way of the piece in the hand, its own place first; nothing where no hand holds one.
    pub fn in_hand(&self) -> &[Place] {
        self.scene.held.as_ref().map_or(&[], |held| &held.path)
    }

    /// Whether a move has been made.
    pub const fn begun(&self) -> bool {
        self.scene.begun
    }

    /// Captured pieces that are still to be lifted, the next first.
    pub fn to_lift(&self) -> &[Place] {
        self.scene.lifting.as_ref().map_or(&[], |lifting| &lifting.left)
    }

    /// The irregularities that nobody has decided about yet, the first first.
    pub fn pending(&self) -> impl Iterator<Item = &Irregularity> {
        self.pending.iter().map(|pending| &pending.what)
    }

    /// The game as far as it was played in order or let stand: its counters and its end.
    pub const fn game(&self) -> &Game {
        &self.scene.game
    }

    /// How the game ended; `None` while it goes on or something is to be decided.
    pub fn outcome(&self) -> Option<Outcome> {
        self.scene.game.outcome().filter(|_| self.pending.is_empty())
    }

    /// Does something at the table. Where `who` is `None` it is who mostly does such a thing: the owner of a piece
    /// moves and touches it, the last to move lifts, the opponent crowns, and who has the authority decides.
    ///
    /// # Errors
    /// Why it cannot be done; then nothing has changed.
    pub fn act(&mut self, who: Option<Who>, deed: Deed) -> Result<Vec<Note>, TableError> {
        let before = self.clone();
        let mut notes = Vec::new();
        let done = self.carry_out(who, deed, &mut notes);
        if done.is_err() {
            *self = before;
        }
        done.map(|()| notes)
    }

    fn carry_out(&mut self, who: Option<Who>, deed: Deed, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let closing = matches!(
            deed,
            Deed::Lift(_)
                | Deed::LiftAll
                | Deed::Pause
                | Deed::Done
                | Deed::Correct(_)
                | Deed::Accept
                | Deed::Stop
                | Deed::Refuse
                | Deed::Claim
                | Deed::Crown(_)
                | Deed::RefuseCrown(_)
        );
        if let Some(outcome) = self
            .outcome()
            .filter(|_| !closing || self.scene.lifting.is_none())
        {
            return Err(TableError::GameOver(outcome));
        }
        match deed {
            Deed::Touch(place) => self.touch(who, place, notes)?,
            Deed::Adjust => self.adjust(who, notes)?,
            Deed::Permit => self.permit(who, notes)?,
            Deed::Move(path) => self.carry(who, path, false, notes)?,
            Deed::Hold(path) => self.carry(who, path, true, notes)?,
            Deed::Release => {
                let held = self.scene.held.take().ok_or(TableError::NotInHand)?;
                self.let_go(held, notes)?;
            }
            Deed::Lift(place) => self.lift(who, place, notes)?,
            Deed::LiftAll => {
                for place in self.to_lift().to_vec() {
                    self.scene.top.take(place);
                }
                let lifting = self
                    .scene
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
            Deed::Pause => self.pause(notes),
            Deed::Done => {
                let open = self.scene.lifting.is_some();
                self.end_lifting(notes);
                if !open {
                    notes.push(Note::NoConsequence);
                }
            }
            Deed::Crown(place) => self.crown(place, notes)?,
            Deed::RefuseCrown(place) => {
                let man = self.uncrowned_man(place)?;
                self.scene.told.push(place);
                notes.push(Note::Incorrect(
                    Incorrection::RefusedToCrown,
                    man.side.other(),
                    place,
                ));
            }
            Deed::Knock(from, to) => self.knock(who, from, to, notes)?,
            Deed::Misplace(from, to) => self.misplace(from, to)?,
            Deed::SetupWrong => self.setup_wrong(who, notes)?,
            Deed::BoardTurned => {
                let by = self.player(who)?.unwrap_or(self.scene.turn);
                self.pending.clear();
                self.scene.game.annul();
                notes.push(Note::Irregular(irregularity(K::BoardTurned, by, Vec::new())));
            }
            Deed::TakeBack => self.take_back(who, notes)?,
            Deed::Correct(part) => self.correct(who, part, notes)?,
            Deed::Accept => {
                self.decide(who, notes)?;
                self.accept(notes);
            }
            Deed::Refuse => self.refuse(who, notes)?,
            Deed::Claim => {
                self.end_lifting(notes);
                let refused = |pending: &&Pending| pending.what.kind == K::RefusedToSubmit;
                let by = match self.pending.iter().find(refused) {
                    Some(pending) => pending.what.by,
                    None if self.pending.is_empty() => return Err(TableError::NothingToDecide),
                    None => return Err(TableError::NotRefused),
                };
                self.may_decide(who, by)?;
                self.pending.clear();
                self.scene.game.refuse_rules(by);
            }
            Deed::Stop => {
                let by = self.decide(who, notes)?;
                self.pending.clear();
                self.scene.game.stop_for_fault(by);
            }
            Deed::Resign => self
                .scene
                .game
                .resign(self.player(who)?.unwrap_or(self.scene.turn)),
            Deed::Time => self
                .scene
                .game
                .out_of_time(self.player(who)?.unwrap_or(self.scene.turn)),
            Deed::RefuseToPlay => {
                self.scene
                    .game
                    .refuse_to_play(self.player(who)?.unwrap_or(self.scene.turn));
            }
            Deed::UpsetBoard => self
                .scene
                .game
                .upset_board(self.player(who)?.unwrap_or(self.scene.turn)),
            Deed::AgreeDraw => self.scene.game.agree_draw(),
        }
        Ok(())
    }

    /// The player that was named; an error where it is the arbiter.
    fn player(&self, who: Option<Who>) -> Result<Option<Side>, TableError> {
        match who {
            None => Ok(None),
            Some(Who::Player(side)) => Ok(Some(side)),
            Some(Who::Arbiter) => Err(TableError::NotAPlayer),
        }
    }

    fn piece(&self, place: Place) -> Result<Piece, TableError> {
        if !self.scene.top.is_on_board(place) {
            return Err(TableError::OffBoard(place));
        }
        self.scene.top.at(place).ok_or(TableError::NothingThere(place))
    }

    fn blame(&mut self, what: Irregularity, before: Scene, notes: &mut Vec<Note>) {
        notes.push(Note::Irregular(what.clone()));
        self.pending.push(Pending { what, before });
    }
}

impl Scene {
    /// The pieces that take part. What is counted beside them is the game's, where they are the game's.
    fn position(&self) -> Position {
        let here = self.top.position(self.turn);
        let game = self.game.position();
        let same = here.turn() == game.turn() && here.pieces().eq(game.pieces());
        if same { *game } else { here }
    }

    /// Whether a piece has a move in order, of who is to move.
    fn can_play(&self, place: Place) -> bool {
        let square = place.square(self.game.variant());
        square.is_some_and(|square| {
            duties(&self.top, &self.position())
                .iter()
                .any(|mv| mv.origin() == square)
        })
    }
}

fn irregularity(kind: K, by: Side, places: Vec<Place>) -> Irregularity {
    Irregularity {
        kind,
        also: None,
        by,
        places,
        duty: Vec::new(),
    }
}
