//! Spaced repetition of failed puzzles by FSRS, in whole days. Stores nothing, reads no clock.
use super::rating::Score;
use chrono::{DateTime, TimeDelta, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating, State};

/// The FSRS state of a puzzle; times are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Memory {
    /// The time at which it is due for repetition.
    pub due: f64,
    /// The time of the last attempt.
    pub last: f64,
    /// Days until the probability of recall falls to 90 %.
    pub stability: f64,
    /// Difficulty, 1 to 10.
    pub difficulty: f64,
    /// Number of attempts.
    pub times: u32,
    /// Number of lapses.
    pub lapses: u32,
}

/// The reason why a puzzle is not repeated until the user brings it back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    /// Mastered: the user would remember it for months.
    Retired,
    /// Missed again and again, though the solution was shown each time; another attempt teaches nothing.
    Parked,
}

/// A puzzle remembered for this many days is mastered.
const MASTERED: f64 = 60.0;
/// A puzzle with this many lapses that is not remembered for a week is given up for now.
const LEECH_LAPSES: u32 = 4;
const LEECH_STABILITY: f64 = 7.0;
/// The days for which a mastered puzzle counts as remembered when it is brought back; one more success and it rests
/// again.
const BROUGHT_BACK: f64 = 30.0;

impl Memory {
    /// Returns the reason why it is not repeated any more; `None` if it is.
    pub fn rest(&self) -> Option<Rest> {
        if self.stability >= MASTERED {
            Some(Rest::Retired)
        } else if self.lapses >= LEECH_LAPSES && self.stability < LEECH_STABILITY {
            Some(Rest::Parked)
        } else {
            None
        }
    }

    /// Returns the state of a puzzle brought back, to be repeated at once. A parked one may be missed twice more
    /// before it rests again.
    #[must_use]
    pub fn brought_back(self, now: f64) -> Memory {
        Memory {
            due: now,
            stability: self.stability.min(BROUGHT_BACK),
            lapses: self.lapses.min(LEECH_LAPSES - 2),
            ..self
        }
    }
}

/// Returns the state of a puzzle after an attempt; `before` is `None` at the first.
pub fn remember(before: Option<Memory>, score: Score, now: f64) -> Memory {
    let parameters = Parameters {
        // Solving a puzzle again a minute later proves no memory, so the shortest interval is a day.
        enable_short_term: false,
        ..Parameters::default()
    };
    let card = before.map_or_else(Card::default, |memory| Card {
        due: moment(memory.due),
        last_review: moment(memory.last),
        stability: memory.stability,
        difficulty: memory.difficulty,
        scheduled_days: ((memory.due - memory.last) / DAY).round() as i64,
        reps: memory.times as i32,
        lapses: memory.lapses as i32,
        state: State::Review,
        ..Card::default()
    });
    let rating = match score {
        Score::Clean => Rating::Good,
        Score::Helped => Rating::Hard,
        Score::Failed => Rating::Again,
    };
    let after = FSRS::new(parameters).next(card, moment(now), rating).card;
    Memory {
        due: now + (after.scheduled_days.max(1) as f64) * DAY,
        last: now,
        stability: after.stability,
        difficulty: after.difficulty,
        times: after.reps.max(0) as u32,
        lapses: after.lapses.max(0) as u32,
    }
}

/// Milliseconds in a day.
const DAY: f64 = 86_400_000.0;

fn moment(millis: f64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH
        .checked_add_signed(TimeDelta::milliseconds(millis as i64))
        .unwrap_or(DateTime::UNIX_EPOCH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_grow_while_remembered_and_shrink_after_a_lapse() {
        let mut now = 1.8e12;
        let mut memory = remember(None, Score::Failed, now);
        assert!((1.0..=2.0).contains(&((memory.due - now) / DAY)), "{memory:?}");
        let mut interval = 0.0;
        for _ in 0..5 {
            now = memory.due;
            memory = remember(Some(memory), Score::Clean, now);
            let next = (memory.due - now) / DAY;
            assert!(next > interval, "{next} after {interval}");
            interval = next;
        }
        assert!(interval > 10.0, "{interval}");
        now = memory.due;
        let helped = remember(Some(memory), Score::Helped, now);
        let clean = remember(Some(memory), Score::Clean, now);
        assert!(helped.due < clean.due);
        let forgotten = remember(Some(memory), Score::Failed, now);
        assert!((forgotten.due - now) / DAY < interval / 2.0, "{forgotten:?}");
        assert_eq!(forgotten.lapses, memory.lapses + 1);
    }

    #[test]
    fn mastered_puzzles_retire_and_repeatedly_missed_ones_are_parked() {
        let mut memory = remember(None, Score::Failed, 1.8e12);
        let mut rights = 0;
        while memory.rest().is_none() {
            memory = remember(Some(memory), Score::Clean, memory.due);
            rights += 1;
        }
        assert_eq!(memory.rest(), Some(Rest::Retired));
        assert!((4..=8).contains(&rights), "{rights}");
        let back = memory.brought_back(memory.last + 30.0 * DAY);
        assert_eq!(back.rest(), None);
        assert_eq!(
            remember(Some(back), Score::Clean, back.due).rest(),
            Some(Rest::Retired)
        );

        let mut memory = remember(None, Score::Failed, 1.8e12);
        let mut misses = 1;
        while memory.rest().is_none() {
            memory = remember(Some(memory), Score::Failed, memory.due);
            misses += 1;
        }
        assert_eq!((memory.rest(), misses), (Some(Rest::Parked), 5));
        let mut back = memory.brought_back(memory.due);
        assert_eq!(back.rest(), None);
        back = remember(Some(back), Score::Failed, back.due);
        assert_eq!(back.rest(), None);
        back = remember(Some(back), Score::Failed, back.due);
        assert_eq!(back.rest(), Some(Rest::Parked));
    }
}
