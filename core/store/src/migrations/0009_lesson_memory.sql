-- A lesson comes back as its learner remembers it, no longer after fixed days. Reviews of before know none of this: what they
-- stood for is read from how many there were.
ALTER TABLE lesson_review ADD COLUMN due INTEGER; -- milliseconds since 1970
ALTER TABLE lesson_review ADD COLUMN stability REAL; -- days until recall falls to 90 %
ALTER TABLE lesson_review ADD COLUMN difficulty REAL; -- 1 to 10
ALTER TABLE lesson_review ADD COLUMN lapses INTEGER; -- how often it was forgotten
