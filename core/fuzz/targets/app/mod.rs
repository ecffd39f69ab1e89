//! An app in memory for the targets that go through calls.
use damier_core::{App, Assets};
use damier_store::Store;
use draughts::Game;
use draughts_engine::{EngineAssets, Level};
use draughts_lessons::{LocalSearch, SearchAnswer, SearchPending, SearchProvider, SearchQuestion};
use serde_json::{Value, json};
use std::sync::Arc;

/// An engine with a search limit that suits a fuzzer.
#[derive(Debug)]
struct Hasty(LocalSearch);

impl SearchProvider for Hasty {
    fn answer(&self, game: &Game, question: &SearchQuestion) -> Result<SearchAnswer, SearchPending> {
        let level = question.level.clone();
        let level = level.filter(|(key, _)| Level::by_key(game.variant(), key).is_some());
        self.0.answer(
            game,
            &SearchQuestion {
                nodes: question.nodes.min(50),
                level,
            },
        )
    }
}

/// An app with a new person.
pub fn app() -> App {
    let engine = EngineAssets::bundled();
    let hasty = Hasty(LocalSearch(engine.clone()));
    let store = Store::in_memory().expect("memory");
    App::new(store, Assets::new(engine, Arc::new(hasty)), 1e12).expect("an app")
}

/// Returns the reply of a call that must not fail.
pub fn call(app: &mut App, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), 1e12);
    let reply = reply.unwrap_or_else(|error| panic!("{name}: {:?} {error}", error.kind));
    serde_json::from_str(&reply).expect("a reply is JSON")
}

/// Returns a backup of everything.
pub fn saved(app: &mut App) -> String {
    let mut step = call(app, "beginBackup", &json!({}));
    let mut text = step["text"].as_str().unwrap_or_default().to_owned();
    while step["done"] != true {
        step = call(app, "exportStep", &json!({"export": step["export"]}));
        text += step["text"].as_str().unwrap_or_default();
    }
    text
}
