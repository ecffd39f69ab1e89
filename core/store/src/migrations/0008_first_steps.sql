-- The first steps became seven lessons: steps moved from one lesson to another, and what was done of them moves along.

CREATE TABLE moved_step (was TEXT, step TEXT, lesson TEXT, became TEXT);
INSERT INTO moved_step VALUES
    ('board', 'first-capture', 'man-move', 'first-capture'),
    ('notation', 'numbers', 'man-move', 'numbers'),
    ('capture-backward', 'watch', 'capture-forward', 'back-watch'),
    ('capture-backward', 'back', 'capture-forward', 'back'),
    ('capture-backward', 'no-retreat', 'capture-forward', 'no-retreat'),
    ('capture-backward', 'four-ways', 'capture-forward', 'four-ways'),
    ('chain', 'watch', 'must-take', 'chain-watch'),
    ('chain', 'two', 'must-take', 'two'),
    ('chain', 'there-and-back', 'must-take', 'there-and-back'),
    ('chain', 'in-a-game', 'must-take', 'in-a-game'),
    ('king-move', 'watch', 'promotion', 'king-watch'),
    ('king-move', 'where', 'promotion', 'where'),
    ('king-move', 'end-to-end', 'promotion', 'end-to-end'),
    ('king-move', 'back', 'promotion', 'back'),
    ('king-move', 'alone', 'promotion', 'king-alone'),
    ('king-move', 'safe', 'king-capture', 'safe'),
    ('capture-forward', 'edge', 'capture-backward', 'edge'),
    ('capture-forward', 'retake', 'capture-backward', 'retake'),
    ('must-take', 'at-a-price', 'chain', 'at-a-price'),
    ('must-take', 'make-them', 'chain', 'make-them'),
    ('must-take', 'all', 'chain', 'all'),
    ('promotion', 'which', 'chain', 'which'),
    ('promotion', 'alone', 'chain', 'crown-alone');

-- How many steps the lessons had to which others came.
CREATE TABLE grown_lesson (lesson TEXT, had INTEGER);
INSERT INTO grown_lesson VALUES
    ('man-move', 7),
    ('capture-forward', 7),
    ('capture-backward', 7),
    ('must-take', 7),
    ('chain', 6),
    ('promotion', 6),
    ('king-capture', 6);

-- What was finished stays finished: the steps that came to it count as its weakest.
CREATE TABLE came_step AS
    SELECT done.profile_id, done.lesson, moved_step.became AS step,
           max(done.mistakes) AS mistakes, max(done.hints) AS hints, max(done.done) AS done
    FROM lesson_step AS done
    JOIN grown_lesson USING (lesson)
    JOIN moved_step USING (lesson)
    GROUP BY done.profile_id, done.lesson, moved_step.became
    HAVING count(DISTINCT done.step) = grown_lesson.had;

-- All are lifted before any is set down: "watch" of one lesson becomes a step of another, which has a "watch" too.
CREATE TABLE lifted_step AS
    SELECT done.profile_id, moved_step.lesson, moved_step.became AS step, done.mistakes, done.hints, done.done
    FROM lesson_step AS done
    JOIN moved_step ON moved_step.was = done.lesson AND moved_step.step = done.step;
DELETE FROM lesson_step WHERE (lesson, step) IN (SELECT was, step FROM moved_step);
INSERT OR IGNORE INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) SELECT * FROM lifted_step;
INSERT OR IGNORE INTO lesson_step (profile_id, lesson, step, mistakes, hints, done) SELECT * FROM came_step;
DELETE FROM lesson_review WHERE lesson = 'king-move';

DROP TABLE moved_step;
DROP TABLE grown_lesson;
DROP TABLE came_step;
DROP TABLE lifted_step;
