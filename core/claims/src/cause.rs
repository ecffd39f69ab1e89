//! Explains why a move of a game was a mistake: what its better line would have won, or what it allowed the opponent. Reads
//! the lines of a search; a proof by material confirms what they say.
use crate::value::has_king;
use draughts::{Move, Position};
use draughts_puzzles::{LineShot, MAN, ProofSearch, lead, shot_in};

/// Depth in quiet moves, and node limit, of the proof of a cause.
const DEPTH: u8 = 8;
const NODES: u64 = 60_000;

/// Why a move was a mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The side that moved had a shot and did not play it.
    MissedShot(LineShot),
    /// The move allows the opponent a shot.
    AllowedShot(LineShot),
    /// Number of men that could be won without giving any; a king counts three.
    MissedMen(u8),
    /// Number of men that the move loses; a king counts three.
    LostMen(u8),
    /// None of these: the position becomes worse.
    Position,
}

impl Cause {
    /// Returns `true` if it is proved that this number of men is won or lost by force, so that a sentence may say so. `line`
    /// is the one that the cause was read from: the best line before the move, or the refutation after it. A line with a
    /// king is not confirmed, since a king counts three here.
    pub fn is_proved(&self, before: &Position, played: &Move, line: &[Move]) -> bool {
        let Ok(after) = before.play(played) else {
            return false;
        };
        let (start, counted_from, men) = match self {
            Self::MissedShot(shot) => (before, before, shot.men),
            Self::AllowedShot(shot) => (&after, &after, shot.men),
            Self::MissedMen(men) => (before, before, *men),
            Self::LostMen(men) => (&after, before, *men),
            Self::Position => return false,
        };
        let Some(end) = settled(start, line) else {
            return false;
        };
        if has_king(before) || has_king(&end) {
            return false;
        }
        let wanted = (lead(counted_from, start.turn()) + i32::from(men)) * MAN;
        let (depth, value) = ProofSearch::deepest(start, DEPTH, NODES);
        // A larger value may come from a king, which proves no number of men.
        depth > 0 && value == wanted
    }
}

/// Explains why a legal move was a mistake. `best` is the best line of the position before it, `refutation` that of
/// the position after it. `had` and `has` are the expected results of the side that moved, before and after, 0 to 1.
pub fn cause(
    before: &Position,
    played: &Move,
    best: &[Move],
    refutation: &[Move],
    had: f64,
    has: f64,
) -> Cause {
    let Ok(after) = before.play(played) else {
        return Cause::Position;
    };
    let side = before.turn();
    let missed = shot_in(before, best).map(Cause::MissedShot);
    let allowed = shot_in(&after, refutation).map(Cause::AllowedShot);
    // Compares what was given up above an even game with what was lost below it.
    let gave_up_more = had - 0.5 > 0.5 - has;
    let shot = if gave_up_more {
        missed.or(allowed)
    } else {
        allowed.or(missed)
    };
    if let Some(shot) = shot {
        return shot;
    }
    let change = |start: &Position, line: &[Move]| {
        settled(start, line).map_or(0, |end| lead(&end, side) - lead(before, side))
    };
    let men = |count: i32| u8::try_from(count).unwrap_or(u8::MAX);
    let (won, lost) = (change(before, best), -change(&after, refutation));
    if lost > 0 && (won <= 0 || !gave_up_more) {
        Cause::LostMen(men(lost))
    } else if won > 0 {
        Cause::MissedMen(men(won))
    } else {
        Cause::Position
    }
}

/// Returns the first position after a move of the line in which no capture is pending; `None` if the line ends
/// before.
fn settled(start: &Position, line: &[Move]) -> Option<Position> {
    let mut here = *start;
    for mv in line {
        here = here.play(mv).ok()?;
        if !here.must_capture() {
            return Some(here);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::Variant;
    use draughts::notation::{fen, movetext};

    fn line(start: &Position, text: &str) -> Vec<Move> {
        let mut here = *start;
        text.split_whitespace()
            .map(|text| {
                let mv = movetext::read(&here, text).unwrap();
                here = here.play(&mv).unwrap();
                mv
            })
            .collect()
    }

    fn cause_of(position: &str, played: &str, best: &str, refutation: &str, had: f64, has: f64) -> Cause {
        let before = fen::read(Variant::International, position).unwrap();
        let played = movetext::read(&before, played).unwrap();
        let after = before.play(&played).unwrap();
        cause(
            &before,
            &played,
            &line(&before, best),
            &line(&after, refutation),
            had,
            has,
        )
    }

    #[test]
    fn missed_and_allowed_shots() {
        // 28-22 gives a man and takes two back.
        let shot = "W:W28,32,37,38:B17,18,9";
        let missed = cause_of(shot, "38-33", "28-22 17x28 32x12", "18-23", 0.9, 0.5);
        let Cause::MissedShot(found) = missed else {
            panic!("{missed:?}")
        };
        assert_eq!((found.plies, found.men), (3, 1));
        // The same shot, one ply earlier: Black's last move allows it.
        let allowed = cause_of(
            "B:W28,32,37,38:B11,18,9",
            "11-17",
            "18-23",
            "28-22 17x28 32x12",
            0.5,
            0.1,
        );
        assert!(matches!(allowed, Cause::AllowedShot(_)), "{allowed:?}");
    }

    #[test]
    fn lost_and_missed_men() {
        let lost = cause_of("W:W32,38,50:B18,12", "32-28", "32-27", "12-17", 0.5, 0.4);
        assert_eq!(lost, Cause::Position);
        // 28-23 loses a man for nothing.
        let lost = cause_of("W:W28,50:B18,12", "50-44", "28-23 18x29", "18-22 28x8", 0.5, 0.2);
        assert_eq!(lost, Cause::Position);
        let lost = cause_of("W:W33,50:B18,12", "33-28", "33-29", "18-23 28x19", 0.5, 0.2);
        assert_eq!(lost, Cause::Position);
        let lost = cause_of("W:W28,49,50:B17,18,12", "28-23", "28-22 17x28", "18x29", 0.5, 0.1);
        assert_eq!(lost, Cause::LostMen(1));
    }

    #[test]
    fn a_cause_is_proved_by_material() {
        let text = "W:W28,32,33,37,38,39,42,43,48,49:B8,9,12,13,16,18,19,20,24,25";
        let before = fen::read(Variant::International, text).unwrap();
        let played = movetext::read(&before, "28-22").unwrap();
        let refutation = line(&before.play(&played).unwrap(), "18x27 32x21 16x27");
        assert!(Cause::LostMen(1).is_proved(&before, &played, &refutation));
        assert!(!Cause::LostMen(2).is_proved(&before, &played, &refutation));
        assert!(!Cause::MissedMen(1).is_proved(&before, &played, &refutation));
        assert!(!Cause::Position.is_proved(&before, &played, &refutation));
    }
}
