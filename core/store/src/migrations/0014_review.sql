-- What the computer found in a game: its report is made of it without another search.
CREATE TABLE review (
    game_id INTEGER NOT NULL PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    moves   TEXT    NOT NULL, -- the main line that was searched, as written, a space between two moves
    found   TEXT    NOT NULL, -- of each position, the start first: its score and its best line, as JSON of the calls
    made    INTEGER NOT NULL
) STRICT;

-- A mistake of a game that somebody has tried to better, in the memory of a person as the scheduler keeps it.
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
