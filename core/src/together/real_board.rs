//! A real board shared by two devices: permissions of each side, and the game that follows from it. Judges no move,
//! knows no store.
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::over_the_board::{ActionKind, ActionView, OtbGameView, Played, Says};
use crate::views::SideView;
use draughts::over_the_board::{Action, OtbGame, Who};
use draughts::{Game, Side};
use draughts_lessons::School;

/// The real board of a game between two devices; the opponent decides about irregularities.
#[derive(Clone, Debug)]
pub(super) struct RealBoard {
    played: Played,
}

impl RealBoard {
    /// Sets up the board of a game at its current position.
    pub(super) fn of(game: &Game) -> Self {
        Self {
            played: Played::new(OtbGame::from_game(game.clone())),
        }
    }

    /// The game of legal or accepted moves.
    pub(super) fn game(&self) -> &Game {
        self.played.table().game()
    }

    /// Side to move at the board: a player who has not released a piece is still to move.
    pub(super) fn turn(&self) -> Side {
        self.played.table().turn()
    }

    /// Side that must act: to decide, or else to move.
    pub(super) fn awaited(&self) -> Side {
        let pending = self.played.table().pending().next();
        pending.map_or(self.turn(), |what| what.by.other())
    }

    /// Performs an action of a side that saw `done` actions. Returns `false` if it is refused; the view then shows
    /// why.
    ///
    /// # Errors
    /// `Stale`; `BadParams` if this side may not do it.
    pub(super) fn act(&mut self, side: SideView, done: u32, action: &ActionView) -> Result<bool, ApiError> {
        if done != self.played.done() {
            return Err(ApiError::new(ErrorKind::Stale, "the board has changed since"));
        }
        let side = Side::from(side);
        if !self.may(side, action.what) {
            return Err(bad_params("this side may not do that now"));
        }
        self.played.act(Some(Who::Player(side)), action)
    }

    fn may(&self, side: Side, what: ActionKind) -> bool {
        use ActionKind as A;
        let table = self.played.table();
        let others_hold = !table.in_hand().is_empty() && table.hand() != Some(side);
        match what {
            A::Release | A::Lift | A::LiftAll | A::Pause | A::Done => table.hand() == Some(side),
            A::Move | A::Hold => !others_hold,
            A::Touch
            | A::Adjust
            | A::Permit
            | A::Crown
            | A::TakeBack
            | A::Correct
            | A::Accept
            | A::Refuse
            | A::Claim => true,
            // Accidents are for physical boards; resignations and draws work as at every table.
            A::Knock | A::Misplace | A::SetupWrong | A::BoardTurned | A::Resign | A::AgreeDraw => false,
        }
    }

    /// Ends the game for a reason away from the board.
    pub(super) fn end(&mut self, side: Side, how: Action) {
        self.played.end(Who::Player(side), how);
    }

    /// View of the board in a language.
    pub(super) fn view(&self, language: &str) -> OtbGameView {
        let words = Says {
            school: &School::shared(),
            language,
            variant: self.played.table().variant(),
        };
        self.played.view(&words)
    }
}
