//! Lesson files: a readable file is checked without a panic, and an accepted one can be listed, opened and hinted at.
#![no_main]
mod app;

use app::{call, saved};
use damier_core::App;
use draughts_lessons::{Lesson, fill_proofs};
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    let Ok(source) = std::str::from_utf8(bytes) else {
        return;
    };
    drop(Lesson::read(source));
    // With proofs, the fuzzer reaches most of the checker.
    let filled = fill_proofs(source).unwrap_or_else(|_| source.to_owned());
    let mut app = app::app();
    let import = json!({"name": "own.toml", "source": filled, "language": "en"});
    let Ok(reply) = app.call("importLesson", &import.to_string(), 1e12) else {
        return;
    };
    let reply: Value = serde_json::from_str(&reply).expect("a reply is JSON");
    if reply["lesson"].is_null() {
        assert_ne!(
            reply["faults"],
            json!([]),
            "nothing is wrong, and nothing was taken"
        );
        return;
    }
    let lesson = &reply["lesson"]["id"];
    for language in ["en", "fr"] {
        call(&mut app, "ownLessons", &json!({"language": language}));
        call(&mut app, "lesson", &json!({"id": lesson, "language": language}));
    }
    // An accepted lesson is accepted again without omissions.
    let mut import = import;
    import["source"] = app_source(&mut app);
    let again = call(&mut app, "importLesson", &import);
    assert_eq!((&again["faults"], &again["lesson"]["id"]), (&json!([]), lesson));
});

/// The text of the only saved lesson.
fn app_source(app: &mut App) -> Value {
    let text = saved(app);
    let lines = text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut sources = lines.filter_map(|line| find(&line, "source").cloned());
    sources.next().unwrap_or_else(|| panic!("no lesson in {text}"))
}

fn find<'a>(value: &'a Value, key: &str) -> Option<&'a Value> {
    let entries = value.as_object()?;
    entries
        .get(key)
        .or_else(|| entries.values().find_map(|value| find(value, key)))
}
