-- What a puzzle was when it was attempted: its variant, its idea (a theme, empty without one), its rating, and the pattern of its
-- position. Ideas are repeated in other puzzles, never in the same. NULL in older attempts until the puzzle is looked up.
ALTER TABLE puzzle_attempt ADD COLUMN variant TEXT;
ALTER TABLE puzzle_attempt ADD COLUMN idea TEXT;
ALTER TABLE puzzle_attempt ADD COLUMN strength REAL;
ALTER TABLE puzzle_attempt ADD COLUMN pattern INTEGER;
CREATE INDEX puzzle_attempt_unknown ON puzzle_attempt (profile_id, puzzle) WHERE variant IS NULL;

-- Single puzzles were repeated before. The memory of ideas follows from the attempts.
DROP TABLE puzzle_review;
