-- Whose game a puzzle was: two names, not one text of both.
ALTER TABLE puzzle_in_set ADD COLUMN white TEXT NOT NULL DEFAULT ''; -- empty where it is not known
ALTER TABLE puzzle_in_set ADD COLUMN black TEXT NOT NULL DEFAULT '';
UPDATE puzzle_in_set
SET white = substr(title, 1, instr(title, ' – ') - 1), black = substr(title, instr(title, ' – ') + 3)
WHERE instr(title, ' – ') > 0;
UPDATE puzzle_in_set SET white = '' WHERE white = '?';
UPDATE puzzle_in_set SET black = '' WHERE black = '?';
ALTER TABLE puzzle_in_set DROP COLUMN title;
