//! A trained evaluation plays better than the hand-set one. Deterministic matches at a few nodes a move.
use draughts::raw::Rng;
use draughts::{Game, Side, Variant};
use draughts_engine::{EngineAssets, Limits, Search, Task, TranspositionTable, no_clock};

/// Number of openings of a match; each is played twice, with colours reversed.
const OPENINGS: u64 = 12;
const RANDOM_PLIES: usize = 6;
const NODES: u64 = 500;
/// A game that reaches this length in plies is a draw.
const MAX_PLIES: usize = 300;

fn best(game: &Game, assets: &EngineAssets) -> draughts::Move {
    let task = Task::within(Limits::nodes(NODES));
    let mut search = Search::new(game, task, assets, TranspositionTable::new(1), no_clock);
    while !search.step(1 << 16) {}
    search.result().best.expect("a game that is not over has a move")
}

/// Plays a game that begins with a few random moves, and returns its winner.
fn winner(variant: Variant, opening: u64, white: &EngineAssets, black: &EngineAssets) -> Option<Side> {
    let mut rng = Rng::new(opening);
    let mut game = Game::new(variant);
    while game.outcome().is_none() && game.moves().len() < MAX_PLIES {
        let mv = if game.moves().len() < RANDOM_PLIES {
            let moves = game.legal_moves();
            moves[rng.below(moves.len())]
        } else if game.position().turn() == Side::White {
            best(&game, white)
        } else {
            best(&game, black)
        };
        game.play(&mv).expect("a legal move of a running game");
    }
    game.outcome().and_then(|outcome| outcome.winner)
}

#[test]
fn trained_weights_beat_the_handcrafted_evaluation_in_every_game() {
    let (trained, handcrafted) = (EngineAssets::bundled(), EngineAssets::handcrafted());
    let own = |variant: &Variant| EngineAssets::weights_of(*variant) == Some(*variant);
    let games: Vec<Variant> = Variant::ALL.into_iter().filter(own).collect();
    assert_eq!(games.len(), 15);
    let points_of = &|variant: Variant| -> u64 {
        let mut points = 0;
        for opening in 1..=OPENINGS {
            for side in Side::ALL {
                let (white, black) = match side {
                    Side::White => (&trained, &handcrafted),
                    Side::Black => (&handcrafted, &trained),
                };
                points += match winner(variant, opening, white, black) {
                    Some(winner) if winner == side => 2,
                    Some(_) => 0,
                    None => 1,
                };
            }
        }
        points
    };
    let matches: Vec<(Variant, u64)> = std::thread::scope(|scope| {
        let play = |variant| scope.spawn(move || (variant, points_of(variant)));
        let threads: Vec<_> = games.into_iter().map(play).collect();
        let ended = threads.into_iter().map(|thread| thread.join());
        ended.map(|points| points.expect("every match ended")).collect()
    });
    for (variant, points) in matches {
        println!("{variant}: {points} points of {}", 4 * OPENINGS);
        assert!(
            points > 2 * OPENINGS,
            "{variant}: {points} points of {}",
            4 * OPENINGS
        );
    }
}
