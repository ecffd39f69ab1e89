//! Measures how much the openings of a match differ. Plays only the first plies.
use crate::match_games::{Player, play_plies};
use draughts::notation::movetext;
use draughts::{Game, Variant};
use draughts_engine::EngineAssets;
use std::collections::HashMap;

/// Number of plies compared.
const PLIES: usize = 8;

/// The first plies of some games, as notation.
pub(crate) struct Spread(Vec<Vec<String>>);

impl Spread {
    /// Plays the first plies of this many games from the start; the players alternate as White.
    pub(crate) fn of(
        variant: Variant,
        [first, second]: [&Player; 2],
        games: u32,
        seed: u64,
        assets: &EngineAssets,
    ) -> Spread {
        let beginning = |number: u32| {
            let seated = if number.is_multiple_of(2) {
                [first, second]
            } else {
                [second, first]
            };
            let seed = seed.wrapping_add(u64::from(number));
            let played = play_plies(Game::new(variant), seated, assets, seed, PLIES).game;
            let mut position = *played.start();
            let written = played.moves().iter().map(|mv| {
                let text = movetext::write(&position, mv);
                position.play_unchecked(mv);
                text
            });
            written.collect()
        };
        Spread((0..games).map(beginning).collect())
    }

    /// Number of different beginnings of this many plies.
    fn distinct(&self, plies: usize) -> usize {
        self.counts(|game| game.get(..plies).map(<[String]>::to_vec))
            .len()
    }

    fn counts<K: Eq + std::hash::Hash>(&self, key: impl Fn(&[String]) -> Option<K>) -> HashMap<K, usize> {
        let mut counts = HashMap::new();
        for key in self.0.iter().filter_map(|game| key(game)) {
            *counts.entry(key).or_default() += 1;
        }
        counts
    }

    /// The most frequent move at a ply (alphabetically first among equals), and its share of all games in percent.
    fn commonest(&self, ply: usize) -> (String, f64) {
        let counts = self.counts(|game| game.get(ply).cloned());
        let most = counts
            .into_iter()
            .max_by(|(a, m), (b, n)| m.cmp(n).then_with(|| b.cmp(a)));
        let (text, count) = most.unwrap_or_default();
        (text, 100.0 * count as f64 / self.0.len().max(1) as f64)
    }

    /// Formats a table.
    pub(crate) fn table(&self, players: &[String]) -> String {
        let [first, reply] = [0, 1].map(|ply| {
            let (text, share) = self.commonest(ply);
            format!("{text} {share:.0} %")
        });
        format!(
            "| players | games | different first moves | different first {PLIES} plies | commonest first move | commonest first reply |\n\
             |---|---|---|---|---|---|\n| {} | {} | {} | {} | {first} | {reply} |",
            players.join(", "),
            self.0.len(),
            self.distinct(1),
            self.distinct(PLIES),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beginnings_are_counted() {
        let game = |text: &str| text.split(' ').map(String::from).collect::<Vec<_>>();
        let spread = Spread(vec![
            game("a b c d e f g h"),
            game("a b c d e f g h"),
            game("a c c d e f g i"),
            game("b b c"),
        ]);
        assert_eq!((spread.distinct(1), spread.distinct(PLIES)), (2, 2));
        assert_eq!(spread.commonest(0), ("a".into(), 75.0));
        assert_eq!(spread.commonest(1), ("b".into(), 75.0));
    }
}
