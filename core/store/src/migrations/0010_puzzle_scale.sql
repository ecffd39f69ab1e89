-- Puzzles are rated as people find them, no more as the levels of the engine do: what was measured moves to the new scale.
-- The same figures stand in scale.rs, for backups.
CREATE TABLE puzzle_scale (was REAL, today REAL, slope REAL);
INSERT INTO puzzle_scale VALUES
    (-1000.0, 0.0, 0.5),
    (100.0, 550.0, 1.5),
    (400.0, 1000.0, 0.3),
    (900.0, 1150.0, 0.6),
    (1400.0, 1450.0, 1.0);

UPDATE rating
SET rating = (SELECT today + (rating.rating - was) * slope FROM puzzle_scale WHERE was <= rating.rating ORDER BY was DESC LIMIT 1),
    deviation = max(deviation, min(350.0, deviation + 100.0))
WHERE kind LIKE 'puzzle:%';
UPDATE puzzle_rating
SET rating = (SELECT today + (puzzle_rating.rating - was) * slope FROM puzzle_scale WHERE was <= puzzle_rating.rating ORDER BY was DESC LIMIT 1),
    deviation = max(deviation, min(350.0, deviation + 100.0));
UPDATE puzzle_attempt
SET rating = (SELECT today + (puzzle_attempt.rating - was) * slope FROM puzzle_scale WHERE was <= puzzle_attempt.rating ORDER BY was DESC LIMIT 1)
WHERE rating IS NOT NULL;
DROP TABLE puzzle_scale;
