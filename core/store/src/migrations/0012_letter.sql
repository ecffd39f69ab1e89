-- A game by correspondence: the id that both copies have, and what belongs to its lines, a text of the api's; NULL in other games.
ALTER TABLE play ADD COLUMN letter_id TEXT;
ALTER TABLE play ADD COLUMN letter TEXT;
CREATE INDEX play_by_letter ON play (profile_id, letter_id) WHERE letter_id IS NOT NULL;
