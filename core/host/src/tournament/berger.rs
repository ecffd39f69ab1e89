//! The Berger tables for round robins.

/// Number of rounds for this number of players.
pub(super) fn rounds(players: usize) -> usize {
    even(players).saturating_sub(1)
}

fn even(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// Pairings of a round, from 0, as White and Black. The player with the bye comes last, without an opponent.
pub(super) fn round(players: usize, round: usize) -> Vec<(usize, Option<usize>)> {
    let last = even(players) - 1;
    // One player meets the last number; the others pair up at equal distances on either side of that player.
    let middle = round * even(players) / 2 % last;
    let aside = (1..=last / 2).map(|by| ((middle + by) % last, (middle + last - by) % last));
    let pairs = std::iter::once((middle, last)).chain(aside);
    let pairing = |(one, other): (usize, usize)| {
        if other == players {
            return (one, None);
        }
        let (white, black) = colours(players, one, other);
        (white, Some(black))
    };
    let mut pairs: Vec<_> = pairs.map(pairing).collect();
    pairs.sort_by_key(|pair| pair.1.is_none());
    pairs
}

/// Orders two players as White and Black.
pub(super) fn colours(players: usize, one: usize, other: usize) -> (usize, usize) {
    let last = even(players) - 1;
    let (low, high) = (one.min(other), one.max(other));
    // Against the last number the first half has White. Otherwise the lower number has White if the sum of both is
    // odd.
    let low_is_white = match high == last {
        true => low < even(players) / 2,
        false => (low + high) % 2 == 1,
    };
    if low_is_white { (low, high) } else { (high, low) }
}
