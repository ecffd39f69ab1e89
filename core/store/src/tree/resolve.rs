//! Resolves stored moves to playable moves of a position.
use super::line::KeptMove;
use draughts::{Move, Position, RuleOption, RuleOptions, Square};

/// Returns the legal move, or the move allowed by a house rule, that a stored move stands for. Each of the
/// three lists contains the one before. A stored move is unambiguous in the longest list of its game's rules.
pub(crate) fn resolve(position: &Position, kept: &KeptMove) -> Option<Move> {
    let (origin, target) = (Square::new(kept.origin)?, Square::new(kept.target)?);
    let by = |rule| kept.among(&position.moves_under(RuleOptions::NONE.with(rule)));
    kept.among(&position.moves_between(origin, target))
        .or_else(|| by(RuleOption::CaptureOptional))
        .or_else(|| by(RuleOption::Huffing))
}
