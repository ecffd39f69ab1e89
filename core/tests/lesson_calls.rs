//! The lessons through the calls, as every front end plays them: in each language, with right and wrong answers.
#![cfg(feature = "store")]
use draughts::api::App;
use draughts::store::Store;
use serde_json::{Value, json};

fn app() -> App {
    App::new(Store::in_memory().expect("a store"), 0.0).expect("an app")
}

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), 1.0);
    serde_json::from_str(&reply.unwrap_or_else(|e| panic!("{name} {params}: {e}"))).expect("JSON")
}

/// The answer that the third hint gives away, appended to what was answered before.
fn model(step: &Value, hint: &Value, before: &Value) -> Value {
    let overlays = hint["overlays"].as_array().expect("a list");
    let before = |list: &str| before[list].as_array().cloned().unwrap_or_default();
    match step["kind"].as_str().expect("a word") {
        "explain" => json!({"kind": "seen"}),
        "tapSquares" | "tapPieces" => {
            let mut squares = before("squares");
            squares.push(overlays[0]["squares"][0].clone());
            json!({"kind": "taps", "squares": squares})
        }
        "countCapture" => {
            let stops = overlays[0]["path"].as_array().expect("a route").len();
            json!({"kind": "count", "number": stops - 1})
        }
        _ => {
            let mut paths = before("paths");
            paths.push(overlays[0]["path"].clone());
            json!({"kind": "moves", "paths": paths})
        }
    }
}

/// A wrong answer of the step's kind.
fn wrong(step: &Value) -> Option<Value> {
    Some(match step["kind"].as_str()? {
        "explain" => return None,
        "tapSquares" | "tapPieces" => json!({"kind": "taps", "squares": [12]}),
        "countCapture" => {
            let largest = step["choices"].as_array()?.last()?;
            json!({"kind": "count", "number": largest})
        }
        // A white man straight up the board: no rule allows that.
        _ => {
            let pieces = step["position"]["pieces"].as_array()?;
            let white = pieces.iter().rfind(|piece| piece["side"] == "white")?["square"].as_u64()?;
            json!({"kind": "moves", "paths": [[white, white - 10]]})
        }
    })
}

#[test]
fn every_lesson_is_played_to_its_end_in_every_language() {
    for language in ["fr", "en"] {
        let mut app = app();
        let lessons = call(
            &mut app,
            "lessons",
            &json!({"variant": "international", "language": language}),
        );
        for (place, summary) in lessons.as_array().expect("a list").iter().enumerate() {
            let id = &summary["id"];
            let lesson = call(&mut app, "lesson", &json!({"id": id, "language": language}));
            let steps = lesson["steps"].as_array().expect("a list");
            assert_eq!(lesson["next"], lessons[place + 1]["id"]);
            for (index, step) in steps.iter().enumerate() {
                let of = |answer: &Value| {
                    json!({
                        "lesson": id, "step": index, "answer": answer, "mistakes": 0, "hints": 0, "language": language,
                        "strength": 3,
                    })
                };
                if let Some(wrong) = wrong(step) {
                    let reply = call(&mut app, "lessonStep", &of(&wrong));
                    assert_eq!(reply["verdict"], "wrong", "{id} {index}");
                    assert_eq!(reply["position"]["fen"], step["position"]["fen"]);
                    assert!(reply["text"].as_str().expect("a text").len() > 10);
                }
                let mut answer = json!({"kind": "seen"});
                if step["kind"] != "explain" {
                    answer = match step["kind"].as_str() {
                        Some("tapSquares" | "tapPieces") => json!({"kind": "taps", "squares": []}),
                        _ => json!({"kind": "moves", "paths": []}),
                    };
                }
                let mut replies = 0;
                loop {
                    let hint = call(&mut app, "lessonHint", &of(&answer));
                    answer = model(step, &hint, &answer);
                    let reply = call(&mut app, "lessonStep", &of(&answer));
                    replies += 1;
                    let last = index + 1 == steps.len();
                    if reply["verdict"] == "done" {
                        assert_eq!(
                            reply["stars"],
                            if last { json!(3) } else { Value::Null },
                            "{id} {index}"
                        );
                        break;
                    }
                    assert_eq!(reply["verdict"], "goOn", "{id} {index} {answer}");
                }
                assert_eq!(
                    replies,
                    step["wanted"].as_u64().expect("a number").max(1),
                    "{id} {index}"
                );
            }
        }
        let lessons = call(
            &mut app,
            "lessons",
            &json!({"variant": "international", "language": language}),
        );
        assert!(
            lessons
                .as_array()
                .expect("a list")
                .iter()
                .all(|lesson| lesson["done"] == lesson["steps"])
        );
    }
}

#[test]
fn the_best_try_of_each_step_makes_the_stars_until_it_is_forgotten() {
    let mut app = app();
    let lesson = call(&mut app, "lesson", &json!({"id": "must-take", "language": "fr"}));
    let steps = lesson["steps"].as_array().expect("a list").clone();
    let mut play = |mistakes: u8, hints: u8| {
        let mut stars = Value::Null;
        for (index, step) in steps.iter().enumerate() {
            let of = |answer: &Value| {
                json!({
                    "lesson": "must-take", "step": index, "answer": answer, "mistakes": mistakes, "hints": hints,
                    "language": "fr", "strength": 3,
                })
            };
            let mut answer = json!({"kind": if step["kind"] == "tapPieces" { "taps" } else { "moves" }, "squares": [], "paths": []});
            loop {
                let hint = call(&mut app, "lessonHint", &of(&answer));
                answer = model(step, &hint, &answer);
                let reply = call(&mut app, "lessonStep", &of(&answer));
                if reply["verdict"] == "done" {
                    stars = reply["stars"].clone();
                    break;
                }
            }
        }
        stars
    };
    assert_eq!(play(2, 1), 1);
    assert_eq!(play(1, 0), 2);
    assert_eq!(play(4, 2), 2, "a worse try takes nothing away");
    assert_eq!(play(0, 0), 3);
    call(&mut app, "forgetLesson", &json!({"lesson": "must-take"}));
    let lesson = call(&mut app, "lesson", &json!({"id": "must-take", "language": "fr"}));
    assert_eq!(
        (&lesson["summary"]["done"], &lesson["summary"]["stars"]),
        (&json!(0), &json!(0))
    );
}

#[test]
fn a_refused_try_shows_who_must_take_and_a_refutation_is_played_once() {
    let mut app = app();
    let mut try_path = |lesson: &str, step: u8, paths: Value| {
        let answer = json!({"kind": "moves", "paths": paths});
        let params = json!({"lesson": lesson, "step": step, "answer": answer, "mistakes": 0, "hints": 0, "language": "en"});
        call(&mut app, "lessonStep", &params)
    };
    // The man about to promote may not: 38 must take.
    let reply = try_path("must-take", 2, json!([[8, 2]]));
    assert_eq!(reply["overlays"], json!([{"kind": "ring", "squares": [38]}]));
    assert!(
        reply["text"]
            .as_str()
            .expect("a text")
            .starts_with("Making a king is tempting")
    );
    // The shorter capture is refused, and the longer one is drawn with its number.
    let reply = try_path("largest-number", 2, json!([[31, 22]]));
    assert_eq!(
        reply["overlays"],
        json!([{"kind": "route", "path": [38, 29, 18], "label": "2"}])
    );
    // A legal move that loses a man: the move, the reply, and back to where it was tried.
    let reply = try_path("must-take", 4, json!([[27, 22]]));
    let played: Vec<&Value> = reply["played"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| &mv["notation"])
        .collect();
    assert_eq!(played, [&json!("27-22"), &json!("18x27")]);
    assert_eq!(reply["verdict"], "wrong");
    // Wrong tries may stay in the list; the line goes on from the right ones.
    let reply = try_path(
        "must-take",
        4,
        json!([[27, 22], [28, 22], [33], [33, 22], [33, 22, 13]]),
    );
    assert_eq!(reply["verdict"], "done");
}

#[test]
fn what_cannot_be_answered_is_a_typed_error() {
    let mut app = app();
    for (name, params, kind) in [
        ("lesson", json!({"id": "chess", "language": "fr"}), "NotFound"),
        (
            "lessons",
            json!({"variant": "chess", "language": "fr"}),
            "UnknownVariant",
        ),
        ("lessonStep", step(99, json!({"kind": "seen"})), "NotFound"),
        ("lessonStep", step(0, json!({"kind": "seen"})), "BadParams"),
        (
            "lessonStep",
            step(0, json!({"kind": "moves", "paths": []})),
            "BadParams",
        ),
        (
            "lessonStep",
            step(0, json!({"kind": "moves", "paths": [[]]})),
            "BadParams",
        ),
        (
            "lessonStep",
            step(0, json!({"kind": "moves", "paths": [[32, 51]]})),
            "BadParams",
        ),
        (
            "lessonStep",
            step(1, json!({"kind": "taps", "squares": [0]})),
            "BadParams",
        ),
    ] {
        let error = app.call(name, &params.to_string(), 1.0).expect_err("an error");
        assert_eq!(format!("{:?}", error.kind), kind, "{name} {params}");
    }
    // A language that is not spoken is answered in English, a dialect in its language.
    let title = |language: &str, app: &mut App| {
        call(app, "lesson", &json!({"id": "board", "language": language}))["summary"]["title"].clone()
    };
    assert_eq!(title("de", &mut app), "The board");
    assert_eq!(title("fr-CA", &mut app), "Le damier");
}

fn step(step: u8, answer: Value) -> Value {
    json!({"lesson": "board", "step": step, "answer": answer, "mistakes": 0, "hints": 0, "language": "fr"})
}
