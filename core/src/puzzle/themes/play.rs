//! Themes about how a shot is played: offers, free moves, the rule of the largest number.
use super::super::line::Line;

pub(super) fn stick_move(line: &Line) -> bool {
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

pub(super) fn free_tempo(line: &Line) -> bool {
    line.defender()
        .any(|(at, ply)| line.plies[at - 1].quiet() && !ply.quiet() && ply.waited)
}

pub(super) fn majority(line: &Line) -> bool {
    line.defender().any(|(_, ply)| ply.majority)
}

pub(super) fn direct_shot(line: &Line) -> bool {
    let [offer, taker, last] = &line.plies[..] else {
        return false;
    };
    offer.quiet() && !taker.quiet() && last.takes_first(taker.to)
}

pub(super) fn two_for_one(line: &Line) -> bool {
    let [offer, taker, last] = &line.plies[..] else {
        return false;
    };
    offer.quiet() && taker.count() == 1 && last.count() == 2
}

pub(super) fn many_sacrifices(line: &Line) -> bool {
    line.sacrificed() >= 3
}

pub(super) fn long_capture(line: &Line) -> bool {
    line.largest_capture() >= 5
}
