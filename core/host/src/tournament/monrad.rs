//! The Monrad system: from the top of the table down everybody meets the next whom they have not met. Knows no result: who comes
//! in which order is told to it.
use petgraph::algo::maximum_matching;
use petgraph::graph::UnGraph;

/// What the pairing knows of a player.
#[derive(Clone, Debug)]
pub(super) struct Player {
    pub(super) place: usize,
    /// Whom, in order, and whether with White.
    met: Vec<(usize, bool)>,
    /// Has been free.
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

    /// How much oftener it had White than Black.
    fn balance(&self) -> i32 {
        self.met
            .iter()
            .map(|(_, white)| if *white { 1 } else { -1 })
            .sum()
    }

    /// The colour that it should not have again: of two games in a row, or two more of it than of the other.
    fn enough_of(&self) -> Option<bool> {
        match (self.balance(), self.met.as_slice()) {
            (2.., _) => Some(true),
            (..=-2, _) => Some(false),
            (_, [.., (_, before), (_, last)]) if before == last => Some(*last),
            _ => None,
        }
    }
}

/// White and Black by place. White goes to whoever had it less often, then to whoever had Black when they last differed, then by
/// turns: the one higher in the table has it at the even boards, from 0, in the first round.
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

/// The pairings of these players, in the order of the table: White's place and Black's. Of an odd number one is free.
pub(super) fn pair(ranked: &[&Player]) -> (Vec<(usize, usize)>, Option<usize>) {
    let new = |one: &Player, other: &Player| one.times(other) == 0;
    let kind = |one: &Player, other: &Player| {
        new(one, other) && (one.enough_of().is_none() || one.enough_of() != other.enough_of())
    };
    let mut ranked = ranked.to_vec();
    let mut free = None;
    if !ranked.len().is_multiple_of(2) {
        // The lowest who has not been free, unless people would then meet again who need not otherwise.
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
    // Colours count only where everybody can be served.
    let pairs = match repeats(&ranked, &kind) {
        0 => from_the_top(ranked, &kind),
        _ => from_the_top(ranked, &new),
    };
    let board = |(board, (high, low)): (usize, (&Player, &Player))| colours(high, low, board);
    (pairs.into_iter().enumerate().map(board).collect(), free)
}

/// The highest meets the next that leaves the others as much choice as they had, and so on down.
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
        // One of them leaves as much as there is.
        let at = order.iter().copied().find(|at| after(*at) == spare).unwrap_or(0);
        spare -= usize::from(!may(high, left[at])).min(spare);
        pairs.push((high, left.remove(at)));
    }
    pairs
}

/// How many of the pairs of these players, of whom there is an even number, cannot be of two who may meet.
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
