//! Helper threads (Lazy SMP): each searches the same position on its own; they share what they find with the main search and each other
//! through the table alone. Absent in the browser. Knows no board and no clock.
use super::limits::StopFlag;
use super::search::AnySearch;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;

/// Positions searched between two looks at the stop flag: a fraction of a millisecond, and not long where captures are many.
const CHUNK: u64 = 100;

/// Threads that search until they are stopped.
#[derive(Default)]
pub(super) struct Pool {
    stop: StopFlag,
    nodes: Arc<AtomicU64>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Has a thread work on this search. Where the system gives none, the others do without it.
    pub(super) fn add(&mut self, mut state: Box<dyn AnySearch>) {
        let (stop, nodes) = (self.stop.clone(), self.nodes.clone());
        let work = move || {
            while !stop.is_stopped() && !state.done() {
                let before = state.nodes();
                state.step(CHUNK);
                nodes.fetch_add(state.nodes() - before, Relaxed);
            }
        };
        self.threads.extend(std::thread::Builder::new().spawn(work));
    }

    /// Positions entered by all of them.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Relaxed)
    }

    /// Tells them to stop, without waiting for it.
    pub(super) fn stop(&self) {
        self.stop.stop();
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
        for thread in self.threads.drain(..) {
            // One that panicked has printed its panic; the search does without it.
            let _ = thread.join();
        }
    }
}
