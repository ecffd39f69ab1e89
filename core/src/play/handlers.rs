//! Handlers of the calls for playing. `game` holds the game.
use crate::app::App;
use crate::call::{Call, Done};
use crate::error::{ApiError, ErrorKind};
use crate::play::ballots::ballot;
use crate::play::game::{LoadedGame, by_the_rule, by_the_rule_in};
use crate::play::params::{
    CountHint, DrawAnswer, GameAt, Handicap, Huff, LevelView, Levels, MissedWin, MissedWinView, NewGame,
    OfferDraw, OpenGame, PlayMove, PlayOn, RealRule, RealRuleView, Resign, SetClock, SetLevel, StartPosition,
    StartView, TakeBack, WhyNot,
};
use crate::practice::first_rating;
use crate::stored_game::open;
use crate::views::{
    BoardView, Experience, GameView, MoveView, PairNames, PlayerView, PositionView, RefusalView,
};
use crate::{convert, inspect, terms};
use damier_store::{GameStart, tree};
use draughts::notation::fen;
use draughts::{Game, Move, Position, Setup, Square, Variant};
use draughts_engine::endgame::{Tables, Value};
use draughts_engine::review::accepts_draw;
use draughts_engine::{Level, Score};

/// Puzzle rating for which the strongest level is proposed.
const BEST_RATING: f64 = 2400.0;

/// Start position with a handicap, and the squares of the removed men: those chosen, or as many as asked.
///
/// # Errors
/// `BadParams` if these men cannot be removed.
pub(crate) fn start(
    variant: Variant,
    handicap: Handicap,
    chosen: Option<&[u8]>,
    short: bool,
) -> Result<(Position, Vec<u8>), ApiError> {
    if short {
        let setup = Setup::short(variant);
        let position = Position::from_setup(variant, &setup).expect("a start with fewer men is possible");
        return Ok((position, Vec::new()));
    }
    if let Some(chosen) = chosen {
        let squares: Option<Vec<Square>> = chosen.iter().map(|&number| Square::new(number)).collect();
        let bad = |message: String| ApiError::new(ErrorKind::BadParams, message);
        let squares = squares.ok_or_else(|| bad("the board has no such square".into()))?;
        let position = draughts::Handicap::without(variant, &squares).map_err(|e| bad(e.to_string()))?;
        return Ok((position, chosen.to_vec()));
    }
    let handicap = draughts::Handicap {
        white: handicap.white,
        black: handicap.black,
    };
    let bad = |e: draughts::HandicapError| ApiError::new(ErrorKind::BadParams, e.to_string());
    let removed = handicap.removed(variant).map_err(bad)?;
    Ok((
        handicap.start(variant).map_err(bad)?,
        convert::numbers(removed).into(),
    ))
}

impl Call for StartPosition {
    type Reply = StartView;

    fn run(self, _: &mut App) -> Result<StartView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let short = self.short.unwrap_or(false);
        let (position, removed) = start(variant, self.handicap, self.removed.as_deref(), short)?;
        Ok(StartView {
            board: BoardView::of(variant),
            position: PositionView::of(&position),
            removed: removed.into(),
        })
    }
}

impl Call for NewGame {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let terms = self.terms.unwrap_or_default();
        let (position, removed) = match (&terms.ballot, &self.fen) {
            (Some(choice), _) => (ballot(variant, choice)?.start, Vec::new()),
            (None, Some(fen)) => (convert::position(variant, fen)?, Vec::new()),
            (None, None) => start(variant, self.handicap, self.removed.as_deref(), terms.short)?,
        };
        if let Some(clock) = &terms.clock {
            terms::timer(clock)?;
        }
        let computer = [&self.white, &self.black]
            .into_iter()
            .any(|one| *one != PlayerView::Human);
        if computer && terms.house_rule.is_some() {
            let message = "house rules are for games between two people";
            return Err(ApiError::new(ErrorKind::BadParams, message));
        }
        if let Some(PairNames { white, black }) = &terms.names {
            let fits = |name: &String| !name.trim().is_empty() && name.chars().count() <= NAME;
            if computer || !fits(white) || !fits(black) {
                let message = format!("names are for two people, each of 1 to {NAME} characters");
                return Err(ApiError::new(ErrorKind::BadParams, message));
            }
        }
        let start = GameStart {
            profile: app.profile.id,
            variant: variant.key().into(),
            start_fen: fen::write(&position),
            white_level: level(variant, self.white)?,
            black_level: level(variant, self.black)?,
            removed,
            tags: terms::tags(&terms),
            terms: terms::kept(&terms)?,
            letter: None,
        };
        let now = app.now();
        let row = match &terms.names {
            None => app.store.add_game(start, tree::write(&[]), now)?,
            Some(names) => {
                app.store.drop_unplayed(app.profile.id)?;
                let players = [names.white.as_str(), names.black.as_str()];
                app.store
                    .add_game_between(start, tree::write(&[]), players, now)?
            }
        };
        let open = LoadedGame::read(row)?;
        let view = open.view(now);
        app.put_game(open);
        Ok(view)
    }
}

/// Maximum length of the name of a person at one board, in characters.
const NAME: usize = 60;

/// Prefix of an external engine's name in place of a level. Only the window plays with one.
const ENGINE: &str = "hub:";
/// Maximum length of such a name, in characters.
const ENGINE_NAME: usize = 80;

/// Key of the computer's level; `None` for a person.
fn level(variant: Variant, player: PlayerView) -> Result<Option<String>, ApiError> {
    match player {
        PlayerView::Human => Ok(None),
        PlayerView::Computer { level } if Level::by_key(variant, &level).is_some() => Ok(Some(level)),
        PlayerView::Computer { level } if level.strip_prefix(ENGINE).is_some_and(is_name) => Ok(Some(level)),
        PlayerView::Computer { level } => {
            let level: String = level.chars().take(40).collect();
            Err(ApiError::new(
                ErrorKind::NotFound,
                format!("there is no level {level:?}"),
            ))
        }
    }
}

fn is_name(text: &str) -> bool {
    let length = text.chars().count();
    (1..=ENGINE_NAME).contains(&length) && !text.contains(char::is_control)
}

/// Level proposed for each first-run answer, by index: the weakest for a newcomer, the strongest beginner for a home
/// player, who would lose every game to the levels that search, and the upper third of those for a club player.
fn proposals(variant: Variant) -> [(usize, Experience); 3] {
    let levels = Level::all(variant);
    let beginners = levels.iter().filter(|level| level.beginner.is_some()).count();
    let searching = levels.len() - beginners;
    [
        (0, Experience::NotYet),
        (beginners - 1, Experience::AtHome),
        (beginners + searching * 2 / 3, Experience::InAClub),
    ]
}

/// Level for a puzzle rating, interpolated between the first-run answers, which have both a level and a rating.
pub(crate) fn level_for(variant: Variant, puzzle_rating: f64) -> &'static Level {
    let levels = Level::all(variant);
    let answers =
        proposals(variant).map(|(at, answer)| (first_rating(Some(answer.into())).rating, at as f64));
    let best = (BEST_RATING, (levels.len() - 1) as f64);
    let marks = [answers[0], answers[1], answers[2], best];
    let at = marks.windows(2).find_map(|pair| {
        let [(from, low), (to, high)] = [pair[0], pair[1]];
        let part = (puzzle_rating - from) / (to - from);
        (part <= 1.0).then(|| low + part.max(0.0) * (high - low))
    });
    &levels[at.map_or(levels.len() - 1, |at| at.round() as usize)]
}

impl Call for Levels {
    type Reply = Vec<LevelView>;

    fn run(self, _: &mut App) -> Result<Vec<LevelView>, ApiError> {
        let variant = convert::variant(&self.variant)?;
        let levels = Level::all(variant);
        let proposals = proposals(variant);
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

impl Call for OpenGame {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let id = match self.id {
            Some(id) => id,
            None => match app.store.current_game(app.profile.id)? {
                Some(row) => row.id,
                None => return Err(ApiError::new(ErrorKind::NotFound, "there is no unfinished game")),
            },
        };
        // Another window may have continued the game.
        app.close_game(|_| true);
        let now = app.now();
        Ok(app.game(id)?.view(now))
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
        let now = app.now();
        app.change(self.game, |game| {
            game.expect_ply(self.ply)?;
            game.expect_going()?;
            // A player whose flag has fallen may not move.
            if game.falls(now) {
                return Ok(());
            }
            game.play(&self.path)?;
            game.press(now);
            Ok(())
        })
    }
}

impl Call for Huff {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        app.change(self.game, |game| {
            game.expect_ply(self.ply)?;
            game.expect_going()?;
            game.huff(self.square)
        })
    }
}

impl Call for RealRule {
    type Reply = RealRuleView;

    fn run(self, app: &mut App) -> Result<RealRuleView, ApiError> {
        if app.store.game(self.game)?.is_some() {
            return by_the_rule(app.game(self.game)?.game(), self.ply);
        }
        // An imported game; its file states the house rule.
        by_the_rule_in(&open(app, self.game)?.text.tree, self.ply)
    }
}

impl Call for TakeBack {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let now = app.now();
        app.change(self.game, |game| {
            game.expect_ply(self.ply)?;
            game.expect_help()?;
            if game.take_back() {
                game.run_clock(now);
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
        let now = app.now();
        let engine = app.assets.engine.clone();
        let game = app.game(self.game)?;
        game.expect_going()?;
        let asked = draughts::Side::from(self.side).other();
        // Two people at one board agree before they tell the app.
        let takes = |score| accepts_draw(game.game(), Score::cp(score), &engine);
        if !game.is_person(asked) && !self.score.is_some_and(takes) {
            return Ok(DrawAnswer {
                accepted: false,
                game: game.view(now),
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
            game.expect_help()?;
            game.count_hint();
            Ok(())
        })?;
        Ok(Done {})
    }
}

impl Call for SetClock {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let now = app.now();
        app.change(self.game, |game| {
            game.expect_going()?;
            game.clock(self.action, now);
            Ok(())
        })
    }
}

impl Call for SetLevel {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        app.change(self.game, |game| {
            game.expect_going()?;
            let level = level(
                game.game().variant(),
                PlayerView::Computer {
                    level: self.level.clone(),
                },
            )?;
            game.set_level(level.as_deref().unwrap_or_default())
        })
    }
}

impl Call for PlayOn {
    type Reply = GameView;

    fn run(self, app: &mut App) -> Result<GameView, ApiError> {
        let now = app.now();
        let (start, tree) = app.game(self.game)?.up_to(self.ply)?;
        let row = app.store.add_game(start, tree, now)?;
        let mut open = LoadedGame::read(row)?;
        // Saved at once, because it starts with moves.
        open.save(&app.store, now)?;
        let view = open.view(now);
        app.put_game(open);
        Ok(view)
    }
}

impl Call for MissedWin {
    type Reply = Option<MissedWinView>;

    fn run(self, app: &mut App) -> Result<Self::Reply, ApiError> {
        let engine = app.assets.engine.clone();
        let variant = app.game(self.game)?.game().variant();
        let missing = app.assets.need_tables(variant);
        let game = app.game(self.game)?.game();
        // The tables hold for the federation's rules only.
        let by_the_book = game.options().iter().all(|option| option.label().is_none());
        let drawn = game.outcome().is_some_and(|outcome| outcome.winner.is_none());
        if !drawn || !by_the_book {
            return Ok(None);
        }
        missing?;
        Ok(engine
            .tables(variant)
            .and_then(|tables| missed_win(game, &tables)))
    }
}

/// First proven win that the player to move gave away.
fn missed_win(game: &Game, tables: &Tables) -> Option<MissedWinView> {
    let loses = |position: &Position| matches!(tables.probe(position), Some(Value::Loss(_)));
    game.positions().iter().enumerate().find_map(|(ply, position)| {
        let won = matches!(tables.probe(position), Some(Value::Win(_)));
        let kept = game.positions().get(ply + 1).is_some_and(loses);
        if !won || kept {
            return None;
        }
        let keeps = |mv: &&Move| {
            let mut next = *position;
            next.play_unchecked(mv);
            loses(&next)
        };
        let moves = position.legal_moves();
        Some(MissedWinView {
            ply: u32::try_from(ply).ok()?,
            side: position.turn().into(),
            best: MoveView::of(position, moves.iter().find(keeps)?),
        })
    })
}

impl Call for WhyNot {
    type Reply = Option<RefusalView>;

    fn run(self, _: &mut App) -> Result<Self::Reply, ApiError> {
        inspect::why_not(
            &self.variant,
            &self.fen,
            self.origin,
            self.target,
            self.house_rule,
        )
    }
}
