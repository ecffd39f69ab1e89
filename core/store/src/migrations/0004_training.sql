-- Training at puzzles: how the rating went, what is to be repeated and when, how long the best streak was.
ALTER TABLE puzzle_attempt ADD COLUMN rating REAL; -- the person's rating afterwards, where the attempt was rated

-- A puzzle's own strength once people here have measured it; until then the one it came with.
CREATE TABLE puzzle_rating (
    puzzle     TEXT NOT NULL PRIMARY KEY,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL
) STRICT, WITHOUT ROWID;

-- A failed puzzle in the memory of a person, as the scheduler keeps it.
CREATE TABLE puzzle_review (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    puzzle     TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    due        INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    stability  REAL    NOT NULL,
    difficulty REAL    NOT NULL,
    times      INTEGER NOT NULL,
    lapses     INTEGER NOT NULL,
    PRIMARY KEY (profile_id, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_review_by_due ON puzzle_review (profile_id, variant, due);

CREATE TABLE puzzle_streak (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    best       INTEGER NOT NULL,
    PRIMARY KEY (profile_id, variant)
) STRICT, WITHOUT ROWID;
