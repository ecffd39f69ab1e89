//! The game that two devices share. Every change is in the store, in one transaction, before it is told.
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

/// What a game between two devices begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct SharedStart {
    /// The profile the game belongs to.
    pub profile: i64,
    /// Key of the variant.
    pub variant: String,
    /// White's name and Black's.
    pub players: [String; 2],
    /// Men fewer.
    pub handicap: Handicap,
    /// Clocks, and whether it is serious.
    pub terms: TermsView,
    /// The evening or the tournament it is played in; empty for none.
    pub event: String,
    /// The round of the tournament, from 1.
    pub round: Option<u32>,
    /// At a real board: hands may do anything, and the opponent decides about what is irregular.
    pub real_board: bool,
}

impl SharedStart {
    /// Whether a game can be played so.
    ///
    /// # Errors
    /// `UnknownVariant`, `BadParams` where handicap or clock cannot be played with, and where hands that may do anything are to
    /// keep to a house rule.
    pub fn check(&self) -> Result<(), ApiError> {
        self.position().map(drop)
    }

    /// Where the game begins, and the squares of the men taken off.
    fn position(&self) -> Result<(Position, Vec<u8>), ApiError> {
        let variant = convert::variant(&self.variant)?;
        if let Some(clock) = &self.terms.clock {
            terms::timer(clock)?;
        }
        if self.real_board && self.terms.house_rule.is_some() {
            return Err(bad_params("at a real board the rules are the game's own"));
        }
        play::start(variant, self.handicap, None, self.terms.short)
    }
}

/// A game between two people of whom each has a device.
#[derive(Debug)]
pub struct SharedGame {
    open: LoadedGame,
    /// The board, where it is a real one.
    board: Option<RealBoard>,
}

impl SharedGame {
    /// Begins a game. `now` is in milliseconds since 1970, here and below.
    ///
    /// # Errors
    /// As [`SharedStart::check`], and where the store fails.
    pub fn begin(store: &mut Store, begin: &SharedStart, now: f64) -> Result<Self, ApiError> {
        let (position, removed) = begin.position()?;
        Self::add(store, begin, &position, removed, now)
    }

    /// Begins a game from a position that was set up.
    ///
    /// # Errors
    /// Where the store fails.
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
            // As portable game notation says it: over the board.
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

    /// Reads a kept game. Of a real board it is what was settled: what a hand had not done, or nobody decided about, is not.
    ///
    /// # Errors
    /// `NotFound`, `GameDamaged`, and where the store fails.
    pub fn read(store: &Store, id: i64, real_board: bool) -> Result<Self, ApiError> {
        let row = store.game(id)?;
        let row = row.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no game {id}")))?;
        Self::of(row, real_board)
    }

    /// Its id in the store.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.open.id()
    }

    /// When it was last written, in milliseconds since 1970.
    #[must_use]
    pub fn updated(&self) -> f64 {
        self.open.updated()
    }

    /// Who is waited for: whose move it is, or who has to decide about one.
    #[must_use]
    pub fn turn(&self) -> SideView {
        let at_board = self.board.as_ref().map(RealBoard::awaited);
        at_board.unwrap_or_else(|| self.open.position().turn()).into()
    }

    /// What stands on the real board, in a language; `None` where a screen keeps to the rules.
    #[must_use]
    pub fn board(&self, language: &str) -> Option<OtbGameView> {
        self.board.as_ref().map(|board| board.view(language))
    }

    /// How many moves were played.
    #[must_use]
    pub fn ply(&self) -> u32 {
        self.open.ply()
    }

    /// It has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.open.game().outcome().is_some()
    }

    /// The result, "2-0", once it has ended.
    #[must_use]
    pub fn result(&self) -> Option<String> {
        let outcome = self.open.game().outcome()?;
        Some(OutcomeView::of(self.open.game().variant(), outcome).result)
    }

    /// The side that has won; `None` after a draw, and while it goes on.
    #[must_use]
    pub fn winner(&self) -> Option<SideView> {
        self.open.game().outcome()?.winner.map(SideView::from)
    }

    /// The whole game as it is shown.
    #[must_use]
    pub fn view(&self, now: f64) -> GameView {
        self.open.view(now)
    }

    /// The position after so many moves, without its legal moves.
    #[must_use]
    pub fn at(&self, ply: u32) -> Option<PositionView> {
        let positions = self.open.game().positions();
        let found = usize::try_from(ply).ok().and_then(|ply| positions.get(ply));
        found.map(PositionView::still)
    }

    /// Why the piece on `origin` may not go to `target`; `None` where it may.
    ///
    /// # Errors
    /// `BadParams` where the board has no such square.
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

    /// What the rules say of the move that led to `ply`, whatever house rule it was played by.
    ///
    /// # Errors
    /// `NotFound` where there is no such move.
    pub fn by_the_rule(&self, ply: u32) -> Result<RealRuleView, ApiError> {
        by_the_rule(self.open.game(), ply)
    }

    /// Plays a move of the side to move. Whose flag has fallen moves no more: the game is then over.
    ///
    /// # Errors
    /// `Stale` where the mover saw another state, `GameOver`, `IllegalMove`, `BadParams`, and where the store fails.
    pub fn play(&mut self, store: &Store, ply: u32, path: &[u8], now: f64) -> Result<(), ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        if self.board.is_some() {
            return Err(bad_params("at a real board hands move the pieces"));
        }
        if !self.open.falls(now) {
            self.open.play(path)?;
            self.open.press(now);
        }
        self.save(store, now)
    }

    /// Plays a legal move of the side to move, as another program has told it.
    ///
    /// # Errors
    /// `GameOver`, and where the store fails.
    pub fn play_move(&mut self, store: &Store, mv: &Move, now: f64) -> Result<(), ApiError> {
        self.open.expect_going()?;
        self.open.play_move(mv)?;
        self.save(store, now)
    }

    /// The legal move over these squares, of which the mover saw so many plies.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `IllegalMove`, `BadParams`.
    pub fn find_move(&self, ply: u32, path: &[u8]) -> Result<Move, ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        self.open.find(path)
    }

    /// The game is back where it was after so many plies.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn back_to(&mut self, store: &Store, ply: u32, now: f64) -> Result<(), ApiError> {
        while self.ply() > ply {
            self.open.unplay();
        }
        self.save(store, now)
    }

    /// The side to move takes off a piece that missed a capture, by the historic rule.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `BadParams` where this piece missed none, and where the store fails.
    pub fn huff(&mut self, store: &Store, ply: u32, square: u8, now: f64) -> Result<(), ApiError> {
        self.open.expect_ply(ply)?;
        self.open.expect_going()?;
        if !self.open.falls(now) {
            self.open.huff(square)?;
        }
        self.save(store, now)
    }

    /// A side does something at the real board, of which it saw that so many things were done there. What cannot be done the
    /// board says; what is irregular the opponent decides about.
    ///
    /// # Errors
    /// `Stale`, `GameOver`, `BadParams` where there is no such board or it is none of this side's to do, and where the store fails.
    pub fn act(
        &mut self,
        store: &Store,
        side: SideView,
        done: u32,
        action: &ActionView,
        now: f64,
    ) -> Result<(), ApiError> {
        self.open.expect_going()?;
        if self.watch(store, now)? {
            return Ok(());
        }
        let none = || bad_params("the pieces stand on no real board");
        let board = self.board.as_mut().ok_or_else(none)?;
        let was = board.turn();
        if !board.act(side, done, action)? {
            return Ok(());
        }
        let is = board.turn();
        self.open.follow(board.game());
        match (was == is, Side::from(side) == was) {
            (true, _) => {}
            (false, true) => self.open.press_clock_of(was, now),
            // It was put right: who erred moves again.
            (false, false) => self.open.run_clock_of(is, now),
        }
        self.save(store, now)
    }

    /// Takes back the last move of this side, and what was answered. False where it has made none.
    ///
    /// # Errors
    /// `GameOver`, and where the store fails.
    pub fn take_back(&mut self, store: &Store, side: SideView, now: f64) -> Result<bool, ApiError> {
        self.open.expect_going()?;
        if self.board.is_some() {
            return Err(bad_params("at a real board a hand takes the move back"));
        }
        if !self.has_moved(side) {
            return Ok(false);
        }
        while self.open.take_back() && self.turn() != side {}
        self.open.run_clock(now);
        self.save(store, now)?;
        Ok(true)
    }

    /// This side has a move that could be taken back.
    #[must_use]
    pub fn has_moved(&self, side: SideView) -> bool {
        let positions = self.open.game().positions();
        let mut before = positions.iter().rev().skip(1);
        before.any(|position| SideView::from(position.turn()) == side)
    }

    /// This side gives the game up.
    ///
    /// # Errors
    /// `GameOver`, and where the store fails.
    pub fn resign(&mut self, store: &Store, side: SideView, now: f64) -> Result<(), ApiError> {
        self.end(store, now, side, Action::Resign, |open| open.resign(side.into()))
    }

    /// Both sides have agreed to a draw.
    ///
    /// # Errors
    /// `GameOver`, and where the store fails.
    pub fn agree_draw(&mut self, store: &Store, now: f64) -> Result<(), ApiError> {
        let side = self.turn();
        self.end(store, now, side, Action::AgreeDraw, LoadedGame::agree_draw)
    }

    /// This side has left and loses.
    ///
    /// # Errors
    /// `GameOver`, and where the store fails.
    pub fn forfeit(&mut self, store: &Store, side: SideView, now: f64) -> Result<(), ApiError> {
        self.end(store, now, side, Action::RefuseToPlay, |open| {
            open.refuse_to_play(Side::from(side));
        })
    }

    fn end(
        &mut self,
        store: &Store,
        now: f64,
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

    /// Ends the game where a flag has fallen; whether it did.
    ///
    /// # Errors
    /// Where the store fails.
    pub fn watch(&mut self, store: &Store, now: f64) -> Result<bool, ApiError> {
        if self.is_over() || !self.open.falls(now) {
            return Ok(false);
        }
        let lost = self.open.game().outcome().and_then(|outcome| outcome.winner);
        if let (Some(board), Some(winner)) = (&mut self.board, lost) {
            board.end(winner.other(), Action::Time);
        }
        self.save(store, now)?;
        Ok(true)
    }

    /// The host was away: the clock stands, and what passed since the last move counts for nothing.
    pub fn suspend_clock(&mut self, now: f64) {
        self.open.suspend_clock(now);
    }

    /// Both are back: a suspended clock goes on.
    pub fn resume_clock(&mut self, now: f64) {
        self.open.resume_clock(now);
    }

    /// The game as PDN, to be taken home.
    ///
    /// # Errors
    /// `GameDamaged`, and where the store fails.
    pub fn pdn(&self, store: &Store) -> Result<String, ApiError> {
        let id = self.id();
        let (Some(row), Some(body)) = (store.library_row(id)?, store.body(id)?) else {
            return Err(ApiError::new(ErrorKind::NotFound, format!("no game {id}")));
        };
        let (text, _) = GameText::of(&row.facts, &body)
            .map_err(|error| ApiError::new(ErrorKind::GameDamaged, error.to_string()))?;
        Ok(text.to_pdn())
    }

    /// Writes the game; where that fails, it is again as it is kept.
    fn save(&mut self, store: &Store, now: f64) -> Result<(), ApiError> {
        let saved = self.open.save(store, now);
        if saved.is_err()
            && let Ok(kept) = Self::read(store, self.id(), self.board.is_some())
        {
            *self = kept;
        }
        saved
    }
}
