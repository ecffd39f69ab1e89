//! The host's clock. Knows nothing else; what it tells is handed to the club.

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
