//! The core with its store, in the browser's private file system or in memory. Knows the file system's conditions, nothing of the calls.
use crate::{take_tables, thrown};
use draughts::api::{self, ApiError, Elsewhere, ErrorKind};
use draughts::form::{self, FormError};
use draughts::store::Store;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// One person's app.
#[wasm_bindgen]
#[derive(Debug)]
pub struct App {
    app: api::App,
    elsewhere: Arc<Elsewhere>,
}

#[wasm_bindgen]
impl App {
    /// Opens the store in the private file system of the page's origin. Only a dedicated worker of a secure page has one,
    /// and only one at a time: `busy` where another holds it. What a damaged store has left is brought into a new one beside
    /// it. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// An `ApiError` that says what the browser or the store refused.
    pub async fn kept(now: f64) -> Result<App, JsValue> {
        reach_the_files().await?;
        Self::over(Store::open_beside_damaged("damier.db"), now)
    }

    /// Opens a store that is gone with the page.
    ///
    /// # Errors
    /// Where memory fails.
    pub fn memory(now: f64) -> Result<App, JsValue> {
        Self::over(Store::in_memory(), now)
    }

    /// One call: parameters and reply as JSON.
    ///
    /// # Errors
    /// What the call answers.
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, JsValue> {
        self.app.call(name, params, now).map_err(|e| thrown(&e))
    }

    /// The `SearchParams` (JSON) of the search that the call just made failed for want of (`searchWanted`): the other
    /// module does it.
    ///
    /// # Errors
    /// Only a fault of ours.
    #[wasm_bindgen(js_name = wantedSearch)]
    pub fn wanted_search(&self) -> Result<Option<String>, JsValue> {
        let wanted = self.elsewhere.wanted().as_ref().map(serde_json::to_string);
        wanted
            .transpose()
            .map_err(|e| thrown(&ApiError::new(ErrorKind::Internal, e.to_string())))
    }

    /// What that search found (`SearchResult` in JSON): the call can be made again.
    ///
    /// # Errors
    /// They are not of their form.
    #[wasm_bindgen(js_name = handOverSearch)]
    pub fn hand_over_search(&self, params: &str, result: &str) -> Result<(), JsValue> {
        let wrong = |e: FormError| thrown(&ApiError::new(ErrorKind::BadParams, e.to_string()));
        let params = form::json(params).map_err(wrong)?;
        let result = form::json(result).map_err(wrong)?;
        self.elsewhere.hand_over(params, result);
        Ok(())
    }

    /// The endgame tables, once fetched: a call that failed for want of them can be made again.
    ///
    /// # Errors
    /// The bytes are no endgame tables.
    #[wasm_bindgen(js_name = handOverTables)]
    pub fn hand_over_tables(&self, bytes: Vec<u8>) -> Result<(), JsValue> {
        take_tables(bytes)
    }

    /// The texts of a language, a file of core/lessons/text, once fetched: without them the calls that speak it have
    /// only keys to say.
    ///
    /// # Errors
    /// They are not of their form, or the language is not spoken.
    #[wasm_bindgen(js_name = handOverTexts)]
    pub fn hand_over_texts(&self, language: &str, source: &str) -> Result<(), JsValue> {
        draughts::learn::hand_over(language, source)
            .map_err(|error| thrown(&ApiError::new(ErrorKind::TextsMissing, error.to_string())))
    }

    /// The puzzles of a game, once fetched: a call that failed for want of them can be made again.
    ///
    /// # Errors
    /// There is no such game, or the bytes are not its puzzles.
    #[wasm_bindgen(js_name = handOverPuzzles)]
    pub fn hand_over_puzzles(&self, variant: &str, bytes: &[u8]) -> Result<(), JsValue> {
        use draughts::puzzle::{Stock, hand_over};
        let missing = |message: String| thrown(&ApiError::new(ErrorKind::PuzzlesMissing, message));
        let variant = variant
            .parse()
            .map_err(|error: draughts::UnknownVariant| missing(error.to_string()))?;
        Stock::read(variant, bytes)
            .map(hand_over)
            .map_err(|error| missing(error.to_string()))
    }
}

impl App {
    fn over(store: Result<Store, draughts::store::StoreError>, now: f64) -> Result<App, JsValue> {
        let store = store.map_err(|e| thrown(&e.into()))?;
        let elsewhere = Arc::new(Elsewhere::default());
        let app = api::App::with_thinker(store, now, elsewhere.clone());
        app.map(|app| Self { app, elsewhere }).map_err(|e| thrown(&e))
    }
}

/// Makes the private file system SQLite's own.
#[cfg(target_family = "wasm")]
async fn reach_the_files() -> Result<(), JsValue> {
    use sqlite_wasm_vfs::sahpool::{OpfsSAHError, OpfsSAHPoolCfg, install};

    install::<sqlite_wasm_rs::WasmOsCallback>(&OpfsSAHPoolCfg::default(), true).await.map(drop).map_err(|e| {
        let held = matches!(&e, OpfsSAHError::Opfs { message, .. } if message.starts_with("NoModificationAllowedError"));
        let kind = if held { ErrorKind::Busy } else { ErrorKind::Storage };
        thrown(&ApiError::new(kind, e.to_string()))
    })
}

/// Elsewhere the system's files are SQLite's own already.
#[cfg(not(target_family = "wasm"))]
fn reach_the_files() -> std::future::Ready<Result<(), JsValue>> {
    std::future::ready(Ok(()))
}
