//! The program's clock and random seeds.
use chrono::{DateTime, NaiveDate};
use std::hash::{BuildHasher, RandomState};
use std::sync::LazyLock;
use std::time::Instant;

#[allow(
    clippy::disallowed_methods,
    reason = "the program is the host: this is the one place that reads the clock"
)]
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds since the first call.
pub(crate) fn now() -> f64 {
    START.elapsed().as_secs_f64() * 1000.0
}

/// Milliseconds since 1970, or 0 if the system clock is set before that.
#[allow(
    clippy::disallowed_methods,
    reason = "the program is the host: this is the one place that reads the calendar"
)]
pub(crate) fn today() -> f64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0.0, |since| since.as_secs_f64() * 1000.0)
}

/// Today's date, for the tag of a game.
pub(crate) fn day() -> NaiveDate {
    DateTime::from_timestamp_millis(today() as i64)
        .unwrap_or_default()
        .date_naive()
}

/// Draws a random seed.
pub(crate) fn draw_seed() -> u64 {
    RandomState::new().hash_one(())
}
