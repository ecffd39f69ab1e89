//! Limits how fast a guest may send: a token bucket.
use crate::limits::Limits;

/// The bucket of one connection.
#[derive(Debug)]
pub(crate) struct RateLimiter {
    left: f64,
    filled: f64,
    /// Number of messages in a row that came too fast.
    excess: u32,
}

/// Number of messages in a row above the rate that cuts the connection.
const MAX_EXCESS: u32 = 200;

/// The treatment of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Accept it.
    Accepted,
    /// Refuse it and tell its sender.
    Refused,
    /// Drop it; its sender already knows.
    Dropped,
    /// Cut the connection.
    Cut,
}

impl RateLimiter {
    pub(crate) fn new(limits: &Limits, now: f64) -> Self {
        Self {
            left: f64::from(limits.burst),
            filled: now,
            excess: 0,
        }
    }

    /// Judges a message that arrives at `now`, in milliseconds.
    pub(crate) fn take(&mut self, limits: &Limits, now: f64) -> Verdict {
        // A clock that was set back adds no tokens.
        let passed = (now - self.filled).max(0.0) / 1000.0;
        self.filled = now;
        self.left = (self.left + passed * f64::from(limits.messages_a_second)).min(f64::from(limits.burst));
        if self.left >= 1.0 {
            self.left -= 1.0;
            self.excess = 0;
            return Verdict::Accepted;
        }
        self.excess += 1;
        match self.excess {
            1 => Verdict::Refused,
            MAX_EXCESS.. => Verdict::Cut,
            _ => Verdict::Dropped,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_heard_a_flood_is_cut_and_a_rest_forgives() {
        let limits = Limits {
            burst: 5,
            messages_a_second: 2,
            ..Limits::default()
        };
        let mut limiter = RateLimiter::new(&limits, 0.0);
        for _ in 0..5 {
            assert_eq!(limiter.take(&limits, 0.0), Verdict::Accepted);
        }
        assert_eq!(limiter.take(&limits, 0.0), Verdict::Refused);
        assert_eq!(limiter.take(&limits, 0.0), Verdict::Dropped);
        assert_eq!(limiter.take(&limits, 600.0), Verdict::Accepted);
        // The clock was set back by an hour: neither a free pass nor an endless penalty.
        assert_eq!(limiter.take(&limits, -3_600_000.0), Verdict::Refused);
        assert_eq!(limiter.take(&limits, -3_599_000.0), Verdict::Accepted);
        let cut = (0..300).find(|_| limiter.take(&limits, -3_599_000.0) == Verdict::Cut);
        assert!(cut.is_some_and(|after| after >= 198), "{cut:?}");
    }
}
