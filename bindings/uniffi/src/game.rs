//! A game by its rules, in memory: moves, draw counters, result, PDN. A `Store` saves games; this does not.
use crate::error::DraughtsError;
use crate::position::Position;
use damier_core::library::TagView;
use damier_core::search::{LimitsView, SearchParams};
use damier_core::views::{CountView, MoveView, OutcomeView, RefusalView, SideView, Squares, VariantKey};
use draughts::notation::pdn::{self, GameResult, Tags};
use draughts::notation::{GameTree, fen, movetext, path};
use draughts::{Move, PlayError};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A game: a start position and its moves, with repetitions and draw rules. Safe to use from several threads.
#[derive(uniffi::Object)]
#[uniffi::export(Debug, Display)]
pub struct Game(Mutex<draughts::Game>);

/// The game as PDN.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_pdn(Vec::new()))
    }
}

/// One line: the variant, the start position if it is not the usual one, and the moves.
impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let game = self.lock();
        write!(f, "Game({}", game.variant())?;
        if *game.start() != game.variant().start() {
            write!(f, ", {}", fen::write(game.start()))?;
        }
        for (position, mv) in game.positions().iter().zip(game.moves()) {
            write!(f, ", {}", movetext::write(position, mv))?;
        }
        f.write_str(")")
    }
}

#[uniffi::export]
impl Game {
    /// Creates a game from the start position.
    #[uniffi::constructor]
    pub fn new(variant: VariantKey) -> Arc<Self> {
        Self::of(draughts::Game::new(variant.into()))
    }

    /// Creates a game from any position, without a history.
    #[uniffi::constructor]
    pub fn from_position(start: &Position) -> Arc<Self> {
        Self::of(draughts::Game::from_position(start.0))
    }

    /// Reads the first game of a PDN text: its main line and result. `variant` applies if the text names none.
    #[uniffi::constructor(default(variant = None))]
    pub fn from_pdn(text: &str, variant: Option<VariantKey>) -> Result<Arc<Self>, DraughtsError> {
        let none = || DraughtsError::BadParams("there is no game in the text".into());
        let read = pdn::read_first(text, variant.map(Into::into)).ok_or_else(none)?;
        if let Some(problem) = read.failure() {
            let place = problem.place;
            let message = format!("line {}, column {}: {}", place.line, place.column, problem.error);
            return Err(DraughtsError::IllegalMove(message));
        }
        // Any text parses as comments, so a game needs a tag or a move.
        if read.tags.is_empty() && read.tree.len() == 1 {
            return Err(none());
        }
        Ok(Self::of(read.game()))
    }

    /// Returns an independent copy, including moves that were taken back.
    pub fn copy(&self) -> Arc<Self> {
        Self::of(self.lock().clone())
    }

    /// Key of the variant.
    pub fn variant(&self) -> VariantKey {
        self.lock().variant().into()
    }

    /// The start position.
    pub fn start(&self) -> Arc<Position> {
        Arc::new(Position(*self.lock().start()))
    }

    /// The present position.
    pub fn position(&self) -> Arc<Position> {
        Arc::new(Position(*self.lock().position()))
    }

    /// The position after this many moves; 0 is the start. Nothing if the game is shorter.
    pub fn position_at(&self, ply: u32) -> Option<Arc<Position>> {
        let game = self.lock();
        let position = game.positions().get(usize::try_from(ply).ok()?)?;
        Some(Arc::new(Position(*position)))
    }

    /// Number of moves played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.lock().moves().len()).unwrap_or(u32::MAX)
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> Vec<MoveView> {
        let game = self.lock();
        let played = game.positions().iter().zip(game.moves());
        played.map(|(position, mv)| MoveView::of(position, mv)).collect()
    }

    /// The legal moves; empty once the game is over.
    pub fn legal_moves(&self) -> Vec<MoveView> {
        let game = self.lock();
        let moves = game.legal_moves();
        moves.iter().map(|mv| MoveView::of(game.position(), mv)).collect()
    }

    /// Plays a move in text form: "32-28", "26x37", "c3:e5".
    pub fn play(&self, text: &str) -> Result<MoveView, DraughtsError> {
        self.push(|position| Ok(movetext::read(position, text)?))
    }

    /// Plays the move over these squares: origin, landings, target. Landings may be omitted if only one move fits.
    pub fn play_path(&self, path: &Squares) -> Result<MoveView, DraughtsError> {
        self.push(|position| Ok(path::read(position, path)?))
    }

    /// Takes the last move back. Returns false if there is none.
    pub fn take_back(&self) -> bool {
        self.lock().take_back().is_some()
    }

    /// Replays the move taken back last. Returns false if there is none, or another move was played since.
    pub fn redo(&self) -> bool {
        self.lock().redo().is_some()
    }

    /// Explains why the piece on `origin` may not move to `target` (or, without a target, at all). Nothing if it may.
    #[uniffi::method(default(target = None))]
    pub fn why_not(&self, origin: u8, target: Option<u8>) -> Result<Option<RefusalView>, DraughtsError> {
        self.position().why_not(origin, target)
    }

    /// The result; nothing while the game goes on.
    pub fn outcome(&self) -> Option<OutcomeView> {
        let game = self.lock();
        let outcome = game.outcome()?;
        Some(OutcomeView::of(game.variant(), outcome))
    }

    /// Draw rules that are counting, the one closest to its limit first.
    pub fn counts(&self) -> Vec<CountView> {
        self.lock().counts().into_iter().map(CountView::of).collect()
    }

    /// Number of times that the position has occurred with the same side to move, including now.
    pub fn repetitions(&self) -> u16 {
        self.lock().repetitions()
    }

    /// Resigns for a side. Has no effect after the end.
    pub fn resign(&self, side: SideView) {
        self.lock().resign(side.into());
    }

    /// Ends the game because a side ran out of time.
    pub fn out_of_time(&self, side: SideView) {
        self.lock().out_of_time(side.into());
    }

    /// Ends the game as an agreed draw.
    pub fn agree_draw(&self) {
        self.lock().agree_draw();
    }

    /// The game as PDN 3.0 with these tags. GameType, FEN, Result and HouseRule are added automatically.
    #[uniffi::method(default(tags = []))]
    pub fn to_pdn(&self, tags: Vec<TagView>) -> String {
        let game = self.lock();
        let mut written = Tags::default();
        for tag in &tags {
            written.set(&tag.name, tag.value.as_str());
        }
        if let Some(rule) = game.options().house_rule() {
            written.set(pdn::HOUSE_RULE, rule.key());
        }
        pdn::write_game(&written, GameResult::from(game.outcome()), &GameTree::of(&game))
    }

    /// The parameters for `Engine.search` in the present position.
    pub fn search_params(&self, limits: LimitsView) -> SearchParams {
        SearchParams::of(&self.lock(), limits)
    }
}

impl Game {
    fn of(game: draughts::Game) -> Arc<Self> {
        Arc::new(Self(Mutex::new(game)))
    }

    /// Locks the game for one method. No method leaves it half changed, so a poisoned lock is harmless.
    pub(crate) fn lock(&self) -> MutexGuard<'_, draughts::Game> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn push(
        &self,
        read: impl FnOnce(&draughts::Position) -> Result<Move, DraughtsError>,
    ) -> Result<MoveView, DraughtsError> {
        let mut game = self.lock();
        if let Some(outcome) = game.outcome() {
            return Err(PlayError::GameOver(outcome).into());
        }
        let before = *game.position();
        let mv = read(&before)?;
        game.play(&mv)?;
        Ok(MoveView::of(&before, &mv))
    }
}
