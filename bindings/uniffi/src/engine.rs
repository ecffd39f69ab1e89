//! The engine on a thread of its own: awaited, listened to, stopped.
use crate::clock;
use crate::error::DraughtsError;
use crate::game::Game;
use draughts::api::review::{FoundView, ReviewGame, ReviewView};
use draughts::api::search::{LimitsView, SearchInfo, SearchParams, SearchResult, run};
use draughts::engine::StopFlag;
use std::sync::{Arc, Mutex, PoisonError};

/// Hears how far a search is, about ten times a second at most.
#[uniffi::export(rust, foreign)]
pub trait SearchListener: Send + Sync {
    /// There is news. Answer false to end the search; its result still comes.
    fn on_info(&self, info: SearchInfo) -> Result<bool, DraughtsError>;
}

/// Hears how far a review is.
#[uniffi::export(rust, foreign)]
pub trait ReviewListener: Send + Sync {
    /// So many positions of so many are searched. Answer false to end it; what is judged by then still comes.
    fn on_position(&self, done: u32, of: u32) -> Result<bool, DraughtsError>;
}

/// An engine. It thinks about one thing at a time: a new search ends the one before, which then answers with what it has
/// found. A search that nobody awaits any more stops.
#[derive(Debug, Default, uniffi::Object)]
pub struct Engine {
    running: Mutex<StopFlag>,
}

/// Raises the flag when the search's future is dropped: the caller was cancelled.
struct StopOnDrop(StopFlag);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

#[uniffi::export]
impl Engine {
    /// An engine at rest.
    #[uniffi::constructor]
    pub fn new() -> Arc<Self> {
        Arc::new(Self::default())
    }

    /// Ends what is running: it answers with what it has found, within some milliseconds.
    pub fn stop(&self) {
        self.flag().stop();
    }
}

#[uniffi::export(async_runtime = "tokio")]
impl Engine {
    /// Searches to the end of the limits, or until it is stopped.
    #[uniffi::method(default(listener = None))]
    pub async fn search(
        &self,
        params: SearchParams,
        listener: Option<Arc<dyn SearchListener>>,
    ) -> Result<SearchResult, DraughtsError> {
        self.think(move |flag| {
            // A listener that fails listens no more.
            let heard = |info| {
                listener
                    .as_ref()
                    .is_none_or(|listener| listener.on_info(info).unwrap_or(false))
            };
            let found = run(&params, clock::stopwatch, flag, &mut |info| {
                if !heard(info) {
                    flag.stop();
                }
            });
            Ok(found?)
        })
        .await
    }

    /// Searches the game as it stands: the best move, or a hint, or the reply of a level.
    #[uniffi::method(default(listener = None))]
    pub async fn best_move(
        &self,
        game: Arc<Game>,
        limits: LimitsView,
        listener: Option<Arc<dyn SearchListener>>,
    ) -> Result<SearchResult, DraughtsError> {
        self.search(game.search_params(limits), listener).await
    }

    /// Judges a game: searches each of its positions within the limits, then says of each move how good it was.
    #[uniffi::method(default(listener = None))]
    pub async fn review(
        &self,
        game: Arc<Game>,
        limits: LimitsView,
        listener: Option<Arc<dyn ReviewListener>>,
    ) -> Result<ReviewView, DraughtsError> {
        let whole = game.search_params(limits);
        // The end of a finished game is known.
        let outcome = game.lock().outcome();
        let open = usize::from(outcome.is_none());
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
                let result = run(&params, clock::stopwatch, flag, &mut |_| {})?;
                found.push(Some(FoundView {
                    score: result.info.score,
                    pv: result.info.pv,
                }));
                let told = listener.as_ref().is_none_or(|listener| {
                    let on_position = listener.on_position(count(ply + 1), count(positions));
                    on_position.unwrap_or(false)
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

    /// Runs this on a thread of its own, in the place of what ran before.
    async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&StopFlag) -> Result<T, DraughtsError> + Send + 'static,
    ) -> Result<T, DraughtsError> {
        let flag = StopFlag::new();
        std::mem::replace(&mut *self.flag(), flag.clone()).stop();
        let dropped = StopOnDrop(flag.clone());
        let thinking = tokio::task::spawn_blocking(move || work(&flag));
        let done = thinking
            .await
            .map_err(|e| DraughtsError::Internal(e.to_string()))?;
        drop(dropped);
        done
    }
}
