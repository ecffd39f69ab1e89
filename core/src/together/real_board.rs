//! A real board that two devices share: whose hand may do what, and when the game is as the board is. Judges no move, knows no store.
use crate::error::{ApiError, ErrorKind, bad_params};
use crate::over_the_board::{ActionKind, ActionView, OtbGameView, Played, Says};
use crate::views::SideView;
use draughts::over_the_board::{Action, OtbGame, Who};
use draughts::{Game, Side};
use draughts_lessons::School;

/// The board of a game between two devices, where the opponent decides about what is irregular.
#[derive(Clone, Debug)]
pub(super) struct RealBoard {
    played: Played,
}

impl RealBoard {
    /// The board of a game as far as it was played.
    pub(super) fn of(game: &Game) -> Self {
        Self {
            played: Played::new(OtbGame::from_game(game.clone())),
        }
    }

    /// The game as far as it was played in order or let stand.
    pub(super) fn game(&self) -> &Game {
        self.played.table().game()
    }

    /// Whose turn it is by the hands: who has not let go of a piece is still to move.
    pub(super) fn turn(&self) -> Side {
        self.played.table().turn()
    }

    /// Who is waited for: who has to decide, else who is to move.
    pub(super) fn awaited(&self) -> Side {
        let pending = self.played.table().pending().next();
        pending.map_or(self.turn(), |what| what.by.other())
    }

    /// A side does something; it has seen a board at which so many things were done. False where it cannot be done, which the
    /// board then says.
    ///
    /// # Errors
    /// `Stale`; `BadParams` where it is none of this side's to do.
    pub(super) fn act(&mut self, side: SideView, done: u32, action: &ActionView) -> Result<bool, ApiError> {
        if done != self.played.done() {
            return Err(ApiError::new(
                ErrorKind::Stale,
                "more was done at the board since",
            ));
        }
        let side = Side::from(side);
        if !self.may(side, action.what) {
            return Err(bad_params(
                "another hand is at the board, or none does this from afar",
            ));
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
            // Accidents happen at boards of wood; a game is given up and a draw agreed upon as at every table.
            A::Knock | A::Misplace | A::SetupWrong | A::BoardTurned | A::Resign | A::AgreeDraw => false,
        }
    }

    /// The game ends for a reason that is none of the board's.
    pub(super) fn end(&mut self, side: Side, how: Action) {
        self.played.end(Who::Player(side), how);
    }

    /// What stands on the board and is to be decided, in a language.
    pub(super) fn view(&self, language: &str) -> OtbGameView {
        let words = Says {
            school: &School::shared(),
            language,
            variant: self.played.table().variant(),
        };
        self.played.view(&words)
    }
}
