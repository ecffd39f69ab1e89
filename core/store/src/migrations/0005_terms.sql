-- What a game is played under beside its rules (help, clocks, a handicap's goal), and its clocks as they stand: texts of the api's; NULL where none.
ALTER TABLE play ADD COLUMN terms TEXT;
ALTER TABLE play ADD COLUMN clock TEXT;
