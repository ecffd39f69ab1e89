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

/// Measured times in milliseconds.
#[derive(Default)]
pub(crate) struct Times(Vec<f64>);

impl Times {
    pub(crate) fn push(&mut self, millis: f64) {
        self.0.push(millis);
    }

    pub(crate) fn add(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// The mean; 0 of no times.
    pub(crate) fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len().max(1) as f64
    }

    /// The time within which this share, 0 to 1, of them lies; 0 of no times.
    pub(crate) fn at(&self, share: f64) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let at = (sorted.len() as f64 * share) as usize;
        sorted.get(at).or(sorted.last()).copied().unwrap_or(0.0)
    }
}
