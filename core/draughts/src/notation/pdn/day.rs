//! Days out of times, for tags and file names. Knows no clock.

/// The day of a time in milliseconds since 1970, by the Gregorian calendar: year, month, day.
pub fn civil(millis: f64) -> (i64, u32, u32) {
    // Counted from 1 March of the year 0, so that a leap day is the last of its year; 146 097 days are 400 years.
    let days = (millis / 86_400_000.0).floor() as i64 + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    (year, month as u32, day as u32)
}

#[cfg(test)]
mod tests {
    use super::civil;

    #[test]
    fn days_by_the_calendar() {
        for (millis, day) in [
            (0.0, (1970, 1, 1)),
            (-1.0, (1969, 12, 31)),
            (951_782_400_000.0, (2000, 2, 29)),
            (951_868_800_000.0, (2000, 3, 1)),
            (1_795_219_200_000.0, (2026, 11, 21)),
            (4_107_456_000_000.0, (2100, 2, 28)),
            (4_107_542_400_000.0, (2100, 3, 1)),
        ] {
            assert_eq!(civil(millis), day);
        }
    }
}
