//! The named shots. Those defined by squares are detected only on boards of ten by ten.
use super::super::line::{Ply, PuzzleLine};
use draughts::Role;

pub(super) fn mazette(line: &PuzzleLine) -> bool {
    let [offer, taker, last] = &line.plies[..] else {
        return false;
    };
    offer.quiet()
        && taker.role == Role::Man
        && taker.count() == 1
        && taker.took(offer.to)
        && taker.to == offer.from
        && last.count() >= 2
        && last.takes_first(taker.to)
}

/// Returns the pairs of consecutive captures by the same piece of the defender.
fn promenades(line: &PuzzleLine) -> impl Iterator<Item = (&Ply, &Ply)> {
    line.defender().filter_map(|(at, first)| {
        let second = line.plies.get(at + 2)?;
        let same = !first.quiet() && !second.quiet() && second.from == first.to;
        same.then_some((first, second))
    })
}

pub(super) fn recall(line: &PuzzleLine) -> bool {
    promenades(line)
        .any(|(first, second)| second.role == Role::Man && line.grid.row(second.to) < line.grid.row(first.to))
}

pub(super) fn ricochet(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, capture)| {
        let [Some(taker), Some(last)] = [line.plies.get(at + 1), line.plies.get(at + 2)] else {
            return false;
        };
        !capture.quiet() && taker.took(capture.to) && last.takes_first(taker.to)
    })
}

pub(super) fn double_two(line: &PuzzleLine) -> bool {
    line.solver()
        .any(|(at, first)| first.count() == 2 && line.plies.get(at + 2).is_some_and(|next| next.count() == 2))
}

pub(super) fn trapdoor(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, aside)| {
        let [Some(fallen), Some(quiet), Some(other), Some(shot)] =
            [1, 2, 3, 4].map(|further| line.plies.get(at + further))
        else {
            return false;
        };
        aside.quiet()
            && fallen.role == Role::Man
            && !fallen.quiet()
            && fallen.to == aside.from
            && quiet.quiet()
            && other.from != fallen.to
            && !other.quiet()
            && shot.takes_first(fallen.to)
    })
}

pub(super) fn heel(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, back)| {
        !back.quiet()
            && line.grid.row(back.to) > line.grid.row(back.from)
            && line.defender().any(|(later, lands)| {
                later > at
                    && !lands.quiet()
                    && lands.to == back.from
                    && line
                        .solver()
                        .find(|(next, shot)| *next > later && !shot.quiet())
                        .is_some_and(|(_, shot)| shot.took(back.from))
            })
    })
}

pub(super) fn bomb(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, first)| {
        let [Some(reply), Some(again)] = [line.plies.get(at + 1), line.plies.get(at + 2)] else {
            return false;
        };
        first.role == Role::Man
            && !first.quiet()
            && !reply.quiet()
            && !reply.took(first.to)
            && !again.quiet()
            && again.role == Role::Man
            && again.from == first.to
    })
}

pub(super) fn merry_go_round(line: &PuzzleLine) -> bool {
    line.plies.iter().any(|ply| {
        ply.routes
            .iter()
            .any(|route| route.stops.windows(5).any(|round| round[0] == round[4]))
    })
}

pub(super) fn napoleon(line: &PuzzleLine) -> bool {
    let Some(shot) = line.last_capture().map(|at| &line.plies[at]) else {
        return false;
    };
    shot.role == Role::Man
        && shot.routes.iter().any(|route| {
            let [first, second, third, ..] = route.taken[..] else {
                return false;
            };
            let rows = [first, second, third].map(|square| line.grid.row(square));
            rows[0] == rows[1]
                && rows[1] == rows[2]
                && first.abs_diff(second) == 1
                && second.abs_diff(third) == 1
                && first != third
        })
}

/// Returns `true` for the ten by ten board, on which the named shots are defined.
fn ten_by_ten(line: &PuzzleLine) -> bool {
    line.grid.len() == 50
}

/// Returns `true` if a man takes a route that begins with these squares.
fn begins(ply: &Ply, squares: &[u8]) -> bool {
    ply.role == Role::Man && ply.routes.iter().any(|r| r.stops.starts_with(squares))
}

pub(super) fn royal(line: &PuzzleLine) -> bool {
    ten_by_ten(line) && line.solver().any(|(_, ply)| begins(ply, &[40, 29, 20, 9, 18, 7]))
}

pub(super) fn philippe(line: &PuzzleLine) -> bool {
    ten_by_ten(line)
        && line.solver().any(|(_, ply)| {
            (begins(ply, &[40, 29, 18]) || begins(ply, &[38, 29, 18])) && [7, 9, 16, 20, 29].contains(&ply.to)
        })
}

pub(super) fn weiss(line: &PuzzleLine) -> bool {
    let Some(at) = line.last_capture().filter(|at| *at > 0) else {
        return false;
    };
    let (brought, shot) = (&line.plies[at - 1], &line.plies[at]);
    ten_by_ten(line)
        && shot.from == 33
        && shot.takes_first(28)
        && brought.to == 28
        && brought
            .routes
            .iter()
            .any(|route| route.stops.ends_with(&[37, 28]))
}

/// Returns `true` if the plies from `at` on have these origins and targets.
fn goes(line: &PuzzleLine, at: usize, squares: &[(u8, u8)]) -> bool {
    line.plies.get(at..at + squares.len()).is_some_and(|plies| {
        plies
            .iter()
            .zip(squares)
            .all(|(ply, ends)| (ply.from, ply.to) == *ends)
    })
}

pub(super) fn springer(line: &PuzzleLine) -> bool {
    ten_by_ten(line)
        && line.last_capture().is_some_and(|at| {
            at >= 2
                && line.plies[at].from == 38
                && goes(line, at - 2, &[(42, 37), (41, 32)])
                && line
                    .defender()
                    .any(|(before, ply)| before + 2 < at && (ply.from, ply.to) == (23, 41))
        })
}

pub(super) fn raphael(line: &PuzzleLine) -> bool {
    let quiet = |from, to| {
        line.solver()
            .find(|(_, ply)| ply.quiet() && (ply.from, ply.to) == (from, to))
            .map(|(at, _)| at)
    };
    let order = [(34, 29), (28, 23), (37, 31), (49, 44)].map(|(from, to)| quiet(from, to));
    ten_by_ten(line)
        && order.iter().all(Option::is_some)
        && order.is_sorted()
        && line
            .solver()
            .any(|(_, ply)| !ply.quiet() && (ply.from, ply.to) == (44, 11))
        && line.last_capture().is_some_and(|at| line.plies[at].from == 48)
}

pub(super) fn bonnard(line: &PuzzleLine) -> bool {
    ten_by_ten(line)
        && line.last_capture().is_some_and(|at| {
            at >= 2
                && begins(&line.plies[at], &[25, 34])
                && line.solver().any(|(quiet, ply)| {
                    ply.quiet() && (ply.from, ply.to) == (43, 38) && goes(line, quiet + 1, &[(34, 32)])
                })
        })
}
