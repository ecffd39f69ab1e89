//! Judges a learner's answer: a pure function of lesson, step and answer.
use super::spelling::RULES;
use super::{Lesson, Mark, Mistake, SearchPending, SearchProvider, Step, Task, Turn, Words};
use draughts::notation::movetext;
use draughts::notation::path::{self, passes};
use draughts::{Move, Piece, Position, Refusal, RefusalRule, Square, SquareSet, why_not};

mod attempt;
mod build;
mod game;
mod refutation;
mod written;

use attempt::Attempt;
pub(super) use build::difference;
pub(super) use game::{advised_move, best_move, play_on};
use refutation::refutation;

/// The learner's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// An explanation was read.
    Seen,
    /// All squares tapped in this step, newest last.
    Taps(Vec<u8>),
    /// The number chosen.
    Count(u8),
    /// All moves tried in this step, newest last, each as a path of squares. An illegal try is a path too
    /// (`[32, 38]`), and a piece that was only touched is a path of one square. In a game against the
    /// computer: the moves that count (`Judgement::kept`) and the newest.
    Moves(Vec<Vec<u8>>),
    /// All pieces on the board.
    Pieces(Vec<(u8, Piece)>),
    /// True if the learner says that the text is true.
    Truth(bool),
    /// The option chosen.
    Option(String),
    /// The written text.
    Text(String),
}

/// The verdict on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Right, but the step is not complete.
    GoOn,
    /// Right, and the step is complete.
    Done,
    /// Wrong; the learner tries again in the same position.
    Wrong,
}

/// The verdict, and the next state of the board.
#[derive(Clone, Debug)]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// The text to show.
    pub words: Words,
    /// Moves to show from the position of the answer: the learner's, then the reply or refutation.
    pub played: Vec<Move>,
    /// Position in which the learner answered.
    pub before: Position,
    /// Position in which the learner continues or tries again.
    pub position: Position,
    /// Shapes drawn over the board.
    pub marks: Vec<Mark>,
    /// Squares found so far in a tap step.
    pub found: Vec<Square>,
    /// In a game against the computer: the learner's moves that count, to be sent again with the next one
    /// appended.
    pub kept: Vec<Vec<u8>>,
    /// Rule that refuses the tried move.
    pub refused: Option<RefusalRule>,
}

/// Why an answer cannot be judged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WrongAnswer {
    /// The answer is empty, or does not fit the kind of the step.
    #[error("the answer does not fit the step {0}")]
    Kind(String),
    /// A square that the board does not have.
    #[error("square {0} is not on the board")]
    Square(u8),
    /// A search must be done first.
    #[error("{0}")]
    SearchPending(#[from] SearchPending),
}

/// Judges the newest part of an answer; earlier parts count if they were right. `provider` searches the
/// computer's moves.
///
/// # Errors
/// If the answer does not fit the kind of the step or the computer's move is not known yet.
pub fn judge(
    lesson: &Lesson,
    step: &Step,
    answer: &Answer,
    provider: &dyn SearchProvider,
) -> Result<Judgement, WrongAnswer> {
    let judge = Judge {
        lesson,
        step,
        provider,
    };
    match (&step.task, answer) {
        (Task::Explain { .. }, Answer::Seen) => Ok(judge.right(Verdict::Done, Words::of("common.seen"))),
        (Task::TapSquares { squares } | Task::TapPieces { squares }, Answer::Taps(taps))
            if !taps.is_empty() =>
        {
            judge.taps(*squares, &judge.squares(taps)?)
        }
        (Task::CountCapture { .. }, Answer::Count(number)) => Ok(judge.count(*number)),
        (Task::PlayMove(_) | Task::Sequence(_), Answer::Moves(paths)) if !paths.is_empty() => {
            judge.moves(paths)
        }
        (Task::PlayAllCaptures, Answer::Moves(paths)) if !paths.is_empty() => judge.captures(paths),
        (Task::ChooseRoute { routes }, Answer::Moves(paths)) if !paths.is_empty() => {
            judge.route(routes, &paths[paths.len() - 1])
        }
        (Task::PlayOut(out), Answer::Moves(paths)) if !paths.is_empty() => judge.game(out, paths),
        (Task::BuildPosition { .. }, Answer::Pieces(pieces)) => judge.build(pieces),
        (Task::TrueFalse { answer: right }, Answer::Truth(said)) => Ok(judge.picked(said == right, None)),
        (Task::Choose(options) | Task::SpotIrregularity { options, .. }, Answer::Option(said)) => {
            Ok(judge.picked(*said == options.right, Some(said)))
        }
        (Task::WriteMove { line }, Answer::Text(text)) => Ok(judge.written(line, text)),
        _ => Err(WrongAnswer::Kind(step.id.clone())),
    }
}

/// Meaning of a path in a position.
pub(super) enum Resolved {
    Legal(Move),
    Refused(Refusal),
}

struct Judge<'a> {
    lesson: &'a Lesson,
    step: &'a Step,
    provider: &'a dyn SearchProvider,
}

impl Judge<'_> {
    fn taps(&self, wanted: draughts::SquareSet, taps: &[Square]) -> Result<Judgement, WrongAnswer> {
        let (newest, earlier) = taps.split_last().expect("judge passes no empty answer");
        let found: draughts::SquareSet = taps.iter().copied().filter(|tap| wanted.contains(*tap)).collect();
        let mut judgement = if !wanted.contains(*newest) {
            let tried = Attempt::tap(&self.step.position, *newest);
            self.wrong(&self.step.position, &tried, vec![Mark::Cross(vec![*newest])])
        } else if found.len() == wanted.len() {
            self.right(Verdict::Done, self.own("right"))
        } else if earlier.contains(newest) {
            self.right(Verdict::GoOn, Words::of("common.again"))
        } else {
            self.right(Verdict::GoOn, left("common.left", wanted.len() - found.len()))
        };
        judgement.found = found.iter().collect();
        Ok(judgement)
    }

    fn count(&self, number: u8) -> Judgement {
        let position = self.step.position;
        let Some(longest) = position.legal_moves().first().copied() else {
            return self.right(Verdict::Done, self.own("right"));
        };
        if usize::from(number) != longest.captured().len() {
            let tried = Attempt {
                number: Some(number),
                ..Attempt::nothing(&position)
            };
            return self.wrong(&position, &tried, Vec::new());
        }
        let mut judgement = self.right(Verdict::Done, self.own("right"));
        judgement.show(&[longest]);
        judgement
    }

    fn moves(&self, paths: &[Vec<u8>]) -> Result<Judgement, WrongAnswer> {
        let turns = self.step.turns();
        let (newest, earlier) = paths.split_last().expect("judge passes no empty answer");
        let (mut position, mut at) = (self.step.position, 0);
        for path in earlier {
            if at + 1 >= turns.len() {
                break;
            }
            if let Resolved::Legal(mv) = self.resolve(&position, path)?
                && turns[at].accepted(&position).contains(&mv)
            {
                position = after(&position, &mv, &turns[at]).0;
                at += 1;
            }
        }
        let turn = &turns[at];
        let number = at as u8 + 1;
        match self.resolve(&position, newest)? {
            Resolved::Legal(mv) if turn.accepted(&position).contains(&mv) => {
                let last = at + 1 == turns.len();
                let (verdict, words) = match last {
                    true => (Verdict::Done, self.own("right")),
                    false => (Verdict::GoOn, self.own_at(number + 1, &format!("go.{number}"))),
                };
                let mut judgement = self.right(verdict, words);
                let (position_after, played) = after(&position, &mv, turn);
                (judgement.before, judgement.position, judgement.played) = (position, position_after, played);
                Ok(judgement)
            }
            Resolved::Legal(mv) => {
                let tried = Attempt {
                    turn: number,
                    ..Attempt::legal(&position, &mv)
                };
                self.wrong_move(&position, &tried, &mv)
            }
            Resolved::Refused(refusal) => {
                let tried = Attempt {
                    turn: number,
                    ..Attempt::refused(&position, &refusal)
                };
                Ok(self.refused(&position, &tried, &refusal))
            }
        }
    }

    fn captures(&self, paths: &[Vec<u8>]) -> Result<Judgement, WrongAnswer> {
        let position = self.step.position;
        let (newest, earlier) = paths.split_last().expect("judge passes no empty answer");
        let mut found: Vec<Move> = Vec::new();
        for path in earlier {
            if let Resolved::Legal(mv) = self.resolve(&position, path)?
                && !found.contains(&mv)
            {
                found.push(mv);
            }
        }
        let mv = match self.resolve(&position, newest)? {
            Resolved::Legal(mv) => mv,
            Resolved::Refused(refusal) => {
                return Ok(self.refused(&position, &Attempt::refused(&position, &refusal), &refusal));
            }
        };
        let again = found.contains(&mv);
        if !again {
            found.push(mv);
        }
        let wanted = position.legal_moves().len();
        let mut judgement = if found.len() == wanted {
            self.right(Verdict::Done, self.own("right"))
        } else if again {
            self.right(Verdict::GoOn, Words::of("common.again"))
        } else {
            self.right(Verdict::GoOn, left("common.captures-left", wanted - found.len()))
        };
        judgement.show(&[mv]);
        if judgement.verdict == Verdict::GoOn {
            // Stays in this position; the captures found so far are drawn.
            judgement.position = position;
            judgement.marks = found.iter().map(|mv| route(&position, mv)).collect();
        }
        Ok(judgement)
    }

    /// Judges a route; an ambiguous path must be completed.
    fn route(&self, right: &[Vec<Square>], path: &[u8]) -> Result<Judgement, WrongAnswer> {
        let position = self.step.position;
        if let Resolved::Refused(refusal) = self.resolve(&position, path)? {
            return Ok(self.refused(&position, &Attempt::refused(&position, &refusal), &refusal));
        }
        let path = self.squares(path)?;
        let ways = ways(&position, &path);
        let routes: Vec<Vec<Square>> = ways.iter().map(|(_, route)| route.clone()).collect();
        let Some((mv, _)) = ways.first() else {
            // `resolve` found a move for the path, so it has a route.
            return Err(WrongAnswer::Kind(self.step.id.clone()));
        };
        let good = routes.iter().filter(|route| right.contains(route)).count();
        if good == routes.len() {
            let mut judgement = self.right(Verdict::Done, self.own("right"));
            judgement.show(&[*mv]);
            return Ok(judgement);
        }
        if good > 0 {
            return Ok(self.right(Verdict::GoOn, Words::of("common.which-route")));
        }
        let tried = Attempt {
            routes: &routes,
            ..Attempt::legal(&position, mv)
        };
        Ok(self.wrong(&position, &tried, Vec::new()))
    }

    /// Judges an answer about the position, without a move.
    fn picked(&self, right: bool, option: Option<&str>) -> Judgement {
        if right {
            let mut judgement = self.right(Verdict::Done, self.own("right"));
            judgement.show(&self.step.shows);
            return judgement;
        }
        let tried = Attempt {
            option,
            ..Attempt::nothing(&self.step.position)
        };
        self.wrong(&self.step.position, &tried, Vec::new())
    }

    /// Builds the judgement of a right answer in the position of the step.
    fn right(&self, verdict: Verdict, words: Words) -> Judgement {
        let position = self.step.position;
        Judgement {
            verdict,
            words,
            played: Vec::new(),
            before: position,
            position,
            marks: Vec::new(),
            found: Vec::new(),
            kept: Vec::new(),
            refused: None,
        }
    }

    /// Judges a legal move that is not right. If the lesson has no refutation, the engine's is shown. Its
    /// text is used if the lesson has none for this move.
    fn wrong_move(&self, position: &Position, tried: &Attempt, mv: &Move) -> Result<Judgement, WrongAnswer> {
        let mut judgement = self.wrong(position, tried, Vec::new());
        let mistake = self.mistake(tried);
        if mistake.is_some_and(|mistake| !mistake.refute.is_empty()) {
            return Ok(judgement);
        }
        if let Some(found) = refutation(position, mv, self.provider, self.plain())? {
            judgement.played.extend(found.line);
            if mistake.is_none_or(Mistake::speaks_of_all) {
                judgement.words = found.words;
            }
        }
        Ok(judgement)
    }

    /// Builds the judgement of a wrong answer. The first mistake that matches gives the text and the
    /// refutation.
    fn wrong(&self, position: &Position, tried: &Attempt, marks: Vec<Mark>) -> Judgement {
        let mistake = self.mistake(tried);
        let words = match (mistake, tried.rule) {
            (Some(mistake), _) => self.own_at(tried.turn, &format!("wrong.{}", mistake.say)),
            (None, Some(rule)) => Words::of(rule_key(rule)),
            (None, None) => Words::of("common.not-this"),
        };
        let mut judgement = self.right(Verdict::Wrong, words);
        (judgement.before, judgement.position, judgement.marks) = (*position, *position, marks);
        let mut position = *position;
        if let Some(mv) = tried.mv {
            judgement.played.push(*mv);
            position.play_unchecked(mv);
        }
        // Without a move the refutation starts in the position of the step. An illegal move has none.
        if tried.rule.is_none() {
            for text in mistake.map_or(&[][..], |mistake| &mistake.refute) {
                let Ok(mv) = movetext::read(&position, text) else {
                    break;
                };
                judgement.played.push(mv);
                position.play_unchecked(&mv);
            }
        }
        judgement
    }

    /// Judges a move that a rule forbids; the reason is drawn on the board.
    fn refused(&self, position: &Position, tried: &Attempt, refusal: &Refusal) -> Judgement {
        let mut marks = Vec::new();
        match refusal.rule {
            RefusalRule::MustTake => {
                let mut who: Vec<Square> = refusal.allowed.iter().map(Move::origin).collect();
                who.sort();
                who.dedup();
                marks.push(Mark::Ring(who));
            }
            RefusalRule::MustTakeMore => {
                marks.extend(refusal.allowed.iter().take(3).map(|mv| route(position, mv)));
            }
            _ => marks.extend(refusal.to.map(|to| Mark::Cross(vec![to]))),
        }
        let mut judgement = self.wrong(position, tried, marks);
        judgement.refused = Some(refusal.rule);
        judgement.words.numbers = vec![("has", refusal.has), ("must", refusal.must)];
        judgement
    }

    /// Returns the first mistake that matches the attempt.
    fn mistake(&self, tried: &Attempt) -> Option<&Mistake> {
        let shared = self.step.shared.as_ref();
        let before = shared.filter(|shared| usize::from(tried.turn) <= shared.turns);
        let mistakes = before.map_or(&self.step.mistakes, |shared| &shared.mistakes);
        mistakes.iter().find(|mistake| tried.is(mistake))
    }

    /// The learner does not know notation yet.
    fn plain(&self) -> bool {
        self.lesson.level == 1
    }

    fn own(&self, last: &str) -> Words {
        Words::of(self.lesson.step_key(self.step, last))
    }

    /// Returns a text about one of the learner's turns, from 1.
    fn own_at(&self, turn: u8, last: &str) -> Words {
        Words::of(self.lesson.turn_key(self.step, turn.into(), last))
    }

    fn squares(&self, numbers: &[u8]) -> Result<Vec<Square>, WrongAnswer> {
        let on_board = |&number: &u8| {
            let square = Square::new(number).filter(|_| number <= self.step.position.squares());
            square.ok_or(WrongAnswer::Square(number))
        };
        numbers.iter().map(on_board).collect()
    }

    fn resolve(&self, position: &Position, path: &[u8]) -> Result<Resolved, WrongAnswer> {
        let path = self.squares(path)?;
        let Some(&from) = path.first() else {
            return Err(WrongAnswer::Kind(self.step.id.clone()));
        };
        Ok(meant(position, &path).map_or_else(
            || {
                let to = (path.len() > 1).then(|| path[path.len() - 1]);
                Resolved::Refused(why_not(position, from, to).unwrap_or(Refusal {
                    // The piece can move, or an intermediate square was skipped: the move is not complete.
                    rule: RefusalRule::NothingTaken,
                    from,
                    to,
                    has: 0,
                    must: 0,
                    tried: None,
                    allowed: Vec::new(),
                    lesser: Vec::new(),
                    squares: SquareSet::EMPTY,
                }))
            },
            Resolved::Legal,
        ))
    }
}

impl Judgement {
    /// Shows moves from the position in which the learner answered, and continues after them.
    fn show(&mut self, moves: &[Move]) {
        for mv in moves {
            self.played.push(*mv);
            self.position.play_unchecked(mv);
        }
    }
}

/// Returns the legal moves, each with its routes, that pass the squares of a path in order.
pub(super) fn ways(position: &Position, path: &[Square]) -> Vec<(Move, Vec<Square>)> {
    let of = |mv: Move| position.routes(&mv).into_iter().map(move |route| (mv, route));
    let all = position.legal_moves().into_iter().flat_map(of);
    all.filter(|(_, route)| passes(route, path)).collect()
}

/// Returns the move of a path; the first one if the path is ambiguous.
pub(super) fn meant(position: &Position, squares: &[Square]) -> Option<Move> {
    path::fitting(position, &position.legal_moves(), squares)
        .first()
        .copied()
}

/// Returns the position after the learner's move and the reply, with both moves.
pub(super) fn after(position: &Position, mv: &Move, turn: &Turn) -> (Position, Vec<Move>) {
    let mut position = *position;
    position.play_unchecked(mv);
    let mut played = vec![*mv];
    if let Some(reply) = turn.reply_in(&position) {
        position.play_unchecked(&reply);
        played.push(reply);
    }
    (position, played)
}

/// Returns a move's route, with the number of captured pieces for a capture.
pub(super) fn route(position: &Position, mv: &Move) -> Mark {
    let path = position
        .routes(mv)
        .into_iter()
        .next()
        .unwrap_or_else(|| vec![mv.origin(), mv.target()]);
    Mark::Route(path, mv.is_capture().then(|| mv.captured().len() as u8))
}

/// Returns the key of the text for a rule without a text in the step.
pub(super) fn rule_key(rule: RefusalRule) -> String {
    let name = RULES
        .iter()
        .find(|(known, _)| *known == rule)
        .map_or("cannotMove", |(_, name)| name);
    format!("common.refusal.{name}")
}

fn left(key: &str, left: usize) -> Words {
    Words {
        numbers: vec![("left", left as u8)],
        ..Words::of(key)
    }
}
