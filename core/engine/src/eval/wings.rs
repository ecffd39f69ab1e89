//! The two wings of a board: the columns left and right of its two middle ones. Knows no weight.
use draughts::raw::{Bits, Geometry, squares};

/// The squares of both wings.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wings<G: Geometry> {
    left: G::Bits,
    right: G::Bits,
}

impl<G: Geometry> Wings<G> {
    pub(super) fn new() -> Wings<G> {
        let (mut left, mut right) = (G::Bits::ZERO, G::Bits::ZERO);
        for bit in squares(G::BOARD) {
            let (column, _) = G::coordinates(G::square_at(bit));
            if column + 1 < G::COLUMNS / 2 {
                left = left | G::Bits::bit(bit);
            } else if column > G::COLUMNS / 2 {
                right = right | G::Bits::bit(bit);
            }
        }
        Wings { left, right }
    }

    /// Returns the number of men by which one wing outnumbers the other.
    #[inline(always)]
    pub(super) fn imbalance(&self, men: G::Bits) -> i32 {
        ((men & self.left).count() as i32 - (men & self.right).count() as i32).abs()
    }
}
