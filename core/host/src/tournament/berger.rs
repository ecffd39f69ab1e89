//! The Berger tables: everybody meets everybody once. Knows places alone.

/// How many rounds so many players need.
pub(super) fn rounds(players: usize) -> usize {
    even(players).saturating_sub(1)
}

fn even(players: usize) -> usize {
    players.next_multiple_of(2)
}

/// The pairings of a round, from 0: White's place and Black's; with an odd number one is free.
pub(super) fn round(players: usize, round: usize) -> Vec<(usize, Option<usize>)> {
    let last = even(players) - 1;
    // Those meet who stand as far from each other on both sides of one, who meets the last number.
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
    // Whoever is free stands last.
    pairs.sort_by_key(|pair| pair.1.is_none());
    pairs
}

/// White and Black of two places.
pub(super) fn colours(players: usize, one: usize, other: usize) -> (usize, usize) {
    let last = even(players) - 1;
    let (low, high) = (one.min(other), one.max(other));
    // Against the last number the first half has white; else the lower number has it where the numbers add up to an odd one.
    let low_is_white = match high == last {
        true => low < even(players) / 2,
        false => (low + high) % 2 == 1,
    };
    if low_is_white { (low, high) } else { (high, low) }
}
