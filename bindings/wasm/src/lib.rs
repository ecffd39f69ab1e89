//! Errors and panics of both browser modules, as JavaScript sees them.
use damier_core::ApiError;
use wasm_bindgen::prelude::*;

/// Runs once when a module is loaded: a panic reaches the page with its message instead of as "unreachable".
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(target_family = "wasm")]
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Converts an error to the object that the page switches on.
pub fn thrown(error: &ApiError) -> JsValue {
    let object = serde_json::to_string(error)
        .ok()
        .and_then(|text| js_sys::JSON::parse(&text).ok());
    object.unwrap_or_else(|| JsValue::from_str(&error.message))
}
