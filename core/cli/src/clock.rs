//! The program's clock, and the seeds it draws. Knows nothing else; the core is given both.
use chrono::{DateTime, NaiveDate};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::time::Instant;

#[allow(
    clippy::disallowed_methods,
    reason = "the program is the host: this is the one place that reads the clock"
)]
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds since the program first asked.
pub(crate) fn now() -> f64 {
    START.elapsed().as_secs_f64() * 1000.0
}

/// Milliseconds since 1970: what a store keeps. 0 on a machine whose clock stands before that.
#[allow(
    clippy::disallowed_methods,
    reason = "the program is the host: this is the one place that reads the calendar"
)]
pub(crate) fn today() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

/// The day, for a game's tag.
pub(crate) fn day() -> NaiveDate {
    DateTime::from_timestamp_millis(today() as i64)
        .unwrap_or_default()
        .date_naive()
}

/// A seed that is another each time.
pub(crate) fn draw_seed() -> u64 {
    RandomState::new().hash_one(())
}
