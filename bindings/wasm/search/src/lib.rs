//! A search in slices, so that its worker can read its messages in between. Knows no store.
#[cfg(feature = "perft")]
pub mod perft;

use damier_core::analysis::SearchJob;
use damier_core::{ApiError, ErrorKind};
use damier_wasm::{take_tables, thrown};
use draughts_engine::eval;
use wasm_bindgen::prelude::*;

/// One search.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Searcher(SearchJob);

#[wasm_bindgen]
impl Searcher {
    /// A search with these `SearchParams` (JSON).
    ///
    /// # Errors
    /// An `ApiError` where they are no search.
    #[wasm_bindgen(constructor)]
    pub fn new(params: &str) -> Result<Searcher, JsValue> {
        let params = SearchJob::read(params).map_err(|e| thrown(&e))?;
        SearchJob::new(&params, js_sys::Date::now)
            .map(Self)
            .map_err(|e| thrown(&e))
    }

    /// The endgame tables, once fetched.
    ///
    /// # Errors
    /// The bytes are no endgame tables.
    #[wasm_bindgen(js_name = handOverTables)]
    pub fn hand_over_tables(bytes: Vec<u8>) -> Result<(), JsValue> {
        take_tables(bytes)
    }

    /// The name of the weights file without which a game (by its key) is evaluated more coarsely than it could be;
    /// nothing where none is missing.
    #[wasm_bindgen(js_name = missingWeights)]
    pub fn missing_weights(variant: &str) -> Option<String> {
        let variant = variant.parse().ok()?;
        let missing = eval::teacher(variant).filter(|_| !eval::is_ready(variant));
        missing.map(|teacher| teacher.key().to_owned())
    }

    /// Makes these weights, a file that was fetched, those of their game.
    ///
    /// # Errors
    /// `TablesMissing` where they are no weights.
    #[wasm_bindgen(js_name = handOverWeights)]
    pub fn hand_over_weights(bytes: &[u8]) -> Result<(), JsValue> {
        eval::Weights::read(bytes)
            .map(eval::install)
            .map_err(|error| thrown(&ApiError::new(ErrorKind::TablesMissing, error.to_string())))
    }

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

    /// Whether `handOverTables` would make the next search see more.
    #[wasm_bindgen(js_name = wantsTables)]
    pub fn wants_tables(&self) -> bool {
        self.0.wants_tables()
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
