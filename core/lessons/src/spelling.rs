//! Words for rules and notation of routes in lesson files.
use draughts::notation::movetext;
use draughts::{RefusalRule, Square};

/// Every rule that can refuse a move, with its word in lesson files and text keys.
pub(super) const RULES: [(RefusalRule, &str); 21] = [
    (RefusalRule::MustTake, "mustTake"),
    (RefusalRule::MustTakeMore, "mustTakeMore"),
    (RefusalRule::QualityRule, "qualityRule"),
    (RefusalRule::KingFirst, "kingFirst"),
    (RefusalRule::KingMoveLimit, "kingMoveLimit"),
    (RefusalRule::JumpedTwice, "jumpedTwice"),
    (RefusalRule::ManTakesNoKing, "manTakesNoKing"),
    (RefusalRule::CapturesForward, "capturesForward"),
    (RefusalRule::LandsBehind, "landsBehind"),
    (RefusalRule::NotStraight, "notStraight"),
    (RefusalRule::Empty, "empty"),
    (RefusalRule::NotYours, "notYours"),
    (RefusalRule::Backward, "backward"),
    (RefusalRule::NeverBackward, "neverBackward"),
    (RefusalRule::NotDiagonal, "notDiagonal"),
    (RefusalRule::TooFar, "tooFar"),
    (RefusalRule::Occupied, "occupied"),
    (RefusalRule::InTheWay, "inTheWay"),
    (RefusalRule::NothingTaken, "nothingTaken"),
    (RefusalRule::CannotMove, "cannotMove"),
    (RefusalRule::GameOver, "gameOver"),
];

/// Parses the squares of a route: "3x12x23x5".
pub(super) fn stops(text: &str) -> Option<Vec<Square>> {
    let sign = |c| movetext::CROSSES.contains(&c) || movetext::DASHES.contains(&c);
    let numbers = text.split(sign);
    numbers
        .map(|number| number.trim().parse().ok().and_then(Square::new))
        .collect()
}
