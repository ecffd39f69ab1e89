//! What the calls for playing do. The game itself is in `game`; the rules are in the core.
use super::app::App;
use super::calls::{Call, Done};
use super::error::{ApiError, ErrorKind};
use super::game::OpenGame;
use super::look;
use super::play::{
    CountHint, DrawAnswer, Experience, GameAt, Handicap, LevelView, Levels, NewGame, OfferDraw,
    OpenGame as OpenGameParams, PlayMove, Resign, StartPosition, StartView, TakeBack, WhyNot,
};
use super::show;
use super::views::{BoardView, GameView, PlayerView, PositionView, RefusalView};
use crate::analysis;
use crate::engine::{Level, Score};
use crate::notation::fen;
use crate::store::{GameStart, tree};
use crate::{Position, Variant};

/// The start with a handicap, and the squares of the men taken off.
fn start(variant: Variant, handicap: Handicap) -> Result<(Position, Vec<u8>), ApiError> {
    let handicap = crate::Handicap {
        white: handicap.white,
        black: handicap.black,
    };
    let bad = |e: crate::HandicapError| ApiError::new(ErrorKind::BadParams, e.to_string());
    let removed = handicap.removed(variant).map_err(bad)?;
    Ok((handicap.start(variant).map_err(bad)?, show::numbers(removed)))
}

impl Call for StartPosition {
    type Reply = StartView;

    fn run(self, _: &mut App) -> Result<StartView, ApiError> {
        let variant = show::variant(&self.variant)?;
        let (position, removed) = start(variant, self.handicap)?;
        Ok(StartView {
            board: BoardView::of(variant),
            position: PositionView::of(&position),
            removed,
        })
    }
}

impl Call for NewGame {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let variant = show::variant(&self.variant)?;
        let (position, removed) = match &self.fen {
            Some(fen) => (show::position(variant, fen)?, Vec::new()),
            None => start(variant, self.handicap)?,
        };
        let start = GameStart {
            profile: app.profile.id,
            variant: variant.key().into(),
            start_fen: fen::write(&position),
            white_level: level(variant, self.white)?,
            black_level: level(variant, self.black)?,
            removed,
        };
        let now = app.now();
        let row = app.store.add_game(start, tree::write(&[]), now)?;
        let open = OpenGame::read(row)?;
        let view = open.view();
        app.open = Some(open);
        Ok(view)
    }
}

/// The key of the level that plays; none for a person.
fn level(variant: Variant, player: PlayerView) -> Result<Option<String>, ApiError> {
    match player {
        PlayerView::Human => Ok(None),
        PlayerView::Computer { level } if Level::by_key(variant, &level).is_some() => Ok(Some(level)),
        PlayerView::Computer { level } => {
            let level: String = level.chars().take(40).collect();
            Err(ApiError::new(
                ErrorKind::NotFound,
                format!("no level is named {level:?}"),
            ))
        }
    }
}

impl Call for Levels {
    type Reply = Vec<LevelView>;

    fn run(self, _: &mut App) -> Result<Vec<LevelView>, ApiError> {
        let variant = show::variant(&self.variant)?;
        let levels = Level::all(variant);
        // Somebody new meets the weakest, a player at home the lower third, a club player the upper.
        let proposals = [
            (0, Experience::NotYet),
            (levels.len() / 3, Experience::AtHome),
            (levels.len() * 2 / 3, Experience::InAClub),
        ];
        let view = |(i, level): (usize, &Level)| LevelView {
            key: level.key.into(),
            number: level.number,
            rating: level.rating(variant),
            proposed_for: proposals
                .iter()
                .find(|(at, _)| *at == i)
                .map(|(_, experience)| *experience),
        };
        Ok(levels.iter().enumerate().map(view).collect())
    }
}

impl Call for OpenGameParams {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let id = match self.id {
            Some(id) => id,
            None => match app.store.current_game(app.profile.id)? {
                Some(row) => row.id,
                None => return Err(ApiError::new(ErrorKind::NotFound, "no game to go on with")),
            },
        };
        // Read anew: another window may have played on.
        app.open = None;
        Ok(app.game(id)?.view())
    }
}

impl Call for GameAt {
    type Reply = PositionView;

    fn run(self, app: &mut App) -> Result<PositionView, ApiError> {
        let positions = app.game(self.game)?.game().positions();
        match usize::try_from(self.ply).ok().and_then(|ply| positions.get(ply)) {
            Some(position) => Ok(PositionView::still(position)),
            None => Err(ApiError::new(
                ErrorKind::NotFound,
                format!("the game has no ply {}", self.ply),
            )),
        }
    }
}

impl Call for PlayMove {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        app.change(self.game, |game| {
            game.expect_ply(self.ply)?;
            game.expect_going()?;
            game.play(&self.path)
        })
    }
}

impl Call for TakeBack {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        app.change(self.game, |game| {
            game.expect_ply(self.ply)?;
            if game.take_back() {
                return Ok(());
            }
            Err(ApiError::new(
                ErrorKind::NotFound,
                "there is no move to take back",
            ))
        })
    }
}

impl Call for Resign {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        app.change(self.game, |game| {
            game.expect_going()?;
            game.resign(self.side.into());
            Ok(())
        })
    }
}

impl Call for OfferDraw {
    type Reply = DrawAnswer;

    fn run(self, app: &mut App) -> Result<DrawAnswer, ApiError> {
        let game = app.game(self.game)?;
        game.expect_going()?;
        let asked = crate::Side::from(self.side).other();
        // Two people at one board have agreed before they ask the app to write it down.
        let takes = |score| analysis::accepts_draw(game.game(), Score::cp(score));
        if !game.is_person(asked) && !self.score.is_some_and(takes) {
            return Ok(DrawAnswer {
                accepted: false,
                game: game.view(),
            });
        }
        let game = app.change(self.game, |game| {
            game.agree_draw();
            Ok(())
        })?;
        Ok(DrawAnswer { accepted: true, game })
    }
}

impl Call for CountHint {
    type Reply = Done;

    fn run(self, app: &mut App) -> Result<Done, ApiError> {
        app.change(self.game, |game| {
            game.count_hint();
            Ok(())
        })?;
        Ok(Done {})
    }
}

impl Call for WhyNot {
    type Reply = Option<RefusalView>;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        look::why_not(&self.variant, &self.fen, self.from, self.to)
    }
}
