//! How fast a guest may send: a bucket that fills steadily.
use crate::limits::Limits;

/// What one line may still send.
#[derive(Debug)]
pub(crate) struct Pace {
    left: f64,
    filled: f64,
    /// Messages that came too fast.
    excess: u32,
}

/// After so many messages too fast the line is cut.
const PATIENCE: u32 = 200;

/// What becomes of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is heard.
    Heard,
    /// It is not, and its sender is told.
    Told,
    /// It is not, and its sender was told already.
    Dropped,
    /// Enough of it.
    Cut,
}

impl Pace {
    pub(crate) fn new(limits: &Limits, now: f64) -> Self {
        Self {
            left: f64::from(limits.burst),
            filled: now,
            excess: 0,
        }
    }

    /// Takes note of a message at this moment, in milliseconds.
    pub(crate) fn take(&mut self, limits: &Limits, now: f64) -> Verdict {
        // A clock that was set back fills nothing.
        let passed = (now - self.filled).max(0.0) / 1000.0;
        self.filled = now;
        self.left = (self.left + passed * f64::from(limits.messages_a_second)).min(f64::from(limits.burst));
        if self.left >= 1.0 {
            self.left -= 1.0;
            self.excess = 0;
            return Verdict::Heard;
        }
        self.excess += 1;
        match self.excess {
            1 => Verdict::Told,
            PATIENCE.. => Verdict::Cut,
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
        let mut pace = Pace::new(&limits, 0.0);
        for _ in 0..5 {
            assert_eq!(pace.take(&limits, 0.0), Verdict::Heard);
        }
        assert_eq!(pace.take(&limits, 0.0), Verdict::Told);
        assert_eq!(pace.take(&limits, 0.0), Verdict::Dropped);
        assert_eq!(pace.take(&limits, 600.0), Verdict::Heard);
        // The clock was set back by an hour: nobody is let off, nobody punished for ever.
        assert_eq!(pace.take(&limits, -3_600_000.0), Verdict::Told);
        assert_eq!(pace.take(&limits, -3_599_000.0), Verdict::Heard);
        let cut = (0..300).find(|_| pace.take(&limits, -3_599_000.0) == Verdict::Cut);
        assert!(cut.is_some_and(|after| after >= 198), "{cut:?}");
    }
}
