-- The library: every game in lean rows that a list can run through, its tree beside it, and what belongs to play in a
-- table of its own. Names are kept once. What is derived from the trees (segment, posting, chunk) can be made anew.

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

-- A theme's place in the bits of a game: bit id - 1.
CREATE TABLE theme (
    id  INTEGER PRIMARY KEY CHECK (id BETWEEN 1 AND 63),
    key TEXT NOT NULL UNIQUE
) STRICT;

-- One row an import.
CREATE TABLE source (
    id    INTEGER PRIMARY KEY AUTOINCREMENT,
    name  TEXT    NOT NULL,
    begun INTEGER NOT NULL
) STRICT;

-- One row a deletion that can be undone.
CREATE TABLE deletion (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE new_game (
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
) STRICT;

CREATE TABLE tree (
    game_id INTEGER PRIMARY KEY REFERENCES new_game (id) ON DELETE CASCADE,
    start   TEXT,          -- FEN; NULL where the variant's own start
    bytes   BLOB NOT NULL, -- the moves and what hangs on them; the first byte is the format
    tags    BLOB           -- tags without a column of their own, each as name, NUL, value, NUL; NULL where none
) STRICT;

-- A game played in this app.
CREATE TABLE play (
    game_id     INTEGER PRIMARY KEY REFERENCES new_game (id) ON DELETE CASCADE,
    profile_id  INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    white_level TEXT,             -- the computer's level; NULL where a person plays
    black_level TEXT,
    removed     BLOB    NOT NULL, -- handicap: the squares of the men taken off, one byte each
    winner      TEXT CHECK (winner IN ('white', 'black')),
    reason      TEXT,             -- why it ended; NULL while it goes on (over without a winner = draw)
    fen         TEXT    NOT NULL, -- the position now
    take_backs  INTEGER NOT NULL DEFAULT 0,
    hints       INTEGER NOT NULL DEFAULT 0,
    CHECK (winner IS NULL OR reason IS NOT NULL)
) STRICT;
CREATE INDEX play_by_profile ON play (profile_id);
CREATE INDEX play_unfinished ON play (profile_id, game_id) WHERE reason IS NULL;

INSERT INTO variant (key) SELECT DISTINCT variant FROM game;
INSERT INTO new_game (id, variant_id, date, result, plies, opening, ending, themes, annotated, fingerprint, revision, created, updated)
SELECT id, (SELECT variant.id FROM variant WHERE variant.key = game.variant),
       CAST(strftime('%Y%m%d', created / 1000, 'unixepoch') AS INTEGER),
       CASE WHEN reason IS NULL THEN 0 WHEN winner = 'white' THEN 1 WHEN winner = 'black' THEN 2 ELSE 3 END,
       ply, 0, 0, 0, 0, 0, revision, created, updated
FROM game;
INSERT INTO tree (game_id, start, bytes) SELECT id, start_fen, tree FROM game;
INSERT INTO play (game_id, profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints)
SELECT id, profile_id, white_level, black_level, removed, winner, reason, fen, take_backs, hints FROM game;
-- An id that a deleted game had is not given again.
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'game') WHERE name = 'new_game'
   AND EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'game');
DROP TABLE game;
ALTER TABLE new_game RENAME TO game;

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

-- A person's own words about a game.
CREATE TABLE note (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    text    TEXT    NOT NULL,
    updated INTEGER NOT NULL
) STRICT;

-- Games that are indexed together: all of one variant, their ids ascending. Form and size are those of src/store/index.
CREATE TABLE segment (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    variant_id INTEGER NOT NULL REFERENCES variant (id),
    games      INTEGER NOT NULL,
    first_id   INTEGER NOT NULL,
    last_id    INTEGER NOT NULL,
    part_bits  INTEGER NOT NULL, -- so many bits of a hash name the part that has it
    ids        BLOB    NOT NULL, -- distances between the ids
    gone       BLOB              -- one bit a game that was changed since; NULL where none
) STRICT;
-- Positions to games: the entries of one part of the hashes of a segment. id = segment * 4096 + part.
CREATE TABLE posting (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;
-- The main lines of a segment's games, to be run through. id = segment * 4096 + number.
CREATE TABLE line (
    id    INTEGER PRIMARY KEY,
    bytes BLOB NOT NULL
) STRICT;
-- Games that the index has in an older state, or not at all although their id is below the mark.
CREATE TABLE unindexed (
    game_id INTEGER PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE
) STRICT;
-- Every game up to these ids was indexed once, in this form of the index, and its themes were found.
CREATE TABLE indexed (
    mark   INTEGER NOT NULL,
    form   INTEGER NOT NULL,
    themed INTEGER NOT NULL
) STRICT;
INSERT INTO indexed (mark, form, themed) VALUES (0, 1, 0);
