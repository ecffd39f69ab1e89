//! Spaced repetition of single positions by FSRS, in whole days: mistakes, repertoires, lessons. Stores nothing, reads no
//! clock.
use super::rating::Score;
use chrono::{DateTime, TimeDelta, Utc};
use rs_fsrs::{Card, FSRS, Parameters, Rating, State};

/// The FSRS state of a position; times are milliseconds since 1970.
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

/// Something remembered for this many days is mastered.
const MASTERED: f64 = 60.0;
/// Something with this many lapses that is not remembered for a week is given up.
const LEECH_LAPSES: u32 = 4;
const LEECH_STABILITY: f64 = 7.0;
impl Memory {
    /// Returns `true` if it is not repeated any more: mastered, or missed again and again though the solution was shown.
    pub fn rests(&self) -> bool {
        self.stability >= MASTERED || (self.lapses >= LEECH_LAPSES && self.stability < LEECH_STABILITY)
    }
}

/// Returns the state after an attempt; `before` is `None` at the first.
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
    fn what_is_mastered_and_what_is_missed_again_and_again_rests() {
        let mut memory = remember(None, Score::Failed, 1.8e12);
        let mut rights = 0;
        while !memory.rests() {
            memory = remember(Some(memory), Score::Clean, memory.due);
            rights += 1;
        }
        assert!(memory.stability >= MASTERED);
        assert!((4..=8).contains(&rights), "{rights}");

        let mut memory = remember(None, Score::Failed, 1.8e12);
        let mut misses = 1;
        while !memory.rests() {
            memory = remember(Some(memory), Score::Failed, memory.due);
            misses += 1;
        }
        assert_eq!(misses, 5);
    }
}
