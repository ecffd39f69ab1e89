//! A long game: no call keeps the front end waiting, and what is kept is what was played.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
#![allow(clippy::disallowed_methods, reason = "a test measures on a native machine")]
use damier_core::{App, Assets};
use damier_store::Store;
use serde_json::{Value, json};
use std::time::{Duration, Instant};

/// No call takes longer; measured as the best of some tries, because the machine may be busy.
const LIMIT: Duration = Duration::from_millis(50);

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    serde_json::from_str(&app.call(name, &params.to_string(), 1e12).unwrap()).unwrap()
}

fn best(app: &mut App, name: &str, params: &Value) -> Duration {
    let time = |app: &mut App| {
        let start = Instant::now();
        call(app, name, params);
        start.elapsed()
    };
    (0..5).map(|_| time(app)).min().unwrap()
}

#[test]
fn calls_of_a_long_game_are_quick() {
    let mut app = App::new(Store::in_memory().unwrap(), Assets::bundled(), 1e12).unwrap();
    let person = json!({"kind": "human"});
    let mut longest = 0;
    // Twenty games by lot, each to its end.
    let mut lot: u64 = 20;
    for _ in 0..20 {
        let new = json!({"variant": "international", "white": person, "black": person, "handicap": {"white": 0, "black": 0}});
        let mut game = call(&mut app, "newGame", &new);
        while game["outcome"].is_null() {
            let legal = game["position"]["legal"].as_array().unwrap();
            lot = lot
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let routes = legal[(lot >> 33) as usize % legal.len()]["routes"]
                .as_array()
                .unwrap();
            let route = &routes[(lot >> 20) as usize % routes.len()];
            let play = json!({"game": game["id"], "ply": game["ply"], "path": route});
            game = call(&mut app, "playMove", &play);
        }
        let plies = game["ply"].as_u64().unwrap();
        longest = longest.max(plies);

        // What is read back is the same game, to the last view.
        let again = call(&mut app, "game", &json!({"id": game["id"]}));
        assert_eq!(again, game);
        let took = best(&mut app, "game", &json!({"id": game["id"]}));
        assert!(took < LIMIT, "opening a game of {plies} plies took {took:?}");
        let took = best(&mut app, "gameAt", &json!({"game": game["id"], "ply": plies / 2}));
        assert!(took < LIMIT, "looking back took {took:?}");
    }
    assert!(longest >= 80, "no long game among them: {longest}");
    let took = best(&mut app, "home", &json!({}));
    assert!(took < LIMIT, "the start page took {took:?}");
    let took = best(&mut app, "beginExport", &json!({"format": "pdn"}));
    assert!(took < LIMIT, "exporting 20 games took {took:?}");
    println!("the longest of 20 games has {longest} plies");
}
