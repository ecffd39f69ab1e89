//! The core with its store, in the browser's private file system or in memory. Knows no call.
mod files;

use damier_core::{self as api, ApiError, Assets, DeferredSearch, ErrorKind};
use damier_store::{RawFiles, Store};
use damier_wasm::thrown;
use draughts_engine::EngineAssets;
use files::Files;
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use wasm_bindgen::prelude::*;

/// File of the store.
const FILE: &str = "damier.db";

/// The app of one person.
#[wasm_bindgen]
#[derive(Debug)]
pub struct App {
    app: api::App,
    deferred: Arc<DeferredSearch>,
}

#[wasm_bindgen]
impl App {
    /// Opens the store in the private file system of the page's origin. Only one dedicated worker of a secure page can have
    /// it; others get `busy`. A damaged store is rescued into a new one beside it. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// An `ApiError` with the reason why the browser or the store refused.
    pub async fn kept(now: f64) -> Result<App, JsValue> {
        let files = Files::reach().await?;
        let store = Store::open_beside_damaged(FILE, |path| files.raw(path));
        let mut app = Self::over(store.or_else(|why| Store::in_place_of(FILE, why)), now)?;
        let reopen = move || Store::reopen_beside_damaged(FILE, |path| files.raw(path));
        app.app = app.app.reopening(Box::new(reopen));
        Ok(app)
    }

    /// Reads bytes of a damaged file that was set aside, by the name in `home`. Returns less at its end, and nothing
    /// if there is no such file.
    ///
    /// # Errors
    /// If the browser refuses.
    #[wasm_bindgen(js_name = damagedFile)]
    pub async fn damaged_file(name: String, from: f64, length: u32) -> Result<Vec<u8>, JsValue> {
        let files = Files::reach().await?;
        let refused = |e: std::io::Error| thrown(&ApiError::new(ErrorKind::Storage, e.to_string()));
        let Some(RawFiles { mut main, .. }) = files.raw(Path::new(&name)) else {
            return Ok(Vec::new());
        };
        let mut bytes = Vec::new();
        main.seek(SeekFrom::Start(from as u64)).map_err(refused)?;
        main.take(u64::from(length))
            .read_to_end(&mut bytes)
            .map_err(refused)?;
        Ok(bytes)
    }

    /// Opens a store in memory, which is lost with the page.
    ///
    /// # Errors
    /// If memory is exhausted.
    pub fn memory(now: f64) -> Result<App, JsValue> {
        Self::over(Store::in_memory(), now)
    }

    /// Runs a call. Parameters and reply are JSON.
    ///
    /// # Errors
    /// Any error of the call.
    pub fn call(&mut self, name: &str, params: &str, now: f64) -> Result<String, JsValue> {
        self.app.call(name, params, now).map_err(|e| thrown(&e))
    }

    /// Returns the `SearchParams` (JSON) of the search for which the last call failed with `searchWanted`. The search
    /// module runs it.
    ///
    /// # Errors
    /// Only a bug.
    #[wasm_bindgen(js_name = wantedSearch)]
    pub fn wanted_search(&self) -> Result<Option<String>, JsValue> {
        let wanted = self.deferred.wanted().as_ref().map(serde_json::to_string);
        wanted
            .transpose()
            .map_err(|e| thrown(&ApiError::new(ErrorKind::Internal, e.to_string())))
    }

    /// Takes the result of that search (`SearchResult` as JSON), so that the call can be repeated.
    ///
    /// # Errors
    /// If the JSON has another form.
    #[wasm_bindgen(js_name = provideSearch)]
    pub fn provide_search(&self, params: &str, result: &str) -> Result<(), JsValue> {
        let wrong = |e: serde_json::Error| thrown(&ApiError::new(ErrorKind::BadParams, e.to_string()));
        let params = serde_json::from_str(params).map_err(wrong)?;
        let result = serde_json::from_str(result).map_err(wrong)?;
        self.deferred.provide(params, result);
        Ok(())
    }

    /// Installs a file that a call reported `missing`, by the name in the error, so that the call can be repeated.
    ///
    /// # Errors
    /// `missing` with the same name if the bytes are not that file.
    pub fn install(&mut self, resource: &str, bytes: &[u8]) -> Result<(), JsValue> {
        self.app.install(resource, bytes).map_err(|e| thrown(&e))
    }
}

impl App {
    fn over(store: Result<Store, damier_store::StoreError>, now: f64) -> Result<App, JsValue> {
        let store = store.map_err(|e| thrown(&e.into()))?;
        let deferred = Arc::new(DeferredSearch::default());
        let app = api::App::going_on(store, Assets::new(EngineAssets::bundled(), deferred.clone()), now);
        app.map(|app| Self { app, deferred }).map_err(|e| thrown(&e))
    }
}
