//! Clocks; the core reads none itself.
use std::fmt;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock that replaces the system's in a store, for example in tests.
#[uniffi::export(rust, foreign)]
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970. Called once for each call of the store; must not fail.
    fn now(&self) -> f64;
}

/// The system's clock: milliseconds since 1970.
#[allow(
    clippy::disallowed_methods,
    reason = "a host gives the core its clock; this one is never WebAssembly"
)]
pub(crate) fn system() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |time| time.as_secs_f64() * 1000.0)
}

/// Milliseconds from a monotonic clock.
#[allow(
    clippy::disallowed_methods,
    reason = "a host gives the core its clock; this one is never WebAssembly"
)]
pub(crate) fn stopwatch() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}
