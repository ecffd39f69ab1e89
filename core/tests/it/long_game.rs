//! Long games: reading one back gives the game that was played, and costs less than playing it.
#![allow(clippy::disallowed_methods, reason = "a test measures on a native machine")]
use crate::common::{app, call};
use damier_core::App;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// Plays random games to their ends; calls `ended` with each and the time it took.
fn play_games(app: &mut App, count: usize, mut ended: impl FnMut(&mut App, &Value, Duration)) {
    let person = json!({"kind": "human"});
    let mut seed: u64 = 20;
    for _ in 0..count {
        let new = json!({"variant": "international", "white": person, "black": person, "handicap": {"white": 0, "black": 0}});
        let mut game = call(app, "newGame", &new);
        let begun = Instant::now();
        while game["outcome"].is_null() {
            let legal = game["position"]["legal"].as_array().unwrap();
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let routes = legal[(seed >> 33) as usize % legal.len()]["routes"]
                .as_array()
                .unwrap();
            let route = &routes[(seed >> 20) as usize % routes.len()];
            let play = json!({"game": game["id"], "ply": game["ply"], "path": route});
            game = call(app, "playMove", &play);
        }
        ended(app, &game, begun.elapsed());
    }
}

#[test]
fn a_long_game_reads_back_as_it_was_played() {
    let mut longest = 0;
    play_games(&mut app(), 20, |app, game, _| {
        longest = longest.max(game["ply"].as_u64().unwrap());
        let again = call(app, "game", &json!({"id": game["id"]}));
        assert_eq!(again, *game);
    });
    assert!(longest >= 80, "no long game among them: {longest}");
}

/// Best time of five calls, because the machine may be busy.
fn best(app: &mut App, name: &str, params: &Value) -> Duration {
    let time = |app: &mut App| {
        let start = Instant::now();
        call(app, name, params);
        start.elapsed()
    };
    (0..5).map(|_| time(app)).min().unwrap()
}

#[test]
#[ignore = "measures time: make test-deep"]
fn calls_of_a_long_game_cost_less_than_its_moves() {
    let mut app = app();
    let mut playing = Duration::ZERO;
    play_games(&mut app, 20, |app, game, played| {
        playing += played;
        let plies = game["ply"].as_u64().unwrap();
        for (name, params) in [
            ("game", json!({"id": game["id"]})),
            ("gameAt", json!({"game": game["id"], "ply": plies / 2})),
        ] {
            let took = best(app, name, &params);
            assert!(
                took < played,
                "{plies} plies were played in {played:?}, {name} took {took:?}"
            );
        }
    });
    for (name, params) in [("home", json!({})), ("beginExport", json!({"format": "pdn"}))] {
        let took = best(&mut app, name, &params);
        assert!(
            took < playing,
            "20 games were played in {playing:?}, {name} took {took:?}"
        );
    }
}
