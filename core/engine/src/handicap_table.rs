//! The handicap table: results of games between levels in which the stronger starts with fewer men, measured by
//! `damier handicap`. Knows no player.
use draughts::Variant;
use serde::Deserialize;
use std::sync::LazyLock;

/// Results of games for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Tally {
    /// Counts a game by its half points: 2 for a win, 1 for a draw.
    pub fn add(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points per game, 0 to 1; 0.5 without games.
    #[must_use]
    pub fn score(self) -> f64 {
        match self.games() {
            0 => 0.5,
            games => (f64::from(self.wins) + f64::from(self.draws) / 2.0) / f64::from(games),
        }
    }

    /// Returns the standard error of the score.
    #[must_use]
    pub fn error(self) -> f64 {
        let games = f64::from(self.games());
        if games < 2.0 {
            return 0.5;
        }
        let mean = self.score();
        let square = |count: u32, points: f64| f64::from(count) * (points - mean).powi(2);
        let spread = square(self.wins, 1.0) + square(self.draws, 0.5) + square(self.losses, 0.0);
        (spread / (games - 1.0) / games).sqrt()
    }
}

/// The most men that one side gives.
const MOST: i8 = draughts::Handicap::MOST as i8;
/// A game that ends with this many pieces more for the winner moves the handicap by two men.
const CLEAR: usize = 8;

/// Returns the men that a player gets in the next game of a series between two people, after a game with `men` in
/// their favour: fewer after a win, more after a loss, as before after a draw. `half_points` are this player's, 2 for a
/// win; `margin` is the difference of pieces at the end. Negative men are given.
#[must_use]
pub fn followed(men: i8, half_points: u8, margin: usize) -> i8 {
    let step = if margin >= CLEAR { 2 } else { 1 };
    let next = match half_points {
        0 => men + step,
        1 => men,
        _ => men - step,
    };
    next.clamp(-MOST, MOST)
}

/// Results of games between two levels, the stronger with `men` fewer men.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    /// The key of the level that gives the handicap.
    pub stronger: String,
    /// The key of the weaker level.
    pub weaker: String,
    /// The number of men given.
    pub men: u8,
    wins: u32,
    draws: u32,
    losses: u32,
}

impl Cell {
    /// Returns the results for the stronger level.
    #[must_use]
    pub const fn tally(&self) -> Tally {
        Tally {
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    cell: Vec<Cell>,
}

static INTERNATIONAL: LazyLock<Vec<Cell>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("../../data/handicap/international.toml"))
        .expect("a test reads the bundled table");
    file.cell
});

/// Returns the cells measured in a game; none for games without measurements.
#[must_use]
pub fn measured(variant: Variant) -> &'static [Cell] {
    match variant {
        Variant::International => &INTERNATIONAL,
        _ => &[],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_has_a_standard_error() {
        let even = Tally {
            wins: 40,
            draws: 20,
            losses: 40,
        };
        assert!((even.score() - 0.5).abs() < 1e-9 && (even.error() - 0.0449).abs() < 0.001);
        let mut one = Tally::default();
        [2, 1, 0, 2].into_iter().for_each(|points| one.add(points));
        assert_eq!((one.wins, one.draws, one.losses, one.games()), (2, 1, 1, 4));
    }

    #[test]
    fn every_cell_of_the_table_has_enough_games() {
        for cell in measured(Variant::International) {
            assert!(
                (1..=10).contains(&cell.men) && cell.tally().games() >= 100,
                "{cell:?}"
            );
            assert!(cell.tally().error() < 0.06, "{cell:?}");
        }
    }
}
