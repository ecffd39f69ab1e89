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
        app.assets.need_texts(&self.language)?;
        let school = app.school()?;
        let words = Says {
            school: &school,
            language: &self.language,
            variant,
        };
        let played = played(&self.variant, self.fen.as_deref(), self.arbiter, &self.actions)?;
        Ok(played.view(&words))
    }
}

/// Plays the actions of a game at a real board, up to the first that is refused.
///
/// # Errors
/// `UnknownVariant`, `BadPosition`; `BadParams` for too many actions, or one with the wrong number of places.
pub(super) fn played(
    variant: &str,
    fen: Option<&str>,
    arbiter: bool,
    actions: &[ActionView],
) -> Result<Played, ApiError> {
    let variant = convert::variant(variant)?;
    if actions.len() > LONGEST {
        let what = format!("a game has at most {LONGEST} actions");
        return Err(ApiError::new(ErrorKind::BadParams, what));
    }
    let start = match fen {
        Some(fen) => convert::position(variant, fen)?,
        None => variant.start(),
    };
    let authority = match arbiter {
        true => Authority::Arbiter,
        false => Authority::Opponent,
    };
    let game = OtbGame::from_game(Game::from_position(start)).with_authority(authority);
    let mut played = Played::new(game);
    for action in actions {
        // The arbiter decides, if there is one; else the usual side.
        let decision = matches!(
            action.what,
            ActionKind::Correct | ActionKind::Accept | ActionKind::Claim
        );
        let who = (decision && arbiter).then_some(Who::Arbiter);
        // Later actions followed one that was refused.
        if !played.act(who, action)? {
            break;
        }
    }
    Ok(played)
}
