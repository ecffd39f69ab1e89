//! A search on a thread of its own: awaited, listened to, stopped.
use crate::clock;
use crate::error::DraughtsError;
use draughts::api::search::{SearchInfo, SearchParams, SearchResult, run};
use draughts::engine::StopFlag;
use std::sync::Arc;

/// Hears how far a search is, about ten times a second at most.
#[uniffi::export(with_foreign)]
pub trait SearchListener: Send + Sync {
    /// There is news. Answer false to end the search; its result still comes.
    fn on_info(&self, info: SearchInfo) -> Result<bool, DraughtsError>;
}

/// A search. `run` it, `stop` it; a search that nobody awaits any more stops.
#[derive(uniffi::Object)]
pub struct Search {
    params: SearchParams,
    stop: StopFlag,
}

/// Raises the flag when the search's future is dropped: the caller was cancelled.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Search {
    /// A search that has not begun.
    #[uniffi::constructor]
    pub fn new(params: SearchParams) -> Arc<Self> {
        Arc::new(Self {
            params,
            stop: StopFlag::default(),
        })
    }

    /// Searches to the end of the limits, or until it is stopped.
    pub async fn run(
        &self,
        listener: Option<Arc<dyn SearchListener>>,
    ) -> Result<SearchResult, DraughtsError> {
        let (params, flag) = (self.params.clone(), self.stop.clone());
        let dropped = StopOnDrop(flag.clone());
        let searching = tokio::task::spawn_blocking(move || {
            // A listener that fails listens no more.
            let heard = |info| {
                listener
                    .as_ref()
                    .is_none_or(|listener| listener.on_info(info).unwrap_or(false))
            };
            run(&params, clock::stopwatch, &flag, &mut |info| {
                if !heard(info) {
                    flag.stop();
                }
            })
        });
        let found = searching
            .await
            .map_err(|e| DraughtsError::Internal(e.to_string()))?;
        drop(dropped);
        Ok(found?)
    }

    /// Ends the search: `run` then answers with what it has found, within some milliseconds.
    pub fn stop(&self) {
        self.stop.stop();
    }
}
