//! The composer's bench: a position is checked in steps, saved, and solved like any other puzzle.
use crate::common::{app, call, refused};
use damier_core::App;
use serde_json::{Value, json};

/// A mazette without other pieces.
const SOUND: &str = "W:W28,32,37:B10,17,19";

/// Runs a check to its end; returns the last view.
fn check(app: &mut App, fen: &str) -> Value {
    let mut view = call(
        app,
        "beginSoundness",
        &json!({"variant": "international", "fen": fen}),
    );
    let mut progress = 0.0;
    while view["done"] == false {
        view = call(app, "soundnessStep", &json!({"check": view["check"]}));
        assert!(view["progress"].as_f64().unwrap() >= progress, "{view}");
        progress = view["progress"].as_f64().unwrap();
    }
    view
}

#[test]
fn a_sound_problem_is_reported_saved_and_solved() {
    let mut app = app();
    let view = check(&mut app, SOUND);
    assert_eq!((&view["faults"], &view["canSave"]), (&json!([]), &json!(true)));
    assert_eq!(view["keys"][0]["line"], "28-22 17x28 32x5");
    assert_eq!(view["moves"][0]["played"]["notation"], "28-22");
    assert!(view["written"].as_str().unwrap().starts_with("28-22 17x28"));
    let saved = call(
        &mut app,
        "saveProblem",
        &json!({"check": view["check"], "name": "Mine"}),
    );
    assert_eq!(
        (&saved["set"]["name"], &saved["set"]["puzzles"]),
        (&json!("Mine"), &json!(1))
    );
    let sheet = call(&mut app, "puzzleSheet", &json!({"set": saved["set"]["set"]}));
    assert_eq!(sheet["puzzles"][0]["solution"], "28-22 17x28 32x5");
    let tried = json!({"puzzle": saved["puzzle"], "moves": [[28, 22], [32, 5]], "hints": 0});
    assert_eq!(call(&mut app, "tryPuzzleMove", &tried)["verdict"], "done");
}

#[test]
fn duals_name_the_move_that_they_replace() {
    let mut app = app();
    // The last capture can end on several squares.
    let view = check(&mut app, "W:WK46,38,42:B14,20,33");
    for dual in view["duals"].as_array().unwrap() {
        let at = dual["at"].as_u64().unwrap() as usize;
        assert_eq!(view["moves"][at]["played"], dual["main"], "{dual}");
        assert_ne!(dual["main"], dual["other"]);
    }
}

#[test]
fn an_unsound_problem_is_not_saved() {
    let mut app = app();
    let view = check(&mut app, "W:W31-50:B1-20");
    assert_eq!(view["faults"], json!(["noSolution"]));
    assert_eq!(
        refused(
            &mut app,
            "saveProblem",
            &json!({"check": view["check"], "name": "Mine"})
        ),
        "badParams"
    );
}

#[test]
fn only_one_check_runs_at_a_time_and_not_in_losing_games() {
    let mut app = app();
    let begin = json!({"variant": "international", "fen": SOUND});
    let first = call(&mut app, "beginSoundness", &begin);
    let second = call(&mut app, "beginSoundness", &begin);
    assert_eq!(
        refused(&mut app, "soundnessStep", &json!({"check": first["check"]})),
        "notFound"
    );
    call(&mut app, "soundnessStep", &json!({"check": second["check"]}));
    let losing = json!({"variant": "antidraughts", "fen": SOUND});
    assert_eq!(refused(&mut app, "beginSoundness", &losing), "badParams");
    let nonsense = json!({"variant": "international", "fen": "W:W1:B1"});
    assert_eq!(refused(&mut app, "beginSoundness", &nonsense), "badPosition");
}
