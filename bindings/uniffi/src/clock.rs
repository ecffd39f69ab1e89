//! The time, which the core never reads itself.
use std::fmt;
use std::sync::LazyLock;
use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A clock that a store is given instead of the system's: a test's, say.
#[uniffi::export(rust, foreign)]
pub trait Clock: Send + Sync + fmt::Debug {
    /// Milliseconds since 1970. It is asked once for each call, and must not fail.
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

/// Milliseconds since some moment: this clock never goes back.
#[allow(
    clippy::disallowed_methods,
    reason = "a host gives the core its clock; this one is never WebAssembly"
)]
pub(crate) fn stopwatch() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    START.elapsed().as_secs_f64() * 1000.0
}
