//! What both browser modules need: an error as the object that a page switches on, and a panic with its message.
use damier_core::ApiError;
use wasm_bindgen::prelude::*;

/// Runs once when a module is loaded: a fault of ours reaches the page with its message instead of as "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// The error as the object that the page switches on.
pub fn thrown(error: &ApiError) -> JsValue {
    let object = serde_json::to_string(error)
        .ok()
        .and_then(|text| js_sys::JSON::parse(&text).ok());
    object.unwrap_or_else(|| JsValue::from_str(&error.message))
}
