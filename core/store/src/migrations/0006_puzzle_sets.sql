-- Sets of puzzles: those found in one's own games, in files of games, or put together by hand. A set keeps its puzzles whole,
-- so that it stays what it was when the puzzles that come with the program change.
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
    title  TEXT    NOT NULL, -- whose game it was; empty where it was none's
    ply    INTEGER,          -- where in the game, from 0; NULL where it was in none
    missed INTEGER NOT NULL, -- the game went on with another move
    UNIQUE (set_id, puzzle)
) STRICT;
CREATE INDEX puzzle_in_set_by_puzzle ON puzzle_in_set (puzzle);
