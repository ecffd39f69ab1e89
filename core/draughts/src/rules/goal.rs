//! How a game is won. Knows no position.

/// The goal of a game.
///
/// ```
/// use draughts::{Variant, rules::Goal};
///
/// assert_eq!(Variant::International.rules().goal, Goal::Normal);
/// assert_eq!(Variant::Antidraughts.rules().goal, Goal::Lose);
/// assert_eq!(Variant::Breakthrough.rules().goal, Goal::FirstKing);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Goal {
    /// A side that cannot move loses.
    Normal,
    /// A side that cannot move wins.
    Lose,
    /// The side whose man first ends a move on its last row wins. A side that cannot move loses.
    FirstKing,
}
