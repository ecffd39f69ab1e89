//! Long games: no call about them costs what playing them did, and what is kept is what was played.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
#![allow(clippy::disallowed_methods, reason = "a test measures on a native machine")]
use damier_core::{App, Assets};
use damier_store::Store;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
}

/// How long a call takes: the best of some tries, because the machine may be busy.
fn best(app: &mut App, name: &str, params: &Value) -> Duration {
    let time = |app: &mut App| {
        let start = Instant::now();
        call(app, name, params);
        start.elapsed()
    };
    (0..5).map(|_| time(app)).min().unwrap()
}

#[test]
fn calls_of_a_long_game_cost_less_than_its_moves() {
    let mut app = App::new(Store::in_memory().unwrap(), Assets::bundled(), 1e12).unwrap();
    let person = json!({"kind": "human"});
    let (mut longest, mut playing) = (0, Duration::ZERO);
    // Twenty random games, each to its end.
    let mut seed: u64 = 20;
    for _ in 0..20 {
        let new = json!({"variant": "international", "white": person, "black": person, "handicap": {"white": 0, "black": 0}});
        let mut game = call(&mut app, "newGame", &new);
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
            game = call(&mut app, "playMove", &play);
        }
        let played = begun.elapsed();
        playing += played;
        let plies = game["ply"].as_u64().unwrap();
        longest = longest.max(plies);

        // What is read back is the same game, to the last view.
        let again = call(&mut app, "game", &json!({"id": game["id"]}));
        assert_eq!(again, game);
        let took = best(&mut app, "game", &json!({"id": game["id"]}));
        assert!(
            took < played,
            "{plies} plies were played in {played:?} and opened in {took:?}"
        );
        let took = best(&mut app, "gameAt", &json!({"game": game["id"], "ply": plies / 2}));
        assert!(
            took < played,
            "{plies} plies were played in {played:?}, looking back took {took:?}"
        );
    }
    assert!(longest >= 80, "no long game among them: {longest}");
    for (name, params) in [("home", json!({})), ("beginExport", json!({"format": "pdn"}))] {
        let took = best(&mut app, name, &params);
        assert!(
            took < playing,
            "20 games were played in {playing:?}, {name} took {took:?}"
        );
    }
    println!("the longest of 20 games has {longest} plies");
}
