//! A game between two devices. Every change is stored in one transaction before it is announced.
use super::real_board::RealBoard;
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::over_the_board::{ActionView, OtbGameView};
use crate::play::{self, Handicap, LoadedGame, RealRuleView, by_the_rule};
use crate::views::{GameView, OutcomeView, PositionView, RefusalView, SideView, TermsView};
use crate::{convert, inspect, terms};
use damier_store::{GameRow, GameStart, GameText, Store, tree};
use draughts::notation::fen;
use draughts::over_the_board::Action;
use draughts::{Move, Position, Side};

/// A moment by two clocks, each in milliseconds.
///
/// The clocks of the players follow `clock`, which only ever goes forward. The calendar is what a person may set: it
/// dates what is stored and decides nothing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Moment {
    /// Milliseconds since any fixed moment.
    pub clock: f64,
    /// Milliseconds since 1970.
    pub calendar: f64,
}

/// A moment by one clock, for callers without a clock of a player.
impl From<f64> for Moment {
    fn from(now: f64) -> Self {
        Self {
            clock: now,
            calendar: now,
        }
    }
}

/// Start of a game between two devices.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedStart {
    /// Profile that owns the game.
    pub profile: i64,
    /// Key of the variant.
    pub variant: String,
    /// White's name and Black's.
    pub players: [String; 2],
    /// Number of men removed from each side.
    pub handicap: Handicap,
    /// Clocks, and whether the game is serious.
    pub terms: TermsView,
    /// Evening or tournament of the game; empty for none.
    pub event: String,
    /// Round of the tournament, from 1.
    pub round: Option<u32>,
    /// `true` for a real board, where the opponent decides about irregularities.
    pub real_board: bool,
}

impl SharedStart {
    /// Checks that a game can be played with these settings.
    ///
    /// # Errors
    /// `UnknownVariant`; `NotFound` for an unknown opening; `BadParams` for an impossible handicap or clock, or a real
    /// board with a house rule.
    pub fn check(&self) -> Result<(), ApiError> {
        self.position().map(drop)
    }

    /// Start position, and the squares of removed men.
    fn position(&self) -> Result<(Position, Vec<u8>), ApiError> {
        let variant = convert::variant(&self.variant)?;
        if let Some(clock) = &self.terms.clock {
            terms::timer(clock)?;
        }
        if self.real_board && self.terms.house_rule.is_some() {
            return Err(bad_params("a real board has no house rules"));
        }
        match &self.terms.ballot {
            Some(choice) => Ok((play::ballot(variant, choice)?.start, Vec::new())),
            None => play::start(variant, self.handicap, None, self.terms.short),
        }
    }
}

/// A game between two people on two devices.
#[derive(Debug)]
pub struct SharedGame {
    open: LoadedGame,
    /// The real board, if it is one.
    board: Option<RealBoard>,
}

impl SharedGame {
    /// Starts a game. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// As [`SharedStart::check`], or if the store fails.
    pub fn begin(store: &mut Store, begin: &SharedStart, now: f64) -> Result<Self, ApiError> {
        let (position, removed) = begin.position()?;
        Self::add(store, begin, &position, removed, now)
    }

    /// Starts a game from a position that was set up.
    ///
    /// # Errors
    /// If the store fails.
    pub fn begin_at(
        store: &mut Store,
        begin: &SharedStart,
        position: &Position,
        now: f64,
    ) -> Result<Self, ApiError> {
        Self::add(store, begin, position, Vec::new(), now)
    }

    fn add(
        store: &mut Store,
        begin: &SharedStart,
        position: &Position,
        removed: Vec<u8>,
        now: f64,
    ) -> Result<Self, ApiError> {
        let mut tags = terms::tags(&begin.terms);
        if !begin.event.is_empty() {
            tags.push(("Event".into(), begin.event.clone()));
        }
        if let Some(round) = begin.round {
            tags.push(("Round".into(), round.to_string()));
        }
        if begin.real_board {
            // PDN's word for a game over the board.
            tags.push(("Mode".into(), "OTB".into()));
        }
        let start = GameStart {
            profile: begin.profile,
            variant: position.variant().key().into(),
            start_fen: fen::write(position),
            white_level: None,
            black_level: None,
            removed,
            tags,
            terms: terms::kept(&begin.terms)?,
            letter: None,
        };
        let players = begin.players.each_ref().map(String::as_str);
        let row = store.add_game_between(start, tree::write(&[]), players, now)?;
        Self::of(row, begin.real_board)
    }

    fn of(row: GameRow, real_board: bool) -> Result<Self, ApiError> {
        let open = LoadedGame::read(row)?;
        let board = real_board.then(|| RealBoard::of(open.game()));
        Ok(Self { open, board })
    }

    /// Loads a stored game. A real board shows the settled moves only: unfinished actions and open decisions are
    /// lost.
    ///
    /// # Errors
    /// `NotFound`, `GameDamaged`, or if the store fails.
    pub fn read(store: &Store, id: i64, real_board: bool) -> Result<Self, ApiError> {
        let row = store.game(id)?;
        let row = row.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no game {id}")))?;
        Self::of(row, real_board)
    }

    /// Id in the store.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.open.id()
    }

    /// Time of the last write, in milliseconds since 1970.
    #[must_use]
    pub fn updated(&self) -> f64 {
        self.open.updated()
    }

    /// Side that must move or decide.
    #[must_use]
    pub fn turn(&self) -> SideView {
        let at_board = self.board.as_ref().map(RealBoard::awaited);
        at_board.unwrap_or_else(|| self.open.position().turn()).into()
    }

    /// View of the real board in a language; `None` without one.
    #[must_use]
    pub fn board(&self, language: &str) -> Option<OtbGameView> {
        self.board.as_ref().map(|board| board.view(language))
    }

    /// Number of moves played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.open.ply()
    }

    /// Returns `true` if the game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.open.game().outcome().is_some()
    }

    /// Result, "2-0", once the game is over.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        let outcome = self.open.game().outcome()?;
        Some(OutcomeView::of(self.open.game().variant(), outcome).result)
    }

    /// Winner; `None` after a draw and during the game.
    #[must_use]
    pub fn winner(&self) -> Option<SideView> {
        self.open.game().outcome()?.winner.map(SideView::from)
    }

    /// View of the game. `now` is a moment of the clock, here and below.
    #[must_use]
    pub fn view(&self, now: f64) -> GameView {
        self.open.view(now)
    }

    /// Position after `ply` moves, without legal moves.
    #[must_use]
    pub fn at(&self, ply: u32) -> Option<PositionView> {
        let positions = self.open.game().positions();
        let found = usize::try_from(ply).ok().and_then(|ply| positions.get(ply));
        found.map(PositionView::still)
    }

    /// Explains why the piece on `origin` may not go to `target`; `None` if it may.
    ///
    /// # Errors
    /// `BadParams` if the board has no such square.
    pub fn why_not(&self, origin: u8, target: Option<u8>) -> Result<Option<RefusalView>, ApiError> {
        let game = self.open.game();
        let rule = self.open.terms().house_rule;
        inspect::why_not(
            game.variant().key(),
            &fen::write(self.open.position()),
            origin,
            target,
            rule,
        )
    }

    /// Applies the federation's rules to the move that led to `ply`, whatever the house rule.
    ///
    /// # Errors
    /// `NotFound` if there is no such move.
    pub fn by_the_rule(&self, ply: u32) -> Result<RealRuleView, ApiError> {
        by_the_rule(self.open.game(), ply)
    }

    /// Plays a move of the side to move. If its flag has fallen, the game ends instead.
    ///
    /// # Errors
    /// `Stale` if the player saw another state, `GameOver`, `IllegalMove`, `BadParams`, or if the store fails.
    pub fn play(&mut self, store: &Store, ply: u32, path: &[u8], now: Moment) -> Result<(), ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        if self.board.is_some() {
            return Err(bad_params("moves at a real board are actions"));
        }
        if !self.open.falls(now.clock) {
            self.open.play(path)?;
            self.open.press(now.clock);
        }
        self.save(store, now)
    }

    /// Plays a legal move that came from another program.
    ///
    /// # Errors
    /// `GameOver`, or if the store fails.
    pub fn play_move(&mut self, store: &Store, mv: &Move, now: Moment) -> Result<(), ApiError> {
        self.open.expect_going()?;
        self.open.play_move(mv)?;
        self.save(store, now)
    }

    /// Finds the legal move along these squares, for a player who saw `ply` plies.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `IllegalMove`, `BadParams`.
    pub fn find_move(&self, ply: u32, path: &[u8]) -> Result<Move, ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        self.open.find(path)
    }

    /// Takes moves back to `ply`.
    ///
    /// # Errors
    /// If the store fails.
    pub fn back_to(&mut self, store: &Store, ply: u32, now: Moment) -> Result<(), ApiError> {
        while self.ply() > ply {
            self.open.unplay();
        }
        self.save(store, now)
    }

    /// Removes a piece that missed a capture, by the historic rule.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `BadParams` if the piece missed none, or if the store fails.
    pub fn huff(&mut self, store: &Store, ply: u32, square: u8, now: Moment) -> Result<(), ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        if !self.open.falls(now.clock) {
            self.open.huff(square)?;
        }
        self.save(store, now)
    }

    /// Performs an action at the real board, for a side that saw `done` actions. The board shows a refusal; the
    /// opponent decides about irregularities.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `BadParams` without a real board or if this side may not do it, or if the store fails.
    pub fn act(
        &mut self,
        store: &Store,
        side: SideView,
        done: u32,
        action: &ActionView,
        now: Moment,
    ) -> Result<(), ApiError> {
        self.open.expect_going()?;
        if self.watch(store, now)? {
            return Ok(());
        }
        let none = || bad_params("the game is not at a real board");
        let board = self.board.as_mut().ok_or_else(none)?;
        let was = board.turn();
        if !board.act(side, done, action)? {
            return Ok(());
        }
        let is = board.turn();
        self.open.follow(board.game());
        match (was == is, Side::from(side) == was) {
            (true, _) => {}
            (false, true) => self.open.press_clock_of(was, now.clock),
            // Corrected: the offender moves again.
            (false, false) => self.open.run_clock_of(is, now.clock),
        }
        self.save(store, now)
    }

    /// Takes back the last move of a side and the reply. Returns `false` if it has made none.
    ///
    /// # Errors
    /// `GameOver`, or if the store fails.
    pub fn take_back(&mut self, store: &Store, side: SideView, now: Moment) -> Result<bool, ApiError> {
        self.open.expect_going()?;
        if self.board.is_some() {
            return Err(bad_params("a move at a real board is taken back by an action"));
        }
        if !self.has_moved(side) {
            return Ok(false);
        }
        while self.open.take_back() && self.turn() != side {}
        self.open.run_clock(now.clock);
        self.save(store, now)?;
        Ok(true)
    }

    /// Returns `true` if the side has a move that can be taken back.
    #[must_use]
    pub fn has_moved(&self, side: SideView) -> bool {
        let positions = self.open.game().positions();
        let mut before = positions.iter().rev().skip(1);
        before.any(|position| SideView::from(position.turn()) == side)
    }

    /// Resigns for a side.
    ///
    /// # Errors
    /// `GameOver`, or if the store fails.
    pub fn resign(&mut self, store: &Store, side: SideView, now: Moment) -> Result<(), ApiError> {
        self.end(store, now, side, Action::Resign, |open| open.resign(side.into()))
    }

    /// Ends the game as an agreed draw.
    ///
    /// # Errors
    /// `GameOver`, or if the store fails.
    pub fn agree_draw(&mut self, store: &Store, now: Moment) -> Result<(), ApiError> {
        let side = self.turn();
        self.end(store, now, side, Action::AgreeDraw, LoadedGame::agree_draw)
    }

    /// Ends the game as lost for a side that has left.
    ///
    /// # Errors
    /// `GameOver`, or if the store fails.
    pub fn forfeit(&mut self, store: &Store, side: SideView, now: Moment) -> Result<(), ApiError> {
        self.end(store, now, side, Action::RefuseToPlay, |open| {
            open.refuse_to_play(Side::from(side));
        })
    }

    fn end(
        &mut self,
        store: &Store,
        now: Moment,
        side: SideView,
        how: Action,
        end: impl FnOnce(&mut LoadedGame),
    ) -> Result<(), ApiError> {
        self.open.expect_going()?;
        if self.watch(store, now)? {
            return Ok(());
        }
        end(&mut self.open);
        if let Some(board) = &mut self.board {
            board.end(side.into(), how);
        }
        self.save(store, now)
    }

    /// Ends the game if a flag has fallen; returns whether it did.
    ///
    /// # Errors
    /// If the store fails.
    pub fn watch(&mut self, store: &Store, now: Moment) -> Result<bool, ApiError> {
        if self.is_over() || !self.open.falls(now.clock) {
            return Ok(false);
        }
        let lost = self.open.game().outcome().and_then(|outcome| outcome.winner);
        if let (Some(board), Some(winner)) = (&mut self.board, lost) {
            board.end(winner.other(), Action::Time);
        }
        self.save(store, now)?;
        Ok(true)
    }

    /// Pauses the clock after a crash of the host; the time since the last move does not count.
    pub fn suspend_clock(&mut self, now: f64) {
        self.open.suspend_clock(now);
    }

    /// Pauses the clock at this moment; the time until then counts.
    pub fn pause_clock(&mut self, now: f64) {
        self.open.pause_clock(now);
    }

    /// Resumes a paused clock.
    pub fn resume_clock(&mut self, now: f64) {
        self.open.resume_clock(now);
    }

    /// The game as PDN.
    ///
    /// # Errors
    /// `GameDamaged`, or if the store fails.
    pub fn pdn(&self, store: &Store) -> Result<String, ApiError> {
        let id = self.id();
        let (Some(row), Some(body)) = (store.library_row(id)?, store.body(id)?) else {
            return Err(ApiError::new(ErrorKind::NotFound, format!("no game {id}")));
        };
        let (text, _) = GameText::of(&row.facts, &body)
            .map_err(|error| ApiError::new(ErrorKind::GameDamaged, error.to_string()))?;
        Ok(text.to_pdn())
    }

    /// Writes the game; on an error it is loaded again.
    fn save(&mut self, store: &Store, now: Moment) -> Result<(), ApiError> {
        if self.is_over() {
            self.open.stop_clock(now.clock);
        }
        let saved = self.open.save(store, now.calendar);
        if saved.is_err()
            && let Ok(kept) = Self::read(store, self.id(), self.board.is_some())
        {
            *self = kept;
        }
        saved
    }
}
