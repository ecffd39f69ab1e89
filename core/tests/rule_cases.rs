//! Every case of `golden/rule-cases.json` of the games that are here: move lists with their routes, ends of games.
#![allow(clippy::unwrap_used, reason = "a test may stop there")]
use draughts::notation::{Numbering, fen, movetext};
use draughts::{DrawOptions, EndReason, Game, Move, Position, Square, Variant};
use serde_json::Value;

/// The cases of every variant that the crate has.
fn cases() -> Vec<(Variant, Value)> {
    let cases: Vec<Value> = serde_json::from_str(include_str!("golden/rule-cases.json")).unwrap();
    cases
        .into_iter()
        .filter_map(|case| Some((case["variant"].as_str()?.parse().ok()?, case)))
        .collect()
}

fn numbers(value: &Value) -> Vec<u8> {
    value
        .as_array()
        .map(|list| list.iter().map(|n| n.as_u64().unwrap() as u8).collect())
        .unwrap_or_default()
}

fn sorted(mut list: Vec<u8>) -> Vec<u8> {
    list.sort_unstable();
    list
}

fn captured(mv: &Move) -> Vec<u8> {
    mv.captured().iter().map(Square::number).collect()
}

fn check_move(id: &str, position: &Position, legal: &[Move], expected: &Value) {
    let from = expected["from"].as_u64().unwrap() as u8;
    let to = expected["to"].as_u64().unwrap() as u8;
    let captures = sorted(numbers(&expected["captures"]));
    let found = legal
        .iter()
        .find(|mv| mv.origin().number() == from && mv.target().number() == to && captured(mv) == captures);
    let mv = found.unwrap_or_else(|| panic!("{id}: {from} to {to} taking {captures:?} is missing"));
    let promotes = expected["promotes"].as_bool().unwrap_or(false);
    assert_eq!(mv.promotes(), promotes, "{id}: promotion of {from} to {to}");
    let routes: Vec<Vec<u8>> = position
        .routes(mv)
        .iter()
        .map(|route| route.iter().map(|square| square.number()).collect())
        .collect();
    if expected["path"].is_array() {
        assert_eq!(
            routes[0],
            numbers(&expected["path"]),
            "{id}: route of {from} to {to}"
        );
    }
    if let Some(paths) = expected["paths"].as_array() {
        let paths: Vec<Vec<u8>> = paths.iter().map(numbers).collect();
        assert!(paths.contains(&routes[0]), "{id}: {routes:?}");
        assert!(paths.iter().all(|path| routes.contains(path)), "{id}: {routes:?}");
    }
    if let Some(count) = expected["ordered_paths"].as_u64() {
        assert_eq!(routes.len() as u64, count, "{id}: routes of {from} to {to}");
    }
}

#[test]
fn move_lists_are_the_published_ones() {
    let mut checked = 0;
    for (variant, case) in cases().iter().filter(|(_, case)| case["legal_moves"].is_array()) {
        let id = case["id"].as_str().unwrap();
        let position =
            fen::read_numbered(*variant, Numbering::TopLeft, case["fen"].as_str().unwrap()).unwrap();
        let legal = position.legal_moves();
        assert_eq!(
            legal.len() as u64,
            case["legal_count"].as_u64().unwrap(),
            "{id}: {legal:?}"
        );
        for expected in case["legal_moves"].as_array().unwrap() {
            check_move(id, &position, &legal, expected);
        }
        if legal.is_empty() {
            assert_eq!(
                Game::from_position(position).outcome().unwrap().winner,
                Some(position.turn().other()),
                "{id}"
            );
        }
        checked += 1;
    }
    assert!(checked >= 20, "{checked}");
}

/// Plays the moves of a case; the game stops where its end lets it.
fn play(case: &Value, options: DrawOptions) -> Game {
    let position = fen::read(Variant::International, case["fen"].as_str().unwrap()).unwrap();
    let mut game = Game::from_position(position).with_options(options);
    for text in case["play"].as_array().unwrap() {
        if game.outcome().is_some() {
            break;
        }
        let mv = movetext::read(game.position(), text.as_str().unwrap()).unwrap();
        game.play(&mv).unwrap();
    }
    game
}

#[test]
fn games_end_where_the_articles_say() {
    let check = |id: &str, options: DrawOptions, plies: usize, reason: Option<EndReason>| {
        let all = cases();
        let (_, case) = all
            .iter()
            .find(|(_, case)| case["id"] == id)
            .unwrap_or_else(|| panic!("{id}"));
        let game = play(case, options);
        assert_eq!(game.moves().len(), plies, "{id}");
        assert_eq!(game.outcome().map(|end| end.reason), reason, "{id}");
    };
    let default = DrawOptions::default();
    let fresh = DrawOptions {
        sixteen_persists: false,
        ..default
    };
    check(
        "draw-int-threefold-long-cycle",
        default,
        12,
        Some(EndReason::Repetition),
    );
    check("draw-int-same-moves-not-positions", default, 9, None);
    check("draw-int-5-moves", default, 10, Some(EndReason::FiveMoves));
    check("draw-int-16-moves", default, 32, Some(EndReason::SixteenMoves));
    check("draw-int-16-then-5", default, 32, Some(EndReason::SixteenMoves));
    check("draw-int-16-then-5", fresh, 36, Some(EndReason::FiveMoves));
    let known = cases()
        .iter()
        .filter(|(variant, case)| *variant == Variant::International && case["play"].is_array())
        .count();
    assert_eq!(known, 6, "a case with moves is not looked at");
}

#[test]
fn a_capture_keeps_the_sixteen_moves_running() {
    let all = cases();
    let (_, case) = all
        .iter()
        .find(|(_, case)| case["id"] == "draw-int-capture-keeps-16-clock")
        .unwrap();
    let left = |game: &Game, reason| {
        game.counts()
            .into_iter()
            .find(|count| count.reason == reason)
            .map(|count| count.of_plies - count.plies)
    };
    let expected = &case["expect"]["plies_left"];
    let before =
        Game::from_position(fen::read(Variant::International, case["fen"].as_str().unwrap()).unwrap());
    assert_eq!(
        left(&before, EndReason::SixteenMoves).map(u64::from),
        expected["before"]["sixteen"].as_u64()
    );
    assert_eq!(left(&before, EndReason::FiveMoves), None);
    let after = play(case, DrawOptions::default());
    assert_eq!(
        left(&after, EndReason::SixteenMoves).map(u64::from),
        expected["after"]["sixteen"].as_u64()
    );
    assert_eq!(
        left(&after, EndReason::FiveMoves).map(u64::from),
        expected["after"]["five"].as_u64()
    );
}
