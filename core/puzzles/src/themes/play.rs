//! Themes about how a shot is played: offers, free moves, the majority rule.
use super::super::line::PuzzleLine;
use draughts::Role;

pub(super) fn stick_move(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, stuck)| {
        let [Some(reply), Some(shot)] = [line.plies.get(at + 1), line.plies.get(at + 2)] else {
            return false;
        };
        stuck.quiet()
            && !reply.quiet()
            && !reply.took(stuck.to)
            && shot.from == stuck.to
            && shot
                .routes
                .iter()
                .any(|route| route.taken.first().is_some_and(|first| *first != reply.to))
    })
}

pub(super) fn free_tempo(line: &PuzzleLine) -> bool {
    line.defender()
        .any(|(at, ply)| line.plies[at - 1].quiet() && !ply.quiet() && ply.capture_pending)
}

pub(super) fn majority(line: &PuzzleLine) -> bool {
    line.defender().any(|(_, ply)| ply.majority)
}

pub(super) fn direct_shot(line: &PuzzleLine) -> bool {
    let [offer, taker, last] = &line.plies[..] else {
        return false;
    };
    offer.quiet() && !taker.quiet() && last.takes_first(taker.to)
}

pub(super) fn two_for_one(line: &PuzzleLine) -> bool {
    let [offer, taker, last] = &line.plies[..] else {
        return false;
    };
    offer.quiet() && taker.count() == 1 && last.count() == 2
}

pub(super) fn many_sacrifices(line: &PuzzleLine) -> bool {
    line.sacrificed() >= 3
}

pub(super) fn long_capture(line: &PuzzleLine) -> bool {
    line.largest_capture() >= 5
}

/// A man is offered and regained one for one, or several for as many, before the shot goes on.
pub(super) fn exchange(line: &PuzzleLine) -> bool {
    line.solver().any(|(at, offer)| {
        let [Some(taken), Some(back), Some(_)] = [1, 2, 3].map(|further| line.plies.get(at + further)) else {
            return false;
        };
        offer.quiet() && !taken.quiet() && back.count() == taken.count()
    })
}

pub(super) fn landing(line: &PuzzleLine) -> bool {
    line.solver().any(|(_, ply)| ply.only_landing)
}

pub(super) fn two_ways(line: &PuzzleLine) -> bool {
    line.solver().any(|(_, ply)| ply.only_route)
}

pub(super) fn fork(line: &PuzzleLine) -> bool {
    line.plies.get(1).is_some_and(|ply| ply.fork)
}

/// At the end the defender is to move and has men but no move.
pub(super) fn shut_in(line: &PuzzleLine) -> bool {
    line.shut_in
}

/// At the end the defender is to move, has at most three men and no king, and no capture is possible. Each man that
/// is not blocked faces a man of the solver with one row between them.
pub(super) fn opposition(line: &PuzzleLine) -> bool {
    let enemies: Vec<(u8, Role)> = (1..=line.grid.len() as u8)
        .filter_map(|square| match line.end[usize::from(square)] {
            Some((false, role)) => Some((square, role)),
            _ => None,
        })
        .collect();
    let is_faced = |square: u8| {
        line.grid
            .beside(square, 0, 2)
            .is_some_and(|below| line.stands(&line.end, below, true, Role::Man))
    };
    let free = |square: u8| {
        [-1, 1].iter().any(|column| {
            line.grid
                .beside(square, *column, 1)
                .is_some_and(|next| line.end[usize::from(next)].is_none())
        })
    };
    line.plies.len() % 2 == 1
        && !line.open
        && (1..=3).contains(&enemies.len())
        && enemies.iter().all(|(_, role)| *role == Role::Man)
        && enemies
            .iter()
            .any(|(square, _)| is_faced(*square) && free(*square))
        && enemies
            .iter()
            .all(|(square, _)| is_faced(*square) || !free(*square))
}

/// The lock of a wing on the board of ten by ten: men on 24 and 25, with a man behind them, hold those on 30, 35 and
/// 40 or 45. Either side may hold the other.
pub(super) fn lock(line: &PuzzleLine) -> bool {
    if line.grid.len() != 50 {
        return false;
    }
    let held = |holder: bool| {
        let turn = |square: u8| if holder { 51 - square } else { square };
        let of = |square: u8, solver: bool| line.stands(&line.start, turn(square), solver, Role::Man);
        [24, 25].iter().all(|square| of(*square, holder))
            && [15, 19, 20].iter().any(|square| of(*square, holder))
            && [30, 35].iter().all(|square| of(*square, !holder))
            && [40, 45].iter().any(|square| of(*square, !holder))
    };
    held(false) || held(true)
}
