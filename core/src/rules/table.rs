//! A game at a real board: takes whatever a hand can do, says what was irregular, and leaves it to the opponent, or to
//! an arbiter, whether it is put right. Knows no clock, no words and no square names.
use super::irregularity::{Edition, Incorrection, Irregularity, IrregularityKind as K, Label};
use super::ruling::{Ruling, duties, rule_on};
use super::tabletop::Tabletop;
use super::{Game, Move, Outcome, Place, Position, Removal, Variant};
use crate::board::{Piece, Role, Side};

/// Who does something at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Who {
    /// A player.
    Player(Side),
    /// The arbiter.
    Arbiter,
}

/// Who decides about an irregularity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Authority {
    /// The opponent of who committed it, and nobody else.
    #[default]
    Opponent,
    /// The arbiter, where there is one, and nobody else.
    Arbiter,
}

/// Something done at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Deed {
    /// A piece is touched.
    Touch(Place),
    /// "J'adoube": the notice that pieces will be set straight; in Frisian draughts the question whether they may.
    Adjust,
    /// The opponent allows it.
    Permit,
    /// A piece is carried over these squares, its own first, and let go on the last.
    Move(Vec<Place>),
    /// The same, and the piece stays in the hand.
    Hold(Vec<Place>),
    /// The piece in the hand is let go where it is.
    Release,
    /// A piece is taken off the board.
    Lift(Place),
    /// Every captured piece still on the board is taken off it, in order.
    LiftAll,
    /// A stop while a capture is carried out or captured pieces are lifted.
    Pause,
    /// No more captured pieces are lifted.
    Done,
    /// A man on its last row gets its crown.
    Crown(Place),
    /// The opponent will not crown it.
    RefuseCrown(Place),
    /// A piece is displaced by accident, or falls off the board.
    Knock(Place, Option<Place>),
    /// Before the first move: a piece is set up on another square than its own, and nobody sees it.
    Misplace(Place, Place),
    /// Somebody sees that the pieces were not set up rightly.
    SetupWrong,
    /// Somebody sees that the board lies the wrong way round.
    BoardTurned,
    /// The last move is taken back by who made it.
    TakeBack,
    /// The irregularity is to be put right; with squares: only what is on them.
    Correct(Option<Vec<Place>>),
    /// The irregularity is let stand.
    Accept,
    /// Who committed it will not submit.
    Refuse,
    /// The game is claimed because the other side does not submit.
    Claim,
    /// The fault is found deliberate, and the game is stopped.
    Stop,
    /// Gives up.
    Resign,
    /// The time has run out.
    Time,
    /// Will not go on playing.
    RefuseToPlay,
    /// Upsets the board.
    UpsetBoard,
    /// Both agree to a draw.
    AgreeDraw,
}

/// What came of a deed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Note {
    /// A move in order.
    Played(Move),
    /// An irregularity: there is something to decide.
    Irregular(Irregularity),
    /// An incorrection by this side: nothing to decide.
    Incorrect(Incorrection, Side, Place),
    /// These were let stand; by a move of the opponent's, or by word.
    Accepted(Vec<K>),
    /// These were put right, whole.
    Corrected(Vec<K>),
    /// The piece that was touched must be played.
    MustPlay(Place),
    /// Touching it binds nobody: it cannot be played.
    MayLeave(Place),
    /// Pieces may be set straight until the next move.
    MayAdjust(Side),
    /// The opponent is asked whether pieces may be set straight.
    AsksToAdjust(Side),
    /// The piece is in the hand: it may still go elsewhere.
    InHand(Place),
    /// A captured piece left the board in order.
    Lifted(Place),
    /// Every captured piece is off the board.
    AllLifted,
    /// A man got its crown.
    Crowned(Place),
    /// The set-up was put right before the first move, which is nobody's fault.
    SetUpAgain,
    /// Nothing follows from it.
    NoConsequence,
}

/// Why a deed is impossible, or not allowed to who does it. The table is as it was.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TableError {
    /// The game is over.
    #[error("the game is over ({})", .0.reason.key())]
    GameOver(Outcome),
    /// No piece stands there.
    #[error("nothing stands there")]
    NothingThere(Place),
    /// The board has no such square.
    #[error("no square of this board")]
    OffBoard(Place),
    /// Another piece stands there.
    #[error("another piece stands there")]
    Occupied(Place),
    /// A piece goes from one square to another.
    #[error("a move has at least two squares")]
    TooShort,
    /// No piece is in the hand, or another one.
    #[error("that piece is not in the hand")]
    NotInHand,
    /// It is no man on its last row without a crown.
    #[error("no man waits for its crown there")]
    NotToCrown(Place),
    /// Before the first move only.
    #[error("the game has begun")]
    Begun,
    /// No move can be taken back.
    #[error("there is no move to take back")]
    NoMove,
    /// Nobody asked.
    #[error("nobody asked to adjust pieces")]
    NotAsked,
    /// There is no irregularity to decide about, or a move let it stand.
    #[error("there is nothing to put right: a move lets an irregularity stand")]
    NothingToDecide,
    /// Somebody else decides.
    #[error("only {} decides about it", if *.0 == Authority::Opponent { "the opponent" } else { "the arbiter" })]
    NotYours(Authority),
    /// Half an irregularity is not put right: these squares are missing.
    #[error("an irregularity is put right whole or not at all")]
    HalfCorrection(Vec<Place>),
    /// The player did not refuse to submit.
    #[error("nobody refused to submit")]
    NotRefused,
    /// An arbiter carries no pieces.
    #[error("the arbiter plays no moves")]
    NotAPlayer,
}

impl TableError {
    /// Its name in data and on the command line.
    pub const fn key(&self) -> &'static str {
        match self {
            TableError::GameOver(_) => "game-over",
            TableError::NothingThere(_) => "nothing-there",
            TableError::OffBoard(_) => "off-board",
            TableError::Occupied(_) => "occupied",
            TableError::TooShort => "too-short",
            TableError::NotInHand => "not-in-hand",
            TableError::NotToCrown(_) => "not-to-crown",
            TableError::Begun => "begun",
            TableError::NoMove => "no-move",
            TableError::NotAsked => "not-asked",
            TableError::NothingToDecide => "nothing-to-decide",
            TableError::NotYours(_) => "not-yours-to-decide",
            TableError::HalfCorrection(_) => "half-correction",
            TableError::NotRefused => "not-refused",
            TableError::NotAPlayer => "not-a-player",
        }
    }

    /// Article and edition that refuse it; `None` where it is the board that cannot do it.
    pub const fn label(&self, variant: Variant) -> Option<Label> {
        let edition = Edition::of(variant);
        let article = match (self, edition) {
            (TableError::NothingToDecide | TableError::HalfCorrection(_), Edition::Frisian2011) => "27",
            (TableError::NotYours(_), Edition::Frisian2011) => "27",
            (TableError::NothingToDecide, _) => "5.6",
            (TableError::HalfCorrection(_), _) => "5.7",
            (TableError::NotYours(_), _) => "5.4",
            (TableError::Begun, Edition::Frisian2011) => "25",
            (TableError::Begun, _) => "5.2",
            _ => return None,
        };
        Some(Label { article, edition })
    }
}

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
            Deed::Permit => self.permit(notes)?,
            Deed::Move(path) => self.carry(who, path, false, notes)?,
            Deed::Hold(path) => self.carry(who, path, true, notes)?,
            Deed::Release => {
                let held = self.scene.held.take().ok_or(TableError::NotInHand)?;
                self.let_go(held.by, held.path, &held.top, notes)?;
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
                let by = self.decide(who, notes)?;
                if !self
                    .pending
                    .iter()
                    .any(|pending| pending.what.kind == K::RefusedToSubmit)
                {
                    return Err(TableError::NotRefused);
                }
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

    // Touching and adjusting.

    fn touch(&mut self, who: Option<Who>, place: Place, notes: &mut Vec<Note>) -> Result<(), TableError> {
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

    fn adjust(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
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

    fn permit(&mut self, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let side = self.scene.asks.take().ok_or(TableError::NotAsked)?;
        self.scene.adjusting = Some(side);
        notes.push(Note::MayAdjust(side));
        Ok(())
    }

    // Moving.

    fn carry(
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
                (held.by, [&held.path, &path[1..]].concat(), held.top)
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
        self.let_go(by, path, &top, notes)
    }

    /// A move ends when the piece is let go.
    fn let_go(
        &mut self,
        by: Side,
        path: Vec<Place>,
        top: &Tabletop,
        notes: &mut Vec<Note>,
    ) -> Result<(), TableError> {
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
            rule_on(top, &position, &path)
        } else {
            let kind = if piece.side == by {
                K::PlayedTwice
            } else {
                K::PlayedOpponentsPiece
            };
            let as_played = rule_on(top, &position.with_turn(piece.side), &path);
            Ruling {
                regular: None,
                irregular: Some((kind, as_played.irregular.map(|(kind, _)| kind))),
                ..as_played
            }
        };
        let left_touched = before
            .touched
            .filter(|&touched| touched != origin && before.can_play(touched));
        let irregular = match (ruling.irregular, left_touched) {
            (None, Some(_)) => Some((K::TouchedAnother, None)),
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
                    duty: ruling.duty,
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
    fn tell_off_for_crowns(&mut self, by: Side, notes: &mut Vec<Note>) {
        for (place, side) in self.scene.top.uncrowned() {
            if side != by && !self.scene.told.contains(&place) {
                self.scene.told.push(place);
                notes.push(Note::Incorrect(Incorrection::RefusedToCrown, by, place));
            }
        }
    }

    fn uncrowned_man(&self, place: Place) -> Result<Piece, TableError> {
        let piece = self.piece(place)?;
        if !self.scene.top.awaits_crown(place, piece) {
            return Err(TableError::NotToCrown(place));
        }
        Ok(piece)
    }

    fn crown(&mut self, place: Place, notes: &mut Vec<Note>) -> Result<(), TableError> {
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

    // Lifting.

    fn lift(&mut self, who: Option<Who>, place: Place, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let piece = self.piece(place)?;
        let by = match (self.player(who)?, &self.scene.held, &self.scene.lifting) {
            (Some(side), _, _) => side,
            (None, Some(held), _) => held.by,
            (None, None, Some(lifting)) => lifting.by,
            (None, None, None) => self.scene.last.unwrap_or(self.scene.turn),
        };
        let before = self.scene.clone();
        self.scene.top.take(place);
        let capturing = self.scene.held.as_ref().is_some_and(|held| held.by == by);
        let stopped_capture = self
            .pending
            .iter()
            .any(|pending| pending.what.kind == K::StoppedCapture && pending.what.by == by);
        let at_once = self.variant().rules().removal == Removal::AtOnce;
        let lifting = self.scene.lifting.as_mut().filter(|lifting| lifting.by == by);
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
        } else if self.scene.lifting.as_ref().is_none_or(|lifting| lifting.by != by) {
            K::LiftedWithoutReason
        } else if piece.side == by {
            K::LiftedOwn
        } else {
            K::LiftedNotTaken
        };
        self.blame(irregularity(kind, by, vec![place]), before, notes);
        Ok(())
    }

    /// Lifting is over with the last captured piece, with a stop, or when play goes on.
    fn end_lifting(&mut self, notes: &mut Vec<Note>) {
        let Some(lifting) = self.scene.lifting.clone() else {
            return;
        };
        if !lifting.left.is_empty() && !lifting.stopped {
            let before = self.scene.clone();
            let what = irregularity(K::LiftedTooFew, lifting.by, lifting.left);
            self.blame(what, before, notes);
        }
        self.scene.lifting = None;
    }

    fn pause(&mut self, notes: &mut Vec<Note>) {
        if let Some(held) = self.scene.held.take() {
            let before = self.scene.clone();
            let ruling = rule_on(
                &held.top,
                &Scene {
                    top: held.top.clone(),
                    ..before.clone()
                }
                .position(),
                &held.path,
            );
            let capturing = !ruling.passed.is_empty();
            if capturing {
                let what = Irregularity {
                    duty: ruling.duty,
                    ..irregularity(K::StoppedCapture, held.by, held.path.clone())
                };
                self.scene.held = Some(held);
                self.blame(what, before, notes);
                return;
            }
            self.scene.held = Some(held);
        } else if let Some(lifting) = self
            .scene
            .lifting
            .as_mut()
            .filter(|lifting| !lifting.left.is_empty())
        {
            if !lifting.stopped {
                lifting.stopped = true;
                let what = irregularity(K::StoppedLifting, lifting.by, lifting.left.clone());
                let before = self.scene.clone();
                self.blame(what, before, notes);
                return;
            }
        }
        notes.push(Note::NoConsequence);
    }

    // Accidents, the set-up, moves taken back.

    fn knock(
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

    fn free(&self, place: Place) -> Result<(), TableError> {
        match self.piece(place) {
            Err(TableError::NothingThere(_)) => Ok(()),
            Err(error) => Err(error),
            Ok(_) => Err(TableError::Occupied(place)),
        }
    }

    fn misplace(&mut self, from: Place, to: Place) -> Result<(), TableError> {
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
    fn setup_wrong(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
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

    fn take_back(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let named = self.player(who)?;
        let earlier = self.previous.take().ok_or(TableError::NoMove)?;
        let by = named.or(self.scene.last).ok_or(TableError::NoMove)?;
        let before = std::mem::replace(&mut self.scene, *earlier);
        let places = before.top.differences(&self.scene.top);
        self.blame(irregularity(K::TookMoveBack, by, places), before, notes);
        Ok(())
    }

    // Deciding.

    /// Checks that somebody may decide; who committed the irregularity.
    fn decide(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<Side, TableError> {
        self.end_lifting(notes);
        let by = self.pending.first().ok_or(TableError::NothingToDecide)?.what.by;
        let allowed = match (who, self.authority) {
            (None, _) | (Some(Who::Arbiter), Authority::Arbiter) => true,
            (Some(Who::Player(side)), Authority::Opponent) => side != by,
            _ => false,
        };
        if allowed {
            Ok(by)
        } else {
            Err(TableError::NotYours(self.authority))
        }
    }

    fn kinds(&self) -> Vec<K> {
        self.pending.iter().map(|pending| pending.what.kind).collect()
    }

    /// Lets everything stand: the game goes on from what is on the board.
    fn accept(&mut self, notes: &mut Vec<Note>) {
        notes.push(Note::Accepted(self.kinds()));
        self.pending.clear();
        self.scene.lifting = None;
        self.settle();
    }

    /// Puts everything right, or nothing.
    fn correct(
        &mut self,
        who: Option<Who>,
        part: Option<Vec<Place>>,
        notes: &mut Vec<Note>,
    ) -> Result<(), TableError> {
        self.decide(who, notes)?;
        let first = self.pending[0].clone();
        let mut right = first.before;
        let kind = first.what.kind;
        if kind.is_of_lifting() {
            // The capture was in order: the captured pieces leave the board, no others.
            for place in right
                .lifting
                .take()
                .map(|lifting| lifting.left)
                .unwrap_or_default()
            {
                right.top.take(place);
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
            let mut missing = right.top.differences(&self.scene.top);
            missing.retain(|place| !part.contains(place));
            if !missing.is_empty() {
                return Err(TableError::HalfCorrection(missing));
            }
        }
        notes.push(Note::Corrected(self.kinds()));
        self.pending.clear();
        self.previous = None;
        self.scene = right;
        self.settle();
        Ok(())
    }

    fn refuse(&mut self, who: Option<Who>, notes: &mut Vec<Note>) -> Result<(), TableError> {
        let named = self.player(who)?;
        let by = named
            .or(self.pending.first().map(|pending| pending.what.by))
            .ok_or(TableError::NothingToDecide)?;
        let before = self.scene.clone();
        self.blame(irregularity(K::RefusedToSubmit, by, Vec::new()), before, notes);
        Ok(())
    }

    /// Makes the game's position what is on the board.
    fn settle(&mut self) {
        let position = self.scene.position();
        if position != *self.scene.game.position() {
            self.scene.game.amend(position);
        }
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
