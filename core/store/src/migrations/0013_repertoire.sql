-- What a person plays in a game with each colour: the tree is that of a game of the library.
CREATE TABLE repertoire (
    game_id    INTEGER NOT NULL PRIMARY KEY REFERENCES game (id) ON DELETE CASCADE,
    profile_id INTEGER NOT NULL REFERENCES profile (id) ON DELETE CASCADE,
    variant    TEXT    NOT NULL,
    side       TEXT    NOT NULL CHECK (side IN ('white', 'black')),
    UNIQUE (profile_id, variant, side)
) STRICT;

-- A position of a repertoire in the memory of a person, as the scheduler keeps it.
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
