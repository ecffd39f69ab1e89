//! Calls into the other language, and running searches: both end before its runtime does.
//!
//! When Python shuts down, it ends any thread that calls into it. Such a thread would be stopped in the middle of
//! Rust code, and the process would crash. So calls from our threads are counted, and none begins after the shutdown
//! has started.
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, process};

/// Running calls and searches.
struct Traffic {
    is_closed: bool,
    is_paused: bool,
    calls: usize,
    searches: BTreeMap<u64, StopFlag>,
    last: u64,
    process: u32,
}

impl Traffic {
    const fn of(process: u32) -> Self {
        Self {
            is_closed: false,
            is_paused: false,
            calls: 0,
            searches: BTreeMap::new(),
            last: 0,
            process,
        }
    }

    fn is_busy(&self) -> bool {
        self.calls > 0 || !self.searches.is_empty()
    }
}

static TRAFFIC: Mutex<Traffic> = Mutex::new(Traffic::of(0));
static LEFT: Condvar = Condvar::new();

fn traffic() -> MutexGuard<'static, Traffic> {
    // Code under this lock does not panic, so the state is consistent.
    let mut traffic = TRAFFIC.lock().unwrap_or_else(PoisonError::into_inner);
    // A forked process does not have the threads that were counted before.
    if traffic.process != process::id() {
        *traffic = Traffic::of(process::id());
    }
    traffic
}

/// Stops every search and refuses further calls of listeners and clocks. Call it last, before the runtime ends.
/// Returns true if all have ended within this many milliseconds. Python calls it automatically.
#[uniffi::export]
pub fn shut_down(millis: u32) -> bool {
    let mut traffic = traffic();
    traffic.is_closed = true;
    LEFT.notify_all();
    traffic.searches.values().for_each(StopFlag::stop);
    let patience = Duration::from_millis(millis.into());
    let waited = LEFT.wait_timeout_while(traffic, patience, |traffic| traffic.is_busy());
    let (traffic, _) = waited.unwrap_or_else(PoisonError::into_inner);
    !traffic.is_busy()
}

/// Pauses calls of listeners and clocks until [`resume_calls`]. Returns true if running calls have returned within
/// this many milliseconds. For programs that fork during a search: locks of the other runtime that our threads hold
/// would stay held in the child. Python calls it automatically.
#[uniffi::export]
pub fn pause_calls(millis: u32) -> bool {
    let mut traffic = traffic();
    traffic.is_paused = true;
    let patience = Duration::from_millis(millis.into());
    let waited = LEFT.wait_timeout_while(traffic, patience, |traffic| traffic.calls > 0);
    let (traffic, _) = waited.unwrap_or_else(PoisonError::into_inner);
    traffic.calls == 0
}

/// Resumes calls of listeners and clocks.
#[uniffi::export]
pub fn resume_calls() {
    traffic().is_paused = false;
    LEFT.notify_all();
}

/// A call into the other language.
pub(crate) struct Inside(());

/// Registers a call; `None` after the shutdown has started.
pub(crate) fn enter() -> Option<Inside> {
    let waits = |traffic: &mut Traffic| traffic.is_paused && !traffic.is_closed;
    let mut traffic = LEFT
        .wait_while(traffic(), waits)
        .unwrap_or_else(PoisonError::into_inner);
    if traffic.is_closed {
        return None;
    }
    traffic.calls += 1;
    Some(Inside(()))
}

impl Drop for Inside {
    fn drop(&mut self) {
        let mut traffic = traffic();
        // A call that began before a fork is not counted.
        traffic.calls = traffic.calls.saturating_sub(1);
        LEFT.notify_all();
    }
}

/// A running search; the end of the program stops it.
pub(crate) struct Searching(u64);

impl Searching {
    /// Registers a search; `None` after the shutdown has started.
    pub(crate) fn begin(flag: &StopFlag) -> Option<Self> {
        let mut traffic = traffic();
        if traffic.is_closed {
            return None;
        }
        traffic.last += 1;
        let number = traffic.last;
        traffic.searches.insert(number, flag.clone());
        Some(Self(number))
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        traffic().searches.remove(&self.0);
        LEFT.notify_all();
    }
}

/// An object of the other language.
pub(crate) struct Foreign<T: ?Sized>(Option<Arc<T>>);

impl<T: ?Sized> Foreign<T> {
    pub(crate) fn new(object: Arc<T>) -> Self {
        Self(Some(object))
    }

    /// Calls the object; `None` after the shutdown has started.
    pub(crate) fn call<R>(&self, call: impl FnOnce(&T) -> R) -> Option<R> {
        let object = self.0.as_deref()?;
        let _inside = enter()?;
        Some(call(object))
    }
}

impl<T: ?Sized> Drop for Foreign<T> {
    fn drop(&mut self) {
        let object = self.0.take();
        match enter() {
            // Dropping it is a call too.
            Some(_inside) => drop(object),
            None => mem::forget(object),
        }
    }
}
