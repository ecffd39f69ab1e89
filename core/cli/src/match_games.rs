//! Self-play games for matches: openings, players, single games.
use crate::{clock, weights_file};
use draughts::raw::Rng;
use draughts::{Game, Position, Side, Variant};
use draughts_engine::stand_in::StandIn;
use draughts_engine::{
    Beginner, EngineAssets, Level, Limits, Search, Task, TimeLeft, TranspositionTable, no_clock,
};
use std::path::Path;

/// A game that reaches this length is a draw.
const MAX_PLIES: usize = 240;
/// Maximum change of the evaluation by the random plies of a handicap start, in centipawns.
const MAX_CHANGE: i32 = 45;

/// Kinds of openings, by the lead in centipawns that a short search finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Openings {
    /// Hardly any lead.
    Even,
    /// A lead of up to a man, so that more games are decided. Each opening is played with both colours.
    Unbalanced,
}

impl Openings {
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Openings::Even => "even",
            Openings::Unbalanced => "unbalanced",
        }
    }

    fn fits(self, lead: i32) -> bool {
        match self {
            Openings::Even => lead.abs() <= 45,
            Openings::Unbalanced => (30..=95).contains(&lead.abs()),
        }
    }
}

/// A player: a level, full strength within limits, or a stand-in for a person.
#[derive(Clone, Debug)]
pub(crate) enum Player {
    Level(Level),
    Within(Limits),
    /// With this much time for the game, and more after each move; milliseconds.
    OnClock {
        time: f64,
        increment: f64,
    },
    /// With weights from the file of this name.
    WithWeights(Limits, EngineAssets, String),
    StandIn(StandIn),
}

impl Player {
    /// Parses "3" (the key of a level), "nodes:20000", "depth:7", "time:100" (milliseconds a move), "clock:10+0.1" (seconds) or
    /// "trial:DEPTH,NODES,SIGHT,MARGIN[,SPREAD]" (an experimental level), "beginner:OVERLOOKED,FAR,LOOK,COUNTS,SENSE,FEAR,MARGIN" (an
    /// experimental beginner), "random" or "exchange" (the stand-ins); "nodes:20000@FILE" plays with the weights of that file.
    pub(crate) fn read(variant: Variant, text: &str) -> Result<Player, String> {
        let number = |digits: &str| {
            digits
                .parse::<u64>()
                .map_err(|_| format!("{digits:?} is no number"))
        };
        if let Some((text, file)) = text.split_once('@') {
            return match Player::read(variant, text)? {
                Player::Within(limits) => {
                    let weights = weights_file::read(Path::new(file))?;
                    let fits = weights.variant() == variant
                        || EngineAssets::weights_of(variant) == Some(weights.variant());
                    if fits {
                        let assets = EngineAssets::with_weights(weights);
                        Ok(Player::WithWeights(limits, assets, file.to_owned()))
                    } else {
                        Err(format!("{file} holds weights of {}", weights.variant()))
                    }
                }
                _ => Err(format!("{text:?} plays by its own weights")),
            };
        }
        match text.split_once(':') {
            Some(("nodes", digits)) => Ok(Player::Within(Limits::nodes(number(digits)?.max(1)))),
            Some(("depth", digits)) => {
                let depth = number(digits)?.clamp(1, 99) as u8;
                Ok(Player::Within(Limits::depth(depth)))
            }
            Some(("time", digits)) => {
                let millis = number(digits)?.clamp(1, 3_600_000) as f64;
                Ok(Player::Within(Limits::millis(millis)))
            }
            Some(("clock", seconds)) => {
                let (time, increment) = seconds.split_once('+').unwrap_or((seconds, "0"));
                let millis = |seconds: &str| match seconds.parse::<f64>() {
                    Ok(seconds) if (0.0..=86_400.0).contains(&seconds) => Ok(seconds * 1000.0),
                    _ => Err(format!("{seconds:?} is no time in seconds")),
                };
                Ok(Player::OnClock {
                    time: millis(time)?,
                    increment: millis(increment)?,
                })
            }
            Some(("trial", figures)) => {
                let figures: Result<Vec<u64>, String> = figures.split(',').map(number).collect();
                let mut figures = figures?;
                if figures.len() >= 4 {
                    figures.resize(figures.len().max(5), 0);
                }
                let [depth, nodes, sight, margin, spread] = figures[..] else {
                    return Err("a trial level is trial:DEPTH,NODES,SIGHT,MARGIN[,SPREAD]".into());
                };
                let [depth, sight] = [depth, sight].map(|plies| plies.min(120) as u8);
                let [margin, spread] = [margin, spread].map(|centipawns| centipawns.min(99) as u16);
                Ok(Player::Level(Level {
                    key: "trial",
                    number: 0,
                    depth,
                    nodes,
                    sight,
                    margin,
                    spread,
                    beginner: None,
                }))
            }
            Some(("beginner", figures)) => {
                let figures: Result<Vec<u64>, String> = figures.split(',').map(number).collect();
                let [overlooked, far, look, counts, sense, fear, margin] = figures?[..] else {
                    return Err(
                        "a trial beginner is beginner:OVERLOOKED,FAR,LOOK,COUNTS,SENSE,FEAR,MARGIN".into(),
                    );
                };
                let [overlooked, far, sense] = [overlooked, far, sense].map(|rate| rate.min(100) as u8);
                let [look, counts] = [look, counts].map(|few| few.min(20) as u8);
                let [fear, margin] = [fear, margin].map(|centipawns| centipawns.min(999) as u16);
                let beginner = Beginner {
                    overlooked,
                    far,
                    look,
                    counts,
                    sense,
                    fear,
                };
                Ok(Player::Level(Level::beginner("trial", 0, beginner, margin)))
            }
            Some((kind, _)) => Err(format!(
                "{kind:?} is no way to play: nodes:N, depth:N, time:MS, clock:SECONDS+SECONDS or a level's key"
            )),
            None if text == "random" => Ok(Player::StandIn(StandIn::Random)),
            None if text == "exchange" => Ok(Player::StandIn(StandIn::Exchange)),
            None => Level::by_key(variant, text)
                .map(Player::Level)
                .ok_or_else(|| format!("no level is named {text:?}")),
        }
    }

    /// The player's parameters as text. Players with the same text play the same way.
    pub(crate) fn figures(&self) -> String {
        match self {
            Player::Level(level) => {
                let Level {
                    depth,
                    nodes,
                    sight,
                    margin,
                    spread,
                    ..
                } = level;
                let beginner = level.beginner.map(|beginner| format!(",{beginner:?}"));
                let beginner = beginner.unwrap_or_default().replace(' ', "");
                format!("{depth},{nodes},{sight},{margin},{spread}{beginner}")
            }
            Player::StandIn(stand_in) => format!("{stand_in:?}"),
            Player::OnClock { time, increment } => format!("clock:{time}+{increment}"),
            Player::WithWeights(limits, _, file) => format!("{}@{file}", Player::Within(*limits).figures()),
            Player::Within(Limits {
                nodes: Some(nodes), ..
            }) => format!("nodes:{nodes}"),
            Player::Within(Limits {
                depth: Some(depth), ..
            }) => format!("depth:{depth}"),
            Player::Within(limits) => format!("time:{}", limits.millis.unwrap_or_default()),
        }
    }

    /// The player's search with so many milliseconds left; `None` for a stand-in.
    pub(crate) fn task(&self, seed: u64, left: f64) -> Option<Task> {
        match self {
            Player::Level(level) => Some(Task::level(*level, seed)),
            Player::Within(limits) | Player::WithWeights(limits, ..) => Some(Task::within(Limits {
                at_once_if_forced: true,
                ..*limits
            })),
            Player::OnClock { increment, .. } => Some(Task::within(Limits::on_clock(&TimeLeft {
                left,
                increment: *increment,
                ..TimeLeft::default()
            }))),
            Player::StandIn(_) => None,
        }
    }

    /// The player's own assets, or those of the program.
    pub(crate) fn assets<'a>(&'a self, own: &'a EngineAssets) -> &'a EngineAssets {
        match self {
            Player::WithWeights(_, assets, _) => assets,
            _ => own,
        }
    }
}

/// The search effort of one player.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cost {
    pub(crate) moves: u64,
    pub(crate) nodes: u64,
    pub(crate) most_nodes: u64,
    pub(crate) most_millis: f64,
}

impl Cost {
    pub(crate) fn add(&mut self, other: Cost) {
        self.moves += other.moves;
        self.nodes += other.nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        self.most_millis = self.most_millis.max(other.most_millis);
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub(crate) struct Played {
    pub(crate) winner: Option<Side>,
    /// By side, White first.
    pub(crate) cost: [Cost; 2],
    pub(crate) game: Game,
}

/// A random opening with a suitable evaluation.
pub(crate) fn opening(
    variant: Variant,
    openings: Openings,
    plies: usize,
    seed: u64,
    assets: &EngineAssets,
) -> Game {
    let mut rng = Rng::new(seed);
    loop {
        let game = Game::new(variant);
        let game = random_moves(game, plies, &mut rng);
        if let Some(game) = game.filter(|game| openings.fits(evaluate(game, assets))) {
            return game;
        }
    }
}

/// A handicap start with some random plies that hardly change its evaluation.
pub(crate) fn handicap_opening(start: &Position, plies: usize, seed: u64, assets: &EngineAssets) -> Game {
    let for_first_player = |game: &Game| match game.position().turn() == start.turn() {
        true => evaluate(game, assets),
        false => -evaluate(game, assets),
    };
    let before = evaluate(&Game::from_position(*start), assets);
    let mut rng = Rng::new(seed);
    loop {
        let game = random_moves(Game::from_position(*start), plies, &mut rng);
        if let Some(game) = game.filter(|game| (for_first_player(game) - before).abs() <= MAX_CHANGE) {
            return game;
        }
    }
}

/// Plays random moves; `None` if the game ends or a capture is due.
fn random_moves(mut game: Game, plies: usize, rng: &mut Rng) -> Option<Game> {
    for _ in 0..plies {
        let moves = game.legal_moves();
        if moves.is_empty() {
            break;
        }
        let pick = rng.below(moves.len());
        game.play(&moves[pick]).expect("a legal move of a running game");
    }
    (game.outcome().is_none() && !game.position().must_capture()).then_some(game)
}

/// The score of a short search, in centipawns for the side to move.
fn evaluate(game: &Game, assets: &EngineAssets) -> i32 {
    let task = Task::within(Limits::depth(7));
    let mut search = Search::new(game, task, assets, TranspositionTable::new(1), no_clock);
    while !search.step(1 << 16) {}
    search.info().score.centipawns()
}

/// Plays a game to its end. Each player has its own transposition table.
pub(crate) fn play(game: Game, players: [&Player; 2], assets: &EngineAssets, seed: u64) -> Played {
    play_plies(game, players, assets, seed, MAX_PLIES)
}

/// Plays a game to its end, or to this number of plies.
pub(crate) fn play_plies(
    mut game: Game,
    players: [&Player; 2],
    assets: &EngineAssets,
    seed: u64,
    most: usize,
) -> Played {
    let mut cost = [Cost::default(); 2];
    let mut left = players.map(|player| match player {
        Player::OnClock { time, .. } => *time,
        _ => f64::INFINITY,
    });
    let mut tables = [4, 4].map(|mebibytes| Some(TranspositionTable::new(mebibytes)));
    while game.outcome().is_none() && game.moves().len() < most {
        let side = game.position().turn() as usize;
        if let Player::StandIn(stand_in) = players[side] {
            let mv = stand_in.choose(&game, seed);
            game.play(&mv.expect("a game that is not over has a move"))
                .expect("a stand-in plays legal moves");
            cost[side].moves += 1;
            continue;
        }
        let task = players[side]
            .task(seed, left[side])
            .expect("all but stand-ins search");
        let table = tables[side].take().expect("a search gives its table back");
        let start = clock::now();
        let mut search = Search::new(&game, task, players[side].assets(assets), table, clock::now);
        while !search.step(1 << 12) {}
        let spent = clock::now() - start;
        if spent > left[side] {
            return Played {
                winner: Some(game.position().turn().other()),
                cost,
                game,
            };
        }
        if let Player::OnClock { increment, .. } = players[side] {
            left[side] += increment - spent;
        }
        let result = search.result();
        cost[side].add(Cost {
            moves: 1,
            nodes: result.info.nodes,
            most_nodes: result.info.nodes,
            most_millis: spent,
        });
        tables[side] = Some(search.into_table());
        let best = result.best.expect("a game that is not over has a move");
        game.play(&best).expect("the engine plays legal moves");
    }
    Played {
        winner: game.outcome().and_then(|outcome| outcome.winner),
        cost,
        game,
    }
}
