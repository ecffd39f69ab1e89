//! The Monrad system: from the top of the table down, each player meets the next one not yet met. Knows no results:
//! the caller gives the order.
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// A player's history.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) place: usize,
    /// Opponents in order, with true for White.
    met: Vec<(usize, bool)>,
    /// True after a bye.
    pub(super) was_free: bool,
}

impl Player {
    pub(super) fn new(place: usize) -> Self {
        Self {
            place,
            met: Vec::new(),
            was_free: false,
        }
    }

    pub(super) fn meets(&mut self, other: usize, white: bool) {
        self.met.push((other, white));
    }

    fn times(&self, other: &Self) -> usize {
        self.met.iter().filter(|(place, _)| *place == other.place).count()
    }

    /// Games with White minus games with Black.
    fn balance(&self) -> i32 {
        self.met
            .iter()
            .map(|(_, white)| if *white { 1 } else { -1 })
            .sum()
    }

    /// The colour to avoid: it is two ahead, or was played in the last two games.
    fn enough_of(&self) -> Option<bool> {
        match (self.balance(), self.met.as_slice()) {
            (2.., _) => Some(true),
            (..=-2, _) => Some(false),
            (_, [.., (_, before), (_, last)]) if before == last => Some(*last),
            _ => None,
        }
    }
}

/// Returns White and Black. White goes to the player who had it less often, then to the one who had Black when they
/// last differed. Else colours alternate; in the first round the higher player has White at even boards, from 0.
pub(super) fn colours(high: &Player, low: &Player, board: usize) -> (usize, usize) {
    let differ = || {
        let pairs = high.met.iter().rev().zip(low.met.iter().rev());
        let mut differing = pairs.filter(|(one, other)| one.1 != other.1);
        differing.next().map(|(one, _)| !one.1)
    };
    let high_is_white = match high.balance().cmp(&low.balance()) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            let turn = || {
                high.met
                    .last()
                    .map_or(board.is_multiple_of(2), |(_, white)| !white)
            };
            differ().unwrap_or_else(turn)
        }
    };
    if high_is_white {
        (high.place, low.place)
    } else {
        (low.place, high.place)
    }
}

/// Pairs players who are in table order. Returns the pairs as White and Black, and the player with the bye if the
/// number is odd.
pub(super) fn pair(ranked: &[&Player]) -> (Vec<(usize, usize)>, Option<usize>) {
    let new = |one: &Player, other: &Player| one.times(other) == 0;
    let kind = |one: &Player, other: &Player| {
        new(one, other) && (one.enough_of().is_none() || one.enough_of() != other.enough_of())
    };
    let mut ranked = ranked.to_vec();
    let mut free = None;
    if !ranked.len().is_multiple_of(2) {
        // The lowest player without a bye, unless that forces an avoidable repeated pairing.
        let without = |at: usize| {
            let mut rest = ranked.clone();
            rest.remove(at);
            repeats(&rest, &new)
        };
        let may: Vec<usize> = (0..ranked.len())
            .rev()
            .filter(|at| !ranked[*at].was_free)
            .collect();
        let may = if may.is_empty() {
            (0..ranked.len()).rev().collect()
        } else {
            may
        };
        let at = may.into_iter().min_by_key(|at| without(*at)).unwrap_or(0);
        free = Some(ranked.remove(at).place);
    }
    // Colours count only if all players can still be paired.
    let pairs = match repeats(&ranked, &kind) {
        0 => from_the_top(ranked, &kind),
        _ => from_the_top(ranked, &new),
    };
    let board = |(board, (high, low)): (usize, (&Player, &Player))| colours(high, low, board);
    (pairs.into_iter().enumerate().map(board).collect(), free)
}

/// Pairs the highest player with the next one who leaves the others the best possible pairing, and so on down.
fn from_the_top<'a>(
    mut left: Vec<&'a Player>,
    may: &impl Fn(&Player, &Player) -> bool,
) -> Vec<(&'a Player, &'a Player)> {
    let mut pairs = Vec::new();
    let mut spare = repeats(&left, may);
    while left.len() > 1 {
        let high = left.remove(0);
        let mut order: Vec<usize> = (0..left.len()).collect();
        order.sort_by_key(|at| (!may(high, left[*at]), high.times(left[*at])));
        let after = |at: usize| {
            let mut rest = left.clone();
            rest.remove(at);
            usize::from(!may(high, left[at])) + repeats(&rest, may)
        };
        // At least one of them keeps the minimum.
        let at = order.iter().copied().find(|at| after(*at) == spare).unwrap_or(0);
        spare -= usize::from(!may(high, left[at])).min(spare);
        pairs.push((high, left.remove(at)));
    }
    pairs
}

/// Minimum number of forbidden pairs in any pairing of these players. Their number must be even.
fn repeats(players: &[&Player], may: &impl Fn(&Player, &Player) -> bool) -> usize {
    let mut graph = UnGraph::<(), ()>::default();
    let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
    for (at, one) in players.iter().enumerate() {
        for (other_at, other) in players.iter().enumerate().skip(at + 1) {
            if may(one, other) {
                graph.add_edge(nodes[at], nodes[other_at], ());
            }
        }
    }
    players.len() / 2 - maximum_matching(&graph).len()
}
