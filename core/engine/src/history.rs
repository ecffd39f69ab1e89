//! The history heuristic for move ordering: how often a move between two squares was the best when it was tried.
//! Knows no position.
use super::tt::MoveCode;
use draughts::Side;

/// The value of a move that was the best every time.
const MAX: i16 = 1 << 12;
/// The decay of the exponential moving average: a result moves a value by this fraction of its distance to the limit.
const RATE: i16 = 32;

/// For each side and move (by the bit numbers of origin and target), the estimated chance that it is the best of its
/// position.
pub(crate) struct History {
    width: usize,
    values: Vec<i16>,
}

impl History {
    /// Creates the values for boards laid out in words of `width` bits.
    pub(crate) fn new(width: usize) -> Self {
        Self {
            width,
            values: vec![MAX / 2; 2 * width * width],
        }
    }

    #[inline]
    fn index(&self, side: Side, code: MoveCode) -> usize {
        (side as usize * self.width + code.origin()) * self.width + code.target()
    }

    /// Returns the values of a side's moves.
    #[inline]
    pub(crate) fn of(&self, side: Side) -> impl Fn(MoveCode) -> i16 {
        let start = side as usize * self.width * self.width;
        let values = &self.values[start..start + self.width * self.width];
        move |code| values[code.origin() * self.width + code.target()]
    }

    /// Raises the value of a move that was the best.
    pub(crate) fn reward(&mut self, side: Side, code: MoveCode) {
        let index = self.index(side, code);
        self.values[index] += (MAX - self.values[index]) / RATE;
    }

    /// Lowers the value of a move that was tried before a better one.
    pub(crate) fn penalize(&mut self, side: Side, code: MoveCode) {
        let index = self.index(side, code);
        self.values[index] -= self.values[index] / RATE;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reward_and_penalty_move_the_value_and_never_leave_the_scale() {
        let mut history = History::new(64);
        let (there, back) = (MoveCode::new(40, 34), MoveCode::new(34, 40));
        for _ in 0..1000 {
            history.reward(Side::White, there);
            history.penalize(Side::Black, there);
        }
        assert!((MAX / 10 * 9..=MAX).contains(&history.of(Side::White)(there)));
        assert!((0..MAX / 10).contains(&history.of(Side::Black)(there)));
        assert_eq!(history.of(Side::White)(back), MAX / 2);
    }
}
