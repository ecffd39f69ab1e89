//! A game by its rules, in memory: moves, draw counters, the end, PDN. Keeps nothing; what is kept is a `Store`'s.
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

/// A game: a start and the moves since, so that it knows repetitions and draw rules. Safe to use from several threads.
#[derive(uniffi::Object)]
#[uniffi::export(Debug, Display)]
pub struct Game(Mutex<draughts::Game>);

/// As PDN.
impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_pdn(Vec::new()))
    }
}

/// In one line: its game, where it does not begin at the start that, and the moves.
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
    /// A game from the start.
    #[uniffi::constructor]
    pub fn new(variant: VariantKey) -> Arc<Self> {
        Self::of(draughts::Game::new(variant.into()))
    }

    /// A game from any position: what was played before counts for nothing.
    #[uniffi::constructor]
    pub fn from_position(start: &Position) -> Arc<Self> {
        Self::of(draughts::Game::from_position(start.0))
    }

    /// The first game of a PDN text: its main line, with its result. `variant` is the game where the text names none.
    #[uniffi::constructor(default(variant = None))]
    pub fn from_pdn(text: &str, variant: Option<VariantKey>) -> Result<Arc<Self>, DraughtsError> {
        let none = || DraughtsError::BadParams("there is no game in the text".into());
        let read = pdn::read_first(text, variant.map(Into::into)).ok_or_else(none)?;
        if let Some(problem) = read.failure() {
            let place = problem.place;
            let message = format!("line {}, column {}: {}", place.line, place.column, problem.error);
            return Err(DraughtsError::IllegalMove(message));
        }
        // Words alone are no game: any text is full of them.
        if read.tags.is_empty() && read.tree.len() == 1 {
            return Err(none());
        }
        Ok(Self::of(read.game()))
    }

    /// Another game that stands where this one does, what was taken back included. From then on each goes its own way.
    pub fn copy(&self) -> Arc<Self> {
        Self::of(self.lock().clone())
    }

    /// The key of its game.
    pub fn variant(&self) -> VariantKey {
        self.lock().variant().into()
    }

    /// Where it began.
    pub fn start(&self) -> Arc<Position> {
        Arc::new(Position(*self.lock().start()))
    }

    /// The position now.
    pub fn position(&self) -> Arc<Position> {
        Arc::new(Position(*self.lock().position()))
    }

    /// The position after so many moves, 0 the start; nothing where there were not so many.
    pub fn position_at(&self, ply: u32) -> Option<Arc<Position>> {
        let game = self.lock();
        let position = game.positions().get(usize::try_from(ply).ok()?)?;
        Some(Arc::new(Position(*position)))
    }

    /// How many moves were played.
    pub fn ply(&self) -> u32 {
        u32::try_from(self.lock().moves().len()).unwrap_or(u32::MAX)
    }

    /// The moves played, first to last.
    pub fn moves(&self) -> Vec<MoveView> {
        let game = self.lock();
        let played = game.positions().iter().zip(game.moves());
        played.map(|(position, mv)| MoveView::of(position, mv)).collect()
    }

    /// The moves that may be played; none once the game is over.
    pub fn legal_moves(&self) -> Vec<MoveView> {
        let game = self.lock();
        let moves = game.legal_moves();
        moves.iter().map(|mv| MoveView::of(game.position(), mv)).collect()
    }

    /// Plays the move of this text: "32-28", "26x37", "c3:e5".
    pub fn play(&self, text: &str) -> Result<MoveView, DraughtsError> {
        self.push(|position| Ok(movetext::read(position, text)?))
    }

    /// Plays the move over these squares: origin, landings, target. Landings may be left out while only one move fits.
    pub fn play_path(&self, path: &Squares) -> Result<MoveView, DraughtsError> {
        self.push(|position| Ok(path::read(position, path)?))
    }

    /// Takes the last move back; false where there is none.
    pub fn take_back(&self) -> bool {
        self.lock().take_back().is_some()
    }

    /// Plays again what was taken back last; false where nothing was, or another move was played since.
    pub fn redo(&self) -> bool {
        self.lock().redo().is_some()
    }

    /// Why the piece on `origin` may not go to `target` (or, without one, may not move at all); nothing where it may.
    #[uniffi::method(default(target = None))]
    pub fn why_not(&self, origin: u8, target: Option<u8>) -> Result<Option<RefusalView>, DraughtsError> {
        self.position().why_not(origin, target)
    }

    /// How the game ended; nothing while it goes on.
    pub fn outcome(&self) -> Option<OutcomeView> {
        let game = self.lock();
        let outcome = game.outcome()?;
        Some(OutcomeView::of(game.variant(), outcome))
    }

    /// The draw rules that are counting, nearest to its end first.
    pub fn counts(&self) -> Vec<CountView> {
        self.lock().counts().into_iter().map(CountView::of).collect()
    }

    /// How often the position has stood on the board with the same side to move, now included.
    pub fn repetitions(&self) -> u16 {
        self.lock().repetitions()
    }

    /// A side gives up. A game that is over stays as it is.
    pub fn resign(&self, side: SideView) {
        self.lock().resign(side.into());
    }

    /// A side has no time left.
    pub fn out_of_time(&self, side: SideView) {
        self.lock().out_of_time(side.into());
    }

    /// Both sides agree to a draw.
    pub fn agree_draw(&self) {
        self.lock().agree_draw();
    }

    /// The game as PDN 3.0, with these tags; GameType, FEN, Result and HouseRule write themselves.
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

    /// The search of this game as it stands: what `Engine.search` takes.
    pub fn search_params(&self, limits: LimitsView) -> SearchParams {
        SearchParams::of(&self.lock(), limits)
    }
}

impl Game {
    fn of(game: draughts::Game) -> Arc<Self> {
        Arc::new(Self(Mutex::new(game)))
    }

    /// The game, for as long as one method needs it. No method leaves it half changed: a poisoned lock is no danger.
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
