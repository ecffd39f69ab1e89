//! The phase of a game: the number of men left. Opening and ending weights are blended by it. Knows no weight.
use draughts::Ruleset;
use draughts::raw::{Bits, Geometry, Pos};

/// Returns the number of men of both sides at the start, where only the opening weights count.
pub(crate) fn men_at_start(rules: &Ruleset) -> i32 {
    2 * i32::from(rules.rows_of_men) * i32::from(rules.board.row())
}

/// Returns the number of men on the board, from [`men_at_start`] down to 0.
#[inline(always)]
pub(super) fn phase<G: Geometry>(pos: &Pos<G>) -> u32 {
    pos.men[0].count() + pos.men[1].count()
}
