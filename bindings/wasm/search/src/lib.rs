//! A search in slices, so that its worker can read its messages in between. Knows no store.
#[cfg(feature = "perft")]
pub mod perft;

use damier_core::search::SearchJob;
use damier_core::{ApiError, ErrorKind, Resource, install_in_engine};
use damier_wasm::thrown;
use draughts_engine::EngineAssets;
use wasm_bindgen::prelude::*;

/// The engine: makes searches, with the weights and tables that were installed.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Engine(EngineAssets);

#[wasm_bindgen]
impl Engine {
    /// An engine without weights and tables: it plays all the same, only worse.
    #[wasm_bindgen(constructor)]
    #[allow(clippy::new_without_default, reason = "for JavaScript")]
    pub fn new() -> Engine {
        Engine(EngineAssets::bundled())
    }

    /// A search with these `SearchParams` (JSON).
    ///
    /// # Errors
    /// An `ApiError` where they are no search.
    pub fn search(&self, params: &str) -> Result<Searcher, JsValue> {
        let params = SearchJob::read(params).map_err(|e| thrown(&e))?;
        SearchJob::new(&params, &self.0, js_sys::Date::now)
            .map(Searcher)
            .map_err(|e| thrown(&e))
    }

    /// The file without which a game (by its key) is evaluated more coarsely than it could be: "weights/frisian.bin".
    #[wasm_bindgen(js_name = missingWeights)]
    pub fn missing_weights(&self, variant: &str) -> Option<String> {
        let variant = variant.parse().ok()?;
        let of = EngineAssets::weights_of(variant).filter(|_| self.0.lacks_weights(variant))?;
        Some(Resource::Weights(of).to_string())
    }

    /// Takes in a file that was fetched, by its name.
    ///
    /// # Errors
    /// `missing` with the same name: the bytes are not that file.
    pub fn install(&self, resource: &str, bytes: &[u8]) -> Result<(), JsValue> {
        install_in_engine(&self.0, resource, bytes).map_err(|e| thrown(&e))
    }
}

/// One search.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher(SearchJob);

#[wasm_bindgen]
impl Searcher {
    /// Searches for about this many milliseconds; the news since the last step, if any, as `SearchInfo` (JSON).
    ///
    /// # Errors
    /// Only a fault of ours.
    pub fn step(&mut self, millis: f64) -> Result<Option<String>, JsValue> {
        self.0.step(millis);
        self.0
            .news()
            .map(|info| serde_json::to_string(&info).map_err(internal))
            .transpose()
    }

    /// The file with which the next search would see more: "endgame/international.bin".
    #[wasm_bindgen(js_name = missingTables)]
    pub fn missing_tables(&self) -> Option<String> {
        self.0.missing_tables().map(|tables| tables.to_string())
    }

    /// The `SearchResult` (JSON) once the search is over.
    ///
    /// # Errors
    /// Only a fault of ours.
    pub fn result(&self) -> Result<Option<String>, JsValue> {
        self.0
            .result()
            .map(|result| serde_json::to_string(&result).map_err(internal))
            .transpose()
    }

    /// Ends the search with what it has.
    pub fn stop(&mut self) {
        self.0.stop();
    }
}

fn internal(e: impl std::fmt::Display) -> JsValue {
    thrown(&ApiError::new(ErrorKind::Internal, e.to_string()))
}
