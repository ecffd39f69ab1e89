//! The core in the browser: `App` for the worker with the store, `Searcher` for the worker that searches. Knows nothing of draughts.
//! A third module, which no page loads, counts lines of play, to measure by.
//!
//! JSON goes in and comes out as text; an `ApiError` is thrown as a JavaScript object of that form.
#[cfg(feature = "app")]
mod app;
#[cfg(feature = "app")]
mod files;
#[cfg(feature = "perft")]
pub mod leaves;
#[cfg(feature = "search")]
mod searcher;

use draughts::api::{ApiError, ErrorKind};
use draughts::endgame::{Tables, hand_over};
use wasm_bindgen::prelude::*;

/// Runs once when a module is loaded: a fault of ours reaches the page with its message instead of as "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Makes fetched endgame tables those of this module.
fn take_tables(bytes: Vec<u8>) -> Result<(), JsValue> {
    Tables::read(bytes)
        .map(hand_over)
        .map_err(|error| thrown(&ApiError::new(ErrorKind::TablesMissing, error.to_string())))
}

/// The error as the object that the page switches on.
fn thrown(error: &ApiError) -> JsValue {
    let object = serde_json::to_string(error)
        .ok()
        .and_then(|text| js_sys::JSON::parse(&text).ok());
    object.unwrap_or_else(|| JsValue::from_str(&error.message))
}
