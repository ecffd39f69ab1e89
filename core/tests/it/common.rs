//! An app over a store in memory, and calls with JSON.
use damier_core::{App, Assets};
use damier_store::Store;
use serde_json::Value;

/// Time of the calls, in milliseconds since 1970.
pub(crate) const NOW: f64 = 1.8e12;

pub(crate) fn app_at(now: f64) -> App {
    App::new(Store::in_memory().unwrap(), Assets::bundled(), now).unwrap()
}

pub(crate) fn app() -> App {
    app_at(NOW)
}

pub(crate) fn call_at(app: &mut App, now: f64, name: &str, params: &Value) -> Value {
    let reply = app.call(name, &params.to_string(), now);
    serde_json::from_str(&reply.unwrap_or_else(|e| panic!("{name} {params}: {e}"))).unwrap()
}

pub(crate) fn call(app: &mut App, name: &str, params: &Value) -> Value {
    call_at(app, NOW, name, params)
}

/// Returns the kind of the error with which a call fails: "badParams".
pub(crate) fn refused(app: &mut App, name: &str, params: &Value) -> String {
    let error = app.call(name, &params.to_string(), NOW).unwrap_err();
    serde_json::to_value(error.kind)
        .unwrap()
        .as_str()
        .unwrap()
        .to_owned()
}
