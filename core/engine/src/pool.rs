//! Helper threads: each searches the same position on its own; they tell the main search and each other what they find
//! through the table alone. Absent in the browser. Knows no board and no clock.
use super::job::AnyTree;
use super::limits::StopFlag;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::thread::JoinHandle;

/// Positions searched between two looks at the stop flag: a fraction of a millisecond, and not long where captures are many.
const CHUNK: u64 = 100;

/// Threads that search until they are told to stop.
#[derive(Default)]
pub(super) struct Pool {
    stop: StopFlag,
    nodes: Arc<AtomicU64>,
    threads: Vec<JoinHandle<()>>,
}

impl Pool {
    /// Has a thread work on this search. Where the system gives none, the others do without it.
    pub(super) fn add(&mut self, mut tree: Box<dyn AnyTree>) {
        let (stop, nodes) = (self.stop.clone(), self.nodes.clone());
        let work = move || {
            while !stop.is_stopped() && !tree.done() {
                let before = tree.nodes();
                tree.step(CHUNK);
                nodes.fetch_add(tree.nodes() - before, Relaxed);
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
            // One that panicked has said so; the search is not the worse for it.
            let _ = thread.join();
        }
    }
}
