//! Helper threads (Lazy SMP): each searches the same position; they share results only through the transposition
//! table. Knows no search, no board and no clock.
use super::limits::StopFlag;
use super::threads::Thread;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Nodes searched between two checks of the stop flag: a fraction of a millisecond, even in positions with many
/// captures.
const CHECK_INTERVAL: u64 = 100;

/// The helper threads of a search, which run until they are stopped.
#[derive(Default)]
pub(super) struct Pool {
    stop: StopFlag,
    nodes: Arc<AtomicU64>,
    threads: Vec<Thread>,
}

impl Pool {
    /// Starts a thread that calls `step` with a number of nodes repeatedly. `step` returns the nodes searched, and
    /// `None` at the end of its search. Without a thread the search continues alone.
    pub(super) fn add(&mut self, mut step: impl FnMut(u64) -> Option<u64> + Send + 'static) {
        let (stop, nodes) = (self.stop.clone(), self.nodes.clone());
        self.threads.extend(Thread::start(move || {
            while !stop.is_stopped()
                && let Some(searched) = step(CHECK_INTERVAL)
            {
                nodes.fetch_add(searched, Relaxed);
            }
        }));
    }

    /// Returns the number of nodes searched by all helpers.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Asks the helpers to stop, without waiting.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            thread.end();
        }
    }
}
