use super::*;
use crate::LocalSearch;
use std::sync::LazyLock;

static ASSETS: LazyLock<EngineAssets> = LazyLock::new(EngineAssets::bundled);

/// Plays an ending with the hints; returns the final verdict and the number of moves.
fn play(variant: Variant, key: &str, seed: u64) -> (EndingVerdict, usize) {
    let mut kept = Vec::new();
    for moves in 1..60 {
        let mv = ending_hint(variant, key, seed, &kept, &LocalSearch(ASSETS.clone()), &ASSETS)
            .expect("a kind")
            .expect("a move that preserves it");
        let mut paths = kept.clone();
        paths.push(vec![mv.origin().number(), mv.target().number()]);
        let judged = match judge_ending(variant, key, seed, &paths, &ASSETS) {
            Err(EndingError::Path(_)) => {
                // Two captures share origin and target, so the path names every landing square.
                let position = kept_position(variant, key, seed, &kept);
                let route = position.route(&mv);
                *paths.last_mut().expect("pushed") = route.iter().map(|square| square.number()).collect();
                judge_ending(variant, key, seed, &paths, &ASSETS).expect("a route")
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

fn kept_position(variant: Variant, key: &str, seed: u64, kept: &[Vec<u8>]) -> Position {
    let last = judge_ending(variant, key, seed, kept, &ASSETS);
    last.map_or_else(
        |_| ending(variant, key, seed, &ASSETS).expect("a kind").0,
        |judged| judged.position,
    )
}

#[test]
fn every_kind_has_the_right_value_and_can_be_played_out() {
    std::thread::scope(|scope| {
        for variant in Variant::ALL {
            for kind in ending_kinds(variant) {
                scope.spawn(move || play_out_six(variant, kind));
            }
        }
    });
}

fn play_out_six(variant: Variant, kind: &EndingKind) {
    let mut done = 0;
    for seed in 0..6 {
        let (position, worth) = ending(variant, kind.key, seed, &ASSETS).expect("a kind");
        let value = worth.value;
        let counts = (position.count(Side::White), position.count(Side::Black));
        assert!(counts == (kind.ours, kind.theirs) || kind.others.contains(&counts));
        assert_eq!(truth(&position, &ASSETS), Some(value));
        assert_eq!(matches!(value, Value::Win(_)), kind.win, "{}", kind.key);
        let (verdict, moves) = play(variant, kind.key, seed);
        println!("{variant} {} {seed}: {verdict:?} after {moves}", kind.key);
        assert_ne!(verdict, EndingVerdict::LetGo, "{} {seed}", kind.key);
        // If the tables know the distance to the end, no draw rule comes first.
        let ((our_men, our_kings), (their_men, their_kings)) = counts;
        let pieces = our_men + our_kings + their_men + their_kings;
        assert!(
            verdict != EndingVerdict::TooLate || pieces > 3,
            "{} {seed}",
            kind.key
        );
        done += usize::from(verdict == EndingVerdict::Done);
    }
    // Four kings need many moves if only results are known.
    assert!(
        done >= if kind.ours.1 == 4 { 1 } else { 4 },
        "{}: {done} of 6",
        kind.key
    );
}

#[test]
fn hundreds_of_endings_have_exactly_one_right_move() {
    let tables = ASSETS.bundled_tables(Variant::International).expect("tables");
    for (key, wanted) in [("one-move-wins", 400), ("one-move-holds", 300)] {
        let (kind, _) = find(Variant::International, key, &ASSETS).expect("a kind");
        let mut different = std::collections::HashSet::new();
        let mut counts = std::collections::HashSet::new();
        // Some seeds give the same ending.
        for seed in 0..wanted + wanted / 10 {
            let (position, worth) = ending(Variant::International, key, seed, &ASSETS).expect("a kind");
            assert_eq!(matches!(worth.value, Value::Win(_)), kind.win);
            let moves = position.legal_moves();
            let good = moves
                .iter()
                .filter(|mv| preserves(&tables, &position, mv, kind, None));
            assert_eq!(good.count(), 1, "{key} {seed}");
            assert!(moves.len() >= CHOICES);
            different.insert(position.hash());
            counts.insert((position.count(Side::White), position.count(Side::Black)));
        }
        assert!(different.len() as u64 >= wanted, "{key}: {}", different.len());
        assert!(counts.len() > kind.others.len() / 2, "{key}: {counts:?}");
    }
}

#[test]
fn a_lost_win_lists_the_moves_that_preserved_it() {
    for key in [
        "two-kings-trap",
        "three-kings-trap",
        "opposition",
        "king-man",
        "man-king",
        "two-kings-hold",
    ] {
        let (position, _) = ending(Variant::International, key, 3, &ASSETS).expect("a kind");
        let (kind, tables) = find(Variant::International, key, &ASSETS).expect("a kind");
        let slip = position
            .legal_moves()
            .into_iter()
            .find(|mv| !preserves(&tables, &position, mv, kind, None))
            .expect("some move spoils it");
        let paths = vec![vec![slip.origin().number(), slip.target().number()]];
        let judged = judge_ending(Variant::International, key, 3, &paths, &ASSETS).expect("a move");
        assert_eq!(judged.verdict, EndingVerdict::LetGo, "{key}");
        assert_eq!((judged.position, judged.kept.len()), (position, 0));
        assert!(!judged.better.is_empty() && !judged.better.contains(&slip));
    }
}

#[test]
fn a_win_after_the_draw_rule_is_a_draw() {
    let tables = ASSETS.bundled_tables(Variant::International).expect("tables");
    let (kind, _) = find(Variant::International, "two-kings-trap", &ASSETS).expect("a kind");
    // A won position whose shortest win takes some moves, after moves that use up the draw count.
    let (start, plies) = (0..)
        .find_map(
            |seed| match ending(Variant::International, kind.key, seed, &ASSETS).expect("a kind") {
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
    let before = Truth::of(&tables, &game);
    assert_eq!((before.value, before.by_rule), (Value::Win(Some(plies)), false));
    assert_eq!(before.count.map(|count| count.of_plies), Some(10));
    let mut late = None;
    while game.outcome().is_none() && late.is_none() {
        // The slowest of the moves that win by the tables alone.
        let position = *game.position();
        let slow = position
            .legal_moves()
            .into_iter()
            .filter_map(|mv| match after(&tables, &position, &mv, None)? {
                Value::Win(Some(plies)) => Some((plies, mv)),
                _ => None,
            })
            .max_by_key(|(plies, _)| *plies);
        let Some((plies, mv)) = slow else { break };
        let here = left(&game);
        if here.is_some_and(|left| plies > left) {
            assert!(!preserves(&tables, &position, &mv, kind, here));
            game.play(&mv).expect("legal");
            if game.outcome().is_none() {
                late = Some(plies);
            }
        } else {
            game.play(&mv).expect("legal");
        }
        if let Some(reply) = defence(&tables, &game, kind) {
            game.play(&reply).expect("legal");
        }
    }
    assert!(late.is_some());
    let truth = Truth::of(&tables, &game);
    assert!(truth.by_rule && truth.value == Value::Draw || game.outcome().is_some());
}

#[test]
fn an_invalid_ending_is_refused() {
    let of = |key: &str, paths: &[Vec<u8>]| {
        judge_ending(Variant::International, key, 1, paths, &ASSETS).map(|_| ())
    };
    assert_eq!(
        of("nine-kings", &[]),
        Err(EndingError::Unknown("nine-kings".into()))
    );
    assert_eq!(of("four-kings", &[]), Err(EndingError::Over));
    assert!(matches!(
        of("four-kings", &[vec![1, 1]]),
        Err(EndingError::Path(_))
    ));
    assert!(ending_kinds(Variant::Thai).is_empty());
}
