//! Endings to train, against the best defence that the tables know: without end, each from a seed, its truth known at
//! every move. Knows no words and keeps no score.
use super::drill::Dice;
use super::judge::best_move;
use crate::endgame::{Tables, Value, shipped};
use crate::notation::path;
use crate::{Game, Move, Piece, Position, Role, Setup, Side, Variant};
use std::cmp::Reverse;

/// A kind of ending. The learner plays White and has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndingKind {
    /// A word: "four-kings".
    pub key: &'static str,
    /// The learner's men and kings.
    pub ours: (u8, u8),
    /// The other side's men and kings.
    pub theirs: (u8, u8),
    /// Whether the learner is to win; otherwise he is to hold the draw.
    pub win: bool,
}

const fn kind(key: &'static str, ours: (u8, u8), theirs: (u8, u8), win: bool) -> EndingKind {
    EndingKind {
        key,
        ours,
        theirs,
        win,
    }
}

/// The technique first, then the traps to set and to avoid, then the men.
const KINDS: [EndingKind; 8] = [
    kind("four-kings", (0, 4), (0, 1), true),
    kind("two-kings-trap", (0, 2), (0, 1), true),
    kind("two-kings-hold", (0, 1), (0, 2), false),
    kind("three-kings-trap", (0, 3), (0, 1), true),
    kind("three-kings-hold", (0, 1), (0, 3), false),
    kind("opposition", (1, 0), (1, 0), true),
    kind("king-man", (0, 1), (1, 0), true),
    kind("man-king", (1, 0), (0, 1), false),
];

/// Moves after which a draw that was held counts as held, where no draw rule ends the game before.
const HELD: usize = 12;
/// Positions tried for a seed; the rarest kind comes up once in some hundreds.
const TRIES: usize = 200_000;

/// Why an ending cannot be trained.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EndingError {
    /// No kind has this word.
    #[error("no ending is called {0:?}")]
    Unknown(String),
    /// The game has no tables, or they have not come yet.
    #[error("the endgame tables are not here")]
    NoTables,
    /// The newest move cannot be played.
    #[error("{0}")]
    Path(#[from] path::PathError),
    /// The game is over.
    #[error("the game is over")]
    Over,
}

/// How the newest move is judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndingVerdict {
    /// It keeps what there is.
    GoOn,
    /// The game is won, or the draw held.
    Done,
    /// A win was let go, or a draw.
    LetGo,
    /// A draw rule ended the game before the win.
    TooLate,
}

/// The judgement of the newest move.
#[derive(Clone, Debug)]
pub struct EndingJudgement {
    /// How it is judged.
    pub verdict: EndingVerdict,
    /// Where it was played.
    pub before: Position,
    /// The move, and the answer to it.
    pub played: Vec<Move>,
    /// Where the learner goes on: after the answer, or after a slip where it was made.
    pub position: Position,
    /// What that is worth to the learner.
    pub value: Value,
    /// The learner's moves that count, to be sent again with the next behind them.
    pub kept: Vec<Vec<u8>>,
    /// After a slip: the moves that would have kept the win or the draw.
    pub better: Vec<Move>,
}

/// Every kind of ending of a game; none without tables.
pub fn ending_kinds(variant: Variant) -> &'static [EndingKind] {
    match variant {
        Variant::International => &KINDS,
        _ => &[],
    }
}

/// The worth of a position to the side to move, where a table knows it.
pub fn truth(position: &Position) -> Option<Value> {
    shipped(position.variant())?.probe(position)
}

/// The ending of this kind and seed, with its worth. Some move lets it go, four kings against one excepted.
///
/// # Errors
/// No such kind, or no tables.
pub fn ending(variant: Variant, key: &str, seed: u64) -> Result<(Position, Value), EndingError> {
    let (kind, tables) = find(variant, key)?;
    let mut dice = Dice::new(seed);
    for _ in 0..TRIES {
        if let Some(found) = try_ending(variant, kind, tables, &mut dice) {
            return Ok(found);
        }
    }
    // Every kind comes up within a thousand tries.
    Err(EndingError::NoTables)
}

fn find(variant: Variant, key: &str) -> Result<(&'static EndingKind, &'static Tables), EndingError> {
    let kind = ending_kinds(variant).iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(|| EndingError::Unknown(key.to_owned()))?;
    Ok((kind, shipped(variant).ok_or(EndingError::NoTables)?))
}

fn try_ending(
    variant: Variant,
    kind: &EndingKind,
    tables: &Tables,
    dice: &mut Dice,
) -> Option<(Position, Value)> {
    let mut squares: Vec<_> = variant.start().all_squares().collect();
    dice.shuffle(&mut squares);
    let mut setup = Setup::empty(Side::White);
    let mut free = squares.into_iter();
    for (side, (men, kings)) in [(Side::White, kind.ours), (Side::Black, kind.theirs)] {
        for number in 0..men + kings {
            let role = if number < men { Role::Man } else { Role::King };
            setup.put(free.next()?, Piece { side, role });
        }
    }
    let position = Position::from_setup(variant, &setup).ok()?;
    // Quiet on both sides: nothing that a capture settles at once.
    let threatened = position.with_turn(Side::Black).must_capture();
    if !position.can_move() || position.must_capture() || threatened {
        return None;
    }
    let value = tables.probe(&position)?;
    let wanted = match value {
        Value::Win(_) => kind.win,
        Value::Draw => !kind.win,
        Value::Loss(_) => false,
    };
    let slips = position
        .legal_moves()
        .iter()
        .any(|mv| !keeps(tables, &position, mv, kind));
    (wanted && (slips || kind.ours.1 == 4)).then_some((position, value))
}

/// The value of the position after a move, for the side that made it.
fn after(tables: &Tables, position: &Position, mv: &Move) -> Option<Value> {
    let mut next = *position;
    next.play_unchecked(mv);
    if !next.can_move() {
        return Some(Value::Win(Some(1)));
    }
    Some(tables.probe(&next)?.before_the_move())
}

/// Whether a move of the learner keeps the win, or the draw.
fn keeps(tables: &Tables, position: &Position, mv: &Move, kind: &EndingKind) -> bool {
    match after(tables, position, mv) {
        Some(Value::Win(_)) => true,
        Some(Value::Draw) => !kind.win,
        Some(Value::Loss(_)) => false,
        // Out of the tables by promotion or capture cannot be: fewer pieces have tables too.
        None => true,
    }
}

/// The best defence: the best result, then the longest fight, then the answer to which the learner has fewest good ones.
fn defence(tables: &Tables, position: &Position, kind: &EndingKind) -> Option<Move> {
    let hardship = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        let good = next
            .legal_moves()
            .iter()
            .filter(|ours| keeps(tables, &next, ours, kind))
            .count();
        let rank = match after(tables, position, mv) {
            Some(Value::Win(plies)) => (2, Reverse(plies.unwrap_or(0))),
            Some(Value::Draw) | None => (1, Reverse(0)),
            // The reverse of the reverse: the longest fight first.
            Some(Value::Loss(plies)) => (0, Reverse(u16::MAX - plies.unwrap_or(0))),
        };
        (rank, Reverse(good))
    };
    position.legal_moves().into_iter().max_by_key(hardship)
}

/// Judges the newest of the learner's moves.
///
/// # Errors
/// No such ending, or the newest path is no legal move.
pub fn judge_ending(
    variant: Variant,
    key: &str,
    seed: u64,
    paths: &[Vec<u8>],
) -> Result<EndingJudgement, EndingError> {
    let (kind, tables) = find(variant, key)?;
    let (start, _) = ending(variant, key, seed)?;
    let (newest, earlier) = paths.split_last().ok_or(EndingError::Over)?;
    let mut game = Game::from_position(start);
    for path in earlier {
        let mv = path::read(game.position(), path)?;
        game.play(&mv).map_err(|_| EndingError::Over)?;
        if let Some(reply) = defence(tables, game.position(), kind) {
            game.play(&reply).map_err(|_| EndingError::Over)?;
        }
    }
    let before = *game.position();
    let mv = path::read(&before, newest)?;
    game.play(&mv).map_err(|_| EndingError::Over)?;
    let mut judgement = EndingJudgement {
        verdict: EndingVerdict::GoOn,
        before,
        played: vec![mv],
        position: before,
        value: tables.probe(&before).unwrap_or(Value::Draw),
        kept: earlier.to_vec(),
        better: Vec::new(),
    };
    let reply = match game.outcome() {
        None => defence(tables, game.position(), kind),
        Some(_) => None,
    };
    if let Some(reply) = reply {
        game.play(&reply).map_err(|_| EndingError::Over)?;
        judgement.played.push(reply);
    }
    if !keeps(tables, &before, &mv, kind) {
        let legal = before.legal_moves().into_iter();
        judgement.better = legal.filter(|mv| keeps(tables, &before, mv, kind)).collect();
        judgement.verdict = EndingVerdict::LetGo;
        return Ok(judgement);
    }
    judgement.kept.push(newest.clone());
    judgement.position = *game.position();
    let winner = game.outcome().map(|outcome| outcome.winner);
    judgement.verdict = match winner {
        Some(Some(Side::White)) => EndingVerdict::Done,
        Some(Some(Side::Black)) => EndingVerdict::LetGo,
        Some(None) if kind.win => EndingVerdict::TooLate,
        Some(None) => EndingVerdict::Done,
        None if !kind.win && paths.len() >= HELD => EndingVerdict::Done,
        None => EndingVerdict::GoOn,
    };
    if judgement.verdict == EndingVerdict::TooLate {
        // There is nothing to go on with: the ending begins again.
        judgement.position = start;
        judgement.kept.clear();
    }
    judgement.value = match winner {
        Some(Some(Side::White)) => Value::Win(Some(0)),
        Some(Some(Side::Black)) => Value::Loss(Some(0)),
        // A draw by rule, or an ending that begins again.
        _ => tables.probe(&judgement.position).unwrap_or(Value::Draw),
    };
    Ok(judgement)
}

/// A move that keeps what there is: the fastest win where the tables know how far it is, else the one that a search
/// likes among those that keep it.
///
/// # Errors
/// No such ending, or the moves so far are not legal.
pub fn ending_hint(
    variant: Variant,
    key: &str,
    seed: u64,
    kept: &[Vec<u8>],
) -> Result<Option<Move>, EndingError> {
    let (kind, tables) = find(variant, key)?;
    let mut game = Game::from_position(ending(variant, key, seed)?.0);
    for path in kept {
        let mv = path::read(game.position(), path)?;
        game.play(&mv).map_err(|_| EndingError::Over)?;
        if let Some(reply) = defence(tables, game.position(), kind) {
            game.play(&reply).map_err(|_| EndingError::Over)?;
        }
    }
    let position = *game.position();
    let mut good = position.legal_moves();
    good.retain(|mv| keeps(tables, &position, mv, kind));
    let distance = |mv: &Move| match after(tables, &position, mv) {
        Some(Value::Win(Some(plies))) => plies,
        _ => u16::MAX,
    };
    let fastest = good.iter().min_by_key(|mv| distance(mv)).copied();
    Ok(match fastest {
        Some(mv) if distance(&mv) < u16::MAX => Some(mv),
        other => best_move(&game).filter(|mv| good.contains(mv)).or(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays an ending with the hints; the verdict it ends with and how many moves it took.
    fn play(key: &str, seed: u64) -> (EndingVerdict, usize) {
        let mut kept = Vec::new();
        for moves in 1..60 {
            let mv = ending_hint(Variant::International, key, seed, &kept)
                .expect("a kind")
                .expect("a move that keeps it");
            let mut paths = kept.clone();
            paths.push(vec![mv.origin().number(), mv.target().number()]);
            let judged = match judge_ending(Variant::International, key, seed, &paths) {
                Err(EndingError::Path(_)) => {
                    // Two captures share the ends: named by every landing.
                    let position = kept_position(key, seed, &kept);
                    let route = position.route(&mv);
                    *paths.last_mut().expect("pushed") = route.iter().map(|square| square.number()).collect();
                    judge_ending(Variant::International, key, seed, &paths).expect("a route")
                }
                other => other.expect("a move"),
            };
            if judged.verdict != EndingVerdict::GoOn {
                return (judged.verdict, moves);
            }
            kept = judged.kept;
        }
        (EndingVerdict::GoOn, 60)
    }

    fn kept_position(key: &str, seed: u64, kept: &[Vec<u8>]) -> Position {
        let last = judge_ending(Variant::International, key, seed, kept);
        last.map_or_else(
            |_| ending(Variant::International, key, seed).expect("a kind").0,
            |judged| judged.position,
        )
    }

    #[test]
    fn every_kind_has_positions_of_its_truth_and_can_be_played_to_its_end() {
        for kind in ending_kinds(Variant::International) {
            let mut done = 0;
            for seed in 0..6 {
                let (position, value) = ending(Variant::International, kind.key, seed).expect("a kind");
                assert_eq!(position.count(Side::White), kind.ours);
                assert_eq!(position.count(Side::Black), kind.theirs);
                assert_eq!(truth(&position), Some(value));
                assert_eq!(matches!(value, Value::Win(_)), kind.win, "{}", kind.key);
                let (verdict, moves) = play(kind.key, seed);
                println!("{} {seed}: {verdict:?} after {moves}", kind.key);
                assert_ne!(verdict, EndingVerdict::LetGo, "{} {seed}", kind.key);
                done += usize::from(verdict == EndingVerdict::Done);
            }
            // The technique of four kings takes its time where only results are known.
            assert!(
                done >= if kind.ours.1 == 4 { 1 } else { 4 },
                "{}: {done} of 6",
                kind.key
            );
        }
    }

    #[test]
    fn a_win_let_go_is_said_with_the_moves_that_kept_it() {
        for key in [
            "two-kings-trap",
            "three-kings-trap",
            "opposition",
            "king-man",
            "man-king",
            "two-kings-hold",
        ] {
            let (position, _) = ending(Variant::International, key, 3).expect("a kind");
            let (kind, tables) = find(Variant::International, key).expect("a kind");
            let slip = position
                .legal_moves()
                .into_iter()
                .find(|mv| !keeps(tables, &position, mv, kind))
                .expect("some move lets it go");
            let paths = vec![vec![slip.origin().number(), slip.target().number()]];
            let judged = judge_ending(Variant::International, key, 3, &paths).expect("a move");
            assert_eq!(judged.verdict, EndingVerdict::LetGo, "{key}");
            assert_eq!((judged.position, judged.kept.len()), (position, 0));
            assert!(!judged.better.is_empty() && !judged.better.contains(&slip));
        }
    }

    #[test]
    fn what_is_no_ending_is_refused() {
        let of =
            |key: &str, paths: &[Vec<u8>]| judge_ending(Variant::International, key, 1, paths).map(|_| ());
        assert_eq!(
            of("nine-kings", &[]),
            Err(EndingError::Unknown("nine-kings".into()))
        );
        assert_eq!(of("four-kings", &[]), Err(EndingError::Over));
        assert!(matches!(
            of("four-kings", &[vec![1, 1]]),
            Err(EndingError::Path(_))
        ));
        assert!(ending_kinds(Variant::Turkish).is_empty());
    }
}
