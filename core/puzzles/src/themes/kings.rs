//! Themes about kings: how they are made, sent, stopped and caught.
use super::super::line::{PuzzleLine, Route};
use draughts::Role;

/// The reason why the capturing king could be taken.
#[derive(PartialEq)]
struct Stopped {
    /// `true` if the king took the man behind its taker.
    support_taken: bool,
    /// `true` if a man that the king had already captured stopped it.
    by_captured_man: bool,
}

pub(super) fn turkish_stroke(line: &PuzzleLine) -> bool {
    strokes(line).contains(&Stopped {
        support_taken: true,
        by_captured_man: true,
    })
}

pub(super) fn half_turkish(line: &PuzzleLine) -> bool {
    strokes(line).contains(&Stopped {
        support_taken: true,
        by_captured_man: false,
    })
}

pub(super) fn swiss_stroke(line: &PuzzleLine) -> bool {
    strokes(line).contains(&Stopped {
        support_taken: false,
        by_captured_man: true,
    })
}

/// Returns each case in which a king of the defender captures two men or more and a man takes it first in reply.
fn strokes(line: &PuzzleLine) -> Vec<Stopped> {
    line.defender()
        .filter(|(_, king)| king.role == Role::King && king.count() >= 2)
        .filter_map(|(at, king)| {
            let reply = line.plies.get(at + 1)?;
            let first = reply.role == Role::Man && reply.takes_first(king.to);
            first.then(|| Stopped {
                support_taken: support(line, reply.from, king.to).is_some_and(|s| king.took(s)),
                by_captured_man: king.routes.iter().any(|route| stopped(line, route)),
            })
        })
        .collect()
}

/// Returns the square behind the taker, seen from the king.
fn support(line: &PuzzleLine, taker: u8, king: u8) -> Option<u8> {
    let away = line.grid.direction(king, taker)?;
    line.grid.step(taker, away)
}

fn stopped(line: &PuzzleLine, route: &Route) -> bool {
    let [.., from, to] = route.stops[..] else {
        return false;
    };
    line.grid
        .direction(from, to)
        .and_then(|onward| line.grid.step(to, onward))
        .is_some_and(|next| route.taken.contains(&next))
}

pub(super) fn take_the_king(line: &PuzzleLine) -> bool {
    line.solver().any(|(_, ply)| ply.takes_king)
}

pub(super) fn send_to_king(line: &PuzzleLine) -> bool {
    line.defender().any(|(_, ply)| ply.promotes)
}

pub(super) fn king_shot(line: &PuzzleLine) -> bool {
    line.solver().any(|(_, ply)| ply.promotes && !ply.quiet())
}

pub(super) fn breakthrough(line: &PuzzleLine) -> bool {
    line.solver().any(|(_, ply)| ply.promotes && ply.quiet())
}

/// The king was there from the start, was lured by a quiet move, took at most one man and is taken at once.
pub(super) fn king_trap(line: &PuzzleLine) -> bool {
    line.defender().any(|(at, king)| {
        king.role == Role::King
            && king.count() <= 1
            && line.stands(&line.start, king.from, false, Role::King)
            && line.plies[..at].iter().all(|earlier| earlier.to != king.from)
            && line.plies[at - 1].quiet()
            && line.plies.get(at + 1).is_some_and(|taker| taker.took(king.to))
    })
}

/// A man of the solver breaks through, and the solver gives at least as many men as it captures.
pub(super) fn run_through(line: &PuzzleLine) -> bool {
    let taken: usize = line.solver().map(|(_, ply)| ply.count()).sum();
    let given: usize = line.defender().map(|(_, ply)| ply.count()).sum();
    given >= taken.max(1) && breakthrough(line)
}

/// A man captures over its promotion row and stays a man.
pub(super) fn pass_the_row(line: &PuzzleLine) -> bool {
    line.plies.iter().any(|ply| ply.passes_row)
}

/// Returns the numbers of men and of kings in an ending, where each side has at most four pieces.
fn ending(line: &PuzzleLine) -> Option<(usize, usize)> {
    let count = |test: &dyn Fn(&(bool, Role)) -> bool| {
        line.start.iter().flatten().filter(|piece| test(piece)).count()
    };
    let few = count(&|(solver, _)| *solver) <= 4 && count(&|(solver, _)| !*solver) <= 4;
    few.then(|| {
        (
            count(&|(_, role)| *role == Role::Man),
            count(&|(_, role)| *role == Role::King),
        )
    })
}

pub(super) fn men_ending(line: &PuzzleLine) -> bool {
    ending(line).is_some_and(|(_, kings)| kings == 0)
}

pub(super) fn kings_ending(line: &PuzzleLine) -> bool {
    ending(line).is_some_and(|(_, kings)| kings > 0)
}
