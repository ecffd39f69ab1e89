//! The engine: searches on a thread, with listeners and cancellation.
use crate::clock;
use crate::error::DraughtsError;
use crate::foreign::{self, Foreign, Searching};
use crate::game::Game;
use damier_core::analysis::{FoundView, ReviewGame, ReviewView};
use damier_core::search::{LimitsView, SearchInfo, SearchParams, SearchResult, run};
use draughts_engine::review::CONFIRMING_NODES;
use draughts_engine::{EngineAssets, StopFlag};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::{mem, thread};
use tokio::sync::oneshot;

/// Weights and tables, shared by all engines and stores of the process. Tables that a store builds become available
/// to every engine.
pub(crate) fn engine_assets() -> &'static EngineAssets {
    static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);
    &ASSETS
}

/// Receives the progress of a search, at most about ten times a second.
#[uniffi::export(rust, foreign)]
pub trait SearchListener: Send + Sync {
    /// Called with news. Return false to end the search; its result still comes.
    fn on_info(&self, info: SearchInfo) -> Result<bool, DraughtsError>;
}

/// Receives the progress of a review.
#[uniffi::export(rust, foreign)]
pub trait ReviewListener: Send + Sync {
    /// Called when `done` of `of` positions have been searched. Return false to end the review; the judgements so far
    /// still come.
    fn on_position(&self, done: u32, of: u32) -> Result<bool, DraughtsError>;
}

/// An engine. It runs one search at a time: a new search ends the earlier one, which returns its result so far.
/// Cancelling the call stops its search.
#[derive(Debug, Default, uniffi::Object)]
pub struct Engine {
    running: Mutex<StopFlag>,
}

/// Raises the flag when the search's future is dropped, that is, when the caller was cancelled.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[uniffi::export]
impl Engine {
    /// Creates an idle engine.
    #[uniffi::constructor]
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Stops the current search or review. It returns its result so far within some milliseconds.
    pub fn stop(&self) {
        self.flag().stop();
    }
}

#[uniffi::export]
impl Engine {
    /// Searches until the limits are reached or it is stopped.
    #[uniffi::method(default(listener = None))]
    pub async fn search(
        &self,
        params: SearchParams,
        listener: Option<Arc<dyn SearchListener>>,
    ) -> Result<SearchResult, DraughtsError> {
        let listener = listener.map(Foreign::new);
        self.think(move |flag| {
            // A listener that fails is not called again.
            let heard = |info| {
                listener.as_ref().is_none_or(|listener| {
                    let on_info = listener.call(|listener| listener.on_info(info));
                    matches!(on_info, Some(Ok(true)))
                })
            };
            let found = run(&params, engine_assets(), clock::stopwatch, flag, &mut |info| {
                if !heard(info) {
                    flag.stop();
                }
            });
            Ok(found?)
        })
        .await
    }

    /// Searches the present position of a game: for the best move, a hint, or a level's reply.
    #[uniffi::method(default(listener = None))]
    pub async fn best_move(
        &self,
        game: Arc<Game>,
        limits: LimitsView,
        listener: Option<Arc<dyn SearchListener>>,
    ) -> Result<SearchResult, DraughtsError> {
        self.search(game.search_params(limits), listener).await
    }

    /// Reviews a game: searches each of its positions once, within the limits, and judges each move. The app itself
    /// searches the positions around weak moves again, with two million positions.
    #[uniffi::method(default(listener = None))]
    pub async fn review(
        &self,
        game: Arc<Game>,
        limits: LimitsView,
        listener: Option<Arc<dyn ReviewListener>>,
    ) -> Result<ReviewView, DraughtsError> {
        let listener = listener.map(Foreign::new);
        let whole = game.search_params(limits);
        // The last position of a finished game needs no search.
        let outcome = game.lock().outcome();
        let open = usize::from(outcome.is_none());
        let drawn = outcome.is_some_and(|outcome| outcome.winner.is_none());
        let winner = outcome.and_then(|outcome| outcome.winner).map(Into::into);
        self.think(move |flag| {
            let positions = whole.moves.len() + open;
            let mut found = Vec::with_capacity(positions);
            for ply in 0..positions {
                if flag.is_stopped() {
                    break;
                }
                let moves = whole.moves[..ply].to_vec();
                let params = SearchParams {
                    moves,
                    ..whole.clone()
                };
                let result = run(&params, engine_assets(), clock::stopwatch, flag, &mut |_| {})?;
                found.push(Some(FoundView {
                    score: result.info.score,
                    pv: result.info.pv,
                    depth: result.info.depth,
                    // The caller chose the depth: what is found is confirmed.
                    nodes: CONFIRMING_NODES as u32,
                }));
                let (done, of) = (count(ply + 1), count(positions));
                let told = listener.as_ref().is_none_or(|listener| {
                    let on_position = listener.call(|listener| listener.on_position(done, of));
                    matches!(on_position, Some(Ok(true)))
                });
                if !told {
                    break;
                }
            }
            let review = ReviewGame {
                variant: whole.variant,
                fen: whole.fen,
                moves: whole.moves,
                found,
                winner,
                drawn,
            };
            Ok(review.judge()?)
        })
        .await
    }
}

fn count(positions: usize) -> u32 {
    u32::try_from(positions).unwrap_or(u32::MAX)
}

impl Engine {
    fn flag(&self) -> std::sync::MutexGuard<'_, StopFlag> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs work on a thread; it replaces the earlier work.
    async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> Result<T, DraughtsError> + Send + 'static,
    ) -> Result<T, DraughtsError> {
        let flag = StopFlag::new();
        mem::replace(&mut *self.flag(), flag.clone()).stop();
        let dropped = StopOnDrop(flag.clone());
        let searching = Searching::begin(&flag).ok_or_else(|| {
            DraughtsError::Internal("the program is ending: no search begins any more".into())
        })?;
        let (told, done) = oneshot::channel();
        let thinking = move || {
            let thought = catch_unwind(AssertUnwindSafe(|| work(&flag)));
            // Waking or dropping the waiting task calls into the other language.
            match foreign::enter() {
                Some(_inside) => drop(told.send(thought)),
                None => mem::forget((told, thought)),
            }
            drop(searching);
        };
        let thread = thread::Builder::new().name("damier search".into());
        thread.spawn(thinking).map_err(internal)?;
        let thought = done.await.map_err(internal)?;
        drop(dropped);
        thought.unwrap_or_else(|fault| {
            let said = fault.downcast_ref::<String>().map(String::as_str);
            let said = said.or_else(|| fault.downcast_ref::<&str>().copied());
            Err(internal(said.unwrap_or("the search failed")))
        })
    }
}

fn internal(error: impl ToString) -> DraughtsError {
    DraughtsError::Internal(error.to_string())
}
