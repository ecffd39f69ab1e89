-- A lesson file of one's own, as it came; it was checked before.
CREATE TABLE own_lesson (
    lesson TEXT    NOT NULL PRIMARY KEY,
    source TEXT    NOT NULL,
    added  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- How often a finished lesson was gone through again, and when last: it comes back after 1, 4 and 12 days.
CREATE TABLE lesson_review (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    lesson     TEXT    NOT NULL,
    times      INTEGER NOT NULL,
    done       INTEGER NOT NULL,
    PRIMARY KEY (profile_id, lesson)
) STRICT, WITHOUT ROWID;
