//! The only place of the desktop app that reads a clock.
use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since 1970, or 0 if the system clock is set before that.
#[allow(
    clippy::disallowed_methods,
    reason = "the native host is where the time comes from"
)]
pub(crate) fn now() -> f64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}
