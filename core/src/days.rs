//! Calendar days by the local time of the moment, and streaks of days with activity. Reads no clock.
use crate::app::App;
use crate::error::ApiError;
use std::collections::BTreeSet;

/// Milliseconds in a day.
pub(crate) const DAY: f64 = 86_400_000.0;
const MINUTE: f64 = 60_000.0;
const QUARTER: f64 = 15.0 * MINUTE;

/// The setting that holds a person's offsets from UTC.
pub(crate) const ZONES: &str = "zones";
/// Maximum number of changes kept: fifty years of summer time.
const MOST: usize = 100;

/// A person's offsets from UTC in minutes, each from the time on when a device first reported it, oldest first. The
/// first also holds for all time before it. A past day keeps its offset when summer time ends or the person travels.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Zones(Vec<(f64, i32)>);

impl Zones {
    /// The person's offsets, with the one reported now.
    ///
    /// # Errors
    /// If the store fails.
    pub(crate) fn of(app: &App, zone: i32) -> Result<Self, ApiError> {
        let settings = app.store.settings(app.profile.id)?;
        let kept = settings.get(ZONES).map_or("", String::as_str);
        Ok(Self::read(kept).with(app.now(), zone))
    }

    /// As [`of`](Zones::of), and stores them. `changes` are the changes by the calendar of the device, each a
    /// time and the minutes from then on; they are used before anything was stored.
    ///
    /// # Errors
    /// If the store fails while it is read.
    pub(crate) fn kept(app: &App, zone: i32, changes: &[(f64, i32)]) -> Result<Self, ApiError> {
        let settings = app.store.settings(app.profile.id)?;
        let known = settings.get(ZONES);
        let past = match known {
            Some(known) => Self::read(known),
            None => Self::sorted(changes.to_vec()),
        };
        let zones = past.with(app.now(), zone);
        let written = zones.written();
        if known != Some(&written) {
            // A store that refuses it, such as a full one, still counts today rightly.
            let _ = app.store.set_setting(app.profile.id, ZONES, &written);
        }
        Ok(zones)
    }

    fn sorted(mut zones: Vec<(f64, i32)>) -> Self {
        zones.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        Self(zones)
    }

    /// Reads "SINCE:MINUTES …"; passes over what is no such pair.
    fn read(kept: &str) -> Self {
        let pair = |pair: &str| {
            let (since, minutes) = pair.split_once(':')?;
            Some((since.parse::<i64>().ok()? as f64, minutes.parse().ok()?))
        };
        Self::sorted(kept.split(' ').filter_map(pair).collect())
    }

    fn written(&self) -> String {
        let pairs = self
            .0
            .iter()
            .map(|(since, minutes)| format!("{}:{minutes}", *since as i64));
        pairs.collect::<Vec<_>>().join(" ")
    }

    /// Adds the offset that holds at `now`.
    fn with(mut self, now: f64, minutes: i32) -> Self {
        // Reported before by a clock that ran ahead.
        self.0.retain(|(since, _)| *since <= now);
        if self.0.last().is_none_or(|(_, last)| *last != minutes) {
            // Times of activity are known to the quarter.
            self.0.push(((now / QUARTER).floor() * QUARTER, minutes));
        }
        let surplus = self.0.len().saturating_sub(MOST);
        self.0.drain(..surplus);
        self
    }

    /// The offset at a time, in milliseconds.
    fn at(&self, millis: f64) -> f64 {
        let later = self.0.partition_point(|(since, _)| *since <= millis);
        let held = self.0.get(later.saturating_sub(1));
        held.map_or(0.0, |(_, minutes)| f64::from(*minutes) * MINUTE)
    }

    /// Local day of a time, counted since 1970.
    pub(crate) fn day(&self, millis: f64) -> u32 {
        ((millis + self.at(millis)) / DAY).floor().clamp(0.0, 4e9) as u32
    }

    /// The time at which a local day begins.
    pub(crate) fn start(&self, day: u32) -> f64 {
        let midnight = f64::from(day) * DAY;
        let by = |time: f64| midnight - self.at(time);
        // The earlier one, if the zone changed around midnight.
        by(midnight).min(by(by(midnight)))
    }
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

    const SUMMER: i32 = 120;
    const WINTER: i32 = 60;

    /// Time of a minute of a day, by a clock `zone` minutes ahead of UTC.
    fn time(day: u32, minute: u32, zone: i32) -> f64 {
        f64::from(day) * DAY + (f64::from(minute) - f64::from(zone)) * MINUTE
    }

    #[test]
    fn a_past_day_keeps_the_offset_of_its_time() {
        // Ten minutes past midnight each night, over the end of summer time on day 100 and its begin on day 200.
        let mut zones = Zones::read("");
        let mut days = BTreeSet::new();
        let mut times = Vec::new();
        for day in 90..230 {
            let zone = if (101..=200).contains(&day) {
                WINTER
            } else {
                SUMMER
            };
            let now = time(day, 10, zone);
            zones = Zones::read(&zones.with(now, zone).written());
            times.push(now);
            assert_eq!(zones.day(now), day);
            assert!(zones.start(day) <= now);
            // On these two days the change was reported after midnight.
            if day != 101 && day != 201 {
                assert_eq!(zones.start(day), time(day, 0, zone), "{day}");
            }
        }
        days.extend(times.iter().map(|time| zones.day(*time)));
        assert_eq!(days_in_a_row(&days, 229).days, 140);
        assert_eq!(zones.0.len(), 3);
        // One minute before midnight on the last day of summer time.
        assert_eq!(zones.day(time(99, 1439, SUMMER)), 99);
    }

    #[test]
    fn a_journey_moves_no_past_day() {
        let paris = Zones::read("").with(time(10, 60, 60), 60);
        let both = paris.with(time(12, 1300, -300), -300);
        for (day, minute) in [(10, 60), (11, 60), (12, 1)] {
            assert_eq!(both.day(time(day, minute, 60)), day);
        }
        assert_eq!(both.day(time(13, 1439, -300)), 13);
    }

    #[test]
    fn zones_of_any_text_and_clock_are_read() {
        assert_eq!(Zones::read("").day(time(5, 0, 0)), 5);
        for text in [
            "x",
            "1:",
            ":1",
            "1:2:3",
            "1:99999999999",
            "NaN:60",
            " ",
            "9:60 x 5:120",
        ] {
            let zones = Zones::read(text).with(10.0, 60);
            assert_eq!(Zones::read(&zones.written()), zones, "{text}");
        }
        assert_eq!(Zones::read("9:60 5:120").written(), "5:120 9:60");
        // The clock had run ahead.
        assert_eq!(Zones::read("5:120 900:60").with(10.0, 120).written(), "5:120");
        let mut many = Zones::read("");
        for change in 0..300 {
            many = many.with(f64::from(change), change % 2);
        }
        assert_eq!(many.0.len(), MOST);
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
