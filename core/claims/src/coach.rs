//! Chooses what a coach says about a move: one claim, the most useful one that is proved, or nothing.
use crate::claim::{Claim, Gain, PlayedMove, end_of, level, others, winner_of};
use crate::value::{Effort, has_king, material};
use draughts::{Move, Position};
use draughts_engine::endgame::Tables;
use draughts_puzzles::{MAN, WIN, can_mine, gaining_line, shot_in};

/// Maximum length of a line that is said, in plies.
const LONGEST: usize = 12;

/// Returns the claim that a coach makes about a legal move just played: a mistake first, then praise, then a threat. `None`
/// if nothing is proved, if the move was the only one, or in a game in which the one who loses all pieces wins.
///
/// A claim found with a short search is made only if it also holds with [`Effort::PROOF`]. Takes about a tenth of a second.
pub fn coach(before: &Position, mv: &Move, tables: Option<&Tables>) -> Option<Claim> {
    let played = PlayedMove { before, mv };
    said(played, tables, [mistake, praise, threat])
}

/// Returns the claim that the move loses material, the game, or a result that tables know; `None` if this is not proved.
pub fn loses(before: &Position, mv: &Move, tables: Option<&Tables>) -> Option<Claim> {
    // That tables know a result now is no loss.
    said(PlayedMove { before, mv }, tables, [loss]).filter(|claim| !matches!(claim, Claim::Known(_)))
}

/// The values of a move by a short search, in centipawns for the side that made it.
struct Looked<'a> {
    played: PlayedMove<'a>,
    after: Position,
    /// The best value before the move, and the value of the move.
    best: i32,
    value: i32,
    /// The material before the move, or after the best exchange if something must be captured.
    level: i32,
}

type Find = fn(&Looked<'_>) -> Option<Claim>;

fn said<const N: usize>(played: PlayedMove<'_>, tables: Option<&Tables>, finds: [Find; N]) -> Option<Claim> {
    let before = played.before;
    if !can_mine(before.variant()) || before.legal_moves().len() < 2 {
        return None;
    }
    let after = played.after();
    if let Some(tables) = tables
        && let Some(known) = by_tables(played, &after, tables)
    {
        return known;
    }
    let looked = Looked {
        played,
        after,
        best: Effort::LOOK.value(before)?,
        value: -Effort::LOOK.value(&after)?,
        level: level(before, Effort::LOOK)?,
    };
    let mut claims = finds.iter().filter_map(|find| find(&looked));
    claims.find(|claim| claim.holds(played, tables, Effort::PROOF))
}

/// Returns `true` if a line is a shot, or if its first side only captures.
fn is_forced(start: &Position, line: &[Move]) -> bool {
    line.iter().step_by(2).all(Move::is_capture) || shot_in(start, line).is_some()
}

/// Returns the claim about a position that the tables know, and `Some(None)` if there is nothing new to say about it.
fn by_tables(played: PlayedMove<'_>, after: &Position, tables: &Tables) -> Option<Option<Claim>> {
    let before = played.before;
    let now = winner_of(after, tables)?;
    let Some(was) = winner_of(before, tables) else {
        return Some(Some(Claim::Known(now)));
    };
    if was == now {
        return Some(None);
    }
    let kept = before.legal_moves().into_iter().find(|other| {
        let after = PlayedMove { before, mv: other }.after();
        winner_of(&after, tables) == Some(was)
    });
    Some(kept.map(|kept| match was {
        Some(_) => Claim::LetsWinGo(kept),
        None => Claim::LetsDrawGo(kept),
    }))
}

fn mistake(looked: &Looked<'_>) -> Option<Claim> {
    loss(looked).or_else(|| miss(looked))
}

fn loss(looked: &Looked<'_>) -> Option<Claim> {
    let Looked {
        after,
        best,
        value,
        level,
        ..
    } = looked;
    if *value <= -WIN {
        return (*best > -WIN).then(|| Claim::LosesGame(line(after)));
    }
    if *value > level - MAN || *value > best - MAN {
        return None;
    }
    gain(after, -level).map(Claim::Loses)
}

fn miss(looked: &Looked<'_>) -> Option<Claim> {
    let before = looked.played.before;
    if looked.best >= WIN {
        return (looked.value < WIN).then(|| Claim::MissesGame(line(before)));
    }
    let base = material(before, before.turn());
    if before.must_capture() || looked.best < base + MAN || looked.value > base {
        return None;
    }
    gain(before, base)
        .filter(|gain| is_forced(before, &gain.line))
        .map(Claim::Misses)
}

fn praise(looked: &Looked<'_>) -> Option<Claim> {
    let Looked { played, after, .. } = looked;
    let from_move = |line: Vec<Move>| [vec![*played.mv], line].concat();
    if looked.value >= WIN {
        return Some(Claim::WinsGame(from_move(line(after))));
    }
    let before = played.before;
    let base = material(before, before.turn());
    if before.must_capture() {
        return None;
    }
    if looked.value >= base + MAN {
        let line = from_move(line(after));
        return counted(before, line, base).map(Claim::Wins);
    }
    // A move that loses as well deserves no praise.
    let loses = |value: Option<i32>| value.is_some_and(|value| value <= looked.level - MAN);
    let is_only = looked.value >= looked.level
        && others(*played, Effort::OTHERS).all(loses)
        && -Effort::PROOF.value(after)? >= looked.level;
    is_only.then_some(Claim::OthersLose)
}

fn threat(looked: &Looked<'_>) -> Option<Claim> {
    let before = looked.played.before;
    if looked.after.must_capture() {
        return None;
    }
    let passed = looked.after.with_turn(before.turn());
    let base = material(&passed, passed.turn());
    let value = Effort::LOOK.value(&passed)?;
    if !(base + MAN..WIN).contains(&value) || looked.best >= base + MAN {
        return None;
    }
    gain(&passed, base)
        .filter(|gain| is_forced(&passed, &gain.line))
        .map(Claim::Threatens)
}

/// Returns a line that wins material for the side to move, and what it wins.
fn gain(position: &Position, from: i32) -> Option<Gain> {
    counted(position, line(position), from)
}

fn counted(start: &Position, line: Vec<Move>, from: i32) -> Option<Gain> {
    let end = end_of(start, &line)?;
    let won = material(&end, start.turn()) - from;
    let men = u8::try_from(won / MAN).ok().filter(|men| *men > 0)?;
    let men = (!has_king(start) && !has_king(&end)).then_some(men);
    Some(Gain { men, line })
}

/// Returns the best line of the side to move, up to the end of its gain.
fn line(position: &Position) -> Vec<Move> {
    gaining_line(position, Effort::LOOK.depth, 4 * Effort::LOOK.nodes, LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;
    use draughts::notation::{fen, movetext};
    use draughts::{Side, Variant};
    use draughts_engine::EngineAssets;

    fn said_of(position: &str, mv: &str) -> Option<Claim> {
        let before = fen::read(Variant::International, position).unwrap();
        let mv = movetext::read(&before, mv).unwrap();
        let tables = EngineAssets::bundled().bundled_tables(Variant::International);
        coach(&before, &mv, tables.as_deref())
    }

    #[test]
    fn a_shot_is_praised_and_a_missed_one_is_shown() {
        // 28-22 gives a man and takes two back.
        let text = "W:W28,32,37,38,45,46,47:B17,18,9,1,2,6";
        let Some(Claim::Wins(gain)) = said_of(text, "28-22") else {
            panic!("{:?}", said_of(text, "28-22"))
        };
        assert_eq!((gain.men, gain.line.len()), (Some(1), 3), "{gain:?}");
        let Some(Claim::Misses(missed)) = said_of(text, "47-42") else {
            panic!("{:?}", said_of(text, "47-42"))
        };
        assert_eq!(missed, gain);
    }

    #[test]
    fn a_move_that_loses_a_man_is_refuted_and_one_that_protects_it_is_not() {
        let text = "W:W28,32,33,37,38,39,42,43,48,49:B8,9,12,13,16,18,19,20,24,25";
        let Some(Claim::Loses(gain)) = said_of(text, "28-22") else {
            panic!("{:?}", said_of(text, "28-22"))
        };
        assert_eq!((gain.men, gain.line.len()), (Some(1), 3), "{gain:?}");
        // 28 is attacked: whatever does not protect it loses it.
        let attacked = "W:W28,32,43,48:B12,17,9,4";
        let before = fen::read(Variant::International, attacked).unwrap();
        let claims: Vec<_> = before
            .legal_moves()
            .iter()
            .map(|mv| coach(&before, mv, None))
            .collect();
        assert!(
            claims
                .iter()
                .all(|claim| !matches!(claim, Some(Claim::LosesGame(_)))),
            "{claims:?}"
        );
    }

    #[test]
    fn a_move_into_a_known_ending_is_no_loss() {
        let before = fen::read(Variant::International, "B:W21:B1,2,6,8,9,13,K16,29,42").unwrap();
        let mv = movetext::read(&before, "16x27").unwrap();
        let tables = EngineAssets::bundled().bundled_tables(Variant::International);
        let ended = "W:WK10:B3,16,K30,37";
        let capture = fen::read(Variant::International, ended).unwrap();
        let taken = movetext::read(&capture, "10x41").unwrap();
        assert_eq!(
            coach(&capture, &taken, tables.as_deref()),
            Some(Claim::Known(None))
        );
        assert_eq!(loses(&capture, &taken, tables.as_deref()), None);
        assert_eq!(loses(&before, &mv, tables.as_deref()), None);
    }

    #[test]
    fn tables_say_who_wins_and_what_kept_it() {
        // A king against a man on its way.
        let text = "W:WK46:B40";
        let before = fen::read(Variant::International, text).unwrap();
        for mv in before.legal_moves() {
            let tables = EngineAssets::bundled()
                .bundled_tables(Variant::International)
                .unwrap();
            match coach(&before, &mv, Some(&tables)) {
                None => {}
                Some(Claim::LetsWinGo(kept)) => assert_ne!(kept, mv),
                Some(other) => panic!("{other:?}"),
            }
        }
        let known = said_of("W:W12,K46:BK5,13,30,40", "12-7");
        assert!(
            !matches!(known, Some(Claim::Known(Some(Side::White)))),
            "{known:?}"
        );
    }
}
