//! Endings to train, against the best defence that the tables know: without end, each from a seed, its truth known at
//! every move. Knows no words and keeps no score.
use super::judge::best_move;
use super::{Thinker, Unthought};
use crate::endgame::{Tables, Value, at_hand, shipped};
use crate::notation::path;
use crate::{DrawCount, Game, Lot, Move, Piece, Position, Role, Setup, Side, Variant};
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
    /// A search has to be done first.
    #[error("{0}")]
    Unthought(#[from] Unthought),
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
    pub value: Truth,
    /// The learner's moves that count, to be sent again with the next behind them.
    pub kept: Vec<Vec<u8>>,
    /// A slip that would have won, had a draw rule not come first.
    pub too_slow: bool,
    /// After a slip: the moves that would have kept the win or the draw.
    pub better: Vec<Move>,
}

/// What a position of an ending is worth to the learner, who has the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Truth {
    /// By the pieces alone, and by the draw rules as far as the tables know how far the end is.
    pub value: Value,
    /// The pieces could win or lose, but a draw rule comes first.
    pub by_rule: bool,
    /// The draw rule that is counting and ends soonest.
    pub count: Option<DrawCount>,
}

impl Truth {
    fn of(tables: &Tables, game: &Game) -> Truth {
        let value = tables.probe(game.position()).unwrap_or(Value::Draw);
        let in_time = in_time(value, left(game));
        Truth {
            value: in_time,
            by_rule: in_time != value,
            count: game.counts().first().copied(),
        }
    }

    const fn plain(value: Value) -> Truth {
        Truth {
            value,
            by_rule: false,
            count: None,
        }
    }
}

/// Plies that are left before a draw rule ends a game of kings alone; none where no rule is counting. With men, a
/// promotion or a capture would begin the count anew.
fn left(game: &Game) -> Option<u16> {
    let men = [Side::White, Side::Black].map(|side| game.position().count(side).0);
    let counts = if men == [0, 0] { game.counts() } else { Vec::new() };
    counts
        .iter()
        .map(|count| count.of_plies.saturating_sub(count.plies))
        .min()
}

/// A win or a loss that takes longer than a draw rule allows is a draw.
fn in_time(value: Value, left: Option<u16>) -> Value {
    match (value, left) {
        (Value::Win(Some(plies)) | Value::Loss(Some(plies)), Some(left)) if plies > left => Value::Draw,
        _ => value,
    }
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
    at_hand(position.variant())?.probe(position)
}

/// The ending of this kind and seed, with its worth. Some move lets it go, four kings against one excepted.
///
/// # Errors
/// No such kind, or no tables.
pub fn ending(variant: Variant, key: &str, seed: u64) -> Result<(Position, Truth), EndingError> {
    let (kind, tables) = find(variant, key)?;
    // A seed is the same ending whatever has been built here.
    let everywhere = shipped(variant).ok_or(EndingError::NoTables)?;
    let mut lot = Lot::new(seed);
    for _ in 0..TRIES {
        if let Some(found) = try_ending(variant, kind, everywhere, &mut lot) {
            let truth = Truth::of(tables, &Game::from_position(found));
            return Ok((found, truth));
        }
    }
    // Every kind comes up within a thousand tries.
    Err(EndingError::NoTables)
}

fn find(variant: Variant, key: &str) -> Result<(&'static EndingKind, &'static Tables), EndingError> {
    let kind = ending_kinds(variant).iter().find(|kind| kind.key == key);
    let kind = kind.ok_or_else(|| EndingError::Unknown(key.to_owned()))?;
    Ok((kind, at_hand(variant).ok_or(EndingError::NoTables)?))
}

fn try_ending(variant: Variant, kind: &EndingKind, tables: &Tables, lot: &mut Lot) -> Option<Position> {
    let mut squares: Vec<_> = variant.start().all_squares().collect();
    lot.shuffle(&mut squares);
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
    let left = left(&Game::from_position(position));
    let wanted = match in_time(tables.probe(&position)?, left) {
        Value::Win(_) => kind.win,
        Value::Draw => !kind.win,
        Value::Loss(_) => false,
    };
    let slips = position
        .legal_moves()
        .iter()
        .any(|mv| !keeps(tables, &position, mv, kind, left));
    (wanted && (slips || kind.ours.1 == 4)).then_some(position)
}

/// The worth of a move to the side that makes it, with so many plies left to a draw by rule.
fn after(tables: &Tables, position: &Position, mv: &Move, left: Option<u16>) -> Option<Value> {
    let mut next = *position;
    next.play_unchecked(mv);
    if !next.can_move() {
        return Some(Value::Win(Some(1)));
    }
    // A capture begins the count anew.
    Some(in_time(
        tables.probe(&next)?.before_the_move(),
        left.filter(|_| !mv.is_capture()),
    ))
}

/// Whether a move of the learner keeps the win, or the draw.
fn keeps(tables: &Tables, position: &Position, mv: &Move, kind: &EndingKind, left: Option<u16>) -> bool {
    match after(tables, position, mv, left) {
        Some(Value::Win(_)) => true,
        Some(Value::Draw) => !kind.win,
        Some(Value::Loss(_)) => false,
        // Out of the tables by promotion or capture cannot be: fewer pieces have tables too.
        None => true,
    }
}

/// The best defence: the best result, then the longest fight, then the answer to which the learner has fewest good ones.
fn defence(tables: &Tables, game: &Game, kind: &EndingKind) -> Option<Move> {
    let (position, left) = (game.position(), left(game));
    let hardship = |mv: &Move| {
        let mut next = *position;
        next.play_unchecked(mv);
        let good = next
            .legal_moves()
            .iter()
            .filter(|ours| keeps(tables, &next, ours, kind, left.map(|left| left.saturating_sub(1))))
            .count();
        let rank = match after(tables, position, mv, left) {
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
        if let Some(reply) = defence(tables, &game, kind) {
            game.play(&reply).map_err(|_| EndingError::Over)?;
        }
    }
    let (before, left) = (*game.position(), left(&game));
    let worth = Truth::of(tables, &game);
    let mv = path::read(&before, newest)?;
    game.play(&mv).map_err(|_| EndingError::Over)?;
    let mut judgement = EndingJudgement {
        verdict: EndingVerdict::GoOn,
        before,
        played: vec![mv],
        position: before,
        value: worth,
        kept: earlier.to_vec(),
        too_slow: false,
        better: Vec::new(),
    };
    let reply = match game.outcome() {
        None => defence(tables, &game, kind),
        Some(_) => None,
    };
    if let Some(reply) = reply {
        game.play(&reply).map_err(|_| EndingError::Over)?;
        judgement.played.push(reply);
    }
    if !keeps(tables, &before, &mv, kind, left) {
        let legal = before.legal_moves().into_iter();
        judgement.better = legal
            .filter(|mv| keeps(tables, &before, mv, kind, left))
            .collect();
        judgement.too_slow = keeps(tables, &before, &mv, kind, None);
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
        Some(Some(Side::White)) => Truth::plain(Value::Win(Some(0))),
        Some(Some(Side::Black)) => Truth::plain(Value::Loss(Some(0))),
        // A draw by rule.
        Some(None) if judgement.verdict == EndingVerdict::Done => Truth::plain(Value::Draw),
        // An ending that begins again.
        Some(None) => Truth::of(tables, &Game::from_position(start)),
        None => Truth::of(tables, &game),
    };
    Ok(judgement)
}

/// A move that keeps what there is: the fastest win where the tables know how far it is, else the one that a search
/// likes among those that keep it.
///
/// # Errors
/// No such ending, the moves so far are not legal, or the search is not done yet.
pub fn ending_hint(
    variant: Variant,
    key: &str,
    seed: u64,
    kept: &[Vec<u8>],
    thinker: &dyn Thinker,
) -> Result<Option<Move>, EndingError> {
    let (kind, tables) = find(variant, key)?;
    let mut game = Game::from_position(ending(variant, key, seed)?.0);
    for path in kept {
        let mv = path::read(game.position(), path)?;
        game.play(&mv).map_err(|_| EndingError::Over)?;
        if let Some(reply) = defence(tables, &game, kind) {
            game.play(&reply).map_err(|_| EndingError::Over)?;
        }
    }
    let (position, left) = (*game.position(), left(&game));
    let mut good = position.legal_moves();
    good.retain(|mv| keeps(tables, &position, mv, kind, left));
    let distance = |mv: &Move| match after(tables, &position, mv, left) {
        Some(Value::Win(Some(plies))) => plies,
        _ => u16::MAX,
    };
    let fastest = good.iter().min_by_key(|mv| distance(mv)).copied();
    Ok(match fastest {
        Some(mv) if distance(&mv) < u16::MAX => Some(mv),
        None => None,
        other => best_move(&game, thinker)?
            .filter(|mv| good.contains(mv))
            .or(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::Engine;

    /// Plays an ending with the hints; the verdict it ends with and how many moves it took.
    fn play(key: &str, seed: u64) -> (EndingVerdict, usize) {
        let mut kept = Vec::new();
        for moves in 1..60 {
            let mv = ending_hint(Variant::International, key, seed, &kept, &Engine)
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
                let (position, worth) = ending(Variant::International, kind.key, seed).expect("a kind");
                let value = worth.value;
                assert_eq!(position.count(Side::White), kind.ours);
                assert_eq!(position.count(Side::Black), kind.theirs);
                assert_eq!(truth(&position), Some(value));
                assert_eq!(matches!(value, Value::Win(_)), kind.win, "{}", kind.key);
                let (verdict, moves) = play(kind.key, seed);
                println!("{} {seed}: {verdict:?} after {moves}", kind.key);
                assert_ne!(verdict, EndingVerdict::LetGo, "{} {seed}", kind.key);
                // Where the tables know how far the end is, no draw rule comes first.
                let pieces = kind.ours.0 + kind.ours.1 + kind.theirs.0 + kind.theirs.1;
                assert!(
                    verdict != EndingVerdict::TooLate || pieces > 3,
                    "{} {seed}",
                    kind.key
                );
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
                .find(|mv| !keeps(tables, &position, mv, kind, None))
                .expect("some move lets it go");
            let paths = vec![vec![slip.origin().number(), slip.target().number()]];
            let judged = judge_ending(Variant::International, key, 3, &paths).expect("a move");
            assert_eq!(judged.verdict, EndingVerdict::LetGo, "{key}");
            assert_eq!((judged.position, judged.kept.len()), (position, 0));
            assert!(!judged.better.is_empty() && !judged.better.contains(&slip));
        }
    }

    #[test]
    fn a_win_that_comes_after_the_draw_rule_is_a_draw() {
        let tables = shipped(Variant::International).expect("tables");
        let (kind, _) = find(Variant::International, "two-kings-trap").expect("a kind");
        // A won position whose shortest win takes some moves, after moves to and fro that use up the count.
        let (start, plies) = (0..)
            .find_map(
                |seed| match ending(Variant::International, kind.key, seed).expect("a kind") {
                    (
                        position,
                        Truth {
                            value: Value::Win(Some(plies)),
                            ..
                        },
                    ) if plies >= 5 => Some((position, plies)),
                    _ => None,
                },
            )
            .expect("found");
        let mut game = Game::from_position(start);
        let before = Truth::of(tables, &game);
        assert_eq!((before.value, before.by_rule), (Value::Win(Some(plies)), false));
        assert_eq!(before.count.map(|count| count.of_plies), Some(10));
        let mut late = None;
        while game.outcome().is_none() && late.is_none() {
            // The slowest of the moves that win by the pieces alone.
            let position = *game.position();
            let slow = position
                .legal_moves()
                .into_iter()
                .filter_map(|mv| match after(tables, &position, &mv, None)? {
                    Value::Win(Some(plies)) => Some((plies, mv)),
                    _ => None,
                })
                .max_by_key(|(plies, _)| *plies);
            let Some((plies, mv)) = slow else { break };
            let here = left(&game);
            if here.is_some_and(|left| plies > left) {
                assert!(!keeps(tables, &position, &mv, kind, here));
                game.play(&mv).expect("legal");
                if game.outcome().is_none() {
                    late = Some(plies);
                }
            } else {
                game.play(&mv).expect("legal");
            }
            if let Some(reply) = defence(tables, &game, kind) {
                game.play(&reply).expect("legal");
            }
        }
        assert!(late.is_some());
        let truth = Truth::of(tables, &game);
        assert!(truth.by_rule && truth.value == Value::Draw || game.outcome().is_some());
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
