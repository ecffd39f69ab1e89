//! Backups: unreadable parts are skipped, the store stays intact, and restored data survives another round trip.
#![no_main]
mod app;

use app::call;
use damier_core::App;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

/// The restored data, if the text is a backup.
fn restored(app: &mut App, text: &str) -> Option<Value> {
    let begun = call(app, "beginRestore", &json!({"bytes": text.len()}));
    let params = json!({"restore": begun["restore"], "text": text, "last": true});
    let reply = app.call("restoreChunk", &params.to_string(), 1e12).ok()?;
    serde_json::from_str(&reply).ok()
}

fuzz_target!(|bytes: &[u8]| {
    let text = String::from_utf8_lossy(bytes);
    let mut app = app::app();
    let read = restored(&mut app, &text);
    while call(&mut app, "checkStep", &json!({}))["done"] != true {}
    call(&mut app, "home", &json!({}));
    call(&mut app, "libraryState", &json!({}));
    call(&mut app, "ownLessons", &json!({"language": "en"}));
    call(
        &mut app,
        "training",
        &json!({"variant": "international", "zone": 0}),
    );
    if read.is_none() {
        return;
    }
    let saved = app::saved(&mut app);
    let mut other = app::app();
    let again = restored(&mut other, &saved).unwrap_or_else(|| panic!("{saved}"));
    assert_eq!(
        (&again["bad"], &again["cut"]),
        (&json!(0), &json!(false)),
        "{again} {saved}"
    );
});
