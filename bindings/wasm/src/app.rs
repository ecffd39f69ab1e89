//! The core with its store, in the browser's private file system or in memory. Knows the file system's conditions, nothing of the calls.
use crate::thrown;
use draughts::api;
use draughts::endgame::{Tables, hand_over};
use draughts::store::Store;
use wasm_bindgen::prelude::*;

/// One person's app.
#[wasm_bindgen]
#[derive(Debug)]
pub struct App(api::App);

#[wasm_bindgen]
impl App {
    /// Opens the store in the private file system of the page's origin. Only a dedicated worker of a secure page has one,
    /// and only one at a time: `busy` where another holds it. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// An `ApiError` that says what the browser or the store refused.
    pub async fn kept(now: f64) -> Result<App, JsValue> {
        reach_the_files().await?;
        Self::over(Store::open("damier.db"), now)
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
        self.0.call(name, params, now).map_err(|e| thrown(&e))
    }

    /// The endgame tables, once fetched: a call that failed for want of them can be made again.
    ///
    /// # Errors
    /// The bytes are no endgame tables.
    #[wasm_bindgen(js_name = handOverTables)]
    pub fn hand_over_tables(&self, bytes: Vec<u8>) -> Result<(), JsValue> {
        use draughts::api::{ApiError, ErrorKind};
        let tables = Tables::read(bytes);
        tables
            .map(hand_over)
            .map_err(|error| thrown(&ApiError::new(ErrorKind::TablesMissing, error.to_string())))
    }
}

impl App {
    fn over(store: Result<Store, draughts::store::StoreError>, now: f64) -> Result<App, JsValue> {
        let store = store.map_err(|e| thrown(&e.into()))?;
        api::App::new(store, now).map(Self).map_err(|e| thrown(&e))
    }
}

/// Makes the private file system SQLite's own.
#[cfg(target_family = "wasm")]
async fn reach_the_files() -> Result<(), JsValue> {
    use draughts::api::{ApiError, ErrorKind};
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
