//! The call for a real board: replays all actions and returns the state with its irregularities. Keeps nothing.
use super::board::{ActionKind, ActionView, OtbGameView};
use super::played::Played;
use super::words::Says;
use crate::app::App;
use crate::call::Call;
use crate::convert;
use crate::error::{ApiError, ErrorKind};
use crate::views::view;
use draughts::Game;
use draughts::over_the_board::{Authority, OtbGame, Who};

/// Maximum number of actions in a game.
pub(crate) const LONGEST: usize = 1000;

view! {
    /// `otbGame {variant, fen?, arbiter, actions, language}` → `OtbGameView`: all actions, the newest last. Without a
    /// FEN from the start position. With an arbiter he decides about irregularities, else the opponent.
    #[cfg_attr(test, ts(optional_fields = nullable))]
    pub struct ShowOtbGame {
        pub variant: String,
        pub fen: Option<String>,
        pub arbiter: bool,
        pub actions: Vec<ActionView>,
        pub language: String,
    }
}

impl Call for ShowOtbGame {
    type Reply = OtbGameView;

    fn run(self, app: &mut App) -> Result<OtbGameView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        if self.actions.len() > LONGEST {
            let what = format!("a game has at most {LONGEST} actions");
            return Err(ApiError::new(ErrorKind::BadParams, what));
        }
        let start = match &self.fen {
            Some(fen) => convert::position(variant, fen)?,
            None => variant.start(),
        };
        let authority = match self.arbiter {
            true => Authority::Arbiter,
            false => Authority::Opponent,
        };
        app.assets.need_texts(&self.language)?;
        let school = app.school()?;
        let words = Says {
            school: &school,
            language: &self.language,
            variant,
        };
        let mut played =
            Played::new(OtbGame::from_game(Game::from_position(start)).with_authority(authority));
        for action in &self.actions {
            // Later actions followed one that was refused.
            if !played.act(self.who(action.what), action)? {
                break;
            }
        }
        Ok(played.view(&words))
    }
}

impl ShowOtbGame {
    /// Returns the arbiter for decisions, if there is one; `None` means the usual side.
    fn who(&self, what: ActionKind) -> Option<Who> {
        let decision = matches!(what, ActionKind::Correct | ActionKind::Accept | ActionKind::Claim);
        (decision && self.arbiter).then_some(Who::Arbiter)
    }
}
