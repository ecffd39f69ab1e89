//! Converts puzzle ratings from before schema 10 and backup format 5. The old ratings followed the levels of
//! the engine; today's follow people. The migration has the same figures in SQL.

/// Segments: first old rating, its rating today, and points today for each old point. Fitted to the means of
/// the 5 890 international puzzles that had both ratings.
const SEGMENTS: [(f64, f64, f64); 5] = [
    (-1000.0, 0.0, 0.5),
    (100.0, 550.0, 1.5),
    (400.0, 1000.0, 0.3),
    (900.0, 1150.0, 0.6),
    (1400.0, 1450.0, 1.0),
];
/// Amount added to a deviation by the conversion, and its maximum. No person was measured on the new scale yet.
const LESS_SURE: f64 = 100.0;
const MOST_DEVIATION: f64 = 350.0;

/// Converts a rating to today's scale.
pub(super) fn rating_of_today(was: f64) -> f64 {
    let segment = SEGMENTS.iter().rev().find(|(from, ..)| *from <= was);
    let (from, today, slope) = segment.unwrap_or(&SEGMENTS[0]);
    today + (was - from) * slope
}

/// Converts a deviation to today's scale.
pub(super) fn deviation_of_today(was: f64) -> f64 {
    (was + LESS_SURE).min(MOST_DEVIATION).max(was)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::migrate;
    use rusqlite::Connection;

    #[test]
    fn the_migration_uses_the_same_figures() {
        let connection = Connection::open_in_memory().unwrap();
        migrate::apply(&connection, 0, 9).unwrap();
        let before: Vec<f64> = (0..60).map(|at| -500.0 + 61.5 * f64::from(at)).collect();
        for (at, rating) in before.iter().enumerate() {
            let insert =
                "INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES (?1, ?2, ?3, 0.06)";
            connection
                .execute(insert, (format!("{at:02}"), rating, 20.0 + rating.abs() / 10.0))
                .unwrap();
        }
        migrate::apply(&connection, 9, 10).unwrap();
        let mut select = connection
            .prepare("SELECT rating, deviation FROM puzzle_rating ORDER BY puzzle")
            .unwrap();
        let rows = select
            .query_map([], |row| Ok((row.get(0)?, row.get(1)?)))
            .unwrap();
        for (was, row) in before.iter().zip(rows) {
            let (rating, deviation): (f64, f64) = row.unwrap();
            assert!((rating - rating_of_today(*was)).abs() < 1e-6, "{was}: {rating}");
            let expected = deviation_of_today(20.0 + was.abs() / 10.0);
            assert!((deviation - expected).abs() < 1e-6, "{was}: {deviation}");
        }
        assert!(
            before
                .windows(2)
                .all(|two| rating_of_today(two[0]) < rating_of_today(two[1]))
        );
    }

    #[test]
    fn the_segments_join() {
        for two in SEGMENTS.windows(2) {
            let end = two[0].1 + (two[1].0 - two[0].0) * two[0].2;
            assert!((end - two[1].1).abs() < 1e-6, "{two:?}");
        }
    }
}
