//! Lesson files of one's own: what is read is checked without a panic, and what is taken can be listed, opened and hinted at.
#![no_main]
use damier_core::App;
use draughts_engine::Level;
use draughts_lessons::{Engine, Lesson, Question, Thinker, Thought, Unthought, fill_proofs};
use damier_store::Store;
use draughts::Game;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};
use std::sync::Arc;

/// The engine, which thinks no longer than a fuzzer has time for.
#[derive(Debug)]
struct Hasty;

impl Thinker for Hasty {
    fn think(&self, game: &Game, question: &Question) -> Result<Thought, Unthought> {
        let level = question.level.clone();
        let level = level.filter(|(key, _)| Level::by_key(game.variant(), key).is_some());
        Engine.think(game, &Question { nodes: question.nodes.min(50), level })
    }
}

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), 1e12);
    let reply = reply.unwrap_or_else(|error| panic!("{name}: {:?} {error}", error.kind));
    serde_json::from_str(&reply).expect("a reply is JSON")
}

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = std::str::from_utf8(bytes) else {
        return;
    };
    drop(Lesson::read(source));
    // With its proofs written most of what the checker does is reached.
    let filled = fill_proofs(source).unwrap_or_else(|_| source.to_owned());
    let store = Store::in_memory().expect("memory");
    let mut app = App::with_thinker(store, 1e12, Arc::new(Hasty)).expect("an app");
    let import = json!({"name": "own.toml", "source": filled, "language": "en"});
    let Ok(reply) = app.call("importLesson", &import.to_string(), 1e12) else {
        return;
    };
    let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    if reply["lesson"].is_null() {
        assert_ne!(reply["faults"], json!([]), "nothing is wrong, and nothing was taken");
        return;
    }
    let lesson = &reply["lesson"]["id"];
    for language in ["en", "fr"] {
        call(&mut app, "ownLessons", &json!({"language": language}));
        call(&mut app, "lesson", &json!({"id": lesson, "language": language}));
    }
    // Taken once, it is taken again, with nothing left to leave out.
    let mut import = import;
    import["source"] = app_source(&mut app);
    let again = call(&mut app, "importLesson", &import);
    assert_eq!((&again["faults"], &again["lesson"]["id"]), (&json!([]), lesson));
});

/// The text of the one lesson that is kept.
fn app_source(app: &mut App) -> Value {
    let mut step = call(app, "beginBackup", &json!({}));
    let mut text = step["text"].as_str().unwrap_or_default().to_owned();
    while step["done"] != true {
        step = call(app, "exportStep", &json!({"export": step["export"]}));
        text += step["text"].as_str().unwrap_or_default();
    }
    let lines = text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut sources = lines.filter_map(|line| find(&line, "source").cloned());
    sources.next().unwrap_or_else(|| panic!("no lesson in {text}"))
}

fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let entries = value.as_object()?;
    entries.get(key).or_else(|| entries.values().find_map(|value| find(value, key)))
}
