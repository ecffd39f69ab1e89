//! Threads in the browser. A module cannot start one: the page starts workers that share its memory, and each of them
//! calls [`help_searches`] once.
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, PoisonError};

/// Work that no worker has begun yet, or `None`.
type Job = Arc<Mutex<Option<Box<dyn FnOnce() + Send>>>>;

static WAITING: Mutex<VecDeque<Job>> = Mutex::new(VecDeque::new());
static ARRIVED: Condvar = Condvar::new();

/// Work for one worker.
pub(crate) struct Thread(Job);

impl Thread {
    /// Leaves the work to the next free worker.
    pub(crate) fn start(work: impl FnOnce() + Send + 'static) -> Option<Thread> {
        let job: Job = Arc::new(Mutex::new(Some(Box::new(work))));
        let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
        waiting.push_back(Arc::clone(&job));
        ARRIVED.notify_one();
        Some(Thread(job))
    }

    /// Takes the work back if no worker has begun it. Does not wait for one that has: a worker may have been lost.
    pub(crate) fn end(self) {
        take(&self.0);
    }
}

fn take(job: &Job) -> Option<Box<dyn FnOnce() + Send>> {
    job.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Helps the searches of this module, one after another, and never returns. A worker calls this that has the module's
/// memory.
pub fn help_searches() -> ! {
    let mut waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    loop {
        let Some(job) = waiting.pop_front() else {
            waiting = ARRIVED.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            continue;
        };
        drop(waiting);
        if let Some(work) = take(&job) {
            work();
        }
        waiting = WAITING.lock().unwrap_or_else(PoisonError::into_inner);
    }
}
