-- The first schema. Times are milliseconds since 1970, in UTC. Never edited after release: later changes are later files.
PRAGMA application_id = 0x44414D49; -- "DAMI": the file is ours

-- Who plays on this device: a name, no account. Everything a person does hangs on it (one tablet, ten children).
CREATE TABLE profile (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    colour     INTEGER NOT NULL DEFAULT 0, -- which of the app's colours stands for the person
    experience TEXT CHECK (experience IN ('notYet', 'atHome', 'inAClub')), -- NULL until answered
    created    INTEGER NOT NULL,
    used       INTEGER NOT NULL -- the person last seen is the one the app opens with
) STRICT;

CREATE TABLE game (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- an id never means another game
    profile_id  INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant     TEXT    NOT NULL,
    start_fen   TEXT    NOT NULL,
    tree        BLOB    NOT NULL, -- the moves; the first byte is the format
    white_level TEXT,             -- the computer's level; NULL where a person plays
    black_level TEXT,
    removed     BLOB    NOT NULL, -- handicap: the squares of the men taken off, one byte each
    winner      TEXT CHECK (winner IN ('white', 'black')),
    reason      TEXT,             -- why it ended; NULL while it goes on (over without a winner = draw)
    ply         INTEGER NOT NULL, -- facts derived from the tree, so that lists need not replay it
    fen         TEXT    NOT NULL,
    take_backs  INTEGER NOT NULL DEFAULT 0,
    hints       INTEGER NOT NULL DEFAULT 0,
    revision    INTEGER NOT NULL DEFAULT 0, -- rises with each write: two windows cannot undo each other
    created     INTEGER NOT NULL,
    updated     INTEGER NOT NULL,
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;
CREATE INDEX game_by_update ON game (profile_id, updated DESC);

-- One row a step that was done at least once; the best try counts.
CREATE TABLE lesson_step (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    lesson     TEXT    NOT NULL,
    step       TEXT    NOT NULL, -- its word: a lesson may be given more steps later
    mistakes   INTEGER NOT NULL,
    hints      INTEGER NOT NULL,
    done       INTEGER NOT NULL,
    PRIMARY KEY (profile_id, lesson, step)
) STRICT, WITHOUT ROWID;

-- One row a judged attempt: the first wrong move or the solution ends it.
CREATE TABLE puzzle_attempt (
    id         INTEGER PRIMARY KEY,
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    puzzle     TEXT    NOT NULL,
    solved     INTEGER NOT NULL CHECK (solved IN (0, 1)),
    shown      INTEGER NOT NULL CHECK (shown IN (0, 1)), -- the solution was shown
    hints      INTEGER NOT NULL,
    at         INTEGER NOT NULL
) STRICT;
CREATE INDEX puzzle_attempt_by_puzzle ON puzzle_attempt (profile_id, puzzle);

-- Glicko-2, a row a kind of strength ("puzzle:international").
CREATE TABLE rating (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (profile_id, kind)
) STRICT, WITHOUT ROWID;

-- What the person chose; keys this version does not know are kept.
CREATE TABLE setting (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    key        TEXT    NOT NULL,
    value      TEXT    NOT NULL,
    PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;
