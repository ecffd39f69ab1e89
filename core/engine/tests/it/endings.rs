//! The engine plays endings by the tables: it wins a won position against any defence, and its score is the exact
//! result.
use draughts::notation::{fen, movetext};
use draughts::{Game, Position, Variant};
use draughts_engine::endgame::{Class, Tables, Value};
use draughts_engine::{
    EngineAssets, Limits, Score, Search, SearchResult, Task, TranspositionTable, no_clock,
};
use std::sync::{Arc, LazyLock};

const INTERNATIONAL: Variant = Variant::International;

static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);

fn tables() -> Arc<Tables> {
    ASSETS
        .bundled_tables(INTERNATIONAL)
        .expect("the tables are bundled")
}

fn run(game: &Game, task: Task) -> SearchResult {
    let mut search = Search::new(game, task, &ASSETS, TranspositionTable::new(1), no_clock);
    while !search.step(1 << 16) {}
    search.result()
}

/// Returns positions spread over each class of `pieces` pieces, with their values.
fn sample(pieces: u8, of_each: u64) -> Vec<(Position, Value)> {
    let mut found = Vec::new();
    for class in Class::all(pieces) {
        let slots = tables().slots(class);
        let places = (0..of_each).map(|n| (n * 2 + 1) * slots / (of_each * 2) + n * 7919);
        found.extend(places.filter_map(|slot| {
            let position = tables().position_at(class, slot % slots)?;
            Some((position, tables().probe(&position)?))
        }));
    }
    assert!(found.len() > 100);
    found
}

/// Plays on from a position. Returns the length of the game in plies if the side to move wins.
fn play_out(start: Position, nodes: [u64; 2]) -> Option<usize> {
    let mut game = Game::from_position(start);
    while game.outcome().is_none() {
        let budget = nodes[game.moves().len() % 2];
        let best = run(&game, Task::within(Limits::nodes(budget))).best?;
        game.play(&best).expect("the engine plays legal moves");
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner)?;
    (winner == start.turn()).then(|| game.moves().len())
}

#[test]
fn three_pieces_are_played_perfectly() {
    let mut won = 0;
    for (position, value) in sample(3, 25) {
        let result = run(&Game::from_position(position), Task::within(Limits::nodes(2_000)));
        let score = result.info.score;
        match value {
            Value::Win(plies) => {
                let plies = plies.expect("distances of three pieces are known");
                assert_eq!(score.plies_to_end(), Some(i32::from(plies)), "{position:?}");
                assert_eq!(result.info.line.len(), usize::from(plies));
                if plies > 4 {
                    won += 1;
                    assert_eq!(
                        play_out(position, [100, 100]),
                        Some(usize::from(plies)),
                        "{position:?}"
                    );
                }
            }
            Value::Loss(plies) => {
                let plies = plies.expect("distances of three pieces are known");
                assert_eq!(score.plies_to_end(), Some(-i32::from(plies)), "{position:?}");
            }
            Value::Draw => assert_eq!(score, Score::DRAW, "{position:?}"),
        }
    }
    assert!(won > 20, "{won}");
}

#[test]
fn every_won_position_of_four_pieces_is_won() {
    let mut won = 0;
    let mut missed = Vec::new();
    for (position, value) in sample(4, 6) {
        let score = run(&Game::from_position(position), Task::within(Limits::nodes(3_000)))
            .info
            .score;
        match value {
            Value::Win(_) => {
                assert!(
                    score.is_settled() && score > Score::DRAW,
                    "{position:?} {score:?}"
                );
                won += 1;
                if play_out(position, [20_000, 2_000]).is_none() {
                    missed.push(fen::write(&position));
                }
            }
            Value::Loss(_) => assert!(
                score.is_settled() && score < Score::DRAW,
                "{position:?} {score:?}"
            ),
            Value::Draw => assert_eq!(score, Score::DRAW, "{position:?}"),
        }
    }
    assert!(
        won > 30 && missed.is_empty(),
        "{} of {won}: {missed:?}",
        missed.len()
    );
}

/// The shot reaches a position that the tables know won; another first move wins at the end of the game, farther off.
#[test]
fn a_tablebase_win_is_preferred_to_a_farther_end() {
    let position = fen::read(INTERNATIONAL, "W:W22,28,32,33,34,37,39:B9,11,17,19,23,24").expect("legal");
    let result = run(
        &Game::from_position(position),
        Task::within(Limits::nodes(2_000_000)),
    );
    assert!(
        result.info.score.is_won() && result.info.nodes < 2_000_000,
        "{result:?}"
    );
    let best = result.best.map(|mv| movetext::write(&position, &mv));
    assert_eq!(best.as_deref(), Some("34-29"));
}

#[test]
fn four_kings_catch_one() {
    let class: Class = "0m4k v 0m1k".parse().expect("a class");
    let slots = tables().slots(class);
    for n in 0..12 {
        let position = tables().position_at(class, (n * 2 + 1) * slots / 24);
        let position = position.expect("kings have a position in every slot");
        if matches!(tables().probe(&position), Some(Value::Win(_))) {
            assert!(play_out(position, [20_000, 2_000]).is_some(), "{position:?}");
        }
    }
}

/// Kings against the last king, in the games that usually end so: they must win before a draw rule ends the game.
#[test]
fn kings_catch_the_last_king_before_a_draw_rule_ends_the_game() {
    for (variant, class) in [
        (Variant::Brazilian, "0m3k v 0m1k"),
        (Variant::Russian, "0m3k v 0m1k"),
        (Variant::Spanish, "0m3k v 0m1k"),
        (Variant::English, "0m2k v 0m1k"),
        (Variant::Italian, "0m2k v 0m1k"),
        (Variant::Turkish, "0m2k v 0m1k"),
        (Variant::Frisian, "0m2k v 0m1k"),
    ] {
        let tables = ASSETS.bundled_tables(variant).expect("the tables are bundled");
        let class: Class = class.parse().expect("a class");
        let slots = tables.slots(class);
        let mut won = 0;
        for n in 0..16 {
            let position = tables.position_at(class, (n * 2 + 1) * slots / 32);
            let position = position.expect("kings have a position in every slot");
            if matches!(tables.probe(&position), Some(Value::Win(_))) {
                let in_time = play_out(position, [5_000, 1_000]).is_some();
                assert!(in_time, "{variant} {}", fen::write(&position));
                won += 1;
            }
        }
        assert!(won > 2, "{variant}: {won}");
    }
}
