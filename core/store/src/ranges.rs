//! Valid ranges of numbers in rows. Numbers outside them are damage, for example flipped bits.

/// Ranges of integers that Rust types can hold.
const BYTE: (i64, i64) = (0, u8::MAX as i64);
const COUNT: (i64, i64) = (0, u32::MAX as i64);
const SCORE: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

/// Columns that are read into smaller integers. Any other number would make the row, and every list that
/// contains it, unreadable.
pub(super) const READABLE: [(&str, &str, (i64, i64)); 20] = [
    ("game", "plies", COUNT),
    ("game", "opening", (0, u16::MAX as i64)),
    ("game", "date", COUNT),
    ("game", "revision", COUNT),
    ("play", "take_backs", COUNT),
    ("play", "hints", COUNT),
    ("lesson_step", "mistakes", BYTE),
    ("lesson_step", "hints", BYTE),
    ("lesson_review", "times", BYTE),
    ("lesson_review", "lapses", COUNT),
    ("puzzle_attempt", "hints", BYTE),
    ("puzzle_streak", "best", COUNT),
    ("puzzle_in_set", "ply", COUNT),
    ("repertoire_review", "times", COUNT),
    ("repertoire_review", "lapses", COUNT),
    ("mistake", "score", SCORE),
    ("mistake", "ply", COUNT),
    ("mistake", "times", COUNT),
    ("mistake", "lapses", COUNT),
    ("segment", "games", COUNT),
];

/// Returns the readable range of a column; `None` if it has no limit.
pub(super) fn readable(table: &str, column: &str) -> Option<(i64, i64)> {
    let found = READABLE
        .iter()
        .find(|(of, name, _)| (*of, *name) == (table, column));
    found.map(|(_, _, range)| *range)
}

/// The year 2100 in milliseconds since 1970. No clock is wrong by that much.
pub(super) const LATEST: i64 = 4_102_444_800_000;

/// Columns that hold a time between 1970 and `LATEST`.
pub(super) const MOMENTS: [(&str, &str); 19] = [
    ("profile", "created"),
    ("profile", "used"),
    ("game", "created"),
    ("game", "updated"),
    ("lesson_step", "done"),
    ("lesson_review", "done"),
    ("lesson_review", "due"),
    ("own_lesson", "added"),
    ("puzzle_attempt", "at"),
    ("rating", "updated"),
    ("repertoire_review", "last"),
    ("repertoire_review", "due"),
    ("mistake", "last"),
    ("mistake", "due"),
    ("puzzle_set", "made"),
    ("collection", "created"),
    ("note", "updated"),
    ("source", "begun"),
    ("deletion", "at"),
];
