-- A store as schema 1 wrote it, with a row in each table. Never edited: each later schema must still open it.
PRAGMA application_id = 0x44414D49; -- "DAMI": the file is ours

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

CREATE TABLE lesson_step (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    lesson     TEXT    NOT NULL,
    step       TEXT    NOT NULL, -- its word: a lesson may be given more steps later
    mistakes   INTEGER NOT NULL,
    hints      INTEGER NOT NULL,
    done       INTEGER NOT NULL,
    PRIMARY KEY (profile_id, lesson, step)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE rating (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    rating     REAL    NOT NULL,
    deviation  REAL    NOT NULL,
    volatility REAL    NOT NULL,
    updated    INTEGER NOT NULL,
    PRIMARY KEY (profile_id, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE setting (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    key        TEXT    NOT NULL,
    value      TEXT    NOT NULL,
    PRIMARY KEY (profile_id, key)
) STRICT, WITHOUT ROWID;
INSERT INTO profile (name, experience, created, used) VALUES ('Ada', 'inAClub', 1795000000000, 1795000000000);
INSERT INTO game (profile_id, variant, start_fen, tree, black_level, removed, ply, fen, created, updated)
VALUES (1, 'international', 'W:W31-50:B1-20', X'01201C', 'club', X'', 1, 'B:W28,31,33-50:B1-20', 1795000000000, 1795000001000);
INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) VALUES (1, 'board', 'watch', 1, 0, 1795000002000);
INSERT INTO puzzle_attempt (profile_id, puzzle, solved, shown, hints, at) VALUES (1, 'coup-turc', 1, 0, 0, 1795000003000);
INSERT INTO rating (profile_id, kind, rating, deviation, volatility, updated)
VALUES (1, 'puzzle:international', 1520.5, 300.0, 0.06, 1795000003000);
INSERT INTO setting (profile_id, key, value) VALUES (1, 'language', 'fr');
PRAGMA user_version = 1;
