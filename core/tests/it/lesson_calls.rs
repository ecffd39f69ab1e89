//! Lessons through the calls, as front ends play them: in each language, with right and wrong answers.
use crate::common::{app, call};
use damier_core::App;
use draughts::notation::movetext;
use draughts_lessons::{LANGUAGES, School, Task};
use serde_json::{Value, json};

/// Task of a step, from the lesson file.
fn task(lesson: &Value, index: usize) -> &'static Task {
    let lesson = School::embedded().lesson(lesson.as_str().expect("an id"));
    &lesson.expect("a lesson").steps[index].task
}

/// The answer of the third hint, added to the earlier answers; if a hint has only words, the answer of the file.
fn model(lesson: &Value, index: usize, step: &Value, hint: &Value, before: &Value) -> Value {
    let overlays = hint["overlays"].as_array().expect("a list");
    let before = |list: &str| before[list].as_array().cloned().unwrap_or_default();
    let steps = &School::embedded()
        .lesson(lesson.as_str().expect("an id"))
        .expect("a lesson")
        .steps;
    match (step["kind"].as_str().expect("a word"), task(lesson, index)) {
        (_, Task::TrueFalse { answer }) => json!({"kind": "truth", "value": answer}),
        (_, Task::Choose(options) | Task::SpotIrregularity { options, .. }) => {
            json!({"kind": "pick", "option": options.right})
        }
        (_, Task::WriteMove { line }) => {
            let mut position = steps[index].position;
            let mut written = Vec::new();
            for mv in line {
                written.push(movetext::write(&position, mv));
                position.play_unchecked(mv);
            }
            json!({"kind": "text", "text": written.join(" ")})
        }
        (_, Task::BuildPosition { .. }) => {
            let pieces = steps[index].position.pieces().map(|(square, piece)| {
                let side = format!("{:?}", piece.side).to_lowercase();
                let role = format!("{:?}", piece.role).to_lowercase();
                json!({"square": square.number(), "side": side, "role": role})
            });
            json!({"kind": "pieces", "pieces": pieces.collect::<Vec<_>>()})
        }
        (kind, _) => drawn(kind, overlays, &before),
    }
}

/// The answer that a hint draws.
fn drawn(kind: &str, overlays: &[Value], before: &dyn Fn(&str) -> Vec<Value>) -> Value {
    match kind {
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

/// A wrong answer for the kind of step.
fn wrong(lesson: &Value, index: usize, step: &Value) -> Option<Value> {
    Some(match step["kind"].as_str()? {
        "explain" => return None,
        "tapSquares" | "tapPieces" => {
            let (Task::TapSquares { squares } | Task::TapPieces { squares }) = task(lesson, index) else {
                return None;
            };
            let wrong = draughts::Variant::International.start().all_squares();
            let wrong = wrong.into_iter().find(|square| !squares.contains(*square))?;
            json!({"kind": "taps", "squares": [wrong.number()]})
        }
        "trueFalse" => {
            json!({"kind": "truth", "value": !matches!(task(lesson, index), Task::TrueFalse { answer: true })})
        }
        "choose" | "spotIrregularity" => {
            let (Task::Choose(options) | Task::SpotIrregularity { options, .. }) = task(lesson, index) else {
                return None;
            };
            json!({"kind": "pick", "option": options.all.iter().find(|option| **option != options.right)?})
        }
        "writeMove" => json!({"kind": "text", "text": "?"}),
        "buildPosition" => json!({"kind": "pieces", "pieces": step["position"]["pieces"]}),
        "countCapture" => {
            let largest = step["choices"].as_array()?.last()?;
            json!({"kind": "count", "number": largest})
        }
        // A white man moves straight up the board, which no rules allow.
        _ => {
            let pieces = step["position"]["pieces"].as_array()?;
            let white = pieces.iter().rfind(|piece| piece["side"] == "white")?["square"].as_u64()?;
            let ahead = if white > 10 { white - 10 } else { white + 10 };
            json!({"kind": "moves", "paths": [[white, ahead]]})
        }
    })
}

#[test]
fn every_lesson_is_played_to_its_end() {
    let mut app = app();
    let lessons = call(
        &mut app,
        "lessons",
        &json!({"variant": "international", "language": "en"}),
    );
    // One after another, because a verdict does not depend on the language.
    let mut languages = LANGUAGES.iter().cycle();
    for (place, summary) in lessons.as_array().expect("a list").iter().enumerate() {
        let id = &summary["id"];
        let language = languages.next();
        let lesson = call(&mut app, "lesson", &json!({"id": id, "language": language}));
        let steps = lesson["steps"].as_array().expect("a list");
        assert_eq!(lesson["next"]["id"], lessons[place + 1]["id"]);
        for (index, step) in steps.iter().enumerate() {
            let of = |answer: &Value| {
                json!({
                    "lesson": id, "step": index, "answer": answer, "mistakes": 0, "hints": 0, "language": language,
                    "strength": 3,
                })
            };
            if let Some(wrong) = wrong(id, index, step) {
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
                answer = model(id, index, step, &hint, &answer);
                let reply = call(&mut app, "lessonStep", &of(&answer));
                replies += 1;
                if step["kind"] == "playOut" {
                    answer = json!({"kind": "moves", "paths": reply["kept"]});
                }
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
            let at_once = ["playOut", "buildPosition", "writeMove"].map(Value::from);
            let wanted = step["wanted"].as_u64().expect("a number").max(1);
            assert!(
                at_once.contains(&step["kind"]) || replies == wanted,
                "{id} {index}"
            );
        }
    }
    let lessons = call(
        &mut app,
        "lessons",
        &json!({"variant": "international", "language": "en"}),
    );
    let lessons = lessons.as_array().expect("a list");
    assert!(!lessons.is_empty());
    assert!(lessons.iter().all(|lesson| lesson["done"] == lesson["steps"]));
}

#[test]
fn the_best_try_of_each_step_gives_the_stars_until_it_is_forgotten() {
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
                answer = model(&json!("must-take"), index, step, &hint, &answer);
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
fn a_refused_try_shows_the_forced_captures_and_a_refutation_is_played_once() {
    let mut app = app();
    let mut try_path = |lesson: &str, step: u8, paths: Value| {
        let answer = json!({"kind": "moves", "paths": paths});
        let params = json!({"lesson": lesson, "step": step, "answer": answer, "mistakes": 0, "hints": 0, "language": "en"});
        call(&mut app, "lessonStep", &params)
    };
    // The man before promotion may not move: 38 must capture.
    let reply = try_path("must-take", 2, json!([[8, 2]]));
    assert_eq!(reply["overlays"], json!([{"kind": "ring", "squares": [38]}]));
    assert!(
        reply["text"]
            .as_str()
            .expect("a text")
            .starts_with("Making a king is tempting")
    );
    // The shorter capture is refused; the longer one is drawn with its number.
    let reply = try_path("largest-number", 2, json!([[31, 22]]));
    assert_eq!(
        reply["overlays"],
        json!([{"kind": "route", "path": [38, 29, 18], "label": "2"}])
    );
    // A legal move that loses a man: the move, the reply, and the position to try again.
    let reply = try_path("chain", 2, json!([[27, 22]]));
    let played: Vec<&Value> = reply["played"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|mv| &mv["notation"])
        .collect();
    assert_eq!(played, [&json!("27-22"), &json!("18x27")]);
    assert_eq!(reply["verdict"], "wrong");
    // Wrong tries may stay in the list; the line continues from the right ones.
    let reply = try_path(
        "chain",
        2,
        json!([[27, 22], [28, 22], [33], [33, 22], [33, 22, 13]]),
    );
    assert_eq!(reply["verdict"], "done");
}

#[test]
fn an_invalid_answer_is_a_typed_error() {
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
    // An unknown language is answered in English, a dialect in its language.
    let title = |language: &str, app: &mut App| {
        call(app, "lesson", &json!({"id": "board", "language": language}))["summary"]["title"].clone()
    };
    assert_eq!(title("pt", &mut app), "The parts of the board");
    assert_eq!(title("fr-CA", &mut app), "Le damier et ses noms");
}

#[test]
fn an_untranslated_lesson_is_in_english_and_marked_so() {
    let mut app = app();
    let told = |app: &mut App, id: &str, step: u8, language: &str| {
        let lesson = call(app, "lesson", &json!({"id": id, "language": language}));
        let hint = json!({"lesson": id, "step": step, "answer": {"kind": "seen"}, "strength": 1, "language": language});
        let hint = call(app, "lessonHint", &hint)["text"].clone();
        (
            lesson["summary"]["language"].clone(),
            lesson["intro"].clone(),
            hint,
        )
    };
    let russian = told(&mut app, "man-move", 0, "ru");
    assert_eq!(russian.0, "ru");
    assert_ne!(russian.1, told(&mut app, "man-move", 0, "en").1);
    assert_eq!(told(&mut app, "board", 1, "ru"), told(&mut app, "board", 1, "en"));
}

fn step(step: u8, answer: Value) -> Value {
    json!({"lesson": "board", "step": step, "answer": answer, "mistakes": 0, "hints": 0, "language": "fr"})
}
