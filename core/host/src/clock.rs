//! The host's clocks. Knows nothing else; what they tell is handed on.
use std::sync::LazyLock;
use std::time::Instant;

/// Milliseconds since 1970. 0 on a machine whose clock stands before that.
#[allow(
    clippy::disallowed_methods,
    reason = "the host is a shell: this is the one place that reads the calendar"
)]
pub(crate) fn now() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

#[allow(
    clippy::disallowed_methods,
    reason = "the host is a shell: this is the one place that reads the clock"
)]
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds since it was first asked: they go on whatever is done to the calendar.
pub(crate) fn ticks() -> f64 {
    START.elapsed().as_secs_f64() * 1000.0
}
