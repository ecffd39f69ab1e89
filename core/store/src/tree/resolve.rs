//! Stored moves resolved to moves that can be played in a position. Knows no bytes.
use super::line::KeptMove;
use draughts::{Move, Position, RuleOption, RuleOptions, Square};

/// The move that a stored move stands for: a legal one, or one that a house rule allows. Each of the three lists contains the
/// one before, and a stored move is unambiguous in the longest list of its game's rules.
pub(crate) fn resolve(position: &Position, kept: &KeptMove) -> Option<Move> {
    let (origin, target) = (Square::new(kept.origin)?, Square::new(kept.target)?);
    let by = |rule| kept.among(&position.moves_under(RuleOptions::NONE.with(rule)));
    kept.among(&position.moves_between(origin, target))
        .or_else(|| by(RuleOption::CaptureOptional))
        .or_else(|| by(RuleOption::Huffing))
}
