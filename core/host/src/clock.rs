//! The only place in this crate that reads a clock.
use damier_core::together::Moment;
use std::sync::LazyLock;
use std::time::Instant;

/// Returns milliseconds since 1970, or 0 if the system clock is set before that.
#[allow(
    clippy::disallowed_methods,
    reason = "the host is a shell: this is the one place that reads the calendar"
)]
pub(crate) fn calendar() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

#[allow(
    clippy::disallowed_methods,
    reason = "the host is a shell: this is the one place that reads the clock"
)]
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Returns milliseconds since the first call, from a monotonic clock.
pub(crate) fn ticks() -> f64 {
    START.elapsed().as_secs_f64() * 1000.0
}

/// Returns this moment by both clocks. Setting the calendar moves no player's clock.
pub(crate) fn moment() -> Moment {
    Moment {
        clock: ticks(),
        calendar: calendar(),
    }
}
