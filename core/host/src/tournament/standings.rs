//! The standings: points 2-1-0 and tie-breaks.
use super::{Entrant, Pairing};
use damier_core::together::{GameScore, TournamentSystem};

/// A player's standing. Games without a result count for nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// Index of the entrant.
    pub place: usize,
    /// From 1; shared by players who are equal in everything.
    pub rank: u32,
    /// True if the player left a round robin before half of the games: they count for no one.
    pub struck: bool,
    /// Number of games played.
    pub games: u32,
    /// Two for a win, one for a draw.
    pub points: u32,
    /// Twice the first tie-break: Sonneborn-Berger in a round robin, Solkoff in the Monrad system.
    pub first: u32,
    /// Twice the second tie-break: wins in a round robin, Sonneborn-Berger in the Monrad system.
    pub second: u32,
}

/// A player's result in one round.
#[derive(Clone, Copy)]
struct Share {
    /// `None` for a bye or an unplayed game.
    opponent: Option<usize>,
    points: u32,
    played: bool,
}

fn points(score: GameScore) -> [u32; 2] {
    match score {
        GameScore::WhiteWins | GameScore::WhiteUnplayed => [2, 0],
        GameScore::Draw => [1, 1],
        GameScore::BlackWins | GameScore::BlackUnplayed => [0, 2],
        GameScore::Unplayed => [0, 0],
    }
}

fn is_played(score: GameScore) -> bool {
    matches!(
        score,
        GameScore::WhiteWins | GameScore::Draw | GameScore::BlackWins
    )
}

/// Computes the standings, best first.
pub(super) fn of(system: TournamentSystem, entrants: &[Entrant], rounds: &[Vec<Pairing>]) -> Vec<Standing> {
    let robin = system == TournamentSystem::RoundRobin;
    let mut played = vec![0_usize; entrants.len()];
    for pairing in rounds
        .iter()
        .flatten()
        .filter(|one| one.score.is_some_and(is_played))
    {
        for place in [Some(pairing.white), pairing.black].into_iter().flatten() {
            played[place] += 1;
        }
    }
    let is_struck = |place: usize| {
        robin && !entrants[place].plays && played[place] * 2 < entrants.len().saturating_sub(1)
    };
    let shares: Vec<Vec<Option<Share>>> = (0..entrants.len())
        .map(|place| {
            rounds
                .iter()
                .map(|round| share(place, round, &is_struck))
                .collect()
        })
        .collect();
    let sum = |place: usize| {
        shares[place]
            .iter()
            .flatten()
            .map(|share| share.points)
            .sum::<u32>()
    };
    let totals: Vec<u32> = (0..entrants.len()).map(sum).collect();
    let sonneborn_berger = |place: usize| -> u32 {
        let games = shares[place].iter().flatten();
        // Doubled: the opponent's points for a win, half of them for a draw.
        games
            .filter_map(|share| Some(share.points * totals[share.opponent?]))
            .sum()
    };
    let solkoff = |place: usize| -> u32 {
        let waits = |round: &&Vec<Pairing>| pairing(place, round).is_some_and(|one| one.score.is_none());
        let opponents = rounds.iter().filter(|round| !waits(round)).map(|round| {
            let share = share(place, round, &is_struck).filter(|share| share.played);
            // A round without an opponent counts as one against a player with the same points.
            share.and_then(|share| share.opponent).unwrap_or(place)
        });
        2 * opponents.map(|opponent| totals[opponent]).sum::<u32>()
    };
    let wins = |place: usize| {
        let won = shares[place]
            .iter()
            .flatten()
            .filter(|share| share.played && share.points == 2);
        2 * won.count() as u32
    };
    let mut standings: Vec<Standing> = (0..entrants.len())
        .map(|place| Standing {
            place,
            rank: 0,
            struck: is_struck(place),
            games: shares[place]
                .iter()
                .flatten()
                .filter(|share| share.played)
                .count() as u32,
            points: totals[place],
            first: if robin {
                sonneborn_berger(place)
            } else {
                solkoff(place)
            },
            second: if robin {
                wins(place)
            } else {
                sonneborn_berger(place)
            },
        })
        .collect();
    let key = |one: &Standing| (one.struck, std::cmp::Reverse((one.points, one.first, one.second)));
    standings.sort_by_key(|one| (key(one), one.place));
    for at in 0..standings.len() {
        let shares = at > 0 && key(&standings[at - 1]) == key(&standings[at]);
        standings[at].rank = if shares {
            standings[at - 1].rank
        } else {
            at as u32 + 1
        };
    }
    standings
}

/// A player's pairing in a round.
fn pairing(place: usize, round: &[Pairing]) -> Option<&Pairing> {
    round
        .iter()
        .find(|pairing| pairing.white == place || pairing.black == Some(place))
}

/// A player's result in a round, if it counts.
fn share(place: usize, round: &[Pairing], is_struck: &impl Fn(usize) -> bool) -> Option<Share> {
    let pairing = pairing(place, round)?;
    let score = pairing.score?;
    let is_white = pairing.white == place;
    let opponent = if is_white {
        pairing.black
    } else {
        Some(pairing.white)
    };
    if is_struck(place) || opponent.is_some_and(is_struck) {
        return None;
    }
    Some(Share {
        opponent: opponent.filter(|_| score != GameScore::Unplayed),
        points: points(score)[usize::from(!is_white)],
        played: is_played(score),
    })
}
