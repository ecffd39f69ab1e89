//! Values of positions for the side to move, in centipawns (hundredths of a man). Knows no position.
use std::ops::{Add, Neg, Sub};

/// A value in centipawns for the side to move. Beyond ±[`Score::DECIDED`] the search has seen the end of the game,
/// and the distance to [`Score::WIN`] is the number of plies to it. Between ±[`Score::EVAL_MAX`] and
/// ±[`Score::DECIDED`] the endgame tables know the result, but the search has not seen the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side wins.
    pub const DRAW: Score = Score(0);
    /// The game is won in this position.
    pub const WIN: Score = Score(10_000);
    /// Larger than any value a search returns.
    pub const INFINITE: Score = Score(10_001);
    /// From here on, a win whose end the search has seen.
    pub const DECIDED: Score = Score(9_000);
    /// The largest value an evaluation may give.
    pub const EVAL_MAX: Score = Score(6_999);
    /// The middle of the scores of positions that the tables know to be won, like the root.
    const ROOT_TABLE_WIN: Score = Score(8_000);
    /// From here on, a score contains a number of plies from the root.
    const MIN_WITH_PLIES: i32 = 8_500;

    /// Creates a score of this many centipawns.
    #[must_use]
    pub const fn cp(centipawns: i32) -> Score {
        Score(centipawns)
    }

    /// Returns the value in centipawns.
    #[must_use]
    pub const fn centipawns(self) -> i32 {
        self.0
    }

    /// The score if the side to move loses `ply` plies after the root.
    pub(crate) const fn loss_in(ply: usize) -> Score {
        Score(ply as i32 - Score::WIN.0)
    }

    /// The score if the side to move wins `ply` plies after the root.
    pub(crate) const fn win_in(ply: usize) -> Score {
        Score(Score::WIN.0 - ply as i32)
    }

    /// The score of a tablebase win `ply` plies after the root, of unknown distance to the end.
    pub(crate) const fn table_win(ply: usize) -> Score {
        Score(Score::DECIDED.0 - 1 - ply as i32)
    }

    /// Returns the plies to a tablebase win of unknown distance.
    pub(crate) fn plies_to_table_win(self) -> Option<i32> {
        (self.0 >= Score::MIN_WITH_PLIES && !self.is_decided()).then(|| Score::table_win(0).0 - self.0)
    }

    /// Returns `true` if the win of the side to move is certain, by search or by the endgame tables.
    #[must_use]
    pub const fn is_won(self) -> bool {
        self.0 > Score::EVAL_MAX.0
    }

    /// The score of a position that the tables know to be won, like the root; the evaluation measures the winner's
    /// progress.
    pub(crate) fn root_table_win(evaluation: Score) -> Score {
        Score::ROOT_TABLE_WIN + (evaluation.0 / 8).clamp(-400, 400)
    }

    /// Returns `true` if the result of the game is known, by search or by the endgame tables.
    #[must_use]
    pub const fn is_settled(self) -> bool {
        self.0 > Score::EVAL_MAX.0 || self.0 < -Score::EVAL_MAX.0
    }

    /// Returns `true` if the search has seen the end of the game, for either side.
    #[must_use]
    pub const fn is_decided(self) -> bool {
        self.0 >= Score::DECIDED.0 || self.0 <= -Score::DECIDED.0
    }

    /// Returns the plies to the end of the game if the search has seen it: positive for a win, negative for a loss.
    #[must_use]
    pub const fn plies_to_end(self) -> Option<i32> {
        if self.0 >= Score::DECIDED.0 {
            Some(Score::WIN.0 - self.0)
        } else if self.0 <= -Score::DECIDED.0 {
            Some(-Score::WIN.0 - self.0)
        } else {
            None
        }
    }

    /// Converts to a score of the transposition table: the distance from the root becomes one from the node, which is
    /// valid on every path to it.
    pub(crate) const fn to_tt(self, ply: usize) -> i16 {
        let value = if self.0 >= Score::MIN_WITH_PLIES {
            self.0 + ply as i32
        } else if self.0 <= -Score::MIN_WITH_PLIES {
            self.0 - ply as i32
        } else {
            self.0
        };
        value as i16
    }

    /// Converts from a score of the transposition table: the inverse of [`to_tt`](Score::to_tt).
    pub(crate) const fn from_tt(value: i16, ply: usize) -> Score {
        let value = value as i32;
        if value >= Score::MIN_WITH_PLIES {
            Score(value - ply as i32)
        } else if value <= -Score::MIN_WITH_PLIES {
            Score(value + ply as i32)
        } else {
            Score(value)
        }
    }
}

impl Neg for Score {
    type Output = Score;
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Score;
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

impl Sub<i32> for Score {
    type Output = Score;
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_transposition_table() {
        for score in [Score::win_in(7), Score::loss_in(12), Score::cp(-345), Score::DRAW] {
            assert_eq!(Score::from_tt(score.to_tt(5), 5), score);
        }
        // From a node three plies nearer the root, the win is three plies nearer the root too.
        assert_eq!(Score::from_tt(Score::win_in(9).to_tt(5), 2), Score::win_in(6));
        assert_eq!(Score::win_in(9).plies_to_end(), Some(9));
        assert_eq!(Score::loss_in(4).plies_to_end(), Some(-4));
        assert_eq!(Score::EVAL_MAX.plies_to_end(), None);
        assert_eq!(
            Score::from_tt(Score::table_win(9).to_tt(5), 2),
            Score::table_win(6)
        );
    }

    #[test]
    fn more_certain_wins_have_higher_scores() {
        let ascending = [
            Score::EVAL_MAX,
            Score::root_table_win(-Score::EVAL_MAX),
            Score::root_table_win(Score::EVAL_MAX),
            Score::table_win(250),
            Score::table_win(0),
            Score::DECIDED,
            Score::win_in(250),
            Score::win_in(0),
        ];
        assert!(ascending.is_sorted() && ascending[1..].iter().all(|score| score.is_settled()));
        assert!(!Score::EVAL_MAX.is_settled() && !Score::table_win(0).is_decided());
    }
}
