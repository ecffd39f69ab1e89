//! Which move to try first: how often a move from here to there was the best so far. Knows no position.
use super::tt::MoveCode;
use draughts::Side;

/// Certainty: a move that was the best every time.
const ONE: i16 = 1 << 12;
/// One result moves the odds by this share of the gap.
const SHARE: i16 = 32;

/// The odds that a move of one side, by the bit numbers of origin and target, is the best of its position.
pub(crate) struct History {
    width: usize,
    odds: Vec<i16>,
}

impl History {
    /// For boards laid out in words of this many bits.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            odds: vec![ONE / 2; 2 * width * width],
        }
    }

    #[inline]
    fn index(&self, side: Side, code: MoveCode) -> usize {
        (side as usize * self.width + code.origin()) * self.width + code.target()
    }

    /// The odds of a side's moves.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> impl Fn(MoveCode) -> i16 {
        let start = side as usize * self.width * self.width;
        let odds = &self.odds[start..start + self.width * self.width];
        move |code| odds[code.origin() * self.width + code.target()]
    }

    /// The move was the best.
    pub(crate) fn praise(&mut self, side: Side, code: MoveCode) {
        let index = self.index(side, code);
        self.odds[index] += (ONE - self.odds[index]) / SHARE;
    }

    /// The move was tried before a better one.
    pub(crate) fn blame(&mut self, side: Side, code: MoveCode) {
        let index = self.index(side, code);
        self.odds[index] -= self.odds[index] / SHARE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn praise_and_blame_move_the_odds_and_never_leave_the_scale() {
        let mut history = History::new(64);
        let (there, back) = (MoveCode::new(40, 34), MoveCode::new(34, 40));
        for _ in 0..1000 {
            history.praise(Side::White, there);
            history.blame(Side::Black, there);
        }
        assert!((ONE / 10 * 9..=ONE).contains(&history.of(Side::White)(there)));
        assert!((0..ONE / 10).contains(&history.of(Side::Black)(there)));
        assert_eq!(history.of(Side::White)(back), ONE / 2);
    }
}
