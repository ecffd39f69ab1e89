//! Calendar days, and streaks of days with activity. Reads no clock and stores nothing.
use std::collections::BTreeSet;

/// Milliseconds in a day.
pub(crate) const DAY: f64 = 86_400_000.0;

/// Days since 1970 in the person's time zone (`zone`: minutes ahead of UTC).
pub(crate) fn day(millis: f64, zone: i32) -> u32 {
    ((millis + f64::from(zone) * 60_000.0) / DAY)
        .floor()
        .clamp(0.0, 4e9) as u32
}

/// Length of a streak, and whether a missed day in it was forgiven.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Run {
    pub(crate) days: u32,
    /// True if a day of the last week was forgiven.
    pub(crate) forgiven: bool,
}

/// Number of days after a forgiven day in which no other is forgiven.
const WEEK: u32 = 7;

/// Returns the streak that ends today, or yesterday if nothing was done today. One missed day in any seven is
/// forgiven; it does not count.
pub(crate) fn days_in_a_row(active: &BTreeSet<u32>, today: u32) -> Run {
    let mut run = Run::default();
    let mut last_missed: Option<u32> = None;
    // A missed day, forgiven only if an active day precedes it.
    let mut pending: Option<u32> = None;
    for day in (0..=today).rev() {
        if active.contains(&day) {
            run.days += 1;
            if let Some(missed) = pending.take() {
                last_missed = Some(missed);
                run.forgiven |= today - missed < WEEK;
            }
        } else if day < today {
            if pending.is_some() || last_missed.is_some_and(|later| later - day < WEEK) {
                break;
            }
            pending = Some(day);
        }
    }
    run
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(days: &[u32]) -> (u32, bool) {
        let run = days_in_a_row(&days.iter().copied().collect(), 100);
        (run.days, run.forgiven)
    }

    #[test]
    fn days_count_back_from_today_or_yesterday() {
        assert_eq!(run(&[]), (0, false));
        assert_eq!(run(&[100]), (1, false));
        assert_eq!(run(&[98, 99, 100]), (3, false));
        assert_eq!(run(&[98, 99]), (2, false), "today is not over");
        assert_eq!(run(&[101, 102]), (0, false), "a clock that was wrong");
    }

    #[test]
    fn one_missed_day_a_week_is_forgiven_and_two_together_are_not() {
        assert_eq!(run(&[97, 98, 100]), (3, true));
        assert_eq!(run(&[97, 98]), (2, true), "yesterday was missed");
        assert_eq!(run(&[96, 97, 100]), (1, false));
        assert_eq!(run(&[95, 96, 98, 100]), (2, true), "the second within the week");
        assert_eq!(
            run(&[90, 91, 93, 94, 95, 96, 97, 98, 100]),
            (9, true),
            "the second a week before"
        );
        let long_ago = [88, 89, 91, 92, 93, 94, 95, 96, 97, 98, 99, 100];
        assert_eq!(run(&long_ago), (12, false));
    }
}
