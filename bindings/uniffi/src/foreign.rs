//! The way into the other language, and the searches beside it: both end before its runtime does. Knows no language.
//!
//! A thread that calls into a Python that is shutting down is ended by it, in the middle of Rust, and takes the process along.
//! So who calls from a thread of ours is counted, and once the way is closed nobody begins.
use draughts_engine::StopFlag;
use std::collections::BTreeMap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use std::{mem, process};

/// Who is on the way, and what is searching.
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
    // What is done under the lock cannot panic half way.
    let mut traffic = TRAFFIC.lock().unwrap_or_else(PoisonError::into_inner);
    // A process that was forked has none of the threads that were counted before.
    if traffic.process != process::id() {
        *traffic = Traffic::of(process::id());
    }
    traffic
}

/// Stops every search, and calls no listener and no clock any more: what a program does last, before its runtime ends. Answers
/// whether all of them have ended within so many milliseconds. Python does it by itself.
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

/// Calls no listener and no clock until [`resume_calls`], and answers whether those that are being called have returned within so
/// many milliseconds. For a program that forks while a search runs: what a thread of ours holds of the other runtime then
/// stays held in the fork. Python does it by itself.
#[uniffi::export]
pub fn pause_calls(millis: u32) -> bool {
    let mut traffic = traffic();
    traffic.is_paused = true;
    let patience = Duration::from_millis(millis.into());
    let waited = LEFT.wait_timeout_while(traffic, patience, |traffic| traffic.calls > 0);
    let (traffic, _) = waited.unwrap_or_else(PoisonError::into_inner);
    traffic.calls == 0
}

/// Calls listeners and clocks again.
#[uniffi::export]
pub fn resume_calls() {
    traffic().is_paused = false;
    LEFT.notify_all();
}

/// One call into the other language.
pub(crate) struct Inside(());

/// Nothing once the way is closed.
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
        // One that began before a fork is not counted.
        traffic.calls = traffic.calls.saturating_sub(1);
        LEFT.notify_all();
    }
}

/// A search that runs, and that the end of the program stops.
pub(crate) struct Searching(u64);

impl Searching {
    /// Nothing once the way is closed.
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

    /// Calls it; nothing once the way is closed.
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
            // To let go of it is a call too.
            Some(_inside) => drop(object),
            None => mem::forget(object),
        }
    }
}
