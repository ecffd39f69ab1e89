//! The lowest levels against players who have just learned the rules: a newcomer wins games, and every rung is a
//! step.
use draughts::raw::Rng;
use draughts::{Game, Side, Variant};
use draughts_engine::stand_in::StandIn;
use draughts_engine::{EngineAssets, Level, Search, Task, TranspositionTable, no_clock};

/// The games whose ladders are measured (core/data/levels).
const MEASURED: [Variant; 9] = [
    Variant::International,
    Variant::Canadian,
    Variant::English,
    Variant::Brazilian,
    Variant::Russian,
    Variant::Italian,
    Variant::Spanish,
    Variant::Turkish,
    Variant::Frisian,
];
/// A game that reaches this length in plies is a draw.
const MAX_PLIES: usize = 240;

#[derive(Clone, Copy)]
enum Player {
    Level(Level),
    StandIn(StandIn),
}

fn level(variant: Variant, key: &str) -> Player {
    Player::Level(Level::by_key(variant, key).expect("a level of this key"))
}

struct Arena {
    assets: EngineAssets,
    memory: Option<TranspositionTable>,
}

impl Arena {
    fn new() -> Arena {
        Arena {
            assets: EngineAssets::bundled(),
            memory: Some(TranspositionTable::with_bytes(1 << 17)),
        }
    }

    /// Returns the first player's share of the points. The colours alternate, and games begin with four random plies.
    fn score(&mut self, variant: Variant, players: [Player; 2], games: u64) -> f64 {
        let mut points = 0.0;
        for number in 0..games {
            let mut rng = Rng::new(1000 + number / 2);
            let mut game = Game::new(variant);
            for _ in 0..4 {
                let moves = game.legal_moves();
                let mv = moves[rng.below(moves.len())];
                game.play(&mv).expect("a legal move of a running game");
            }
            let first = if number % 2 == 0 { Side::White } else { Side::Black };
            while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
                let mover = players[usize::from(game.position().turn() != first)];
                self.play(&mut game, mover, number);
            }
            points += match game.outcome().and_then(|outcome| outcome.winner) {
                None => 0.5,
                Some(winner) => f64::from(u8::from(winner == first)),
            };
        }
        points / games as f64
    }

    fn play(&mut self, game: &mut Game, player: Player, seed: u64) {
        let mv = match player {
            Player::StandIn(stand_in) => stand_in.choose(game, seed),
            Player::Level(level) => {
                let memory = self.memory.take().expect("the search returned its table");
                let mut search = Search::new(game, Task::level(level, seed), &self.assets, memory, no_clock);
                while !search.step(1 << 16) {}
                let best = search.result().best;
                self.memory = Some(search.into_table());
                best
            }
        };
        let mv = mv.expect("a game that is not over has a move");
        game.play(&mv).expect("a reference player plays legal moves");
    }
}

#[test]
fn a_random_mover_competes_only_with_the_first_rung() {
    let (mut arena, random) = (Arena::new(), Player::StandIn(StandIn::Random));
    for variant in MEASURED {
        let first = Player::Level(Level::all(variant)[0]);
        let score = arena.score(variant, [random, first], 100);
        assert!(
            (0.28..=0.6).contains(&score),
            "{variant}: {score} against the first rung"
        );
        let score = arena.score(variant, [random, level(variant, "1b")], 20);
        assert!(score <= 0.05, "{variant}: {score} against 1b");
    }
}

#[test]
fn one_exchange_ahead_equals_the_sixth_rung() {
    let (mut arena, exchange) = (Arena::new(), Player::StandIn(StandIn::Exchange));
    let international = Variant::International;
    for (key, least, most) in [("0a", 0.9, 1.0), ("0f", 0.38, 0.62), ("1b", 0.0, 0.25)] {
        let score = arena.score(international, [exchange, level(international, key)], 60);
        assert!((least..=most).contains(&score), "{score} against {key}");
    }
}

#[test]
fn every_rung_beats_the_one_below() {
    let mut arena = Arena::new();
    for variant in MEASURED {
        let levels = Level::all(variant);
        let beginners = levels.iter().filter(|level| level.beginner.is_some()).count();
        assert!(beginners >= 3, "{variant}: {beginners}");
        let rungs = &levels[..=beginners];
        let mut sum = 0.0;
        for pair in rungs.windows(2) {
            let score = arena.score(variant, [Player::Level(pair[1]), Player::Level(pair[0])], 40);
            let keys = (pair[1].key, pair[0].key);
            // A match of forty games may be off by 15 points in a hundred; the sum of a game's steps may not.
            assert!((0.42..=0.95).contains(&score), "{variant}: {score} of {keys:?}");
            sum += score;
        }
        let mean = sum / beginners as f64;
        assert!((0.58..=0.76).contains(&mean), "{variant}: {mean}");
    }
}

#[test]
fn the_strongest_level_varies_its_openings() {
    let mut arena = Arena::new();
    for variant in Variant::ALL {
        let levels = Level::all(variant);
        // Like the last level, but with fewer nodes.
        let strongest = Level {
            nodes: 2_000,
            ..levels[levels.len() - 1]
        };
        let mut beginnings = std::collections::BTreeSet::new();
        for seed in 0..10 {
            let mut game = Game::new(variant);
            for _ in 0..6 {
                arena.play(&mut game, Player::Level(strongest), seed);
            }
            beginnings.insert(format!("{:?}", game.moves()));
        }
        assert!(beginnings.len() >= 4, "{variant}: {}", beginnings.len());
    }
}
