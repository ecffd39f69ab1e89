//! The game last used, kept open between calls so that a move need not replay it.
use super::game::LoadedGame;
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::views::GameView;

/// The game that is open, if one is.
type Slot = Option<LoadedGame>;

impl App {
    /// Makes this the open game.
    pub(crate) fn put_game(&mut self, game: LoadedGame) {
        *self.states.of::<Slot>() = Some(game);
    }

    /// Closes the open game where it is one of these: it is read again when it is next asked for.
    pub(crate) fn close_game(&mut self, which: impl FnOnce(i64) -> bool) {
        let slot = self.states.of::<Slot>();
        if slot.as_ref().is_some_and(|open| which(open.id())) {
            *slot = None;
        }
    }

    /// What was read of the person and the open game is read again: another person may be the one last seen now, and games
    /// have other ids. What is in work goes on.
    ///
    /// # Errors
    /// Where the store fails.
    pub(crate) fn begin_again(&mut self) -> Result<(), ApiError> {
        self.close_game(|_| true);
        self.profile = self.store.profile(self.now)?;
        Ok(())
    }

    /// The game of this id, opened where it is not yet.
    ///
    /// # Errors
    /// `NotFound`, or `GameDamaged` where it cannot be replayed.
    pub(crate) fn game(&mut self, id: i64) -> Result<&mut LoadedGame, ApiError> {
        let slot = self.states.of::<Slot>();
        if slot.as_ref().is_none_or(|open| open.id() != id) {
            let row = self
                .store
                .game(id)?
                .filter(|row| row.start.profile == self.profile.id);
            let row = row.ok_or_else(|| ApiError::new(ErrorKind::NotFound, format!("no game {id}")))?;
            *slot = Some(LoadedGame::read(row)?);
        }
        Ok(slot.as_mut().expect("the game was opened above"))
    }

    /// Changes a game and writes it, in one transaction; the game is then as `change` left it, or as it was.
    ///
    /// # Errors
    /// What `change` or the store answers; `Stale` where another window was faster.
    pub(crate) fn change(
        &mut self,
        id: i64,
        change: impl FnOnce(&mut LoadedGame) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        self.change_any(id, |open| {
            open.expect_at_hand()?;
            change(open)
        })
    }

    /// The same, of a game by correspondence too.
    ///
    /// # Errors
    /// As [`change`](App::change).
    pub(crate) fn change_any(
        &mut self,
        id: i64,
        change: impl FnOnce(&mut LoadedGame) -> Result<(), ApiError>,
    ) -> Result<GameView, ApiError> {
        let now = self.now;
        change(self.game(id)?)?;
        let slot = self.states.of::<Slot>();
        let open = slot.as_mut().expect("the game was opened above");
        if let Err(error) = open.save(&self.store, now) {
            // Memory is ahead of the store: the next call reads the game again.
            *slot = None;
            return Err(error);
        }
        Ok(open.view(now))
    }
}
