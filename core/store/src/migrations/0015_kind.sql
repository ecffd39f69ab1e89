-- Kind of a row of `game`, from its tag Mode: 0 a game, 1 an analysis, 2 a repertoire. Lists and counts have games only.
ALTER TABLE game ADD COLUMN kind INTEGER NOT NULL DEFAULT 0 CHECK (kind BETWEEN 0 AND 2);

-- "Mode", NUL, "analysis", NUL: at the start of the tags or after another tag. The same of "repertoire" below.
UPDATE game SET kind = 1 WHERE id IN (SELECT game_id FROM tree
    WHERE substr(tags, 1, 14) = X'4D6F646500616E616C7973697300' OR instr(tags, X'004D6F646500616E616C7973697300') > 0);
UPDATE game SET kind = 2 WHERE id IN (SELECT game_id FROM repertoire) OR id IN (SELECT game_id FROM tree
    WHERE substr(tags, 1, 16) = X'4D6F6465007265706572746F69726500' OR instr(tags, X'004D6F6465007265706572746F69726500') > 0);

-- The opening book counted analyses.
UPDATE segment SET counted = 0 WHERE EXISTS (SELECT 1 FROM game WHERE kind = 1 AND game.id BETWEEN first_id AND last_id);
CREATE INDEX game_of_kind ON game (kind) WHERE kind <> 0;
