//! Threads of the operating system.
use std::thread::{Builder, JoinHandle};

/// A running thread.
pub(crate) struct Thread(JoinHandle<()>);

impl Thread {
    /// Starts a thread; `None` if the system refuses one.
    pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> Option<Thread> {
        Builder::new().spawn(work).ok().map(Thread)
    }

    /// Waits for the end of its work.
    pub(crate) fn end(self) {
        // The panic has already been printed; the search continues without the thread.
        let _ = self.0.join();
    }
}
