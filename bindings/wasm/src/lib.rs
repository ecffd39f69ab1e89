//! What both browser modules need: an error as the object that a page switches on, and a panic with its message.
use damier_core::{ApiError, ErrorKind};
use draughts_engine::endgame::{Tables, install};
use wasm_bindgen::prelude::*;

/// Runs once when a module is loaded: a fault of ours reaches the page with its message instead of as "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Makes fetched endgame tables those of this module.
///
/// # Errors
/// The bytes are no endgame tables.
pub fn take_tables(bytes: Vec<u8>) -> Result<(), JsValue> {
    Tables::read(bytes)
        .map(install)
        .map_err(|error| thrown(&ApiError::new(ErrorKind::TablesMissing, error.to_string())))
}

/// The error as the object that the page switches on.
pub fn thrown(error: &ApiError) -> JsValue {
    let object = serde_json::to_string(error)
        .ok()
        .and_then(|text| js_sys::JSON::parse(&text).ok());
    object.unwrap_or_else(|| JsValue::from_str(&error.message))
}
