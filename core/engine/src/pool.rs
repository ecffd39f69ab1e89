//! Helper threads (Lazy SMP): each searches the same position; they share results only through the transposition table. Absent
//! in the browser. Knows no search,
//! no board and no clock.
use super::limits::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;

/// Nodes searched between two checks of the stop flag: a fraction of a millisecond, even in positions with many
/// captures.
const CHECK_INTERVAL: u64 = 100;

/// The helper threads of a search, which run until they are stopped.
#[derive(Default)]
pub(super) struct Pool {
    stop: StopFlag,
    nodes: Arc<AtomicU64>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Starts a thread that calls `step` with a number of nodes repeatedly. `step` returns the nodes searched, and
    /// `None` at the end of its search. If the system refuses a thread, the search continues without it.
    pub(super) fn add(&mut self, mut step: impl FnMut(u64) -> Option<u64> + Send + 'static) {
        let (stop, nodes) = (self.stop.clone(), self.nodes.clone());
        let work = move || {
            while !stop.is_stopped()
                && let Some(searched) = step(CHECK_INTERVAL)
            {
                nodes.fetch_add(searched, Relaxed);
            }
        };
        self.threads.extend(std::thread::Builder::new().spawn(work));
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
            // The panic has already been printed; the search continues without the thread.
            let _ = thread.join();
        }
    }
}
