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
    // In the tables, which count from 1, those meet whose numbers add up to the number of the next round.
    let sum = round % last;
    let mut pairs: Vec<(usize, usize)> = Vec::new();
    for one in 0..last {
        let other = (sum + last - one) % last;
        if one == other {
            pairs.insert(0, (one, last));
        } else if one < other {
            pairs.push((one, other));
        }
    }
    let pairing = |(one, other): (usize, usize)| {
        if other == players {
            return (one, None);
        }
        let (white, black) = colours(players, one, other);
        (white, Some(black))
    };
    let mut pairs: Vec<_> = pairs.into_iter().map(pairing).collect();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Round by round as the tables print it, with numbers from 1.
    fn printed(players: usize) -> Vec<String> {
        let line = |at| {
            let pairs = round(players, at);
            let pair = |(white, black): (usize, Option<usize>)| match black {
                Some(black) => format!("{}-{}", white + 1, black + 1),
                None => format!("{} free", white + 1),
            };
            pairs.into_iter().map(pair).collect::<Vec<_>>().join(" ")
        };
        (0..rounds(players)).map(line).collect()
    }

    #[test]
    fn the_table_of_six_is_that_of_the_books() {
        // FIDE Handbook, Berger tables for five or six players.
        assert_eq!(
            printed(6),
            [
                "1-6 2-5 3-4",
                "6-4 5-3 1-2",
                "2-6 3-1 4-5",
                "6-5 1-4 2-3",
                "3-6 4-2 5-1"
            ]
        );
        assert_eq!(printed(2), ["1-2"]);
        assert_eq!(printed(3), ["2-3 1 free", "1-2 3 free", "3-1 2 free"]);
        assert_eq!(printed(0).len(), 0);
    }

    #[test]
    fn everybody_meets_everybody_once_and_has_each_colour_as_often_to_one() {
        for players in 2..=24 {
            let mut met = std::collections::BTreeSet::new();
            let mut balance = vec![0_i32; players];
            for at in 0..rounds(players) {
                let mut seen = vec![false; players];
                for (white, black) in round(players, at) {
                    for place in [Some(white), black].into_iter().flatten() {
                        assert!(
                            !std::mem::replace(&mut seen[place], true),
                            "{players}, round {at}"
                        );
                    }
                    let Some(black) = black else { continue };
                    assert!(
                        met.insert((white.min(black), white.max(black))),
                        "{players}, round {at}"
                    );
                    balance[white] += 1;
                    balance[black] -= 1;
                }
                assert!(seen.iter().all(|seen| *seen), "{players}, round {at}");
            }
            assert_eq!(met.len(), players * (players - 1) / 2);
            assert!(
                balance.iter().all(|balance| balance.abs() <= 1),
                "{players}: {balance:?}"
            );
        }
    }
}
