//! Finds the squares and moves that a text names at its step: each must be there, within three moves of what the step plays.
use super::played;
use crate::{Fault, Goal, Lesson, Mark, PlayOut, Report, School, Step, Task};
use draughts::notation::{movetext, square_name};
use draughts::{Move, Position, Setup, Side, Square, Variant};
use std::collections::BTreeSet;

/// Moves looked ahead from every position of a step.
const AHEAD: u8 = 3;

/// Squares and moves near a step, by the names that its game gives them.
#[derive(Default)]
struct Near {
    /// The positions of the step's line.
    line: Vec<Position>,
    squares: BTreeSet<String>,
    /// Squares of origin and of landing.
    moves: BTreeSet<(String, String)>,
}

impl Near {
    fn of(step: &Step) -> Near {
        let mut line = vec![step.position];
        for mv in step.solution() {
            line.extend(line.last().map(|here| played(here, &mv)));
        }
        let mut near = Near::default();
        near.mark(step);
        for here in &line {
            near.see(here);
            for side in Side::ALL {
                near.walk(&here.with_turn(side), AHEAD);
            }
        }
        near.refutations(step);
        near.history(&step.position);
        near.line = line;
        near
    }

    /// The moves that refute a mistake.
    fn refutations(&mut self, step: &Step) {
        for mistake in &step.mistakes {
            for text in &mistake.moves {
                let mut here = step.position;
                for text in std::iter::once(text).chain(&mistake.refute) {
                    let Ok(mv) = movetext::read(&here, text) else {
                        break;
                    };
                    self.walk(&here, 1);
                    here.play_unchecked(&mv);
                }
            }
        }
    }

    /// The quiet moves by which each piece can have come to its square.
    fn history(&mut self, position: &Position) {
        let variant = position.variant();
        for (target, piece) in position.pieces() {
            for origin in position
                .all_squares()
                .filter(|square| position.piece_at(*square).is_none())
            {
                let mut before = Setup::empty(piece.side);
                for (square, piece) in position.pieces() {
                    before.put(if square == target { origin } else { square }, piece);
                }
                let before = Position::from_setup(variant, &before);
                let came = before.is_ok_and(|before| {
                    let moves = before.legal_moves();
                    moves
                        .iter()
                        .any(|mv| mv.origin() == origin && mv.target() == target)
                });
                if came {
                    self.moves
                        .insert((square_name(variant, origin), square_name(variant, target)));
                }
            }
        }
    }

    /// The squares that the step itself marks or asks for.
    fn mark(&mut self, step: &Step) {
        let mut squares: Vec<Square> = match &step.task {
            Task::TapSquares { squares } | Task::TapPieces { squares } => squares.iter().collect(),
            Task::SpotIrregularity { after, .. } => after.iter().map(|(square, _)| *square).collect(),
            _ => Vec::new(),
        };
        for mark in &step.marks {
            match mark {
                Mark::Ring(marked) | Mark::Cross(marked) | Mark::Route(marked, _) => squares.extend(marked),
                Mark::Arrow(from, to) => squares.extend([from, to]),
            }
        }
        let variant = step.position.variant();
        let names = squares.into_iter().map(|square| square_name(variant, square));
        self.squares.extend(names);
    }

    fn see(&mut self, position: &Position) {
        let variant = position.variant();
        let names = position.pieces().map(|(square, _)| square_name(variant, square));
        self.squares.extend(names);
    }

    fn walk(&mut self, position: &Position, depth: u8) {
        let variant = position.variant();
        for mv in position.legal_moves() {
            for route in position.routes(&mv) {
                let mut names = route.iter().map(|square| square_name(variant, *square));
                let origin = names.next().unwrap_or_default();
                for landing in names {
                    self.squares.extend([origin.clone(), landing.clone()]);
                    self.moves.insert((origin.clone(), landing));
                }
            }
            if depth > 1 {
                self.walk(&played(position, &mv), depth - 1);
            }
        }
    }

    /// True if the named moves, from the one at `at` or an earlier one on, can be played one after another: from a position of
    /// the line or after any move there.
    fn plays(&self, named: &[Named], at: usize) -> bool {
        let moves: Vec<(usize, &Named)> = named
            .iter()
            .enumerate()
            .filter(|(_, one)| matches!(one, Named::Move(..)))
            .collect();
        let after = |here: &Position| -> Vec<Position> {
            here.legal_moves().iter().map(|mv| played(here, mv)).collect()
        };
        let mut starts = self.line.clone();
        starts.extend(self.line.iter().flat_map(after));
        (0..moves.len()).any(|first| starts.iter().any(|start| reaches(start, &moves[first..], at)))
    }
}

/// True if the moves can be played one after another, at least up to the one with this index.
fn reaches(start: &Position, moves: &[(usize, &Named)], at: usize) -> bool {
    let Some(((index, Named::Move(origin, landing)), rest)) = moves.split_first() else {
        return false;
    };
    let variant = start.variant();
    let is_it = |mv: &Move| {
        square_name(variant, mv.origin()) == *origin && square_name(variant, mv.target()) == *landing
    };
    let mut found = start.legal_moves().into_iter().filter(is_it);
    found.any(|mv| *index == at || reaches(&played(start, &mv), rest, at))
}

/// A square or a move that a text names.
#[derive(Debug, PartialEq, Eq)]
enum Named {
    Square(String),
    Move(String, String),
}

/// Returns the squares and moves that a text names, in order. Numbers below ten count something in a game with letters.
fn named(variant: Variant, text: &str) -> Vec<Named> {
    let letters = square_name(variant, Square::new(1).expect("a square")).starts_with(char::is_alphabetic);
    let square = |word: &str| match letters {
        true => {
            let mut chars = word.chars();
            let (column, row) = (chars.next(), chars.next());
            chars.next().is_none()
                && column.is_some_and(|column| ('a'..='h').contains(&column))
                && row.is_some_and(|row| row.is_ascii_digit())
        }
        false => word.parse::<u8>().is_ok() && !word.starts_with('+'),
    };
    let joins = |letter: char| ['-', '×', 'x', ':', '‑'].contains(&letter);
    let words = text
        .split(|letter: char| !(letter.is_alphanumeric() || joins(letter) || letter == '+' || letter == '%'));
    words
        .filter_map(|word| {
            let parts: Vec<&str> = word.split(joins).filter(|part| !part.is_empty()).collect();
            match parts[..] {
                [one] if square(one) && !word.starts_with('-') => Some(Named::Square(one.to_owned())),
                [first, .., last] if parts.iter().all(|part| square(part)) => {
                    Some(Named::Move(first.to_owned(), last.to_owned()))
                }
                _ => None,
            }
        })
        .collect()
}

/// Checks the texts of the wanted lessons of the program. `by_hand` has the keys of texts that a reader has checked.
pub(super) fn check(school: &School, wanted: &dyn Fn(&str) -> bool, by_hand: &[String], report: &mut Report) {
    let lessons = school.lessons().iter().filter(|lesson| wanted(&lesson.id));
    // Texts of a lesson file of the user's own are the user's.
    for lesson in lessons.filter(|lesson| lesson.texts.is_empty()) {
        let texts = texts_of(school, lesson);
        for step in lesson.steps.iter().flat_map(Step::lines) {
            let mut near: Option<Near> = None;
            let mut doubtful: BTreeSet<&str> = BTreeSet::new();
            let prefix = format!("{}.{}.", lesson.id, step.id);
            for (language, key, text) in texts.iter().filter(|(_, key, _)| key.starts_with(&prefix)) {
                let all = named(step.position.variant(), text);
                for (at, one) in all.iter().enumerate() {
                    let near = near.get_or_insert_with(|| Near::of(step));
                    if is_there(one, near, step) || near.plays(&all, at) {
                        report.named += 1;
                    } else if by_hand.iter().any(|read| read == key) {
                        doubtful.insert(key);
                    } else {
                        report.faults.push(Fault {
                            place: (*key).to_owned(),
                            ..Fault::new(
                                &format!("{}/text/{language}.toml", lesson.track),
                                format!("{one:?} is not at this step: correct it, or list the text in read-by-hand.toml"),
                            )
                        });
                    }
                }
            }
            report.named_read += doubtful.len();
            let own = by_hand.iter().filter(|key| key.starts_with(&prefix));
            for key in own.filter(|key| !doubtful.contains(key.as_str())) {
                report.faults.push(Fault {
                    place: key.clone(),
                    ..Fault::new(
                        "read-by-hand.toml",
                        "every square of it is at its step: take it from the list".to_owned(),
                    )
                });
            }
        }
    }
}

fn texts_of<'a>(school: &'a School, lesson: &Lesson) -> Vec<(&'a str, &'a str, &'a str)> {
    let prefix = format!("{}.", lesson.id);
    let texts = school.texts.languages().flat_map(|language| {
        let keys = school.texts.keys(language);
        keys.map(move |(key, text)| (language, key, text))
    });
    texts.filter(|(_, key, _)| key.starts_with(&prefix)).collect()
}

fn is_there(named: &Named, near: &Near, step: &Step) -> bool {
    match named {
        Named::Square(square) => near.squares.contains(square) || is_limit(square, &step.task),
        Named::Move(origin, landing) => near.moves.contains(&(origin.clone(), landing.clone())),
    }
}

/// True for the numbers of a game's goal: "win 2 men within 5 moves".
fn is_limit(number: &str, task: &Task) -> bool {
    let Task::PlayOut(PlayOut { goal, moves, .. }) = task else {
        return false;
    };
    let by = match goal {
        Goal::Gain(by) => Some(*by),
        _ => None,
    };
    number
        .parse()
        .is_ok_and(|number: u8| number == *moves || Some(number) == by)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_and_moves_are_read_from_a_text() {
        let said = named(
            Variant::International,
            "After 33-28 the man on 18 takes 22×33×31; +1, 60% of 12 cases.",
        );
        let pair = |one: &str, other: &str| Named::Move(one.to_owned(), other.to_owned());
        let square = |one: &str| Named::Square(one.to_owned());
        assert_eq!(
            said,
            [pair("33", "28"), square("18"), pair("22", "31"), square("12")]
        );
        let said = named(Variant::Russian, "Go from c3 to row 8: c3:e5.");
        assert_eq!(said, [square("c3"), pair("c3", "e5")]);
    }

    #[test]
    fn a_step_knows_the_squares_around_its_line() {
        let lesson = School::embedded().lesson("must-take").expect("a lesson");
        let near = Near::of(&lesson.steps[0]);
        assert!(near.moves.contains(&("25".to_owned(), "34".to_owned())));
        assert!(near.squares.contains("18") && !near.squares.contains("46"));
    }
}
