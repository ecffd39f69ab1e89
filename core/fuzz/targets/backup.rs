//! Backups: what cannot be read is left out, the store stays whole, and what came in goes out and in again.
#![no_main]
use damier_core::App;
use draughts_engine::Level;
use draughts_lessons::{Engine, Question, Thinker, Thought, Unthought};
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

fn app() -> App {
    App::with_thinker(Store::in_memory().expect("memory"), 1e12, Arc::new(Hasty)).expect("an app")
}

fn call(app: &mut App, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), 1e12);
    let reply = reply.unwrap_or_else(|error| panic!("{name}: {:?} {error}", error.kind));
    serde_json::from_str(&reply).expect("a reply is JSON")
}

/// What was restored of a text, where it is a backup at all.
fn restored(app: &mut App, text: &str) -> Option<Value> {
    let begun = call(app, "beginRestore", &json!({"bytes": text.len()}));
    let params = json!({"restore": begun["restore"], "text": text, "last": true});
    let reply = app.call("restoreChunk", &params.to_string(), 1e12).ok()?;
    serde_json::from_str(&reply).ok()
}

fn saved(app: &mut App) -> String {
    let mut step = call(app, "beginBackup", &json!({}));
    let mut text = step["text"].as_str().unwrap_or_default().to_owned();
    while step["done"] != true {
        step = call(app, "exportStep", &json!({"export": step["export"]}));
        text += step["text"].as_str().unwrap_or_default();
    }
    text
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut app = app();
    let read = restored(&mut app, &text);
    while call(&mut app, "checkStep", &json!({}))["done"] != true {}
    call(&mut app, "home", &json!({}));
    call(&mut app, "libraryState", &json!({}));
    call(&mut app, "ownLessons", &json!({"language": "en"}));
    call(&mut app, "training", &json!({"variant": "international", "zone": 0}));
    if read.is_none() {
        return;
    }
    let saved = saved(&mut app);
    let mut other = self::app();
    let again = restored(&mut other, &saved).unwrap_or_else(|| panic!("{saved}"));
    assert_eq!((&again["bad"], &again["cut"]), (&json!(0), &json!(false)), "{again} {saved}");
});
