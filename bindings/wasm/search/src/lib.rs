//! A search in slices, so that its worker can read messages in between. Knows no store.
#[cfg(feature = "perft")]
pub mod perft;

use damier_core::search::SearchJob;
use damier_core::{ApiError, ErrorKind, Resource, install_in_engine};
use damier_wasm::thrown;
use draughts_engine::EngineAssets;
use wasm_bindgen::prelude::*;

/// The engine, which starts searches with the installed weights and tables.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(EngineAssets);

#[wasm_bindgen]
impl Engine {
    /// An engine without weights and tables, which plays worse.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "for JavaScript")]
    pub fn new() -> Engine {
        Engine(EngineAssets::bundled())
    }

    /// Starts a search with these `SearchParams` (JSON).
    ///
    /// # Errors
    /// An `ApiError` if they are invalid.
    pub fn search(&self, params: &str) -> Result<Searcher, JsValue> {
        let params = SearchJob::read(params).map_err(|e| thrown(&e))?;
        SearchJob::new(&params, &self.0, js_sys::Date::now)
            .map(Searcher)
            .map_err(|e| thrown(&e))
    }

    /// Name of the missing file that would improve the evaluation of a variant: "weights/frisian.bin".
    #[wasm_bindgen(js_name = missingWeights)]
    pub fn missing_weights(&self, variant: &str) -> Option<String> {
        let variant = variant.parse().ok()?;
        let of = EngineAssets::weights_of(variant).filter(|_| self.0.lacks_weights(variant))?;
        Some(Resource::Weights(of).to_string())
    }

    /// Installs a fetched file by its name.
    ///
    /// # Errors
    /// `missing` with the same name if the bytes are not that file.
    pub fn install(&self, resource: &str, bytes: &[u8]) -> Result<(), JsValue> {
        install_in_engine(&self.0, resource, bytes).map_err(|e| thrown(&e))
    }
}

/// Packs coded endgame tables, so that [`Engine::install`] takes no time. This takes seconds; a worker of its own does it.
///
/// # Errors
/// A sentence if the bytes are no tables.
#[wasm_bindgen(js_name = packTables)]
pub fn pack_tables(bytes: &[u8]) -> Result<Vec<u8>, String> {
    draughts_engine::endgame::packed_from_coded(bytes).map_err(|error| error.to_string())
}

/// Helps the searches of the module whose memory this instance shares, and never returns.
#[cfg(target_feature = "atomics")]
#[wasm_bindgen]
pub fn help() {
    draughts_engine::help_searches()
}

/// A search.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher(SearchJob);

#[wasm_bindgen]
impl Searcher {
    /// Searches for about this many milliseconds. Returns the progress since the last step, if any, as `SearchInfo`
    /// (JSON).
    ///
    /// # Errors
    /// Only a bug.
    pub fn step(&mut self, millis: f64) -> Result<Option<String>, JsValue> {
        self.0.step(millis);
        self.0
            .news()
            .map(|info| serde_json::to_string(&info).map_err(internal))
            .transpose()
    }

    /// Name of the missing file that would improve the next search: "endgame/international.bin".
    #[wasm_bindgen(js_name = missingTables)]
    pub fn missing_tables(&self) -> Option<String> {
        self.0.missing_tables().map(|tables| tables.to_string())
    }

    /// Returns the `SearchResult` (JSON) once the search is over.
    ///
    /// # Errors
    /// Only a bug.
    pub fn result(&self) -> Result<Option<String>, JsValue> {
        self.0
            .result()
            .map(|result| serde_json::to_string(&result).map_err(internal))
            .transpose()
    }

    /// Stops the search with its result so far.
    pub fn stop(&mut self) {
        self.0.stop();
    }
}

fn internal(e: impl std::fmt::Display) -> JsValue {
    thrown(&ApiError::new(ErrorKind::Internal, e.to_string()))
}
