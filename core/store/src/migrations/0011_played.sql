-- The opening book: of each position that some games of a segment have, what was played from it, and by what it was reached. It
-- follows from the games, and is counted anew where one of them changes.
CREATE TABLE played (
    position   INTEGER NOT NULL, -- its hash, with the side to move
    segment_id INTEGER NOT NULL,
    bytes      BLOB    NOT NULL, -- form: src/index/tally.rs
    PRIMARY KEY (position, segment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX played_by_segment ON played (segment_id);
-- Whether `played` has a segment's games as they are: 0 no, 1 yes, 2 they are being counted and none has changed meanwhile.
ALTER TABLE segment ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1, 2));
