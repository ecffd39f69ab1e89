//! The open game, which stays loaded between calls so that a move need not replay it.
use super::game::LoadedGame;
use crate::app::App;
use crate::error::{ApiError, ErrorKind};
use crate::views::GameView;

/// The open game, if any.
type Slot = Option<LoadedGame>;

impl App {
    /// Opens a game.
    pub(crate) fn put_game(&mut self, game: LoadedGame) {
        *self.states.of::<Slot>() = Some(game);
    }

    /// Closes the open game if `which` matches its id. The next call reads it again.
    pub(crate) fn close_game(&mut self, which: impl FnOnce(i64) -> bool) {
        let slot = self.states.of::<Slot>();
        if slot.as_ref().is_some_and(|open| which(open.id())) {
            *slot = None;
        }
    }

    /// Reads the person and the open game again, after ids or people have changed. Jobs continue.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn begin_again(&mut self) -> Result<(), ApiError> {
        self.close_game(|_| true);
        self.profile = self.store.profile(self.now)?;
        Ok(())
    }

    /// Returns a game, loading it if needed.
    ///
    /// # Errors
    /// `NotFound`; `GameDamaged` if it cannot be replayed.
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

    /// Changes a game and writes it in one transaction. On an error the stored game is unchanged.
    ///
    /// # Errors
    /// Any error of `change` or of the store; `Stale` if another window was faster.
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

    /// Like [`change`](App::change), but also for correspondence games.
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
            // Memory is ahead of the store, so that the next call reads the game again.
            *slot = None;
            return Err(error);
        }
        Ok(open.view(now))
    }
}
