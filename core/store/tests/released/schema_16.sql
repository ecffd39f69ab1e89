-- A store as schema 16 wrote it, with rows in its tables. Never edited: each later schema must still open it.
PRAGMA application_id = 0x44414D49; -- "DAMI": the file is ours

CREATE TABLE profile (
    id         INTEGER PRIMARY KEY,
    name       TEXT    NOT NULL,
    colour     INTEGER NOT NULL DEFAULT 0, -- which of the app's colours stands for the person
    experience TEXT CHECK (experience IN ('notYet', 'atHome', 'inAClub')), -- NULL until answered
    created    INTEGER NOT NULL,
    used       INTEGER NOT NULL -- the person last seen is the one the app opens with
) STRICT;

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
, rating REAL, variant TEXT, idea TEXT, strength REAL, pattern INTEGER) STRICT;

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

CREATE TABLE variant (
    id  INTEGER PRIMARY KEY,
    key TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE player (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL -- without accents and capitals: what a search compares
) STRICT;

CREATE TABLE event (
    id     INTEGER PRIMARY KEY,
    name   TEXT NOT NULL UNIQUE,
    folded TEXT NOT NULL
) STRICT;

CREATE TABLE theme (
    id  INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 63),
    key TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE source (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    name  TEXT    NOT NULL,
    begun INTEGER NOT NULL
) STRICT;

CREATE TABLE deletion (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE "game" (
    id          INTEGER PRIMARY KEY AUTOINCREMENT, -- an id never means another game
    variant_id  INTEGER NOT NULL REFERENCES variant (id),
    white_id    INTEGER REFERENCES player (id),   -- NULL where unknown
    black_id    INTEGER REFERENCES player (id),
    event_id    INTEGER REFERENCES event (id),
    date        INTEGER NOT NULL, -- year, month, day as one number: 19980503; 0 for each part that is unknown
    result      INTEGER NOT NULL CHECK (result BETWEEN 0 AND 4), -- 0 open, 1 White wins, 2 Black wins, 3 drawn, 4 lost by both
    plies       INTEGER NOT NULL, -- of the main line, like the four below
    opening     INTEGER NOT NULL, -- number of its name, 0 none
    ending      INTEGER NOT NULL, -- what is left on the board, a byte each: white men, white kings, black men, black kings
    themes      INTEGER NOT NULL, -- one bit each; found when the game is indexed
    annotated   INTEGER NOT NULL CHECK (annotated IN (0, 1)), -- it has variations, comments or signs
    fingerprint INTEGER NOT NULL, -- of players and main line: equal in duplicates
    source_id   INTEGER REFERENCES source (id),
    deletion_id INTEGER REFERENCES deletion (id), -- not NULL: deleted, and can be had back
    revision    INTEGER NOT NULL DEFAULT 0, -- rises with each write: two windows cannot undo each other
    created     INTEGER NOT NULL,
    updated     INTEGER NOT NULL
, kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 2)) STRICT;

CREATE TABLE tree (
    game_id INTEGER PRIMARY KEY REFERENCES "game" (id) ON DELETE CASCADE,
    start   TEXT,          -- FEN; NULL where the variant's own start
    bytes   BLOB NOT NULL, -- the moves and what hangs on them; the first byte is the format
    tags    BLOB           -- tags without a column of their own, each as name, NUL, value, NUL; NULL where none
) STRICT;

CREATE TABLE play (
    game_id     INTEGER PRIMARY KEY REFERENCES "game" (id) ON DELETE CASCADE,
    profile_id  INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    white_level TEXT,             -- the computer's level; NULL where a person plays
    black_level TEXT,
    removed     BLOB    NOT NULL, -- handicap: the squares of the men taken off, one byte each
    winner      TEXT CHECK (winner IN ('white', 'black')),
    reason      TEXT,             -- why it ended; NULL while it goes on (over without a winner = draw)
    fen         TEXT    NOT NULL, -- the position now
    take_backs  INTEGER NOT NULL DEFAULT 0,
    hints       INTEGER NOT NULL DEFAULT 0, terms TEXT, clock TEXT, letter_id TEXT, letter TEXT,
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;

CREATE INDEX play_by_profile ON play (profile_id);

CREATE INDEX play_unfinished ON play (profile_id, game_id) WHERE reason IS NULL;

CREATE INDEX game_by_date ON game (date, id);

CREATE INDEX game_by_fingerprint ON game (fingerprint);

CREATE INDEX game_deleted ON game (deletion_id) WHERE deletion_id IS NOT NULL;

CREATE TABLE collection (
    id      INTEGER PRIMARY KEY,
    name    TEXT    NOT NULL UNIQUE,
    created INTEGER NOT NULL
) STRICT;

CREATE TABLE collected (
    collection_id INTEGER NOT NULL REFERENCES collection (id) ON DELETE CASCADE,
    game_id       INTEGER NOT NULL REFERENCES game (id) ON DELETE CASCADE,
    PRIMARY KEY (collection_id, game_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX collected_by_game ON collected (game_id);

CREATE TABLE note (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    text    TEXT    NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

CREATE TABLE segment (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    variant_id INTEGER NOT NULL REFERENCES variant (id),
    games      INTEGER NOT NULL,
    first_id   INTEGER NOT NULL,
    last_id    INTEGER NOT NULL,
    part_bits  INTEGER NOT NULL, -- so many bits of a hash name the part that has it
    ids        BLOB    NOT NULL, -- distances between the ids
    gone       BLOB              -- one bit a game that was changed since; NULL where none
, counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1, 2))) STRICT;

CREATE TABLE posting (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE line (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;

CREATE TABLE unindexed (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE
) STRICT;

CREATE TABLE indexed (
    mark   INTEGER NOT NULL,
    form   INTEGER NOT NULL,
    themed INTEGER NOT NULL
) STRICT;

CREATE TABLE own_lesson (
    lesson TEXT    NOT NULL PRIMARY KEY,
    source TEXT    NOT NULL,
    added  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE lesson_review (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    lesson     TEXT    NOT NULL,
    times      INTEGER NOT NULL,
    done       INTEGER NOT NULL, due INTEGER, stability REAL, difficulty REAL, lapses INTEGER,
    PRIMARY KEY (profile_id, lesson)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_rating (
    puzzle     TEXT NOT NULL PRIMARY KEY,
    rating     REAL NOT NULL,
    deviation  REAL NOT NULL,
    volatility REAL NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_streak (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    best       INTEGER NOT NULL,
    PRIMARY KEY (profile_id, variant)
) STRICT, WITHOUT ROWID;

CREATE TABLE puzzle_set (
    id         INTEGER NOT NULL PRIMARY KEY,
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    name       TEXT    NOT NULL, -- empty: the one that a person's own games fill
    made       INTEGER NOT NULL,
    UNIQUE (profile_id, variant, name)
) STRICT;

CREATE TABLE puzzle_in_set (
    id     INTEGER NOT NULL PRIMARY KEY, -- in the order in which they came
    set_id INTEGER NOT NULL REFERENCES puzzle_set (id) ON DELETE CASCADE,
    puzzle TEXT    NOT NULL,
    record TEXT    NOT NULL, -- the puzzle as one line of text
    ply    INTEGER,          -- where in the game, from 0; NULL where it was in none
    missed INTEGER NOT NULL, white TEXT NOT NULL DEFAULT '', black TEXT NOT NULL DEFAULT '', -- the game went on with another move
    UNIQUE (set_id, puzzle)
) STRICT;

CREATE INDEX puzzle_in_set_by_puzzle ON puzzle_in_set (puzzle);

CREATE TABLE played (
    position   INTEGER NOT NULL, -- its hash, with the side to move
    segment_id INTEGER NOT NULL,
    bytes      BLOB    NOT NULL, -- form: src/index/tally.rs
    PRIMARY KEY (position, segment_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX played_by_segment ON played (segment_id);

CREATE INDEX play_by_letter ON play (profile_id, letter_id) WHERE letter_id IS NOT NULL;

CREATE TABLE repertoire (
    game_id    INTEGER NOT NULL PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    side       TEXT    NOT NULL CHECK (side IN ('white', 'black')),
    UNIQUE (profile_id, variant, side)
) STRICT;

CREATE TABLE repertoire_review (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    position   TEXT    NOT NULL, -- its FEN; whose turn it is says whose move is remembered
    due        INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    stability  REAL    NOT NULL,
    difficulty REAL    NOT NULL,
    times      INTEGER NOT NULL,
    lapses     INTEGER NOT NULL,
    PRIMARY KEY (profile_id, variant, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE review (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    moves   TEXT    NOT NULL, -- the main line that was searched, as written, a space between two moves
    found   TEXT    NOT NULL, -- of each position, the start first: its score and its best line, as JSON of the calls
    made    INTEGER NOT NULL
) STRICT;

CREATE TABLE mistake (
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    position   TEXT    NOT NULL, -- the FEN before it
    played     TEXT    NOT NULL, -- the move, as written
    score      INTEGER NOT NULL, -- of the position, in centipawns for the side to move
    best       TEXT    NOT NULL, -- the best line, a space between two moves
    white      TEXT    NOT NULL, -- whose game it was; empty where it is not known
    black      TEXT    NOT NULL,
    ply        INTEGER NOT NULL, -- where in the game, from 0
    due        INTEGER NOT NULL,
    last       INTEGER NOT NULL,
    stability  REAL    NOT NULL,
    difficulty REAL    NOT NULL,
    times      INTEGER NOT NULL,
    lapses     INTEGER NOT NULL,
    PRIMARY KEY (profile_id, variant, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX game_of_kind ON game (kind) WHERE kind <> 0;

CREATE INDEX puzzle_attempt_unknown ON puzzle_attempt (profile_id, puzzle) WHERE variant IS NULL;

INSERT INTO profile (id, name, colour, experience, created, used) VALUES (1, 'Ada', 0, 'inAClub', 1795000000000, 1795000000000);
INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) VALUES (1, 'board', 'watch', 1, 0, 1795000002000);
INSERT INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) VALUES (1, 'promotion', 'king-watch', 0, 0, 1795000008000);
INSERT INTO puzzle_attempt (id, profile_id, puzzle, solved, shown, hints, at, rating, variant, idea, strength, pattern) VALUES (1, 1, 'coup-turc', 1, 0, 0, 1795000003000, NULL, NULL, NULL, NULL, NULL);
INSERT INTO puzzle_attempt (id, profile_id, puzzle, solved, shown, hints, at, rating, variant, idea, strength, pattern) VALUES (2, 1, 'birch', 0, 1, 1, 1795000006000, 1450.5, NULL, NULL, NULL, NULL);
INSERT INTO puzzle_attempt (id, profile_id, puzzle, solved, shown, hints, at, rating, variant, idea, strength, pattern) VALUES (3, 1, 'elm', 1, 0, 0, 1795000013000, 1460.5, 'international', 'mazette', 640.5, -9);
INSERT INTO rating (profile_id, kind, rating, deviation, volatility, updated) VALUES (1, 'puzzle:international', 1570.5, 350.0, 0.06, 1795000003000);
INSERT INTO setting (profile_id, key, value) VALUES (1, 'language', 'fr');
INSERT INTO variant (id, key) VALUES (1, 'international');
INSERT INTO player (id, name, folded) VALUES (1, 'Ada', 'ada');
INSERT INTO player (id, name, folded) VALUES (2, 'Damier (club)', 'damier club');
INSERT INTO player (id, name, folded) VALUES (3, 'Bea', 'bea');
INSERT INTO event (id, name, folded) VALUES (1, 'Club', 'club');
INSERT INTO theme (id, key) VALUES (1, 'two-for-one');
INSERT INTO source (id, name, begun) VALUES (1, 'club.pdn', 1795000000000);
INSERT INTO game (id, variant_id, white_id, black_id, event_id, date, result, plies, opening, ending, themes, annotated, fingerprint, source_id, deletion_id, revision, created, updated, kind) VALUES (1, 1, 1, 2, NULL, 20261118, 0, 1, 0, 0, 0, 0, 0, NULL, NULL, 1, 1795000000000, 1795000001000, 0);
INSERT INTO game (id, variant_id, white_id, black_id, event_id, date, result, plies, opening, ending, themes, annotated, fingerprint, source_id, deletion_id, revision, created, updated, kind) VALUES (2, 1, 3, 1, 1, 19980500, 1, 4, 14, 318771968, 1, 1, 42, 1, NULL, 0, 1795000002000, 1795000002000, 2);
INSERT INTO game (id, variant_id, white_id, black_id, event_id, date, result, plies, opening, ending, themes, annotated, fingerprint, source_id, deletion_id, revision, created, updated, kind) VALUES (90, 1, NULL, NULL, NULL, 20261129, 0, 0, 0, 0, 0, 0, 5, NULL, NULL, 0, 1795000012000, 1795000012000, 1);
INSERT INTO tree (game_id, start, bytes, tags) VALUES (1, 'W:W31-50:B1-20', X'01201C', NULL);
INSERT INTO tree (game_id, start, bytes, tags) VALUES (2, NULL, X'01201C13171C130E17F1F2011217F4010121F3010104676F6F64', X'526F756E64003300');
INSERT INTO tree (game_id, start, bytes, tags) VALUES (90, NULL, X'01201C13171C130E17F1F2011217F4010121F3010104676F6F64', X'4D6F646500616E616C7973697300');
INSERT INTO play (game_id, profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints, terms, clock, letter_id, letter) VALUES (1, 1, NULL, 'club', X'', NULL, NULL, 'B:W28,31,33-50:B1-20', 0, 0, '{"serious":true}', '{"white":300000}', '00000000000000a1', '{"side":"white"}');
INSERT INTO collection (id, name, created) VALUES (1, 'Favourites', 1795000002000);
INSERT INTO collected (collection_id, game_id) VALUES (1, 2);
INSERT INTO note (game_id, text, updated) VALUES (2, 'study this', 1795000002000);
INSERT INTO indexed (mark, form, themed) VALUES (0, 1, 2);
INSERT INTO own_lesson (lesson, source, added) VALUES ('mine', 'id = "mine"', 1795000004000);
INSERT INTO lesson_review (profile_id, lesson, times, done, due, stability, difficulty, lapses) VALUES (1, 'board', 2, 1795000005000, NULL, NULL, NULL, NULL);
INSERT INTO lesson_review (profile_id, lesson, times, done, due, stability, difficulty, lapses) VALUES (1, 'promotion', 1, 1795000009000, 1795345609000, 3.5, 4.75, 0);
INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES ('birch', 1269.7, 300.0, 0.06);
INSERT INTO puzzle_rating (puzzle, rating, deviation, volatility) VALUES ('lime', 612.5, 240.0, 0.06);
INSERT INTO puzzle_streak (profile_id, variant, best) VALUES (1, 'international', 7);
INSERT INTO puzzle_set (id, profile_id, variant, name, made) VALUES (1, 1, 'international', 'Club', 1795000007000);
INSERT INTO puzzle_in_set (id, set_id, puzzle, record, ply, missed, white, black) VALUES (1, 1, '0abc', 'its line', 4, 1, 'Ann', '');
INSERT INTO puzzle_in_set (id, set_id, puzzle, record, ply, missed, white, black) VALUES (2, 1, '0abd', 'its line', NULL, 0, '', '');
INSERT INTO puzzle_in_set (id, set_id, puzzle, record, ply, missed, white, black) VALUES (3, 1, '0abe', 'its line', 6, 0, 'Ann', 'Ben');
INSERT INTO played (position, segment_id, bytes) VALUES (77, 1, X'01000000');
INSERT INTO repertoire (game_id, profile_id, variant, side) VALUES (2, 1, 'international', 'white');
INSERT INTO repertoire_review (profile_id, variant, position, due, last, stability, difficulty, times, lapses) VALUES (1, 'international', 'W:W31-50:B1-20', 1795090000000, 1795000010000, 2.5, 6.5, 1, 0);
INSERT INTO review (game_id, moves, found, made) VALUES (2, '32-28', '[null,null]', 1795000011000);
INSERT INTO mistake (profile_id, variant, position, played, score, best, white, black, ply, due, last, stability, difficulty, times, lapses) VALUES (1, 'international', 'W:W31-50:B1-20', '32-27', 12, '32-28 19-23', 'Ann', '', 0, 1795090000000, 1795000011000, 1.5, 7.5, 1, 0);
PRAGMA user_version = 16;
