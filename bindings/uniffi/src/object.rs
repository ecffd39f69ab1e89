//! The object: the app and its store behind a lock, one method a call.
use crate::clock::now;
use crate::error::DraughtsError;
use draughts::Variant;
use draughts::api::library::{BeginExport, ExportFormat, ExportStep, ExportStepView};
use draughts::api::play::{
    DrawAnswer, GameAt, Handicap, LevelView, Levels, NewGame, OfferDraw, OpenGame, PlayMove, Resign,
    StartPosition, StartView, TakeBack,
};
use draughts::api::views::{GameView, MoveView, PlayerView, PositionView, RefusalView, SideView};
use draughts::api::{self, App, Call};
use draughts::store::Store;
use std::sync::{Arc, Mutex, PoisonError};

/// Draughts: games played and kept. Safe to use from several threads; a call takes some milliseconds at most.
#[derive(uniffi::Object)]
pub struct Draughts {
    app: Mutex<App>,
}

impl Draughts {
    fn over(store: Store) -> Result<Arc<Self>, DraughtsError> {
        Ok(Arc::new(Self {
            app: Mutex::new(App::new(store, now())?),
        }))
    }

    fn run<C: Call>(&self, call: C) -> Result<C::Reply, DraughtsError> {
        // A game that a panic left half changed is read again from the store: a poisoned lock is no danger.
        let mut app = self.app.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(app.run(call, now())?)
    }
}

/// The keys of the variants that are played.
#[uniffi::export]
pub fn variants() -> Vec<String> {
    Variant::ALL.iter().map(|variant| variant.key().into()).collect()
}

/// The position of a FEN with its legal moves.
#[uniffi::export]
pub fn position(variant: &str, fen: &str) -> Result<PositionView, DraughtsError> {
    Ok(api::position(variant, fen)?)
}

/// The legal move that a text ("32-28", "26x37") or a full route means in a position.
#[uniffi::export]
pub fn read_move(variant: &str, fen: &str, text: &str) -> Result<MoveView, DraughtsError> {
    Ok(api::read_move(variant, fen, text)?)
}

/// Why the piece on `origin` may not go to `target` (or may not be touched, without one); nothing where it may.
#[uniffi::export(default(target = None))]
pub fn why_not(
    variant: String,
    fen: String,
    origin: u8,
    target: Option<u8>,
) -> Result<Option<RefusalView>, DraughtsError> {
    Ok(api::why_not(&variant, &fen, origin, target)?)
}

#[uniffi::export]
impl Draughts {
    /// The games kept in this file, which is made where there is none.
    #[uniffi::constructor]
    pub fn open(path: String) -> Result<Arc<Self>, DraughtsError> {
        Self::over(Store::open(path)?)
    }

    /// Games that are gone with the object.
    #[uniffi::constructor]
    pub fn in_memory() -> Result<Arc<Self>, DraughtsError> {
        Self::over(Store::in_memory()?)
    }

    /// The strengths of the computer, weakest first.
    pub fn levels(&self, variant: String) -> Result<Vec<LevelView>, DraughtsError> {
        self.run(Levels { variant })
    }

    /// What the board shows before a game with this handicap.
    pub fn start_position(&self, variant: String, handicap: Handicap) -> Result<StartView, DraughtsError> {
        self.run(StartPosition {
            variant,
            handicap,
            removed: None,
            short: None,
        })
    }

    /// Begins a game. It is kept from its first move on.
    pub fn new_game(
        &self,
        variant: String,
        white: PlayerView,
        black: PlayerView,
        handicap: Handicap,
    ) -> Result<GameView, DraughtsError> {
        self.run(NewGame {
            variant,
            white,
            black,
            handicap,
            removed: None,
            fen: None,
            terms: None,
        })
    }

    /// A game by its id; without one the unfinished game last played.
    pub fn game(&self, id: Option<i64>) -> Result<GameView, DraughtsError> {
        self.run(OpenGame { id })
    }

    /// The position of a game after that many moves, 0 the start.
    pub fn game_at(&self, game: i64, ply: u32) -> Result<PositionView, DraughtsError> {
        self.run(GameAt { game, ply })
    }

    /// Plays the move over these squares: origin, landings, target. `ply` is the game's, as last seen.
    pub fn play_path(&self, game: i64, ply: u32, path: Vec<u8>) -> Result<GameView, DraughtsError> {
        self.run(PlayMove { game, ply, path })
    }

    /// Plays the move of this text: "32-28", "26x37".
    pub fn play(&self, game: i64, text: &str) -> Result<GameView, DraughtsError> {
        let now = self.run(OpenGame { id: Some(game) })?;
        if let Some(outcome) = now.outcome {
            return Err(DraughtsError::GameOver(format!(
                "the game is over: {}",
                outcome.result
            )));
        }
        let mv = api::read_move(&now.position.variant, &now.position.fen, text)?;
        let path = mv.routes.into_iter().next().unwrap_or_default();
        self.run(PlayMove {
            game,
            ply: now.ply,
            path,
        })
    }

    /// Goes back to the person's last decision, or one move where two people play.
    pub fn take_back(&self, game: i64, ply: u32) -> Result<GameView, DraughtsError> {
        self.run(TakeBack { game, ply })
    }

    /// A side gives up.
    pub fn resign(&self, game: i64, side: SideView) -> Result<GameView, DraughtsError> {
        self.run(Resign { game, side })
    }

    /// A side offers a draw. `score`: what a search says for the computer, in centipawns, where it is the one asked.
    pub fn offer_draw(
        &self,
        game: i64,
        side: SideView,
        score: Option<i32>,
    ) -> Result<DrawAnswer, DraughtsError> {
        self.run(OfferDraw { game, side, score })
    }

    /// Begins to write every game that is kept; then `export_step` until it is done. The texts put together are the file.
    pub fn begin_export(&self, format: ExportFormat) -> Result<ExportStepView, DraughtsError> {
        self.run(BeginExport {
            format,
            search: None,
            games: None,
        })
    }

    /// The next piece of an export.
    pub fn export_step(&self, export: u32) -> Result<ExportStepView, DraughtsError> {
        self.run(ExportStep { export })
    }
}
